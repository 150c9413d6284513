"""Combat rolls whose hits are not all alike: some bound to go to certain ships, some paid for."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from mecatol.combat.windows import BindHits, NearMisses
from mecatol.effects.model import Moment
from mecatol.errors import fault
from mecatol.game.opening import Actor, opened
from mecatol.probability.dice import Dice, Number, Ways, roll, roll_units


class Volley(NamedTuple):
    """What a side's combat roll has come to."""

    hits: int
    bound: int = 0
    """How many of the hits must go to ships other than fighters while there are any."""
    paid: tuple[tuple[int, str, int], ...] = ()
    """What was spent on the roll: (player's index, effect's slug, copies)."""
    costs: tuple[tuple[str, int], ...] = ()
    """How many units of which type the roll has destroyed on the side that made it."""


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
    """Return in how many of all ways, and of how many, each pair comes: hits, and dice that missed by one.

    Of those that can be lifted so many are told apart at `most`, for more are not paid for.
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
