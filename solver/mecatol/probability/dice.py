"""Distributions of hits of d10 rolls, in whole numbers of equally likely results.

A die has the sides 1 to 10, the side printed "0" being 10; it hits when its result, with modifiers, is at least
the unit's value. Nothing here samples: a roll of n plain dice has 10**n equally likely results, and the tables
below count how many of them give each number of hits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import fsum, prod
from typing import Any, NamedTuple

from mecatol.probability.limits import check_positions, check_time, count_work, watched

SIDES = 10
_AT_ONCE = 400
"""Up to how many dice are rolled at once, in one multiplication that nothing interrupts: a hundredth of a second."""
_A_PIECE = 65_536
"""How many bytes of the numbers of one kind of dice are multiplied with those of the others at a time."""
_BITS = 8_000
"""How many bits of whole numbers take as much memory as a position."""

type Number = float | Fraction
"""A probability: a float, or a Fraction when the solver was asked for exact fractions."""
type Distribution[T] = dict[T, Number]
"""Outcomes with their probabilities, or with a part of them."""

TIE = 1e-12
"""Two numbers no further apart than this are the same, but for rounding."""


def total(numbers: Iterable[Number]) -> Number:
    """Return the sum of probabilities, rounded once whatever their order; exact for Fractions."""
    found = list(numbers)
    return sum(found, Fraction(0)) if Fraction in map(type, found) else fsum(found)


def add_mass[K: Hashable](into: dict[K, Number], what: K, mass: Number) -> None:
    """Add a mass to a distribution: what is new to it is looked up but once, as that takes long with positions."""
    known = len(into)
    there = into.setdefault(what, mass)
    if len(into) == known:
        into[what] = there + mass


def add_masses[K: Hashable](into: dict[K, Number], more: Mapping[K, Number]) -> None:
    """Add the masses of a distribution to those of another, some of which may be of the same."""
    for what, mass in more.items():
        add_mass(into, what, mass)


def convolved(one: Sequence[Number], other: Sequence[Number]) -> Sequence[Number]:
    """Return the chances of 0, 1, 2, … for the sum of two independent counts, given those of each."""
    if len(one) == 1 or len(other) == 1:
        (certain, chances) = (one, other) if len(one) == 1 else (other, one)
        return tuple(chances) if certain[0] == 1 else tuple([certain[0] * chance for chance in chances])
    found: list[Number] = [0] * (len(one) + len(other) - 1)
    for i, chance in enumerate(one):
        for j, share in enumerate(other):
            found[i + j] += chance * share
    return tuple(found)


def first_best(numbers: Sequence[Number]) -> int:
    """Return the place of the greatest number; of those that are the same but for rounding, of the first."""
    best = 0
    for index, number in enumerate(numbers):
        if number > numbers[best] + TIE:
            best = index
    return best


def likeliest[T](masses: Mapping[T, Number]) -> T:
    """Return what has the greatest mass; of those that have the same but for rounding, the first."""
    return list(masses)[first_best(list(masses.values()))]


class Dice(NamedTuple):
    """Dice of one kind of unit in a roll, all alike."""

    unit: str
    """The type of unit that rolls them; "" for dice that belong to no unit."""
    units: int
    """How many units roll."""
    dice: int
    """How many dice they roll together."""
    value: int
    """The least result that is a hit, before modifiers."""
    modifier: int = 0
    """What is added to each result."""
    reroll: bool = False
    """Whether each die that misses is rolled once more."""
    bonus_value: int | None = None
    """A natural result of at least this (before modifiers) yields `bonus_hits` further hits; None: never."""
    bonus_hits: int = 0
    """How many further hits such a result yields."""
    mark: int | None = None
    """A result of at least this is counted apart as well, for what an effect makes of it; None: never."""
    yields: int = 1
    """How many hits each die that hits produces."""
    at_risk: int | None = None
    """What is added to the results of a last reroll of every die that has missed; None: there is none.

    A unit whose dice have all missed by then is destroyed.
    """

    @property
    def of_a_unit(self) -> bool:
        """Whether a unit rolls them, or an effect that uses a unit ability, which counts as one."""
        return bool(self.unit) or self.units > 0

    @property
    def chance(self) -> Fraction:
        """The chance that one die hits at least once, rerolls included."""
        die = _die(self.shape)
        return 1 - Fraction(die.ways[0], die.total)

    @property
    def mean(self) -> Fraction:
        """How many hits one die makes on average, rerolls included."""
        die = _die(self.shape)
        return Fraction(sum(hits * ways for hits, ways in enumerate(die.ways)), die.total)

    @property
    def shape(self) -> Dice:
        """One of these dice by itself: what its distribution of hits depends on."""
        return _one_die(self[3:])


@cache  # few shapes of dice exist, and every roll asks
def _one_die(values: tuple[Any, ...]) -> Dice:
    """Return one die of no unit with these values, from the least result that hits on."""
    return Dice("", 0, 1, *values)


class Ways(NamedTuple):
    """How many of `total` equally likely results give 0, 1, 2, … hits."""

    ways: tuple[int, ...]
    total: int

    def chances(self, exact: bool = False) -> list[Number]:
        """Return the probability of 0, 1, 2, … hits, in 0..1: floats, or Fractions when `exact`."""
        if exact:
            return [Fraction(ways, self.total) for ways in self.ways]
        return [ways / self.total for ways in self.ways]


def side_hits(dice: Dice, side: int) -> int:
    """Return the hits of one of these dice that shows a side, 1 to 10."""
    hits = dice.yields * int(side + dice.modifier >= dice.value)
    if dice.bonus_value is not None and side >= dice.bonus_value:
        hits += dice.bonus_hits
    return hits


@cache  # few shapes of dice exist, and every roll asks
def _die(dice: Dice) -> Ways:
    """Return the roll of one die."""
    ways = [0] * (1 + dice.yields + dice.bonus_hits)
    for side in range(1, SIDES + 1):
        ways[side_hits(dice, side)] += 1
    found = Ways(tuple(ways), SIDES)
    if dice.reroll:
        found = _rerolled(found, ways)
    if dice.at_risk is None:
        return found
    last = _die(dice._replace(modifier=dice.modifier + dice.at_risk, reroll=False, at_risk=None))
    return _rerolled(found, last.ways)


def _rerolled(first: Ways, again: Sequence[int]) -> Ways:
    """Return the roll of a die that is rolled once more where it missed; `again` counts the sides by their hits."""
    ways = [way * SIDES for way in first.ways]
    ways[0] = 0
    for hits, way in enumerate(again):
        ways[hits] += first.ways[0] * way
    return Ways(tuple(ways), first.total * SIDES)


@cache  # as for one die: few shapes, many rolls
def hits_and_near_misses(dice: Dice) -> dict[tuple[int, int], int]:
    """Return in how many results one of these dice has so many hits, and misses by one (0 or 1), after all rerolls."""
    modifiers = [dice.modifier, *[dice.modifier] * dice.reroll]
    if dice.at_risk is not None:
        modifiers.append(dice.modifier + dice.at_risk)
    again: dict[tuple[int, int], int] = {}
    for modifier in reversed(modifiers):
        once, found, sides = dice._replace(modifier=modifier), dict[tuple[int, int], int](), sum(again.values())
        for side in range(1, SIDES + 1):
            hits = side_hits(once, side)
            near = int(not hits and side + modifier + 1 >= dice.value)
            ways = again if again and not hits else {(hits, near): sides or 1}
            for key, way in ways.items():
                found[key] = found.get(key, 0) + way
        again = found
    return again


@cache  # as for one die: few shapes, many rolls
def hits_and_bare_hits(dice: Dice) -> dict[tuple[int, int], int]:
    """Return in how many results one of these dice has so many hits, and one of them without a point to spare (0 or 1).

    A reroll of its misses is over by then. Raises ValueError for dice with a last reroll that puts units at risk.
    """
    if dice.at_risk is not None:
        raise ValueError(f"{dice}: what it leaves of its unit depends on the die that is changed")
    once: dict[tuple[int, int], int] = {}
    for side in range(1, SIDES + 1):
        key = side_hits(dice, side), int(side + dice.modifier == dice.value)
        once[key] = once.get(key, 0) + 1
    if not dice.reroll:
        return once
    missed = sum(way for (hits, _), way in once.items() if not hits)
    return {key: way * (SIDES * bool(key[0]) + missed) for key, way in once.items()}


@lru_cache(1024)  # states of a combat differ in one group of dice, and the powers of the others come again
def _packed(shape: Dice, count: int, width: int) -> int:
    """Return the roll of so many dice of a shape as one whole number: its ways in `width` bytes each, first lowest."""
    die = b"".join([ways.to_bytes(width, "little") for ways in _die(shape).ways])
    packed: int = int.from_bytes(die, "little") ** count
    return packed


def roll_marked(dice: Iterable[Dice]) -> tuple[dict[tuple[int, int], int], int]:
    """Return how many results of the whole roll give each pair (hits, marked results), and how many there are."""
    ways, total = {(0, 0): 1}, 1
    for group in dice:
        die, sides = _with_reroll(group), SIDES * SIDES if group.reroll else SIDES
        for _ in range(group.dice):
            count_work(len(ways))
            after: dict[tuple[int, int], int] = {}
            for (hits, marks), way in ways.items():
                for (more, marked), chance in die.items():
                    key = hits + more, marks + marked
                    after[key] = after.get(key, 0) + way * chance
            ways, total = after, total * sides
    return ways, total


def roll_again(dice: Iterable[Dice], least: int) -> tuple[dict[tuple[int, int], int], int]:
    """Return how many results of two rolls give each pair (hits, marked results): the second counts, all dice anew.

    It is made only where the first has at least so many hits; the other results of the first are left out. A die that
    the ability behind `reroll` has rerolled in the first roll is not rerolled by it in the second (74.2).
    """
    ways, total = {(0, 0, 0): 1}, 1
    for group in dice:
        die, sides = _twice(group, least)
        for _ in range(group.dice):
            after: dict[tuple[int, int, int], int] = {}
            for (first, hits, marks), way in ways.items():
                for (more, new, marked), chance in die.items():
                    key = min(least, first + more), hits + new, marks + marked
                    after[key] = after.get(key, 0) + way * chance
            ways, total = after, total * sides
    return {(hits, marks): way for (first, hits, marks), way in ways.items() if first == least}, total


def _twice(dice: Dice, least: int) -> tuple[dict[tuple[int, int, int], int], int]:
    """Return how many results of one die that is rolled twice give (hits at first, hits then, marked then)."""
    once, anew = _sides(dice), _with_reroll(dice)
    sides = SIDES * SIDES if dice.reroll else SIDES
    used = {key: way * (sides // SIDES) for key, way in once.items()}
    """What a die comes to then that was rerolled at first: the ability does not reroll it again."""
    rows = [(hits, way * (sides // SIDES), anew) for (hits, _), way in once.items() if hits or not dice.reroll]
    if dice.reroll:
        missed = sum(way for (hits, _), way in once.items() if not hits)
        rows += [(hits, missed * way, used) for (hits, _), way in once.items()]
    found: dict[tuple[int, int, int], int] = {}
    for first, weight, then in rows:
        for (hits, marked), way in then.items():
            key = min(least, first), hits, marked
            found[key] = found.get(key, 0) + weight * way
    return found, sides * sides


def _sides(dice: Dice) -> dict[tuple[int, int], int]:
    """Return how many sides of one of these dice give each pair (hits, marked results)."""
    found: dict[tuple[int, int], int] = {}
    for side in range(1, SIDES + 1):
        key = side_hits(dice, side), int(dice.mark is not None and side + dice.modifier >= dice.mark)
        found[key] = found.get(key, 0) + 1
    return found


def _with_reroll(dice: Dice) -> dict[tuple[int, int], int]:
    """Return how many results of one of these dice give each pair, after its reroll if it has one."""
    once = _sides(dice)
    if not dice.reroll:
        return once
    missed = sum(way for (hits, _), way in once.items() if not hits)
    again = {key: way * (SIDES * bool(key[0]) + missed) for key, way in once.items()}
    return {key: way for key, way in again.items() if way}


def by_shape(dice: Iterable[Dice]) -> Counter[Dice]:
    """Return how many dice of which shape there are."""
    shapes: Counter[Dice] = Counter()
    for group in dice:
        shapes[group.shape] += group.dice
    return shapes


def surplus(more: Mapping[Dice, int], fewer: Mapping[Dice, int]) -> Ways | None:
    """Return the roll of the dice that the one has over the other, each counted by shape.

    None where it has not all dice of the other.
    """
    over = dict(more)
    for shape, count in fewer.items():
        over[shape] = over.get(shape, 0) - count
        if over[shape] < 0:
            return None
    return _counted(tuple([(shape, count) for shape, count in over.items() if count]))


def roll(dice: Iterable[Dice]) -> Ways:
    """Return how many results of the whole roll give each number of hits.

    The tuple of ways is cut after the largest number of hits that is possible. Each die is a polynomial whose
    coefficients are its ways; written as whole numbers with enough bits for each coefficient, they are multiplied at
    once.
    """
    return _counted(tuple([(group.shape, group.dice) for group in dice]))


def _counted(groups: tuple[tuple[Dice, int], ...]) -> Ways:
    """Return in how many ways so many dice of each shape come to 0, 1, 2, … hits.

    Raises LimitError where the time or the memory that was granted does not suffice.
    """
    many = sum([count for _, count in groups])
    return _rolled(groups) if many <= _AT_ONCE else _rolled_in_turn(groups)


def _rolled_in_turn(groups: Sequence[tuple[Dice, int]]) -> Ways:
    """Return the same for more dice than anybody rolls: some numbers after others, asking for time each time."""
    dice = [(_die(shape), count) for shape, count in groups]
    total = prod([die.total**count for die, count in dice])
    check_positions(sum([len(die.ways) * count for die, count in dice]) * total.bit_length() // _BITS)
    width = total.bit_length() // 8 + 1
    found, more = 1, 0
    for die, count in dice:
        ways, some = _power(die.ways, count), max(1, _A_PIECE // width)
        for start in watched(range(0, len(ways), some)):
            check_time()  # one piece may take as long as a thousand looks at an outcome
            piece = int.from_bytes(
                b"".join([way.to_bytes(width, "little") for way in ways[start : start + some]]), "little"
            )
            more += (found * piece) << (8 * width * start)
        found, more = more, 0
    return _unpacked(found, width, total)


def _unpacked(packed: int, width: int, total: int) -> Ways:
    """Return the ways that are written in one whole number, in `width` bytes each, the first lowest."""
    data = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
    ways = [int.from_bytes(data[start : start + width], "little") for start in range(0, len(data), width)]
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    return Ways(tuple(ways), total)


def _power(ways: Sequence[int], count: int) -> list[int]:
    """Return in how many ways so many dice come to 0, 1, 2, … hits, where one die has these ways.

    By Euler's recurrence for the power of a polynomial: each number takes as many steps as a die has different hits.
    """
    first = next(hits for hits, way in enumerate(ways) if way)
    least, *others = ways[first:]
    found = [least**count]
    for hits in watched(range(1, len(others) * count + 1)):
        some = enumerate(others[:hits], start=1)
        found.append(sum([(step * (count + 1) - hits) * way * found[-step] for step, way in some]) // (hits * least))
    return [0] * (first * count) + found


@lru_cache(512)  # many states of a combat roll the same dice
def _rolled(groups: tuple[tuple[Dice, int], ...]) -> Ways:
    """Return in how many ways so many dice of each shape come to 0, 1, 2, … hits, all of them at once."""
    total = prod([_die(shape).total ** count for shape, count in groups])
    width = (total.bit_length() // 64 + 1) * 8  # in bytes; no coefficient is above the total
    number = prod([_packed(shape, count, width) for shape, count in groups])
    return _unpacked(number, width, total)
