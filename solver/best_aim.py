"""Searching the declaration of a bombardment that does most for what the active player wants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import comb, prod
from typing import NamedTuple

from solver.aiming import Plan, Survey, Target, together
from solver.dice import Number
from solver.engine import Distribution, Stage, play
from solver.errors import LimitError, Problem
from solver.scenario import CLEAR
from solver.solution import worth
from solver.state import Aim, State

MOST_PLANS = 50_000
"""How many declarations are compared; a stated limit."""
_TIE = 1e-12

type Fire = Callable[[Survey, Target], Stage]
"""Gives the stage in which one target is fired at, by the plan in the position."""


class Merit(NamedTuple):
    """What a plan is worth: the aim itself, and what decides between equals."""

    aim: Number
    """What the policy's aim measures: ground forces destroyed on average, or a probability."""
    then: Number
    """The other one of the two."""

    def beats(self, other: Merit) -> bool:
        """Tell whether this is more, differences within rounding apart."""
        more = float(self.aim - other.aim)
        return more > _TIE if abs(more) > _TIE else float(self.then - other.then) > _TIE


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


def plans(seen: Survey) -> Iterator[Plan]:
    """Yield every declaration that sends all units that take part somewhere, with every place for further dice.

    Raises LimitError for more of them than are compared.
    """
    senders = [(unit, seen.taking_part(unit), seen.allowed(unit)) for unit in seen.batteries]
    senders = [(unit, number, allowed) for unit, number, allowed in senders if number and allowed]
    many = prod(comb(number + len(allowed) - 1, len(allowed) - 1) for _, number, allowed in senders)
    many *= max(1, len(seen.open_targets())) ** len(seen.extras)
    if many > MOST_PLANS:
        message = f"there are more than {MOST_PLANS:,} ways to declare this bombardment; name one in `policy.bombard`"
        raise LimitError([Problem("policy.bombard", message, "best")])
    for shares in product(*(_spreads(number, len(allowed)) for _, number, allowed in senders)):
        plan = tuple(
            Aim(unit, *target, number)
            for (unit, _, allowed), share in zip(senders, shares, strict=True)
            for target, number in zip(allowed, share, strict=True)
            if number
        )
        used = list(dict.fromkeys((aim.place, aim.player) for aim in plan))
        for places in product(used, repeat=len(seen.extras)):
            extra = (Aim(effect.slug, *place, 1) for (_, effect), place in zip(seen.extras, places, strict=True))
            yield (*plan, *extra)


class _Judge:
    """Values plans; what happens at one target is worked out once for each set of units that may fire at it."""

    def __init__(self, seen: Survey, fire: Fire) -> None:
        self.seen, self.fire = seen, fire
        self.known: dict[tuple[Target, Plan], tuple[Number, Number]] = {}
        aim = seen.game.sides[0].policy.get("aim", "ground-forces")
        planet = aim.removeprefix(f"{CLEAR}:") if aim.startswith(f"{CLEAR}:") else None
        self.for_ground_forces = aim == "ground-forces"
        wanted = seen.open_targets() if planet is None else seen.targets
        self.to_clear = [target for target in wanted if planet in (None, target.planet)]
        self.independent = not any(
            effect.spends and (effect.on_hits or effect.after_sustain)
            for side, effect in seen.game.active_effects("bombardment")
            if side.index
        )
        """Whether what happens at one target leaves all others as they were."""

    def merit(self, plan: Plan) -> Merit:
        """Return what a plan is worth for the aim."""
        destroyed, clear = self._apart(plan) if self.independent else self._at_once(plan)
        return Merit(destroyed, clear) if self.for_ground_forces else Merit(clear, destroyed)

    def _play(self, plan: Plan, targets: list[Target]) -> Distribution:
        game = self.seen.game
        start = self.seen.state._replace(plan=plan)
        with game.silently():
            return play(game, [self.fire(self.seen, target) for target in targets], start, worth(game))

    def _left(self, state: State, target: Target) -> int:
        units = self.seen.game.sides[target.player].units
        return sum(s.total for s in state.at(target.player, target.planet) if units[s.unit].is_ground_force)

    def _at(self, plan: Plan, target: Target) -> tuple[Number, Number]:
        """Return (ground forces destroyed on average, chance that none is left) at one target."""
        here = tuple(sorted(aim for aim in plan if (aim.place, aim.player) == target))
        key = (target, here)
        if key not in self.known:
            before = self.seen.ground_forces(target)
            final = self._play(here, [target])
            destroyed = sum((p * (before - self._left(state, target)) for state, p in final.items()), _zero(self.seen))
            clear = sum((p for state, p in final.items() if not self._left(state, target)), _zero(self.seen))
            self.known[key] = destroyed, clear
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
        for state, p in self._play(plan, targets).items():
            destroyed += p * (before - sum(self._left(state, target) for target in targets))
            clear += p * (not any(self._left(state, target) for target in self.to_clear))
        return destroyed, clear


def _zero(seen: Survey) -> Number:
    return seen.game.one * 0


def best(seen: Survey, default: Plan, fire: Fire) -> Best:
    """Return the declaration that does most for the aim; of equals, the default or the first that is found."""
    judge = _Judge(seen, fire)
    first = judge.merit(default)
    found, most = default, first
    for plan in plans(seen):
        merit = judge.merit(plan)
        if merit.beats(most):
            found, most = plan, merit
    return Best(together(found), most, default, first)


def words(found: Best, aim: str, describe: Callable[[Plan], str]) -> str:
    """Say what the search chose and by how much it is better than the default."""
    margin = found.merit.aim - found.default_merit.aim
    if aim == "ground-forces":
        what, gain = f"{float(found.merit.aim):.4g} ground forces destroyed on average", f"{float(margin):.4g}"
    else:
        goal = (
            "to clear everything that can be bombarded" if aim == "clear-all" else f"to clear {aim.partition(':')[2]}"
        )
        what, gain = f"a chance of {float(found.merit.aim):.2%} {goal}", f"{100 * float(margin):.2f} percentage points"
    if found.plan == found.default:
        return f"Declares {describe(found.plan)}: {what}. That is the default, and nothing does better."
    return f"Declares {describe(found.plan)}: {what}, {gain} more than the default ({describe(found.default)})."
