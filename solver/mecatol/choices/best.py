"""The one way in which a game is solved: by its step, and again for every choice that a player leaves to the solver."""

from __future__ import annotations

from functools import partial

from mecatol.choices.cards import in_best_ways
from mecatol.choices.losses import within_patience
from mecatol.choices.orders import in_orders
from mecatol.choices.timing import in_best_round
from mecatol.choices.variation import Solve
from mecatol.game.model import Game
from mecatol.scenario.step import STEPS
from mecatol.solution.model import Solution


def best(game: Game, patience: float) -> Solution:
    """Return the solution under the best choices for those who leave them to the solver.

    Each search solves the game by what is inside it: the round of a card, the losses (for which it has `patience`, in
    seconds of an idle machine), the ways of cards, the order of simultaneous abilities.

    Raises ScenarioError where two players look for what only one can, LimitError where the time that was granted is
    over.
    """
    solve: Solve = by_its_step
    for search in (in_best_round, partial(within_patience, patience), in_best_ways, in_orders):
        solve = partial(search, solve=solve)
    return solve(game)


def by_its_step(game: Game) -> Solution:
    """Return the solution of the game by its step alone, without any search; its memory is emptied afterwards."""
    try:
        solution: Solution = STEPS[game.scenario.step].solve(game)
        return solution
    finally:
        game.memory.forget()
