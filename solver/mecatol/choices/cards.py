"""The simple ways to use a card whose owner names none: each is tried, and the best for the owner is kept and told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from mecatol.choices.variation import BestVariation, Solve, best_of, with_choice
from mecatol.domain.counts import in_words, percent_of
from mecatol.effects.model import Effect
from mecatol.game.model import Game, Side
from mecatol.probability.dice import Number
from mecatol.solution.model import Solution, listed


def in_best_ways(game: Game, solve: Solve) -> Solution:
    """Return the solution with the best simple way of each card for which its owner names none.

    Each is tried for the whole of a combat, whenever the scenario stops it. Raises LimitError where the time that was
    granted is over.
    """
    ready, chosen = decided(game, solve)
    if chosen and _whole(game) is game:
        solution = chosen[-1][2].solution  # the last search has solved this very game
    else:
        solution = solve(ready)
        solution.scenario = game.scenario
    for side, effect, best in chosen:
        solution.choices.append({
            "player": side.name, "choice": effect.choice, "value": best.value, "margin": best.value - best.values[-1],
            "text": told(side, effect, best),
        })  # fmt: skip
    return solution


def decided(game: Game, solve: Solve) -> tuple[Game, list[tuple[Side, Effect, BestVariation]]]:
    """Return the game with the best simple way of each card for which its owner names none, and the search for each.

    Every way is solved by `solve`. Raises LimitError where the time that was granted is over.
    """
    chosen: list[tuple[Side, Effect, BestVariation]] = []
    ready = game
    for side in game.sides:
        for effect in _undecided(side):
            assert effect.tries
            ways = effect.tries(side)
            variations = [_whole(with_choice(ready, side, effect.choice, way)) for way in ways]
            best = best_of(game, variations, solve, partial(_worth, side))
            chosen.append((side, effect, best))
            ready = with_choice(ready, side, effect.choice, ways[best.chosen])
    return ready, chosen


def _undecided(side: Side) -> list[Effect]:
    """Return a player's effects with several simple ways of which the player names none, one for each choice."""
    found: dict[str, Effect] = {}
    for effect in side.active_effects:
        if effect.tries and getattr(side.policy, effect.choice) is None and len(effect.tries(side)) > 1:
            found.setdefault(effect.choice, effect)
    return list(found.values())


def _whole(game: Game) -> Game:
    """Return the game whose combats are not stopped, and of which nothing is shown round by round."""
    scenario = game.scenario
    if scenario.stop_after is None and scenario.rounds is None:
        return game
    return replace(game, scenario=replace(scenario, stop_after=None, rounds=None))


def _is_chance(solution: Solution) -> bool:
    """Tell whether what a way is worth is a chance: to win, or to take a planet."""
    return bool(solution.winner) or any(chance.takes for chance in solution.chances)


def _worth(side: Side, solution: Solution) -> Number:
    """Return what a solution is worth to a player: the chance to win, that of planets, else resources kept."""
    if solution.winner:
        return solution.winner.get(side.name, 0)
    taken = [chance.probability for chance in solution.chances if chance.takes]
    if taken:
        return sum(taken) if not side.index else len(taken) - sum(taken)
    lost = solution.expected_cost
    return sum(lost.values()) - 2 * lost.get(side.name, 0)


def told(side: Side, effect: Effect, best: BestVariation) -> str:
    """Say which way is the best, and what the others come to."""
    ways = effect.tries(side) if effect.tries else ()
    named = [_named(way, ways) for way in ways]
    text = f"{side.name} uses {effect.name} for {named[best.chosen]}, the best of the ways tried"
    if not _is_chance(best.solution):
        return f"{text}: {listed(named)}."
    each = [f"{name} {percent_of(value)}" for name, value in zip(named, best.values, strict=True)]
    return f"{text}: {', '.join(each)}."


def _named(way: Sequence[str], ways: Sequence[Sequence[str]]) -> str:
    """Return a way in words: the types of unit that it is for."""
    if not way:
        return "no unit"
    if len(way) > 1 and way == ways[-1]:
        return "every type of unit"
    return listed([f"{in_words(kind, 1)} units" for kind in way])
