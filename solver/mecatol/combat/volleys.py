"""Combat rolls whose results are not all alike: hits bound to go to certain ships, hits paid for, and units at risk.

A die that misses by one is *lifted* where an effect makes it a hit. Results are counted in whole numbers. What a roll
leaves of the side that makes it, and what it comes to for the other side then, is put together stack by stack: units
that survive have the same results whatever else is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, gcd
from typing import NamedTuple

from mecatol.combat.state import HitChances, Numbers, OwnRoll, Volley
from mecatol.combat.windows import BindHits, NearMisses
from mecatol.effects.model import Moment
from mecatol.game.model import Game
from mecatol.game.opening import opened
from mecatol.game.state import Force, Stack
from mecatol.probability.dice import Dice, Number, Ways, hits_and_near_misses, roll

type Count = tuple[int, int, int, int]
"""Hits, and how many of them must spare fighters; dice that miss by one and can be lifted: those whose hit would have
to spare fighters, and others."""
type Counts = tuple[tuple[Count, int], ...]
"""In how many results of a roll each comes about, in order: as small numbers as have the same chances."""

_NONE: Counts = (((0, 0, 0, 0), 1),)
"""What no dice come to."""


class Lift(NamedTuple):
    """The effects of one player that make dice hit which missed by one."""

    effects: tuple[tuple[int, str, int], ...]
    """Their owner, slug, and for how many dice each can still do that: the first is used up before the next."""
    hits: int
    """How many hits a die that hits produces."""

    @property
    def copies(self) -> int:
        """For how many dice they can still do that together."""
        return sum([left for _, _, left in self.effects])

    def paid(self, dice: int) -> tuple[tuple[int, str, int], ...]:
        """Return what is spent for so many dice: owner, slug and copies of each effect."""
        found: list[tuple[int, str, int]] = []
        for owner, slug, left in self.effects:
            if used := min(dice, left):
                found.append((owner, slug, used))
                dice -= used
        return tuple(found)


class DiceAtRisk(NamedTuple):
    """Dice of units that are destroyed where all of theirs miss."""

    dice: Dice
    bound: bool
    """Whether their hits must spare fighters."""
    lifted: bool
    """Whether those that miss by one can be lifted."""


class CountTable(Numbers[Counts]):
    """Counts by number, and what two rolls come to together."""

    def __init__(self) -> None:
        """Begin with what no dice come to, as number 0."""
        super().__init__(_NONE)
        self._joined: dict[tuple[int, int, int], int] = {}
        self._hits: dict[tuple[int, int, Lift | None, bool], HitChances] = {}

    def joined(self, one: int, other: int, most: int) -> int:
        """Return the number of what two rolls come to together; near misses count up to `most`."""
        if not (one and other):
            return one or other
        key = one, other, most
        if key not in self._joined:
            found: dict[Count, int] = {}
            for count, way in self[one]:
                for more, part in self[other]:
                    both = _added(count, more, most)
                    found[both] = found.get(both, 0) + way * part
            self._joined[key] = self.of(_reduced(found))
        return self._joined[key]

    def hits(self, game: Game, number: int, saved: int, lift: Lift | None) -> HitChances:
        """Return what a roll comes to in which so many dice have been lifted to save units: others are lifted now."""
        key = number, saved, lift, game.exact
        if key not in self._hits:
            found: dict[Volley, int] = {}
            left = lift.copies - saved if lift else 0
            for (hits, bound, near, free), way in self[number]:
                first = min(near, left)  # those that must spare fighters come first, as worth more
                second = min(free, left - first)
                if lift and (spent := saved + first + second):
                    more, of_them = (first + second) * lift.hits, first * lift.hits
                    volley = Volley(hits + more, bound + of_them, lift.paid(spent))
                else:
                    volley = Volley(hits, bound)
                found[volley] = found.get(volley, 0) + way
            chances = game.chances(Ways(tuple(found.values()), sum(found.values())))
            self._hits[key] = tuple(sorted(zip(found, chances, strict=True)))
        return self._hits[key]


def _reduced(ways: Mapping[Count, int]) -> Counts:
    """Return counts in order, in as small numbers as have the same chances."""
    common = gcd(*ways.values())
    return tuple([(count, way // common) for count, way in sorted(ways.items()) if way])


@dataclass(eq=False, slots=True)
class VolleyDice:
    """The dice of a combat roll whose results are not all alike."""

    safe: int
    """The number of what the dice come to that risk no units."""
    at_risk: dict[str, list[DiceAtRisk]]
    """The others, by type of unit."""
    lift: Lift | None
    rolls: dict[Force, Sequence[OwnRoll]] = field(default_factory=dict)
    """A table to fill: what they may leave of a force with these dice, and come to then."""


def volley_dice(moment: Moment, dice: tuple[Dice, ...], table: CountTable) -> VolleyDice:
    """Return the dice of a combat roll with what effects make of their results."""
    bound: set[Dice] = set()
    lifted: set[Dice] = set()
    lifts: list[tuple[int, str, int]] = []
    for binding in opened(moment, BindHits, moment.player):
        for d in dice:
            if binding.window.act(binding.moment, binding.owner, d):
                binding.note()
                bound.add(d)
    for lifting in opened(moment, NearMisses, moment.player):
        if able := {d for d in dice if lifting.window.act(lifting.moment, lifting.owner, d)}:
            lifting.note()
            lifted |= able
            lifts.append((lifting.owner, lifting.effect.slug, lifting.left))
    lift = Lift(tuple(lifts), next(d.yields for d in dice if d in lifted)) if lifts else None
    at_risk: dict[str, list[DiceAtRisk]] = {}
    plain: list[Dice] = []
    safe, most = 0, lift.copies if lift else 0
    for d in dice:
        if d.unit and d.at_risk is not None:
            at_risk.setdefault(d.unit, []).append(DiceAtRisk(d, d in bound, d in lifted))
        elif d in lifted:
            ways = {_count(*result, d in bound): way for result, way in _results(d.shape, d.dice, most)}
            safe = table.joined(safe, table.of(_reduced(ways)), most)
        else:
            plain.append(d)
    binding_dice, others = roll([d for d in plain if d in bound]), roll([d for d in plain if d not in bound])
    hits = {
        (one + other, one, 0, 0): way * more
        for one, way in enumerate(binding_dice.ways) for other, more in enumerate(others.ways)
    }  # fmt: skip
    return VolleyDice(table.joined(safe, table.of(_reduced(hits)), most), at_risk, lift)


def own_rolls(game: Game, force: Force, dice: VolleyDice, table: CountTable) -> Sequence[OwnRoll]:
    """Return what a combat roll may leave of the force that makes it, and come to for the other side then.

    All misses are rerolled before one is lifted: that of a unit that is destroyed otherwise first, the most valuable
    before others. Each rest of the force may come about in several ways, but the whole of it is one.
    """
    if force in dice.rolls:
        return dice.rolls[force]
    most = dice.lift.copies if dice.lift else 0
    found: list[tuple[Force, int, Number, int]] = [((), 0, game.one, dice.safe)]
    for there in reversed(force):
        groups = dice.at_risk.get(there.unit)
        if groups is None:
            found = [((there, *built), saved, chance, number) for built, saved, chance, number in found]
            continue
        options = {
            saved: list(_options(game, there, groups, most - saved, table)) for saved in {row[1] for row in found}
        }
        found = [
            ((*left, *built), saved + more, chance * part, table.joined(number, further, most))
            for built, saved, chance, number in found
            for left, more, part, further in options[saved]
        ]
    rolls = [OwnRoll(rest, chance, table.hits(game, number, saved, dice.lift)) for rest, saved, chance, number in found]
    whole = _as_one([each for each in rolls if each.force == force])
    dice.rolls[force] = [*whole, *[each for each in rolls if each.force != force]]
    return dice.rolls[force]


def _as_one(rolls: Sequence[OwnRoll]) -> Iterator[OwnRoll]:
    """Yield rolls that leave the same, if any, as one."""
    if len(rolls) < 2:
        yield from rolls
        return
    chance, hits = sum([each.chance for each in rolls]), dict[int | Volley, Number]()
    for each in rolls:
        for volley, part in each.hits:
            hits[volley] = hits.get(volley, 0) + each.chance * part / chance
    yield OwnRoll(rolls[0].force, chance, tuple(hits.items()))


def _options(
    game: Game, there: Stack, groups: Sequence[DiceAtRisk], copies: int, table: CountTable
) -> Iterator[tuple[Force, int, Number, int]]:
    """Yield what a stack's own dice may leave of it, and how many of its units are saved by lifting a die.

    With each comes its chance, and the number of what the dice come to. Damaged units roll like the others.
    """
    first, *others = groups
    rows, total = _units_lost(first.dice, first.bound, copies if first.lifted else 0)
    chances = game.chances(Ways(tuple([way for _, _, way, _ in rows]), total))
    for (lost, saved, _, counts), chance in zip(rows, chances, strict=True):
        number = table.of(counts)
        for hurt in range(max(0, lost - there.healthy), min(lost, there.damaged) + 1):
            part = chance * comb(there.damaged, hurt) * comb(there.healthy, lost - hurt) / comb(there.total, lost)
            left = Stack(there.unit, there.healthy - lost + hurt, there.damaged - hurt)
            if not (others and left.total):
                yield ((left,) if left.total else (), saved, part, number)
                continue
            for rest, more, share, further in _options(game, left, others, copies - saved, table):
                yield rest, saved + more, part * share, table.joined(number, further, copies)


@lru_cache(4096)
def _units_lost(group: Dice, bound: bool, copies: int) -> tuple[list[tuple[int, int, int, Counts]], int]:
    """Return how many units dice may cost, and how many are saved by lifting a die each, up to so many.

    With each come in how many results it does, and what the dice come to then; last, how many results there are. Where
    units do not all roll as many dice, the first of them roll one more.
    """
    found: dict[tuple[int, int], dict[Count, int]] = {(0, 0): dict(_NONE)}
    most, longer = divmod(group.dice, group.units)
    total = 1
    for number in range(group.units):
        unit = _results(group.shape, most + (number < longer), copies)
        after: dict[tuple[int, int], dict[Count, int]] = {}
        for (lost, saved), counts in found.items():
            for (hits, near), way in unit:
                key, own = (lost, saved), _count(hits, near, bound)
                if not hits and near and saved < copies:
                    key, own = (lost, saved + 1), _count(group.yields, near - 1, bound)
                elif not hits:
                    key, own = (lost + 1, saved), (0, 0, 0, 0)
                into = after.setdefault(key, {})
                for known, ways in counts.items():
                    count = _added(known, own, copies)
                    into[count] = into.get(count, 0) + ways * way
        found, total = after, total * sum([way for _, way in unit])
    rows = [(lost, saved, sum(counts.values()), _reduced(counts)) for (lost, saved), counts in found.items()]
    return rows, total


@lru_cache(4096)
def _results(shape: Dice, number: int, most: int) -> list[tuple[tuple[int, int], int]]:
    """Return in how many results so many dice have so many hits, and so many misses by one, up to `most`."""
    die = hits_and_near_misses(shape)
    found = {(0, 0): 1}
    for _ in range(number):
        after: dict[tuple[int, int], int] = {}
        for (hits, near), way in found.items():
            for (more, close), part in die.items():
                key = hits + more, min(near + close, most)
                after[key] = after.get(key, 0) + way * part
        found = after
    return list(found.items())


def _count(hits: int, near: int, bound: bool) -> Count:
    """Return the count of a roll whose hits all must spare fighters, or none."""
    return (hits, hits, near, 0) if bound else (hits, 0, 0, near)


def _added(one: Count, other: Count, most: int) -> Count:
    """Return two counts together, with so many near misses at most."""
    return one[0] + other[0], one[1] + other[1], min(one[2] + other[2], most), min(one[3] + other[3], most)
