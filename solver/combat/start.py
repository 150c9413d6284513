"""The start of a combat: effects that strike before anybody rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from solver.abilities import acting, note_effect
from solver.casualties import Victims, options, victims
from solver.clauses import cites
from solver.combat.destruction import felled
from solver.combat.fight import Fight
from solver.combat.placing import with_placing
from solver.combat.repairs import mended
from solver.combat.standing import Standing
from solver.dice import roll
from solver.effects.model import Effect, Hits, Moment, Strike
from solver.engine import Branch, Stage
from solver.recast import put_back, still_recast
from solver.state import SPACE, Force, Stack, State, changed, joined, without


@cites("78.2", "78.2.a", "42.4.a", "87.5")
def start_stages(fight: Fight) -> list[Stage]:
    """Return the stages of the start of a combat: effects that strike, the attacker's first, then repairs.

    An effect whose owner no longer meets its condition, or that would come after the combat is over, does nothing.
    """
    effects = fight.game.active_effects(fight.step)
    stages: list[Stage] = []
    for side in (0, 1):
        stages += [_join_stage(fight)] if side and any(effect.recasts for _, effect in effects) else []
        stages += [
            with_placing(fight, [strike_stage(fight, side, effect, effect.on_start)], side)
            if fight.placing
            else strike_stage(fight, side, effect, effect.on_start)
            for owner, effect in effects
            if owner.index == fight.players[side] and effect.on_start
        ]
    return [*stages, _repair_stage(fight)] if fight.mending else stages


def _join_stage(fight: Fight) -> Stage:
    """Return the stage in which the defender's units become what its effects make of them, if they still do."""
    player = fight.players[1]

    def stage(state: State) -> Iterator[Branch]:
        joined = state.put(player, fight.place, put_back(state.at(player, fight.place)))
        yield Branch(fight.game.one, [joined if still_recast(fight.game, joined, fight.step, player) else state])

    return stage


def _repair_stage(fight: Fight) -> Stage:
    def stage(state: State) -> Iterator[Branch]:
        ready = mended(fight, fight.standing(state), ((), ()), 0)
        yield Branch(fight.game.one, [fight.position(ready)._replace(tally=state.tally)])

    return stage


def strike_stage(fight: Fight, side: int, effect: Effect, window: Callable[[Moment, int], Strike | None]) -> Stage:
    """Return the stage in which one side's effect strikes the other, by one of its windows."""

    def stage(state: State) -> Iterator[Branch]:
        standing = fight.standing(state)
        moment = fight.moment(standing, side, 1)
        acts = any(one is effect and who.index == fight.players[side] for who, one in acting(moment))
        strike = window(moment, fight.players[side]) if acts else None
        if strike is None or fight.over(standing):
            yield Branch(fight.game.one, [state])
            return
        standing = _paid(fight, standing, side, strike)
        chances = fight.game.chances(roll(strike.dice)) if strike.dice else [*[0] * strike.number, fight.game.one]
        for number, chance in enumerate(chances):
            if not chance:
                continue
            ways = [
                fight.position(_struck(fight, standing, side, strike, force))._replace(tally=state.tally)
                for force in _after(fight, standing, 1 - side, strike._replace(number=number))
            ]
            if ways[0] != state:
                note_effect(moment, fight.sides[side], effect)
            if effect.spends:
                ways = [after.use(fight.players[side], effect.slug) for after in ways]
            yield Branch(chance, list(dict.fromkeys(ways)), fight.players[1 - side])

    return stage


def _paid(fight: Fight, standing: Standing, side: int, strike: Strike) -> Standing:
    """Return the standing after a side has given up what its strike costs: the cheapest unit, a damaged one first."""
    if not strike.costs:
        return standing
    units = fight.sides[side].units
    there = [s for s in standing.forces[side] if strike.costs(units[s.unit])]
    given = min(there, key=lambda s: units[s.unit].price)
    hurt = min(1, given.damaged)
    force = changed(standing.forces[side], given.unit, healthy=hurt - 1, damaged=-hurt)
    forces = (force, standing.forces[1]) if side == 0 else (standing.forces[0], force)
    return standing._replace(forces=forces)


def _struck(fight: Fight, standing: Standing, side: int, strike: Strike, force: Force) -> Standing:
    """Return the standing after a side's strike has left the other this force."""
    own, theirs = standing.forces[side], standing.forces[1 - side]
    if strike.converts:
        own = joined(own, without(theirs, force))
    forces = (own, force) if side == 0 else (force, own)
    gone = fight.lost(1 - side, theirs, force)
    return felled(fight, standing._replace(forces=forces), ((), gone) if side == 0 else (gone, ()), 1)


def _after(fight: Fight, standing: Standing, side: int, strike: Strike) -> list[Force]:
    """Return what a strike may leave a side: one force under a fixed policy, all under `best`."""
    moment = fight.moment(standing, 1 - side, 1)
    free = not strike.dice or fight.place != SPACE  # no danger of Direct Hit
    hit = victims(moment, lambda unit: strike.eligible(unit) and fight.fights(side, unit), ground=free)
    if strike.by_owner:
        return [_chosen_by_owner(hit, standing.forces[side], strike)]
    if strike.destroys:
        hit = hit._replace(sustaining=frozenset(), lending=frozenset())
    ways = options(hit, moment.state, Hits(strike.number))
    return [taken.state.at(fight.players[side], fight.place) for taken in ways]


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
