"""Assigning hits: by a fixed policy, Sustain Damage first, or in every possible way when searching."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.units import SPACE_CANNON, SUSTAIN_DAMAGE, UNIT_TYPES, StandIn, Unit
from mecatol.effects.model import Window
from mecatol.game.model import Side
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.state import Force, Stack, State, changed
from mecatol.probability.limits import check_positions, count_work
from mecatol.rules.capacity.carrying import removals
from mecatol.rules.hits.answers import answers_to_sustaining
from mecatol.rules.hits.repaired import repair_sustained
from mecatol.rules.hits.windows import (
    AfterSustain,
    CanBeHit,
    CannotBeHit,
    Hits,
    LendSustain,
    RepairSustained,
    SustainCancels,
    SustainsForOthers,
)
from mecatol.rules.rolls.gathering import can_be_lent, can_use
from mecatol.scenario.policy import SUSTAIN


class Victims(NamedTuple):
    """The units of one player that hits can be assigned to, with their ways to sustain."""

    moment: Moment
    """The circumstances; `target` is the player, `place` where the units are."""
    eligible: frozenset[str]
    """The types of units there that can be hit."""
    ground: bool
    """Whether they are on a planet, where Direct Hit does nothing."""
    cancels: int
    """Hits canceled by one use of Sustain Damage (87.1; two with Non-Euclidean Shielding, 87.6)."""
    sustaining: frozenset[str]
    """Types of units that can use Sustain Damage."""
    lending: frozenset[str]
    """Types of which one undamaged unit may sustain as if it could."""
    covering: frozenset[str]
    """Types of units that cannot be hit but may sustain for those that can."""
    ranks: Mapping[str, int]
    """The place of each type in the order in which the player loses them."""
    as_listed: bool
    """Whether that is the order in which forces list them."""

    @property
    def side(self) -> Side:
        """The player whose units they are."""
        return self.moment.game.sides[self.moment.target]

    def stacks(self, units: Force, non_fighters_first: bool = False) -> list[Stack]:
        """Return the stacks that can be hit, in the order in which the player loses them.

        There are no fighters among them while other ships are left, if those come first.
        """
        eligible = self.eligible
        stacks = [s for s in units if s.unit in eligible]
        if non_fighters_first:
            kinds = self.side.units
            stacks = [s for s in stacks if not kinds[s.unit].is_fighter] or stacks
        if not self.as_listed:
            ranks = self.ranks
            stacks.sort(key=lambda s: ranks[s.unit])
        return stacks

    @property
    def able(self) -> tuple[frozenset[str], ...]:
        """The types that can use Sustain Damage, by themselves, by a lent use, or for others."""
        return self.sustaining, self.lending, self.covering

    def most(self, units: Force) -> int:
        """Return the most hits that can be assigned to these units: each sustains if it can and is then destroyed."""
        destroyed = sum([healthy + damaged for unit, healthy, damaged in units if unit in self.eligible])
        able = self.sustaining.union(self.lending, self.covering)
        return destroyed + self.cancels * sum([healthy for unit, healthy, _ in units if unit in able])

    def may_sustain(self, units: Force) -> bool:
        """Tell whether any of these units can use Sustain Damage in any way."""
        able = self.sustaining.union(self.lending, self.covering)
        return any(healthy and unit in able for unit, healthy, _ in units)

    def can_sustain(self, stack: Stack) -> bool:
        """Tell whether a unit of this stack can use Sustain Damage (87.2, 87.3: a damaged one cannot)."""
        return stack.healthy > 0 and stack.unit in self.sustaining

    def sustains_early(self, stack: Stack, next_lost: str) -> bool:
        """Tell whether this unit sustains before one of the type that is lost next, under the player's policy."""
        side = self.side
        assign = side.policy.assign
        if not isinstance(assign, str):
            return SUSTAIN in assign and side.units[next_lost].kind not in assign[: assign.index(SUSTAIN)]
        return assign == "sustain-first" or self.ground or side.units[stack.unit].direct_hit_immune


ORDER = (
    "fighter", "infantry", "destroyer", "cruiser", "mech", "carrier", "dreadnought", "flagship", "war-sun", "pds",
    "space-dock",
)  # fmt: skip
"""Types of units in the order in which they are lost unless a policy names some, the cheapest first.

Ground forces that fight among ships, and ships among ground forces, come where their cost puts them.
"""
_RANKS = {unit: rank for rank, unit in enumerate(ORDER)}
assert _RANKS.keys() == UNIT_TYPES.keys()


