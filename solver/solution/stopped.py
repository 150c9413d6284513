"""Where a search for the best losses takes longer than it may: a named policy in its place, and how good that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from solver.domain.steps import GROUND_COMBAT, SPACE_COMBAT
from solver.errors import LimitError
from solver.game.model import Game, Side
from solver.game.prepare import with_choice
from solver.probability.dice import first_best
from solver.probability.limits import at_most
from solver.scenario.policy import ASSIGN_POLICIES, ASSIGN_WORDS, BEST
from solver.solution.model import Solution, listed

NAMED = [name for name in ASSIGN_POLICIES if name != BEST]
"""The policies that take no search."""


def searched_within(seconds: float, game: Game, solve: Callable[[Game], Solution]) -> Solution:
    """Return the solution; where somebody's search for the best losses takes longer, the best of the named policies.

    A warning then says so, and what the best losses come to at least. Raises LimitError where that takes longer than
    the caller grants, too.
    """
    searching = [side for side in game.sides if side.policy.searches]
    if not searching:
        return solve(game)
    try:
        with at_most(seconds):
            return solve(game)
    except LimitError:
        pass  # what was begun is given up with all that it remembers
    found = [solve(_taking(game, searching, name)) for name in NAMED]
    wins: list[Any] = [solution.winner.get(searching[0].name, 0) for solution in found]
    best = first_best(wins)
    solution = found[best]
    solution.scenario = game.scenario
    solution.warnings.append(_said(game, searching, seconds, NAMED[best], float(wins[best])))
    return solution


def _taking(game: Game, searching: Sequence[Side], name: str) -> Game:
    """Return the game anew in which those who search take hits by a named policy."""
    for side in searching:
        game = with_choice(game, side, "assign", name)
    return game


def _said(game: Game, searching: Sequence[Side], seconds: float, name: str, wins: float) -> str:
    """Say what was stopped, what stands in its place, and how good that is."""
    who = listed([side.name for side in searching])
    words = f"The search for the best losses of {who} was stopped after {seconds:g} seconds."
    if len(searching) > 1:
        return f"{words} Here both take hits {ASSIGN_WORDS[name]}; how far that is from the best is not known."
    if game.scenario.step in (SPACE_COMBAT, GROUND_COMBAT):
        return (
            f"{words} Here {who} takes hits {ASSIGN_WORDS[name]}, the best of {len(NAMED)} named ways, and wins "
            f"{100 * wins:.2f} %; with the best losses {who} wins at least as often."
        )
    return (
        f"{words} Here {who} takes hits {ASSIGN_WORDS[name]}; with the best losses {who} wins each combat, taken by "
        "itself, at least as often."
    )
