"""The rolls of Anti-Fighter Barrage (10.1): both sides roll at the same time, neither having lost anything yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, SUSTAIN_DAMAGE, UNIT_TYPES
from mecatol.game.labels import Rolled
from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.stages import Branch, Stage
from mecatol.game.state import Pending, State, changed, stack
from mecatol.probability.dice import Dice, Number, roll, roll_marked
from mecatol.probability.limits import check_positions
from mecatol.rules.hits.rolled import counted, marked_with_repeats
from mecatol.rules.hits.windows import HitsProduced
from mecatol.rules.rolls.gathering import can_use, describe, gather, spend
from mecatol.rules.rolls.windows import MarkedResults, RepeatRoll


class _BarrageRoll(NamedTuple):
    """One player's barrage: the dice, and how likely they give (hits, marked results)."""

    moment: Moment
    dice: tuple[Dice, ...]
    chances: dict[tuple[int, int], Number]


@cites("78.1", "78.3.c")
def combatants(game: Game, state: State) -> tuple[int, int] | None:
    """Return the two players who fight in space: the active player and the next one with ships, None if it is not so.

    It does not matter whether anybody has fighters.
    """
    there = [side.index for side in game.sides if side.has_ships(state)]
    return (there[0], there[1]) if len(there) > 1 else None


def barrage_moment(game: Game, state: State, player: int, target: int) -> Moment:
    """Return the moment in which a player uses the ability against another."""
    return Moment(game, state, ANTI_FIGHTER_BARRAGE_STEP, ANTI_FIGHTER_BARRAGE, player, target, SPACE, 1)


def _results(dice: tuple[Dice, ...]) -> tuple[dict[tuple[int, int], int], int]:
    """Return how many results of a roll give each pair (hits, marked results), and how many there are."""
    if any(d.mark for d in dice):
        return roll_marked(dice)
    plain = roll(dice)
    return {(hits, 0): way for hits, way in enumerate(plain.ways) if way}, plain.total


@cites("10.1", "10.1.a", "10.1.b", "10.1.c", "10.1.d", "78.3")
def _volley(game: Game, state: State, player: int, target: int) -> _BarrageRoll:
    """Gather a player's dice for the barrage roll.

    Only effects on this ability act; those on combat rolls do not belong to the step.
    """
    side, moment = game.sides[player], barrage_moment(game, state, player, target)
    if side.declines(ANTI_FIGHTER_BARRAGE):
        game.note("78.3", f"{side.name} declines to use Anti-Fighter Barrage.")
        return _BarrageRoll(moment, (), {(0, 0): game.one})
    dice = gather(moment, (SPACE,))
    if not dice:
        return _BarrageRoll(moment, (), {(0, 0): game.one})
    game.note("10.1", describe(moment, dice))
    if not stack(state.at(target, SPACE), "fighter").total:
        game.note("10.1.d", f"{game.sides[target].name} has no fighters, but the barrage can still be used.")
    ways, total = _results(dice)
    chances: dict[tuple[int, int], Number] = {
        result: Fraction(way, total) if game.exact else way / total for result, way in ways.items()
    }
    hits: list[Number] = [Fraction(0) if game.exact else 0.0] * (1 + max(hits for hits, _ in chances))
    for (count, _), chance in chances.items():
        hits[count] += chance
    enemy = game.sides[target].name
    game.rolled(Rolled(side.name, enemy, SPACE, ANTI_FIGHTER_BARRAGE, dice, tuple(hits)))
    return _BarrageRoll(moment, dice, chances)


def _damaged(moment: Moment, count: int) -> State:
    """Return the position after so many of the target's ships with Sustain Damage become damaged, the costliest first.

    None of them uses the ability: nothing is canceled, and nothing answers it.
    """
    side = moment.game.sides[moment.target]
    about = moment.turned(SUSTAIN_DAMAGE)
    units = moment.state.at(moment.target, SPACE)
    order = sorted(units, key=lambda s: (-side.units[s.unit].price, -list(UNIT_TYPES).index(side.units[s.unit].kind)))
    for there in order:
        unit = side.units[there.unit]
        if unit.is_ship and unit.sustain_damage and can_use(about, unit):
            hurt = min(count, there.healthy)
            units = changed(units, there.unit, healthy=-hurt, damaged=hurt)
            count -= hurt
    return moment.state.put(moment.target, SPACE, units)


def _fired(state: State, volley: _BarrageRoll, hits: int, marks: int) -> State:
    """Return the position after one player's roll gave so many hits and marked results; the hits wait."""
    moment = volley.moment
    state = counted(moment, state, hits)
    for marking in opened(moment, MarkedResults) if marks else ():
        new = marking.window.act(moment.at(state), marking.owner, marks)
        if new != state:
            marking.note()
        state = new
    for actor in opened(moment, HitsProduced):
        if count := actor.window.act(moment.at(state), actor.owner, hits):
            actor.note()
            state = _damaged(moment.at(state), count)
    enemy_space = moment.state.at(moment.player, SPACE)
    return state.wait(Pending(moment.target, moment.player, hits, ANTI_FIGHTER_BARRAGE, enemy_space=enemy_space))


def _together(state: State, mine: State, theirs: State, pair: tuple[int, int]) -> State:
    """Return the position after both rolls of a pair of players, each of which struck the other's units."""
    one, other = pair
    players = list(state.players)
    players[one], players[other] = theirs.players[one], mine.players[other]
    tally = tuple([a + b - c for a, b, c in zip(mine.tally, theirs.tally, state.tally, strict=True)])
    pending = tuple(sorted({*mine.pending, *theirs.pending})) if mine.pending or theirs.pending else ()
    return State(tuple(players), state.spent, tally, pending, state.plan)


def rolling(game: Game, take: Callable[[State], State]) -> Stage:
    """Return the stage in which both sides roll at the same time.

    `take` is what follows one side's roll at once, whatever the other side rolls.
    """

    def stage(state: State) -> Iterator[Branch]:
        pair = combatants(game, state)
        if pair is None:
            yield Branch(game.one, [state])
            return
        one, other = _volley(game, state, *pair), _volley(game, state, *pair[::-1])
        if not one.dice and not other.dice:
            yield Branch(game.one, [state])
            return
        for volley in (one, other):
            if volley.dice:
                state = spend(volley.moment.at(state), volley.dice)
        check_positions(len(one.chances) * len(other.chances))

        def results(volley: _BarrageRoll) -> Iterator[tuple[State, Number, Actor[RepeatRoll] | None, int]]:
            for result, chance, actor in marked_with_repeats(volley.moment, volley.chances, volley.dice):
                yield take(_fired(state, volley, *result)), chance, actor, result[0]

        for (mine, chance, first, hits), (theirs, again, second, back) in product(results(one), results(other)):
            after = _together(state, mine, theirs, pair)
            for actor in (first, second):
                after = actor.spent(after) if actor else after
            yield Branch(chance * again, [after], rolled=tuple(zip(pair, (hits, back), strict=True)))

    return stage
