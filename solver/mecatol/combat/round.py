"""The rolls of a round: what both sides may roll, and the hits that each side suffers for it.

Where the hits of a roll are not all alike, some bound to go to certain ships, some paid for, some at the cost of the
side's own units, a roll comes to a `Volley`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, lcm

from mecatol.combat.fight import Fight
from mecatol.combat.state import ATTACKER, DEFENDER, SIDES, CombatState, HitChances, Pair, Volley
from mecatol.combat.windows import BindHits, BothRolled, NearMisses
from mecatol.effects.model import Moment
from mecatol.errors import fault
from mecatol.game.journal import Labelled, united
from mecatol.game.opening import Actor, opened
from mecatol.game.state import Force, changed, stack
from mecatol.probability.dice import Dice, Number, Ways, roll, roll_units

type _Counted = tuple[dict[Volley, int], int]
"""In how many of all ways each comes about, and how many these are."""


def volleys(moment: Moment, dice: tuple[Dice, ...]) -> list[tuple[Volley, Number]]:
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
    for group in risky:
        ways, total = _with_risk(ways, total, group, group in bound)
    chances = moment.game.chances(Ways(tuple(ways.values()), total))
    return sorted(zip(ways, chances, strict=True))


def _with_risk(ways: dict[Volley, int], total: int, group: Dice, bound: bool) -> _Counted:
    """Return what a roll comes to with the dice of units that are destroyed where all of theirs miss."""
    units, more = roll_units(group)
    found: dict[Volley, int] = {}
    for volley, count in ways.items():
        for (hits, lost), way in units.items():
            costs = (*volley.costs, (group.unit, lost)) if lost else volley.costs
            after = Volley(volley.hits + hits, volley.bound + hits * bound, volley.paid, costs)
            found[after] = found.get(after, 0) + count * way
    return found, total * more


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


def rolled(fight: Fight, state: CombatState, side: int, round_number: int) -> Labelled[HitChances]:
    """Return what a side's combat roll may come to, with probabilities: hits, or volleys where hits differ."""
    if not fight.can.distinguishes_hits:
        (_, chances), labels = fight.rolled(state, side, round_number)
        known = fight.memory.hit_chances
        if id(chances) not in known:
            known[id(chances)] = tuple([(hits, chance) for hits, chance in enumerate(chances) if chance])
        return Labelled(known[id(chances)], labels)
    number = min(round_number, fight.special_rounds + 1)

    def find() -> HitChances:
        found = volleys(fight.blind_moment(state, side, number), fight.dice(state, side, number))
        return tuple([(hits, chance) for hits, chance in found if chance])

    return fight.memory.volleys.get((fight.rolling(state, side), state.spent, number), find)


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
    fight: Fight, state: CombatState, rolls: Pair[HitChances]
) -> Iterator[tuple[CombatState, Pair[HitChances]]]:  # fmt: skip
    """Yield the states in which the hits of two rolls may be assigned, with what the rolls come to there.

    They differ where a roll may destroy units of the side that makes it: both sides see that before they take hits. The
    chances of two results multiply to that of both in this state.
    """
    if not fight.can.risks_units:
        yield state, rolls
        return
    mine, theirs = (left_by_own_roll(fight, state.forces[side], rolls[side]) for side in SIDES)
    for (my_force, my_roll), (their_force, their_roll) in product(mine, theirs):
        yield state._replace(forces=(my_force, their_force)), (my_roll, their_roll)


def risks(roll: HitChances) -> bool:
    """Tell whether a roll may destroy units of the side that makes it."""
    return any(not isinstance(hits, int) and hits.costs for hits, _ in roll)


def left_by_own_roll(fight: Fight, force: Force, roll: HitChances) -> Sequence[tuple[Force, HitChances]]:
    """Return what a side's roll may leave of its own force, each with what the roll comes to for the other side then.

    The chances are those of both. Equal arguments give the same objects.
    """
    known = fight.memory.left_by_own_rolls
    key = force, id(roll)
    if key not in known:
        left: dict[Force, dict[int | Volley, Number]] = {}
        lost: dict[tuple[tuple[str, int], ...], list[tuple[Force, Number]]] = {}
        for hits, chance in roll:
            costs, against = ((), hits) if isinstance(hits, int) else (hits.costs, hits._replace(costs=()))
            if costs not in lost:
                lost[costs] = _own_losses(fight, force, costs)
            for rest, part in lost[costs]:
                ways = left.setdefault(rest, {})
                ways[against] = ways.get(against, 0) + chance * part
        known[key] = roll, [(rest, tuple(ways.items())) for rest, ways in left.items()]
    return known[key][1]


def _own_losses(fight: Fight, force: Force, costs: Iterable[tuple[str, int]]) -> list[tuple[Force, Number]]:
    """Return what the costs of a side's own roll may leave of it, with chances: damaged units roll like the others."""
    ways: list[tuple[Force, Number]] = [(force, fight.game.one)]
    for unit, lost in costs:
        there = stack(force, unit)
        number = comb(there.total, lost)
        ways = [
            (
                changed(left, unit, healthy=hurt - lost, damaged=-hurt),
                chance * comb(there.damaged, hurt) * comb(there.healthy, lost - hurt) / number,
            )
            for left, chance in ways
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
