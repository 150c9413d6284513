"""The start of a combat: effects that strike before anybody rolls."""

from __future__ import annotations

from collections.abc import Iterator

from solver.abilities import acting, note_effect
from solver.casualties import Victims, by_policy, victims
from solver.clauses import cites
from solver.combat.fight import Fight, Standing, Standings
from solver.dice import Number, roll
from solver.effects.model import Hits, Strike
from solver.state import SPACE, Force, Stack, changed


@cites("78.2", "78.2.a", "42.4.a", "87.5")
def struck_at_start(fight: Fight, standing: Standing) -> Standings:
    """Return how the combat may stand after what happens at its start, the attacker's effects first.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    """
    now: Standings = {standing: fight.game.one}
    for side in (0, 1):
        moment = fight.moment(standing, side, 1)
        for owner, effect in acting(moment):
            if owner.index != fight.players[side] or not effect.on_start:
                continue
            after: Standings = {}
            for before, mass in now.items():
                strike = None if fight.over(before) else effect.on_start(fight.moment(before, side, 1), owner.index)
                for struck, part in _ways(fight, before, side, strike):
                    if struck != before:
                        note_effect(moment, owner, effect)
                    after[struck] = after.get(struck, 0) + mass * part
            now = after
    mended: Standings = {}
    for before, mass in now.items():
        ready = fight.mended(before, ((), ()), 0)
        mended[ready] = mended.get(ready, 0) + mass
    return mended


def _ways(fight: Fight, standing: Standing, side: int, strike: Strike | None) -> Iterator[tuple[Standing, Number]]:
    """Yield how the combat may stand after a side's strike."""
    if strike is None:
        yield standing, fight.game.one
        return
    chances = fight.game.chances(roll(strike.dice)) if strike.dice else [*[0] * strike.number, fight.game.one]
    for number, chance in enumerate(chances):
        if chance:
            force = _after(fight, standing, 1 - side, strike._replace(number=number))
            forces = (standing.forces[0], force) if side == 0 else (force, standing.forces[1])
            gone = fight.lost(1 - side, standing.forces[1 - side], force)
            after = standing._replace(forces=forces)
            yield fight.felled(after, ((), gone) if side == 0 else (gone, ()), 1), chance


def _after(fight: Fight, standing: Standing, side: int, strike: Strike) -> Force:
    """Return a side's force after a strike."""
    moment = fight.moment(standing, 1 - side, 1)
    free = not strike.dice or fight.place != SPACE  # no danger of Direct Hit
    hit = victims(moment, lambda unit: strike.eligible(unit) and fight.fights(side, unit), ground=free)
    if strike.by_owner:
        return _chosen_by_owner(hit, standing.forces[side], strike)
    if strike.destroys:
        hit = hit._replace(sustaining=frozenset(), lending=frozenset())
    return by_policy(hit, moment.state, Hits(strike.number)).state.at(fight.players[side], fight.place)


def _chosen_by_owner(hit: Victims, units: Force, strike: Strike) -> Force:
    """Return the force after the effect's owner picked: the dearest unit that cannot sustain, else one that does."""

    def value(piece: Stack) -> tuple[bool, float]:
        return strike.destroys or not hit.can_sustain(piece), hit.side.units[piece.unit].price

    for _ in range(strike.number):
        pieces = [Stack(s.unit, 0, 1) for s in hit.stacks(units) if s.damaged]
        pieces += [Stack(s.unit, 1, 0) for s in hit.stacks(units) if s.healthy]
        if not pieces:
            return units
        chosen = max(pieces, key=value)
        if not strike.destroys and hit.can_sustain(chosen):
            units = changed(units, chosen.unit, healthy=-1, damaged=1)
        else:
            units = changed(units, chosen.unit, healthy=-chosen.healthy, damaged=-chosen.damaged)
    return units
