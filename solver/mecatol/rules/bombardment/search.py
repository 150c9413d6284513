"""The search for the declaration of a bombardment that best serves the active player's aim."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, permutations, product
from typing import Any, NamedTuple

from mecatol.domain.counts import percent_of, points_of
from mecatol.domain.steps import BOMBARDMENT_STEP
from mecatol.effects.model import EFFECTS
from mecatol.game.model import InPlay
from mecatol.game.moment import Moment
from mecatol.game.stages import Branch, Stage, play
from mecatol.game.state import Aim, State
from mecatol.probability.dice import TIE, Dice, Number, first_best, roll
from mecatol.probability.limits import count_work
from mecatol.rules.bombardment.declaration import Plan, Survey, dice_at, together
from mecatol.rules.bombardment.shields import Target
from mecatol.rules.hits.windows import HitWindow
from mecatol.rules.rolls.windows import RepeatRoll
from mecatol.scenario.policy import CLEAR
from mecatol.solution.model import worth

type Fire = Callable[[Survey, Target], Stage]
"""Gives the stage in which one target is fired at, by the plan in the position."""
type Resolve = Callable[[Survey, Target, Moment, Sequence[Number], Sequence[Dice]], Iterable[Branch]]
"""Gives what may be left after a roll of these dice, whose chances of 0, 1, 2, … hits are these."""


class Merit(NamedTuple):
    """The value of a plan: the aim itself, and a tie-breaker."""

    aim: Number
    """What the policy's aim measures: ground forces destroyed on average, or a probability."""
    then: Number
    """The tie-breaker: the other one of the two."""

    def beats(self, other: Merit) -> bool:
        """Tell whether this is greater by more than rounding."""
        more = float(self.aim - other.aim)
        return more > TIE if abs(more) > TIE else float(self.then - other.then) > TIE


class Best(NamedTuple):
    """The best plan, and how it compares with the default."""

    plan: Plan
    merit: Merit
    default: Plan
    default_merit: Merit


