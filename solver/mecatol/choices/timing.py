"""The best time for a card that waits: each is tried as announced before, and the one that wins most often is kept."""

from __future__ import annotations

from typing import Any

from mecatol.choices.variation import Solve, best_of, with_choice
from mecatol.domain.counts import percent_of, points_of
from mecatol.effects.model import DAMAGED, EFFECTS, HITS
from mecatol.errors import fault
from mecatol.game.model import Game, Side
from mecatol.game.waiting import results
from mecatol.scenario.policy import BEST
from mecatol.solution.model import Solution

MOST_ROUNDS = 6
"""The last round that is tried: a stated limit, which solutions name."""
_TWO = 2
"""The result that is tried beside any: two hits, two units to be repaired."""
_WORDS = {HITS: "hits", DAMAGED: "repairs"}


def in_best_round(game: Game, solve: Solve) -> Solution:
    """Return the solution with a card played in the round that is best for its owner, where the owner wishes so.

    Only combats have rounds; in other steps it is refused before. Raises ScenarioError where several cards look for
    their round.
    """
    wanted = [
        (side, slug) for side in game.sides for slug, when in side.policy.play.items()
        if when == BEST and slug in side.effects
    ]  # fmt: skip
    if not wanted:
        return solve(game)
    if len(wanted) > 1:
        side, slug = wanted[1]
        raise fault(f"players.{side.index}.policy.play.{slug}", "the best round is searched for one card only", BEST)
    return _best(game, *wanted[0], solve)


def _best(game: Game, side: Side, slug: str, solve: Solve) -> Solution:
    played, effect = side.policy.play, EFFECTS[slug]
    whens: list[dict[str, int]] = [{}, *({result: _TWO} for result in results(effect))]
    rounds = range(1, MOST_ROUNDS + 1)
    times: list[dict[str, Any]] = [{"from_round": number, "when": when} for when in whens for number in rounds]
    variations = (with_choice(game, side, "play", {**played, slug: time}) for time in times)
    best = best_of(game, variations, solve, lambda solution: solution.winner.get(side.name, 0))
    time, first = times[best.chosen], best.values[0]
    margin = best.value - first
    on = "".join(f", on {least} {_WORDS[result]} or more" for result, least in time["when"].items())
    text = (
        f"{effect.name} is best played from round {time['from_round']} on{on}, of rounds 1 to {MOST_ROUNDS}: it wins "
        f"{percent_of(best.value)}; played in round 1, {percent_of(first)}: a margin of {points_of(margin)} points."
    )
    best.solution.choices.append(
        {"player": side.name, "choice": f"play.{slug}", "value": best.value, "margin": margin, "text": text}
    )
    return best.solution
