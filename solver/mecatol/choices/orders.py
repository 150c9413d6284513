"""Orders of simultaneous abilities: the best one for a player, and whether the one assumed makes a difference (1.x)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, permutations
from typing import Any

from mecatol.choices.variation import Solve, best_of, with_choice
from mecatol.domain.counts import percent_of, points_of
from mecatol.domain.steps import BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, SUSTAIN_DAMAGE_STEP
from mecatol.effects.model import EFFECTS, TARGET, USER, Effect, Window
from mecatol.errors import ScenarioError, fault
from mecatol.game.model import Game, Side
from mecatol.probability.dice import Number
from mecatol.scenario.policy import BEST
from mecatol.scenario.step import STEPS, Step
from mecatol.solution.model import Solution

_SAME = 1e-9
_ASKED_ELSEWHERE = {BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, SUSTAIN_DAMAGE_STEP}
"""Steps in which effects are asked outside combat, or before a roll: to declare it, to find what allows it."""


def in_orders(game: Game, solve: Solve) -> Solution:
    """Return the solution under the orders that the players choose, the best one where a player wishes so.

    Where the order is nobody's choice and another would change the figures, a warning says so.

    Raises ScenarioError where the best order is asked for and nothing tells which is best, LimitError where the time
    that was granted is over.
    """
    step = STEPS[game.scenario.step]
    searching = [side for side in game.sides if side.policy.order == BEST and len(unordered(step, side)) > 1]
    if searching:
        if len(searching) > 1:
            raise fault(
                order_field(searching[1]), "the best order is searched for one player only; name an order", BEST
            )
        return _best(game, searching[0], solve)
    solution = solve(game)
    for side in game.sides:
        left = unordered(step, side)
        if len(left) > 1 and not (_told_in_play(step, side, left) and side.index not in game.orders_tell):
            solution.warnings.extend(_assumed(game, side, left, solve, solution))
    return solution


def _meetings(step: Step, one: Effect, other: Effect) -> Iterator[tuple[type[Window], set[str]]]:
    """Yield the kinds of window, with the steps, in which it may matter which of two effects of a player's acts first.

    What acts when the player uses an ability and what acts when it is used against the player have no moment in common.
    """
    if {one.of, other.of} == {USER, TARGET}:
        return
    steps = {step.slug, *step.parts} & set(one.steps) & set(other.steps)
    for first in one.windows:
        for second in other.windows:
            common = steps & set(first.steps)
            kind = next((type(a) for a, b in ((first, second), (second, first)) if isinstance(b, type(a))), None)
            if kind and not _commute(first, second) and common:
                yield kind, common


def _commute(first: Window, second: Window) -> bool:
    """Tell whether it comes to the same which of two windows of a kind is first."""
    twins = first.adds_dice and getattr(first, "act", None) is getattr(second, "act", second)
    return twins or (first.commutes and second.commutes)


def unordered(step: Step, side: Side) -> list[str]:
    """Return the player's effects that act at the same moment as another and that no order of the player's names."""
    own = tuple([effect.slug for effect in side.active_effects])
    return [slug for slug in _meeting(step.slug, own) if slug not in side.policy.ordered]


@lru_cache(maxsize=512)  # compares each pair of effects, for every game of a search
def _meeting(step: str, slugs: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these effects that act in a step at the same moment as another of them."""
    pairs = combinations([EFFECTS[slug] for slug in slugs], 2)
    found = {effect.slug for pair in pairs if any(_meetings(STEPS[step], *pair)) for effect in pair}
    return tuple([slug for slug in slugs if slug in found])


def _told_in_play(step: Step, side: Side, slugs: Sequence[str]) -> bool:
    """Tell whether these effects meet only where it is found out by itself whether their order matters."""
    if side.policy.order is not None:  # what it names stays where it is
        return False
    pairs = combinations([EFFECTS[slug] for slug in slugs], 2)
    meetings = chain.from_iterable(_meetings(step, *pair) for pair in pairs)
    return all(kind.tells_orders and not steps & _ASKED_ELSEWHERE for kind, steps in meetings)


def order_field(side: Side) -> str:
    """Return where a player's order stands: with the player or with everybody's choices."""
    return f"players.{side.index}.policy.order" if "order" in side.player.policy else "policy.order"


def _names(slugs: Iterable[str]) -> str:
    return ", then ".join(EFFECTS[slug].name for slug in slugs)


def _unless_told(slugs: Iterable[str]) -> str:
    """Say how effects are ordered where nobody says so (see `mecatol.preparing.ordered`)."""
    some_last = any(window.last for slug in slugs for window in EFFECTS[slug].windows)
    return "alphabetically, and what depends on all the others last" if some_last else "alphabetically"


def _best(game: Game, side: Side, solve: Solve) -> Solution:
    """Return the solution in the order in which the player wins most often, the one assumed where that is as good."""
    slugs = unordered(STEPS[game.scenario.step], side)
    orders = list(permutations(slugs))

    def wins(solution: Solution) -> Number:
        if side.name in solution.winner:
            return solution.winner[side.name]
        title = STEPS[game.scenario.step].title
        raise fault(
            order_field(side), f"the best order wins most often, and {title} has no winner; name an order", BEST
        )

    best = best_of(game, (with_choice(game, side, "order", order) for order in orders), solve, wins)
    first = best.values[0]
    margin = best.value - first
    text = (
        f"{side.name} does best to use {_names(orders[best.chosen])}: of {len(orders)} orders it wins most often, "
        f"{percent_of(best.value)}; {_unless_told(slugs)}, {percent_of(first)}: a margin of {points_of(margin)} points."
    )
    best.solution.choices.append(
        {"player": side.name, "choice": "order", "value": best.value, "margin": margin, "text": text}
    )
    return best.solution


def _assumed(game: Game, side: Side, slugs: list[str], solve: Solve, solution: Solution) -> Iterator[str]:
    """Yield a sentence where the opposite order of a player's effects would change what comes out."""
    chosen = [slug for slug in side.policy.ordered if slug in side.effects]
    how = f"Assumed: {side.name} uses {_names(slugs)} where they act at the same moment, {_unless_told(slugs)}"
    try:
        other = solve(with_choice(game, side, "order", (*chosen, *reversed(slugs))))
    except ScenarioError:
        yield f"{how}; the opposite order was not compared, because it cannot be solved."
        return
    if not differ(solution, other):
        return
    here, there = (percent_of(found.winner.get(side.name, 0)) for found in (solution, other))
    if here != there:
        yield f"{how}. In the opposite order {side.name} wins {there}, not {here}."
    else:
        yield f"{how}. In the opposite order the answer differs."


def differ(one: Solution, other: Solution) -> bool:
    """Tell whether two solutions differ in more than rounding: in chances, or in what they say of legality."""
    if (one.answer and one.answer.headline) != (other.answer and other.answer.headline):
        return True
    return any(_apart(chances(one), chances(other)) for chances in (_chances_left, _chances_of_hits))


def _chances_left(solution: Solution) -> dict[str, Any]:
    """Return the chance of each outcome."""
    return {repr(left): chance for chance, left in solution.outcomes}


def _chances_of_hits(solution: Solution) -> dict[str, Any]:
    """Return the chance of each number of hits of each player."""
    return {f"{name} {hits}": chance for name, row in solution.hits.items() for hits, chance in row.items()}


def _apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Tell whether two distributions differ in more than rounding."""
    return any(abs(one.get(key, 0) - other.get(key, 0)) > _SAME for key in one.keys() | other.keys())
