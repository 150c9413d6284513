"""The best round for a card that waits: each is tried as an announced one, and the one that wins most often is kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mecatol.effects.model import EFFECTS
from mecatol.errors import fault
from mecatol.game.model import Game, Side
from mecatol.game.prepare import with_choice
from mecatol.probability.dice import first_best
from mecatol.scenario.policy import BEST
from mecatol.solution.model import Solution

MOST_ROUNDS = 6
"""The last round that is tried: a stated limit, which solutions name."""


def searched(solve: Callable[[Game], Solution]) -> Callable[[Game], Solution]:
    """Return how a combat is solved in which a card may be played in the round that is best for its owner.

    Raises ScenarioError where several cards look for theirs.
    """

    @wraps(solve)
    def solve_best(game: Game) -> Solution:
        wanted = [
            (side, slug) for side in game.sides for slug, when in side.policy.play.items()
            if when == BEST and slug in side.effects
        ]  # fmt: skip
        if not wanted:
            return solve(game)
        if len(wanted) > 1:
            side, slug = wanted[1]
            raise fault(
                f"players.{side.index}.policy.play.{slug}", "the best round is searched for one card only", BEST
            )
        return _best(game, *wanted[0], solve)

    return solve_best


def _best(game: Game, side: Side, slug: str, solve: Callable[[Game], Solution]) -> Solution:
    played = side.policy.play
    tries = [with_choice(game, side, "play", {**played, slug: number}) for number in range(1, MOST_ROUNDS + 1)]
    found = [solve(game) for game in tries]
    chances: list[Any] = [solution.winner.get(side.name, 0) for solution in found]
    best = first_best(chances)
    solution = found[best]
    solution.scenario = game.scenario
    margin = chances[best] - chances[0]
    text = (
        f"{EFFECTS[slug].name} is best played from round {best + 1} on, of rounds 1 to {MOST_ROUNDS}: it wins "
        f"{100 * float(chances[best]):.2f} %; played in round 1, {100 * float(chances[0]):.2f} %: a margin of "
        f"{100 * float(margin):.2f} points."
    )
    choice = {"player": side.name, "choice": f"play.{slug}", "value": chances[best], "margin": margin, "text": text}
    solution.choices.append(choice)
    return solution
