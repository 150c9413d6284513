"""The rolls of a round: what both sides may roll, and the hits that each side suffers for it.

Where the hits of a roll are not all alike, some bound to go to certain ships, some paid for, some at the cost of the
side's own units, a roll comes to a `Volley`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import comb, gcd, lcm

from mecatol.combat.fight import Fight
from mecatol.combat.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    CombatState,
    CostedRoll,
    Costs,
    HitChances,
    OwnRoll,
    Pair,
    Volley,
)
from mecatol.combat.windows import BindHits, BothRolled, NearMisses
from mecatol.effects.model import Moment
from mecatol.errors import fault
from mecatol.game.journal import Labelled, united
from mecatol.game.model import Game
from mecatol.game.opening import Actor, opened
from mecatol.game.state import Force, changed, stack
from mecatol.probability.dice import Dice, Number, Ways, roll, roll_units

type _Counted = tuple[dict[Volley, int], int]
"""In how many of all ways each comes about, and how many these are."""
type _Ways[K] = tuple[tuple[K, int], ...]
"""In how many ways each comes about, in order; the numbers are as small as they can be with the same chances."""


def volleys(moment: Moment, dice: tuple[Dice, ...]) -> list[CostedRoll]:
    """Return what a combat roll may come to, with probabilities."""
    bound: dict[Dice, bool] = {}
    lifted: dict[Dice, Actor[NearMisses]] = {}
    for binding in opened(moment, BindHits, moment.player):
        for d in dice:
            if binding.window.act(binding.moment, binding.owner, d):
                binding.note()
                bound[d] = True
    for lifting in opened(moment, NearMisses, moment.player):
        for d in dice:
            if d not in lifted and lifting.window.act(lifting.moment, lifting.owner, d):
                lifting.note()
                lifted[d] = lifting
    risky = tuple(d for d in dice if d.at_risk is not None and d.unit)
    if risky and lifted:
        one, other = next(iter(lifted.values())), moment.game.sides[moment.player].name
        raise fault(
            f"players.{one.owner}.effects.{one.effect.slug}",
            f"{other} rerolls dice at the risk of the units; which of the results {one.effect.name} then changes is "
            "not worked out: leave one of both out",
        )
    safe = tuple(d for d in dice if d not in risky)
    sorted_dice = tuple(d for d in safe if d in bound), tuple(d for d in safe if d not in bound)
    ways, total = _lifted_hits(*sorted_dice, lifted) if lifted else _hits_of_two(*sorted_dice)
    found: list[tuple[Costs, int, _Ways[Volley]]] = [((), sum(ways.values()), _reduced(ways))]
    for group in risky:
        units, more = _units_at_risk(group)
        total *= more
        found = [
            ((*costs, (group.unit, lost)) if lost else costs, way * part, _joined(hits, further, group in bound))
            for costs, way, hits in found
            for lost, part, further in units
        ]
    parts = moment.game.chances(Ways(tuple([way for _, way, _ in found]), total))
    return [
        CostedRoll(costs, part, _chances(moment.game, hits))
        for (costs, _, hits), part in zip(found, parts, strict=True)
    ]


def _chances(game: Game, ways: _Ways[Volley]) -> HitChances:
    """Return the chances of ways to hit."""
    found = Ways(tuple([way for _, way in ways]), sum([way for _, way in ways]))
    return tuple(zip([volley for volley, _ in ways], game.chances(found), strict=True))


def _reduced[K](ways: Mapping[K, int]) -> _Ways[K]:
    """Return ways in order, their numbers as small as they can be."""
    common = gcd(*ways.values())
    return tuple([(key, way // common) for key, way in sorted(ways.items()) if way])


@lru_cache(1024)
def _units_at_risk(group: Dice) -> tuple[list[tuple[int, int, _Ways[int]]], int]:
    """Return what dice may come to whose units are destroyed where all of theirs miss, and of how many ways.

    That is: how many units are destroyed, in how many ways, and how many hits the others have.
    """
    units, total = roll_units(group)
    by_lost: dict[int, dict[int, int]] = {}
    for (hits, lost), way in units.items():
        by_lost.setdefault(lost, {})[hits] = way
    return [(lost, sum(ways.values()), _reduced(ways)) for lost, ways in by_lost.items()], total


@lru_cache(16384)
def _joined(ways: _Ways[Volley], more: _Ways[int], bound: bool) -> _Ways[Volley]:
    """Return what two rolls come to together, of which the second has nothing but hits."""
    found: dict[Volley, int] = {}
    for volley, way in ways:
        for hits, part in more:
            after = volley._replace(hits=volley.hits + hits, bound=volley.bound + hits * bound)
            found[after] = found.get(after, 0) + way * part
    return _reduced(found)


def _hits_of_two(bound: tuple[Dice, ...], free: tuple[Dice, ...]) -> _Counted:
    """Return what dice that bind their hits and other dice may come to together."""
    one, other = roll(bound), roll(free)
    ways = {
        Volley(first + second, first): way * more
        for first, way in enumerate(one.ways) for second, more in enumerate(other.ways)
    }  # fmt: skip
    return ways, one.total * other.total


def _lifted_hits(bound: tuple[Dice, ...], free: tuple[Dice, ...], lifted: dict[Dice, Actor[NearMisses]]) -> _Counted:
    """Return the volleys of dice of which some can be lifted; those that bind their hits come first, as worth more."""
    actor = next(iter(lifted.values()))
    copies = actor.left
    mine, my_total = _hits_and_near_misses(bound, lifted, copies)
    others, other_total = _hits_and_near_misses(free, lifted, copies)
    found: dict[Volley, int] = {}
    for (bound_hits, bound_near), one in mine.items():
        for (free_hits, free_near), other in others.items():
            first = min(bound_near, copies)
            second = min(free_near, copies - first)
            paid = ((actor.owner, actor.effect.slug, first + second),) if first + second else ()
            volley = Volley(bound_hits + free_hits + first + second, bound_hits + first, paid)
            found[volley] = found.get(volley, 0) + one * other
    return found, my_total * other_total


def _hits_and_near_misses(
    dice: tuple[Dice, ...], lifted: dict[Dice, Actor[NearMisses]], most: int
) -> tuple[dict[tuple[int, int], int], int]:
    """Return in how many of all ways, and of how many, each pair occurs: hits, and dice that missed by one.

    Dice of those that can be lifted are counted up to `most`: no more are paid for.
    """
    plain = roll([d for d in dice if d not in lifted])
    ways, total = {(hits, 0): way for hits, way in enumerate(plain.ways)}, plain.total
    for group in dice:
        if group not in lifted:
            continue
        once = group._replace(reroll=False)
        again = 1 - once.chance if group.reroll else Fraction(1)
        hit, near = group.chance, again * (once._replace(modifier=once.modifier + 1).chance - once.chance)
        sides = lcm(hit.denominator, near.denominator)
        hits, nears = int(hit * sides), int(near * sides)
        for _ in range(group.dice):
            after: dict[tuple[int, int], int] = {}
            for (known, missed), count in ways.items():
                for key, part in (
                    ((known + 1, missed), hits),
                    ((known, min(missed + 1, most)), nears),
                    ((known, missed), sides - hits - nears),
                ):
                    after[key] = after.get(key, 0) + count * part
            ways = after
        total *= sides**group.dice
    return {key: count for key, count in ways.items() if count}, total


type PairOfHits = tuple[int | Volley, int | Volley, Number]
"""The hits that the attacker suffers, those that the defender suffers, and the chance of both."""


def rolled(fight: Fight, state: CombatState, side: int, round_number: int) -> Labelled[Sequence[OwnRoll]]:
    """Return what a side's combat roll may leave of its own force and come to for the other side, with chances.

    It comes to hits, or to volleys where hits differ. Both sides see what it leaves before they take hits.
    """
    force, memory = state.forces[side], fight.memory
    if not fight.can.distinguishes_hits:
        (_, chances), labels = fight.rolled(state, side, round_number)
        if id(chances) not in memory.hit_chances:
            found = tuple([(hits, chance) for hits, chance in enumerate(chances) if chance])
            memory.hit_chances[id(chances)] = found
        return Labelled([OwnRoll(force, fight.game.one, memory.hit_chances[id(chances)])], labels)
    number = min(round_number, fight.special_rounds + 1)

    def find() -> list[CostedRoll]:
        return volleys(fight.blind_moment(state, side, number), fight.dice(state, side, number))

    known = memory.volleys.get((fight.rolling(state, side), state.spent, number), find)
    rolls = [
        OwnRoll(rest, each.chance * part, memory.same_chances.setdefault(each.hits, each.hits))
        for each in known.value
        for rest, part in _own_losses(fight, force, each.costs)
    ]
    return Labelled(rolls, known.labels)


def pairs_of_hits(
    fight: Fight, state: CombatState, rolls: Pair[HitChances], round_number: int
) -> Labelled[list[PairOfHits]]:
    """Return what both sides suffer for two rolls, pair by pair, with what each pair sets off (`BothRolled`)."""
    if not fight.can.adds_hits:
        return Labelled([(against, hits, chance * other) for hits, chance in rolls[0] for against, other in rolls[1]])
    faced = [[hits for hits, _ in rolls[1 - side]] for side in SIDES]
    more = [fight.game.labelled(partial(_answers_to, fight, state, side, faced[side], round_number)) for side in SIDES]
    pairs = [
        (_more(against, more[DEFENDER].value[hits]), _more(hits, more[ATTACKER].value[against]), chance * other)
        for hits, chance in rolls[ATTACKER] for against, other in rolls[DEFENDER]
    ]  # fmt: skip
    return Labelled(pairs, united(*[each.labels for each in more]))


def hit_states(
    state: CombatState, rolls: Pair[Sequence[OwnRoll]]
) -> Iterator[tuple[CombatState, Pair[HitChances], Number]]:
    """Yield the states in which the hits of two rolls may be assigned, what the rolls come to there, and the chance."""
    for mine, theirs in product(*rolls):
        hit = state._replace(forces=(mine.force, theirs.force))
        yield hit, (mine.hits, theirs.hits), mine.chance * theirs.chance


def _own_losses(fight: Fight, force: Force, costs: Iterable[tuple[str, int]]) -> list[tuple[Force, Number]]:
    """Return what the costs of a side's own roll may leave of it, with chances: damaged units roll like the others."""
    ways: list[tuple[Force, Number]] = [(force, fight.game.one)]
    for unit, lost in costs:
        ways = [
            (
                changed(left, unit, healthy=hurt - lost, damaged=-hurt),
                chance * comb(there.damaged, hurt) * comb(there.healthy, lost - hurt) / comb(there.total, lost),
            )
            for left, chance in ways
            for there in (stack(left, unit),)
            for hurt in range(max(0, lost - there.healthy), min(lost, there.damaged) + 1)
        ]
    return ways


def _more(rolled: int | Volley, more: int) -> int | Volley:
    """Return what a roll has come to with further hits."""
    return rolled + more if isinstance(rolled, int) else rolled._replace(hits=rolled.hits + more)


def _answers_to(
    fight: Fight, state: CombatState, side: int, rolls: Iterable[int | Volley], round_number: int
) -> dict[int | Volley, int]:
    """Return the further hits of one side that answer what the opponent may have rolled."""
    moment = fight.moment(state, side, round_number)
    acting = list(opened(moment, BothRolled, fight.players[side]))
    found: dict[int | Volley, int] = {}
    for rolled in rolls:
        hits = rolled if isinstance(rolled, int) else rolled.hits
        found[rolled] = 0
        for actor in acting:
            if more := actor.window.act(actor.moment, actor.owner, hits):
                actor.note()
                found[rolled] += more
    return found