def _ranks(assign: str | Sequence[str], there: Mapping[str, Unit]) -> Mapping[str, int]:
    """Return the place of each of these types in the order of losses: what represents another is the last of its own.

    A ship that a card has raised is lost after a better type, unless the policy names its own.
    """
    places, ranks = _places(assign, there), {}
    for unit_type, unit in there.items():
        place, stands_apart = places[unit.kind], unit.kind != unit_type
        if isinstance(unit, StandIn) and unit.lost_after and unit.kind not in assign:
            place, stands_apart = max(place, places[unit.lost_after]), True
        ranks[unit_type] = 2 * place + stands_apart
    return ranks


def _places(assign: str | Sequence[str], there: Mapping[str, Unit]) -> Mapping[str, int]:
    """Return the place of every kind of unit in the order of losses under a policy: those that it names come first.

    A mech that four were formed into is worth a flagship, and is lost after it.
    """
    formed = [unit_type for unit_type, unit in there.items() if unit.worth and not unit.stands_in]
    if isinstance(assign, str) and not formed:
        return _RANKS
    named = [] if isinstance(assign, str) else [unit for unit in assign if unit != SUSTAIN]
    others = [unit for unit in ORDER if unit not in formed]
    dear = others.index("flagship") + 1
    by_cost = (*named, *others[:dear], *formed, *others[dear:])
    return {unit: rank for rank, unit in enumerate(dict.fromkeys(by_cost))}


class Taken(NamedTuple):
    """A position after one player has taken hits."""

    state: State
    hits_back: int = 0
    """Hits that the other player's units suffer in turn."""
    sustained: Force = ()
    """The units that sustained, as damaged units, including those that were destroyed later."""


@cites("87.4.a")
def victims(moment: Moment, eligible: Callable[[Unit], bool], ground: bool = False) -> Victims:
    """Return the units that hits can be assigned to at a moment.

    A unit that cannot be hit cannot sustain either, unless its own text says so.
    """
    side = moment.game.sides[moment.target]
    about_sustaining = moment.turned(SUSTAIN_DAMAGE)
    there = [s.unit for s in moment.state.at(moment.target, moment.place)]
    could = {unit_type: side.units[unit_type] for unit_type in there}
    widening, sparing = list(opened(moment, CanBeHit)), list(opened(moment, CannotBeHit))
    units = {t: unit for t, unit in could.items() if _can_be_hit(moment, eligible(unit), unit, widening, sparing)}
    able = {t: unit for t, unit in units.items() if unit.sustain_damage and can_use(about_sustaining, unit)}
    cancels = max([1, *(actor.window.number for actor in opened(moment, SustainCancels, side.index))])
    lending = {
        t
        for actor in opened(moment, LendSustain, side.index)
        for t, unit in units.items()
        if t not in able and actor.window.act(actor.moment, side.index, unit) and can_be_lent(about_sustaining, unit)
    }
    covering = {
        t
        for actor in opened(moment, SustainsForOthers, side.index)
        for t, unit in could.items()
        if t not in units and actor.window.act(actor.moment, side.index, unit) and can_use(about_sustaining, unit)
    }
    if side.declines(SUSTAIN_DAMAGE):
        able, lending, covering = {}, set(), set()
    ranks = _ranks(side.policy.assign, units)
    return Victims(
        moment,
        frozenset(units),
        ground,
        cancels,
        frozenset(able),
        frozenset(lending),
        frozenset(covering),
        ranks,
        list(ranks.values()) == sorted(ranks.values()),
    )


def _can_be_hit(
    moment: Moment, can: bool, unit: Unit, widening: Sequence[Actor[CanBeHit]], sparing: Sequence[Actor[CannotBeHit]]
) -> bool:
    """Tell whether hits can be assigned to a unit of the target, by the rule and by the effects that act."""
    for wide in widening:
        if not can and wide.window.act(wide.moment, wide.owner, unit):
            wide.note()
            can = True
    for spare in sparing:
        if can and spare.window.act(spare.moment, spare.owner, unit):
            spare.note()
            can = False
    return can


