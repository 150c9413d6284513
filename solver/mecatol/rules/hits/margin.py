"""The value of a search for the best losses, compared to the default order of losses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from mecatol.game.journal import Journal
from mecatol.game.model import Game
from mecatol.game.stages import Positions, Stage, play
from mecatol.probability.dice import Number
from mecatol.scenario.policy import DEFAULT_ASSIGN, DEFAULT_ASSIGN_WORDS
from mecatol.solution.answers import Choice
from mecatol.solution.model import worth


def margins(game: Game, final: Positions, stages: Callable[[Game], Sequence[Stage]]) -> list[Choice]:
    """Return what each player who was hit and searched has saved, as choices of a solution.

    `final` is what the search came to, `stages` gives the step's stages for a game. `value` is what the player loses
    in resources on average, `margin` how much less that is than under the default order.
    """
    value = worth(game)

    def lost(outcome: Positions, player: int) -> Number:
        left: Number = sum((p * value(state, player) for state, p in outcome.items()), 0 * game.one)
        return value(game.start, player) - left

    found: list[Choice] = []
    shot_at = {roll.target for roll in game.rolls}
    for side in game.sides:
        if not side.policy.searches or side.name not in shot_at:
            continue
        other = replace(game.assigning(side.index, DEFAULT_ASSIGN), journal=Journal(silent=True))
        best, plain = lost(final, side.index), lost(play(other, stages(other), other.start, worth(other)), side.index)
        text = (
            f"The best losses cost {side.name} {float(best):.4g} resources on average; “{DEFAULT_ASSIGN_WORDS}” costs "
            f"{float(plain):.4g}: a margin of {max(0.0, float(plain - best)):.4g}."
        )
        found.append({"player": side.name, "choice": "assign", "value": best, "margin": plain - best, "text": text})
    return found