def _spreads(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share a total out among places, all to the first one first."""
    if places == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _spreads(total - first, places - 1):
            yield (first, *rest)


def _all_spreads(counted: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every way to share out several totals, each among its places: one by one, because there may be millions."""
    if not counted:
        yield ()
        return
    for share in _spreads(*counted[0]):
        for rest in _all_spreads(counted[1:]):
            yield (share, *rest)


def plans(seen: Survey) -> Iterator[Plan]:
    """Yield every declaration that sends all units that take part somewhere, with every place for further dice.

    Raises LimitError where the time that was granted is over.
    """
    senders = [(unit, seen.taking_part(unit), seen.allowed(unit)) for unit in seen.batteries]
    senders = [(unit, number, allowed) for unit, number, allowed in senders if number and allowed]
    alike, mixed = _alike(seen), mixed_types(seen)
    for shares in _all_spreads([(number, len(allowed)) for _, number, allowed in senders]):
        plan = tuple(
            Aim(unit, *target, number)
            for (unit, _, allowed), share in zip(senders, shares, strict=True)
            for target, number in zip(allowed, share, strict=True)
            if number
        )
        for ordered in _orders(plan, mixed):
            yield from _with_places(seen, ordered, alike)


def mixed_types(seen: Survey) -> set[str]:
    """Return the types of which some units, and not all, roll more dice: it matters which of them go where."""
    side = seen.game.sides[0]
    copies: dict[str | None, list[int]] = {}
    for slug, number in side.effects.items():
        copies.setdefault(EFFECTS[slug].per_unit, []).append(number)
    mixed = set()
    for unit, battery in seen.batteries.items():
        if any(0 < number < battery.number for number in copies.get(battery.unit.kind, ())):
            mixed.add(unit)
    return mixed


def _orders(plan: Plan, mixed: Collection[str]) -> Iterator[Plan]:
    """Yield the plan with the targets of each type of which not all units are alike in every order."""
    fixed = tuple(aim for aim in plan if aim.what not in mixed)
    by_type: dict[str, list[Aim]] = {}
    for aim in plan:
        if aim.what in mixed:
            by_type.setdefault(aim.what, []).append(aim)
    for orders in product(*map(permutations, by_type.values())):
        yield (*fixed, *chain.from_iterable(orders))


def _with_places(seen: Survey, plan: Plan, alike: Sequence[Sequence[str]]) -> Iterator[Plan]:
    """Yield the plan with every place for further dice."""
    used = list(dict.fromkeys((aim.place, aim.player) for aim in plan))
    for shared in product(*(combinations_with_replacement(used, len(slugs)) for slugs in alike)):
        placed = [
            (slug, place)
            for slugs, places in zip(alike, shared, strict=True)
            for slug, place in zip(slugs, places, strict=True)
            if not seen.game.sides[0].declines(slug, place[0])
        ]
        count_work()
        yield (*plan, *(Aim(slug, *place, 1) for slug, place in placed))


def _alike(seen: Survey) -> list[list[str]]:
    """Return the effects that add dice, grouped by what they do: it does not matter which of a group goes where."""
    groups: dict[object, list[str]] = {}
    for _, effect, window in seen.extras:
        groups.setdefault(window, []).append(effect.slug)
    return list(groups.values())


class _Judge:
    """Evaluates plans, with a cache of what each number of hits does to a target."""

    def __init__(self, seen: Survey, fire: Fire, resolve: Resolve) -> None:
        self.seen, self.fire, self.resolve = seen, fire, resolve
        self.worth = worth(seen.game)
        self.known: dict[tuple[Target, Plan], tuple[Number, Number]] = {}
        """By target and plan: what it is worth; most plans share the part for one target."""
        self.by_hits: dict[Target, list[tuple[int, bool]]] = {}
        """By target and number of hits: the ground forces destroyed, and whether none is left."""
        game, aim = seen.game, seen.game.sides[0].policy.aim
        planet = aim.removeprefix(f"{CLEAR}:") if aim.startswith(f"{CLEAR}:") else None
        self.for_ground_forces = aim == "ground-forces"
        wanted = seen.open_targets() if planet is None else seen.targets
        self.to_clear = [target for target in wanted if planet in (None, target.planet)]
        answering: list[InPlay[Any]] = [
            *game.windows(BOMBARDMENT_STEP, HitWindow),
            *game.windows(BOMBARDMENT_STEP, RepeatRoll),
        ]
        self.independent = not mixed_types(seen) and not any(
            held.effect.spends and held.side.index for held in answering
        )
        """Whether what happens at one target leaves all others as they were."""

    def merit(self, plan: Plan) -> Merit:
        """Return what a plan is worth for the aim."""
        destroyed, clear = self._apart(plan) if self.independent else self._at_once(plan)
        return Merit(destroyed, clear) if self.for_ground_forces else Merit(clear, destroyed)

    def _left(self, state: State, target: Target) -> int:
        units = self.seen.game.sides[target.player].units
        return sum(s.total for s in state.at(target.player, target.planet) if units[s.unit].is_ground_force)

    def _table(self, target: Target) -> list[tuple[int, bool]]:
        """Return what each number of hits does to a target, up to as many as everything at once can produce."""
        if target not in self.by_hits:
            seen = self.seen
            able = [unit for unit in seen.batteries if seen.answers[unit, target].can]
            everything = [Aim(unit, *target, seen.taking_part(unit)) for unit in able if seen.taking_part(unit)]
            everything += [Aim(effect.slug, *target, 1) for _, effect, _ in seen.extras]
            moment, dice = dice_at(seen, tuple(everything), target)
            row: list[tuple[int, bool]] = []
            if dice:
                ones = [seen.game.one] * len(roll(dice).ways)
                for branch in self.resolve(seen, target, moment, ones, dice):
                    after = branch.options[first_best([self.worth(state, branch.chooser) for state in branch.options])]
                    left = self._left(after, target)
                    row.append((seen.ground_forces(target) - left, not left))
            self.by_hits[target] = row
        return self.by_hits[target]

    def _at(self, plan: Plan, target: Target) -> tuple[Number, Number]:
        """Return (ground forces destroyed on average, chance that none is left) at one target."""
        here = tuple(sorted(aim for aim in plan if (aim.place, aim.player) == target))
        key = (target, here)
        if key not in self.known:
            dice = dice_at(self.seen, here, target)[1]
            if dice:
                destroyed, clear = _zero(self.seen), _zero(self.seen)
                chances = self.seen.game.chances(roll(dice))
                for chance, (gone, cleared) in zip(chances, self._table(target), strict=False):
                    destroyed += chance * gone
                    clear += chance * cleared
                self.known[key] = destroyed, clear
            else:
                self.known[key] = _zero(self.seen), self.seen.game.one * (not self.seen.ground_forces(target))
        return self.known[key]

    def _apart(self, plan: Plan) -> tuple[Number, Number]:
        destroyed = sum((self._at(plan, target)[0] for target in self.seen.targets), _zero(self.seen))
        clear: Number = self.seen.game.one
        for target in self.to_clear:
            clear *= self._at(plan, target)[1]
        return destroyed, clear

    def _at_once(self, plan: Plan) -> tuple[Number, Number]:
        targets = list(self.seen.targets)
        before = sum(self.seen.ground_forces(target) for target in targets)
        destroyed, clear = _zero(self.seen), _zero(self.seen)
        start = self.seen.state._replace(plan=plan)
        final = play(self.seen.game, [self.fire(self.seen, target) for target in targets], start, self.worth)
        for state, p in final.items():
            destroyed += p * (before - sum(self._left(state, target) for target in targets))
            clear += p * (not any(self._left(state, target) for target in self.to_clear))
        return destroyed, clear


def _zero(seen: Survey) -> Number:
    return seen.game.one * 0


def best(seen: Survey, default: Plan, fire: Fire, resolve: Resolve) -> Best:
    """Return the declaration that does most for the aim; of equals, the default or the first that is found."""
    judge = _Judge(seen, fire, resolve)
    with seen.game.silently():
        first = judge.merit(default)
        found, most = default, first
        for plan in plans(seen):
            merit = judge.merit(plan)
            if merit.beats(most):
                found, most = plan, merit
    return Best(together(found), most, default, first)


def words(found: Best, aim: str, describe: Callable[[Plan], str]) -> str:
    """Say what the search chose and by how much it beats the default."""
    margin = found.merit.aim - found.default_merit.aim
    if aim == "ground-forces":
        what, gain = f"{float(found.merit.aim):.4g} ground forces destroyed on average", f"{float(margin):.4g}"
    else:
        goal = "everything that can be bombarded" if aim == "clear-all" else aim.partition(":")[2]
        what, gain = f"{percent_of(found.merit.aim)} likely to clear {goal}", f"{points_of(margin)} percentage points"
    if found.plan == found.default:
        return f"Bombards {describe(found.plan)}: {what}. That is the default, and nothing does better."
    return f"Bombards {describe(found.plan)}: {what}, {gain} more than the default ({describe(found.default)})."