def note_help(hit: Victims, unit_type: str) -> None:
    """Add to the trace what lets a unit sustain that cannot be hit itself or lacks the ability."""
    if unit_type in hit.covering or unit_type in hit.lending:
        window: type[SustainsForOthers | LendSustain] = SustainsForOthers if unit_type in hit.covering else LendSustain
        for actor in opened(hit.moment, window, hit.side.index):
            if actor.window.act(actor.moment, actor.owner, hit.side.units[unit_type]):
                actor.note()


def _destroy(units: Force, stack: Stack, count: int = 1) -> Force:
    """Destroy that many units of the stack, damaged ones first."""
    damaged = min(count, stack.damaged)
    return changed(units, stack.unit, healthy=damaged - count, damaged=-damaged)


def _destroyed_in_a_row(stack: Stack, left: int, bound: int) -> int:
    """Return how many units of the stack are destroyed in a row, by hits of which `bound` spare fighters."""
    return min(left, bound if bound > 0 else left, stack.total)


class _Assignment:
    """A partial assignment: the units, the hits left, and what uses of Sustain Damage have set off so far."""

    def __init__(self, hit: Victims, state: State, hits: Hits) -> None:
        self.hit, self.state, self.hits = hit, state, hits
        self.units = state.at(hit.moment.target, hit.moment.place)
        self.left, self.bound = hits.number, hits.bound
        self.hits_back = 0
        self.sustained: Force = ()
        self.repairable: Force = ()

    def sustain(self, unit_type: str) -> None:
        """Let one unit sustain, then apply the cards that are held in answer."""
        note_help(self.hit, unit_type)
        for more in opened(self.hit.moment, SustainCancels, self.hit.side.index) if self.left > 1 else ():
            more.note()
        self.units = changed(self.units, unit_type, healthy=-1, damaged=1)
        self.sustained = changed(self.sustained, unit_type, damaged=1)
        self.left, self.bound = max(0, self.left - self.hit.cancels), max(0, self.bound - self.hit.cancels)
        moment = self.hit.moment.at(self.state)
        self.state, hits_back, destroyed = answers_to_sustaining(moment, self.hit.side.units[unit_type])
        self.hits_back += hits_back
        if not destroyed:
            self.repairable = changed(self.repairable, unit_type, damaged=1)
            return
        self.units = changed(self.units, unit_type, damaged=-1)
        if (moment.ability, moment.place) == (SPACE_CANNON, SPACE):
            self._make_room()

    @cites("16.3")
    def _make_room(self) -> None:
        """Remove at once, as outside combat, what the ship carried: the other hits find it gone.

        Where it was the last ship there is nothing more to hit: the result of its loss is settled after the hits.
        """
        moment, side = self.hit.moment, self.hit.side
        if not any(side.units[s.unit].is_ship for s in self.units):
            return
        holdings = self.state.players[side.index].put(SPACE, self.units)
        searching = side.policy.searches  # then this may not come true
        with moment.game.silently() if searching else nullcontext():
            self.units = removals(moment.game, side, holdings)[0].space

    def taken(self, units: Force | None = None) -> Taken:
        """Return the position reached, with these units left if they are named.

        Units that have sustained are repaired where an effect does that, the dearest first: nobody spends it on one
        that is to be lost, and a repaired one has no second use against the same hits.
        """
        moment = self.hit.moment
        left, state = self.units if units is None else units, self.state
        if self.repairable:

            def can(actor: Actor[RepairSustained], unit: Unit) -> bool:
                return actor.window.act(actor.moment, actor.owner, unit)

            left, state = repair_sustained(moment.at(state), left, self.repairable, can)
        return Taken(state.put(moment.target, moment.place, left), self.hits_back, self.sustained)


