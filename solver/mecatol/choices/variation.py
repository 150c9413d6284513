"""A game under another choice, and the best of several: what every search for a choice is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from mecatol.game.model import Game, Side
from mecatol.preparing.prepare import prepare
from mecatol.probability.dice import Number, first_best
from mecatol.solution.model import Solution

type Solve = Callable[[Game], Solution]
"""How a game is solved: by its step, or by a search around that."""
type Worth = Callable[[Solution], Number]
"""What a solution is worth to the player who chooses."""


def with_choice(game: Game, side: Side, key: str, chosen: object) -> Game:
    """Return the game anew in which a player makes another choice, under a key of the policy."""
    players = list(game.scenario.players)
    players[side.index] = replace(side.player, policy={**side.player.policy, key: chosen})
    return prepare(replace(game.scenario, players=tuple(players)), game.exact)


class BestVariation(NamedTuple):
    """The best of several variations of a game."""

    solution: Solution
    chosen: int
    """Which variation it is, from 0; the first of those that are as good."""
    values: list[Number]
    """What each variation is worth."""

    @property
    def value(self) -> Number:
        """What the best is worth."""
        return self.values[self.chosen]


def best_of(game: Game, variations: Iterable[Game], solve: Solve, worth: Worth) -> BestVariation:
    """Return the best of these variations of a game; its solution answers the scenario as it was asked."""
    solutions: list[Solution] = []
    values: list[Number] = []
    for variation in variations:
        solution = solve(variation)
        values.append(worth(solution))
        solutions.append(solution)
    best = first_best(values)
    solutions[best].scenario = game.scenario
    return BestVariation(solutions[best], best, values)
