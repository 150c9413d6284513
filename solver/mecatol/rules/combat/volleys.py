"""Combat rolls whose results are not all alike: hits bound to go to certain ships, hits paid for, and units at risk.

A die that misses by one is *lifted* where an effect makes it a hit; a bare hit, without a point to spare, is *lowered*
where one of the other side makes it a miss, and is counted instead of the near misses. Results are counted in whole
numbers. What a roll leaves of the side that makes it, and what it comes to for the other side then, is put together
stack by stack: units that survive have the same results whatever else is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, gcd
from typing import NamedTuple

from mecatol.game.model import Game
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.state import Force, Stack
from mecatol.probability.dice import Dice, Number, Ways, hits_and_bare_hits, hits_and_near_misses, roll
from mecatol.rules.combat.state import HitChances, Lift, Numbers, OwnRoll, RollSoFar, Volley
from mecatol.rules.combat.windows import BareHits, BindHits, NearMisses

type Count = tuple[int, int, int, int]
"""Hits, and how many of them must spare fighters; dice that miss by one and can be lifted: those whose hit would have
to spare fighters, and others."""
type Counts = tuple[tuple[Count, int], ...]
"""In how many results of a roll each comes about, in order: as small numbers as have the same chances."""

_NONE: Counts = (((0, 0, 0, 0), 1),)
"""What no dice come to."""

type Counted = Callable[[Dice], dict[tuple[int, int], int]]
"""In how many results one die has so many hits, and can be changed (0 or 1)."""

_MANY = 24
"""Stacks of which more may be left than in so many ways are not looked at together, in one part of a roll."""


class DiceAtRisk(NamedTuple):
    """Dice of units that are destroyed where all of theirs miss."""

    dice: Dice
    bound: bool
    """Whether their hits must spare fighters."""
    lifted: bool
    """Whether those that miss by one can be lifted."""


type DiceByUnit = dict[str, list[DiceAtRisk]]
"""Dice at risk by type of unit."""


class Left(NamedTuple):
    """What dice at risk may leave of the units that roll them."""

    force: Force
    saved: int
    """How many units were saved by lifting a die."""
    chance: Number
    counts: int
    """The number of what the dice come to then."""


class DicePart(NamedTuple):
    """Dice at risk that are looked at together."""

    dice: DiceByUnit
    known: dict[Force, list[Left]]
    """A table to fill: by the units that roll them, what they may leave of these."""


class CountTable(Numbers[Counts]):
    """Counts by number, and what two rolls come to together."""

    def __init__(self) -> None:
        """Begin with what no dice come to, as number 0."""
        super().__init__(_NONE)
        self.parts: list[DicePart] = []
        """Parts of rolls by number."""
        self._number_of_part = Numbers[Hashable]()
        self._part_of: dict[str, int] = {}
        """By type of unit: in which part of a roll its dice are looked at."""
        self._ways = 1
        """In how many ways the types of the last part might be left as they were first seen."""
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

    def in_parts(self, force: Force, dice: VolleyDice) -> RollSoFar:
        """Return the roll of a force of which the dice that risk nothing have been looked at."""
        parts: dict[int, DiceByUnit] = {}
        for there in [each for each in reversed(force) if each.unit in dice.at_risk]:
            if there.unit not in self._part_of:
                ways = (there.healthy + 1) * (there.damaged + 1)
                more = bool(self._part_of) and self._ways * ways > _MANY
                self._part_of[there.unit] = max(self._part_of.values(), default=0) + more
                self._ways = ways if more else self._ways * ways
            part = 0 if dice.lift else self._part_of[there.unit]
            parts.setdefault(part, {})[there.unit] = dice.at_risk[there.unit]
        return RollSoFar(
            dice.safe, tuple([self._part(part, dice.lift) for _, part in sorted(parts.items())]), dice.lift
        )

    def _part(self, dice: DiceByUnit, lift: Lift | None) -> int:
        number = self._number_of_part.of((lift, tuple([(unit, tuple(some)) for unit, some in dice.items()])))
        if number == len(self.parts):
            self.parts.append(DicePart(dice, {}))
        return number

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
    at_risk: DiceByUnit
    """The others, by type of unit."""
    lift: Lift | None
    rolls: dict[Force, Sequence[OwnRoll]] = field(default_factory=dict)
    """A table to fill: what they may leave of a force with these dice, and come to then."""


def volley_dice(moment: Moment, dice: tuple[Dice, ...], table: CountTable) -> VolleyDice:
    """Return the dice of a combat roll with what effects make of their results."""
    bound: set[Dice] = set()
    for binding in opened(moment, BindHits, moment.player):
        for d in dice:
            if binding.window.act(binding.moment, binding.owner, d):
                binding.note()
                bound.add(d)
    lift, changed = _lifting(moment, dice)
    lowering, lowered = _lowering(moment, dice, lift is not None)
    counted = hits_and_near_misses
    if lowering:
        lift, changed, counted = lowering, lowered, hits_and_bare_hits
    at_risk: DiceByUnit = {}
    plain: list[Dice] = []
    safe, most = 0, lift.copies if lift else 0
    for d in dice:
        if d.unit and d.at_risk is not None:
            at_risk.setdefault(d.unit, []).append(DiceAtRisk(d, d in bound, d in changed))
        elif d in changed:
            ways = {_count(*result, d in bound): way for result, way in _results(d.shape, d.dice, most, counted)}
            safe = table.joined(safe, table.of(_reduced(ways)), most)
        else:
            plain.append(d)
    binding_dice, others = roll([d for d in plain if d in bound]), roll([d for d in plain if d not in bound])
    hits = {
        (one + other, one, 0, 0): way * more
        for one, way in enumerate(binding_dice.ways) for other, more in enumerate(others.ways)
    }  # fmt: skip
    return VolleyDice(table.joined(safe, table.of(_reduced(hits)), most), at_risk, lift)


def _lifting(moment: Moment, dice: tuple[Dice, ...]) -> tuple[Lift | None, set[Dice]]:
    """Return what makes near misses of a roll hits, if anything, and the dice for which it does."""
    lifted: set[Dice] = set()
    effects: list[tuple[int, str, int]] = []
    for actor in opened(moment, NearMisses, moment.player):
        if able := {d for d in dice if actor.window.act(actor.moment, actor.owner, d)}:
            actor.note()
            lifted |= able
            effects.append((actor.owner, actor.effect.slug, actor.left))
    return (Lift(tuple(effects), next(d.yields for d in dice if d in lifted)) if effects else None), lifted


def _lowering(moment: Moment, dice: tuple[Dice, ...], lifted: bool) -> tuple[Lift | None, set[Dice]]:
    """Return what of the other side's makes bare hits of a roll misses, if anything, and the dice for which it does.

    Dice that a last reroll puts at risk are left alone, and all where near misses of the roll are `lifted`; it warns.
    """
    lowered: set[Dice] = set()
    effects: list[tuple[int, str, int]] = []
    for actor in opened(moment, BareHits, moment.target):
        able = {d for d in dice if actor.window.act(actor.moment, actor.owner, d)}
        risky = {d for d in able if d.at_risk is not None}
        if risky or (able and lifted):
            roller = moment.game.sides[moment.player].name
            moment.game.warn(
                f"{actor.side.name}’s {actor.effect.name} is not worked out against dice that other cards of "
                f"{roller}’s reroll at a risk or change; it leaves them alone."
            )
            able = set() if lifted else able - risky
        if able:
            actor.note()
            lowered |= able
            effects.append((actor.owner, actor.effect.slug, actor.left))
    return (Lift(tuple(effects), -next(d.yields for d in dice if d in lowered)) if effects else None), lowered


def own_rolls(game: Game, force: Force, dice: VolleyDice, table: CountTable) -> Sequence[OwnRoll]:
    """Return what a combat roll may leave of the force that makes it, and come to for the other side then.

    All misses are rerolled before one is lifted: that of a unit that is destroyed otherwise first, the most valuable
    before others. Each rest of the force may come about in several ways, but the whole of it is one.
    """
    if force not in dice.rolls:
        dice.rolls[force] = list(_all_rolls(game, force, table.in_parts(force, dice), table))
    return dice.rolls[force]


def _all_rolls(game: Game, force: Force, roll: RollSoFar, table: CountTable) -> Iterator[OwnRoll]:
    whole, losses = losses_by_parts(game, force, roll, table)
    if whole.chance:
        yield whole
    for rest, chance, after in losses:
        found = (
            _all_rolls(game, rest, after, table) if isinstance(after, RollSoFar) else [OwnRoll(rest, game.one, after)]
        )
        for each in found:
            yield each._replace(chance=chance * each.chance)


def losses_by_parts(
    game: Game, force: Force, roll: RollSoFar, table: CountTable
) -> tuple[OwnRoll, list[tuple[Force, Number, RollSoFar | HitChances]]]:
    """Return what leaves the whole force, and what the first part of a roll that costs units leaves, with the chances.

    With that comes the rest of the roll, or what it comes to where all of it has been looked at.
    """
    losses: list[tuple[Force, Number, RollSoFar | HitChances]] = []
    most, whole = (roll.lift.copies if roll.lift else 0), [Left(force, 0, game.one, roll.counts)]
    for place, number in enumerate(roll.parts, 1):
        units = table.parts[number].dice
        there, parts = tuple([each for each in force if each.unit in units]), roll.parts[place:]
        kept: list[Left] = []
        for left, saved, share, more in _left(game, there, table.parts[number], most, table):
            after = {each.unit: each for each in left}
            rest = tuple([now for each in force if (now := after.get(each.unit) if each.unit in units else each)])
            for _, _, chance, counts in whole:
                found = Left(rest, saved, chance * share, table.joined(counts, more, most))
                if left == there:
                    kept.append(found)
                else:
                    further = RollSoFar(found.counts, parts, None) if parts else _hits(game, found, roll, table)
                    losses.append((rest, found.chance, further))
        whole = kept
    rolls = [OwnRoll(force, each.chance, _hits(game, each, roll, table)) for each in whole]
    return next(_as_one(rolls), OwnRoll(force, 0, ((0, game.one),))), losses


def _hits(game: Game, left: Left, roll: RollSoFar, table: CountTable) -> HitChances:
    return table.hits(game, left.counts, left.saved, roll.lift)


def _left(game: Game, force: Force, part: DicePart, most: int, table: CountTable) -> list[Left]:
    """Return what the dice of a part may leave of the units that roll them; up to so many are lifted."""
    if force not in part.known:
        found = [Left((), 0, game.one, 0)]
        for there in reversed(force):
            dice = part.dice[there.unit]
            saved_so_far = {each.saved for each in found}
            options = {saved: list(_options(game, there, dice, most - saved, table)) for saved in saved_so_far}
            found = [
                Left((*left, *built), saved + more, chance * share, table.joined(counts, further, most))
                for built, saved, chance, counts in found
                for left, more, share, further in options[saved]
            ]
        part.known[force] = found
    return part.known[force]


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


@lru_cache(4096)  # the same dice are rolled in every state of a combat
def _units_lost(group: Dice, bound: bool, copies: int) -> tuple[list[tuple[int, int, int, Counts]], int]:
    """Return how many units dice may cost, and how many are saved by lifting a die each, up to so many.

    With each come in how many results it does, and what the dice come to then; last, how many results there are. Where
    units do not all roll as many dice, the first of them roll one more. A unit that rolls none rerolls none.
    """
    found: dict[tuple[int, int], dict[Count, int]] = {(0, 0): dict(_NONE)}
    most, longer = divmod(group.dice, group.units)
    total = 1
    for number in range(min(group.units, group.dice)):
        unit = _results(group.shape, most + (number < longer), copies, hits_and_near_misses)
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


@lru_cache(4096)  # as often as dice of one shape are rolled together
def _results(shape: Dice, number: int, most: int, counted: Counted) -> list[tuple[tuple[int, int], int]]:
    """Return in how many results so many dice have so many hits, and so many dice to change, up to `most`."""
    die = counted(shape)
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
