"""The start of a combat: effects that strike before anybody rolls."""

from __future__ import annotations

from solver.abilities import acting, note_effect
from solver.casualties import Victims, by_policy, victims
from solver.clauses import cites
from solver.combat.fight import Fight, Standing
from solver.effects.model import Hits, Strike
from solver.state import Force, Stack, changed


@cites("78.2", "78.2.a", "42.4.a", "87.5")
def struck_at_start(fight: Fight, standing: Standing) -> Standing:
    """Return the standing after what happens at the start of combat, the attacker's effects first.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    """
    for side in (0, 1):
        moment = fight.moment(standing, side, 1)
        for owner, effect in acting(moment):
            if owner.index != fight.players[side] or not effect.on_start or fight.over(standing):
                continue
            strike = effect.on_start(fight.moment(standing, side, 1), owner.index)
            if strike is None:
                continue
            force = _after(fight, standing, 1 - side, strike)
            if force != standing.forces[1 - side]:
                note_effect(moment, owner, effect)
            forces = (standing.forces[0], force) if side == 0 else (force, standing.forces[1])
            standing = standing._replace(forces=forces)
    return fight.mended(standing, ((), ()), 0)


def _after(fight: Fight, standing: Standing, side: int, strike: Strike) -> Force:
    """Return a side's force after a strike."""
    moment = fight.moment(standing, 1 - side, 1)
    hit = victims(moment, lambda unit: strike.eligible(unit) and fight.fights(side, unit), ground=True)
    if strike.by_owner:
        return _chosen_by_owner(hit, standing.forces[side], strike)
    if strike.destroys:
        hit = hit._replace(sustaining=frozenset(), lending=frozenset())
    return by_policy(hit, moment.state, Hits(strike.number)).state.at(fight.players[side], fight.place)


def _chosen_by_owner(hit: Victims, units: Force, strike: Strike) -> Force:
    """Return the force after the effect's owner picked: the dearest unit that cannot sustain, else one that does."""

    def value(stack: Stack) -> tuple[bool, float]:
        return strike.destroys or not hit.can_sustain(stack), hit.side.units[stack.unit].price

    for _ in range(strike.number):
        stacks = hit.stacks(units)
        if not stacks:
            return units
        stack = max(stacks, key=value)
        if not strike.destroys and hit.can_sustain(stack):
            units = changed(units, stack.unit, healthy=-1, damaged=1)
        else:
            units = changed(units, stack.unit, **({"damaged": -1} if stack.damaged else {"healthy": -1}))
    return units