@cites("87.1", "87.2", "87.3", "87.4", "87.6")
def by_policy(hit: Victims, state: State, hits: Hits) -> Taken:
    """Return the position after the hits are assigned one at a time by a fixed policy.

    Hits that find no unit are lost. Cards that answer a use of Sustain Damage are played at the first chance.
    """
    if not hits.number:
        return Taken(state)
    now = _Assignment(hit, state, hits)
    count_work(hits.number // 2)
    lent = False
    while unit := next_to_sustain(hit, now.units, now.left, now.bound, lent):
        lent = lent or unit in hit.lending
        now.sustain(unit)
    while now.left and (stacks := hit.stacks(now.units, now.bound > 0)):
        count = _destroyed_in_a_row(stacks[0], now.left, now.bound)
        now.units = _destroy(now.units, stacks[0], count)
        now.left, now.bound = now.left - count, now.bound - count
    return now.taken()


def after_one_hit(hit: Victims, units: Force, lent: bool = False, bound: bool = False) -> tuple[Force, str | None]:
    """Return a force after one hit under a fixed policy, where nothing answers a use of Sustain Damage.

    Also returns the type of unit that has sustained, None if none has. `lent` says whether the lent use of Sustain
    Damage is spent, `bound` whether the hit goes to a ship other than a fighter while there is one.
    """
    stacks = hit.stacks(units, bound)
    if not stacks:
        return units, None
    if unit := _sustains(hit, units, stacks, lent):
        note_help(hit, unit)
        return changed(units, unit, healthy=-1, damaged=1), unit
    return _destroy(units, stacks[0]), None


def one_by_one(hit: Victims, units: Force) -> Iterator[Force]:
    """Yield a force after 1, 2, … hits, each as `after_one_hit` says, until no unit can be hit."""
    while stacks := hit.stacks(units):
        unit = _sustains(hit, units, stacks)
        if unit:
            note_help(hit, unit)
        place = next(place for place, there in enumerate(units) if there.unit == (unit or stacks[0].unit))
        before, (kind, healthy, damaged), after = units[:place], units[place], units[place + 1 :]
        # until no unit of the type is left that can do so, nothing changes in who sustains or is destroyed next
        if unit:
            for whole in range(healthy - 1, -1, -1):
                units = (*before, Stack(kind, whole, damaged + healthy - whole), *after)
                yield units
            continue
        for left in range(healthy + damaged - 1, 0, -1):
            whole = min(healthy, left)
            yield (*before, Stack(kind, whole, left - whole), *after)
        units = before + after
        yield units


def next_to_sustain(hit: Victims, units: Force, left: int, bound: int = 0, lent: bool = False) -> str | None:
    """Return the type of unit that the policy lets sustain next, None if the remaining hits destroy units.

    All that sustain do so before any unit is destroyed, so the policy is followed to the first that sustains.
    The first `bound` of the hits go to ships other than fighters while there are any. `lent` says whether the lent use
    of Sustain Damage is spent.
    """
    if not hit.may_sustain(units):
        return None
    while left and (stacks := hit.stacks(units, bound > 0)):
        if unit := _sustains(hit, units, stacks, lent):
            return unit
        # while units of one type are destroyed it does not change who would sustain
        count = _destroyed_in_a_row(stacks[0], left, bound)
        units, left, bound = _destroy(units, stacks[0], count), left - count, bound - count
    return None


def _sustains(hit: Victims, units: Force, stacks: list[Stack], lent: bool = False) -> str | None:
    """Return the type of unit that sustains against the next hit, None if it destroys the first of the stacks."""
    if hit.covering and (helpers := [s for s in units if s.healthy and s.unit in hit.covering]):
        return helpers[0].unit
    if hit.lending and not lent and (borrowers := [s for s in stacks if s.healthy and s.unit in hit.lending]):
        return borrowers[0].unit
    able = [s for s in stacks if s.healthy and s.unit in hit.sustaining]
    for stack in able:
        if hit.sustains_early(stack, stacks[0].unit):
            return stack.unit
    return stacks[0].unit if able and able[0] is stacks[0] else None


def shares(total: int, limits: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide a total within the limits."""
    if not limits:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(limits[1:])), min(total, limits[0]) + 1):
        for rest in shares(total - first, limits[1:]):
            yield (first, *rest)


def _losses(hit: Victims, units: Force, left: int, bound: int) -> Iterator[Force]:
    """Yield every force that can be left after destroying units for `left` hits, `bound` of which spare fighters.

    Within a type, damaged units are destroyed first: keeping undamaged ones is never worse.
    """
    if 0 < bound < left:
        for after in _losses(hit, units, bound, bound):
            yield from _losses(hit, after, left - bound, 0)
        return
    stacks = hit.stacks(units, bound > 0)
    there = sum(s.total for s in stacks)
    if not left or not there:
        yield units
        return
    for share in shares(min(left, there), [s.total for s in stacks]):
        after = units
        for s, count in zip(stacks, share, strict=True):
            damaged = min(count, s.damaged)
            after = changed(after, s.unit, healthy=damaged - count, damaged=-damaged)
        yield from _losses(hit, after, left - min(left, there), bound)


def _patience_may_pay(hit: Victims) -> bool:
    """Tell whether losing a unit now and keeping another's Sustain Damage for later can be better.

    It cannot where only further Space Cannon rolls follow and no effect changes who is hit, who sustains or what
    follows: a player who sustains now has one more unit, and can lose it when the other would sustain.
    """
    moment = hit.moment
    if hit.cancels > 1 or hit.lending or hit.covering or moment.ability != SPACE_CANNON:
        return True
    return moment.step != moment.game.scenario.step or any(
        held.window.rewards_patience(held.effect.spends) for held in moment.game.windows(moment.step, Window)
    )


def _singled_out(hit: Victims, start: _Assignment) -> tuple[int, frozenset[str]]:
    """Return the most units that cards can destroy for sustaining, and the types of those units.

    (0, none) where no card does that.
    """
    moment, copies, types = hit.moment.at(start.state), 0, set[str]()
    kinds = hit.side.units
    for actor in opened(moment, AfterSustain):
        answers = {t: actor.window.act(actor.moment, actor.owner, kinds[t]) for able in hit.able for t in able}
        if actor.effect.spends and (ends := {t for t, answer in answers.items() if answer and answer.destroys}):
            copies, types = copies + actor.left, types | ends
    return copies, frozenset(types)


def _orders(uses: Sequence[tuple[str, int]], copies: int, types: frozenset[str]) -> Iterator[list[str]]:
    """Yield orders in which so many units of each type sustain: one for every choice of those that cards destroy."""
    able = [count if unit in types else 0 for unit, count in uses]
    for first in shares(min(copies, sum(able)), able):
        rest = [count - struck for (_, count), struck in zip(uses, first, strict=True)]
        yield [unit for counts in (first, rest) for (unit, _), n in zip(uses, counts, strict=True) for _ in range(n)]


def _ways_to_sustain(hit: Victims, start: _Assignment) -> Iterator[_Assignment]:
    """Yield the assignment after every choice and order of units that sustain, at most one of them by a lent use.

    The order matters where a card destroys units that sustain, and there are fewer copies than uses.
    """
    stacks = hit.stacks(start.units, start.bound > 0)
    able = [s for s in stacks if hit.can_sustain(s)]
    if stacks:
        able += [s for s in start.units if s.healthy and s.unit in hit.covering]
    lent = [s for s in stacks if s.healthy and s.unit in hit.lending]
    most = -(-start.hits.number // hit.cancels)
    patient = _patience_may_pay(hit)
    copies, types = _singled_out(hit, start)
    for borrower in [None, *lent]:
        top = min(most - bool(borrower), sum(s.healthy for s in able))
        for uses in range(0 if patient else top, top + 1):
            for share in shares(uses, [s.healthy for s in able]):
                each = [(borrower.unit, 1)] if borrower else []
                each += [(stack.unit, count) for stack, count in zip(able, share, strict=True)]
                for order in _orders(each, copies, types):
                    now = _Assignment(hit, start.state, start.hits)
                    for unit in order:
                        now.sustain(unit)
                    yield now


def every_way(hit: Victims, state: State, hits: Hits) -> set[Taken]:
    """Return every position that a choice of units to sustain and to lose can lead to.

    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    found: set[Taken] = set()
    for now in _ways_to_sustain(hit, _Assignment(hit, state, hits)):
        for units in _losses(hit, now.units, now.left, now.bound):
            count_work()
            found.add(now.taken(units))
            check_positions(len(found))
    return found


def options(hit: Victims, state: State, hits: Hits) -> list[Taken]:
    """Return the positions that taking the hits may lead to: one under a fixed policy, all under `best`."""
    plain = by_policy(hit, state, hits)
    if not hit.side.policy.searches or not hits.number:
        return [plain]
    return [plain, *sorted(every_way(hit, state, hits) - {plain})]
