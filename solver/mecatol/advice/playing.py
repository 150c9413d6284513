"""The best play worked out a slice at a time, for a page that shows how far it has come."""

from __future__ import annotations

from typing import Any

from mecatol.advice.background import going_on, key, work
from mecatol.advice.best_play import BestPlay

_searches: dict[str, BestPlay] = {}
"""What was asked last: the next slice goes on where it stopped, another question begins anew."""


def play_slice(scenario: object, player: str, worth: float | None, milliseconds: float) -> dict[str, Any]:
    """Try some more rules for a player, and return the best one so far.

    Returns ``{"over": whether the search has ended, "complete": whether it tries every combination of choices, "done":
    number of rules solved, "untried": number that takes too long or is refused, "words": the best rule as a sentence,
    "scenario": the battle with it, "chance": of winning, in 0..1, "points": percentage points that it wins more
    often, "gain": resources that it gains where winning is worth `worth` of them, else None, "even": the worth of
    winning at which playing on is as good, None where there is none}``. Raises ScenarioError as `BestPlay` does.
    """
    search = going_on(_searches, key(scenario, player, worth), lambda: BestPlay(scenario, player, worth))
    work(search.step, lambda: search.over, milliseconds)
    best = search.best
    return {
        "over": search.over,
        "complete": search.complete,
        "done": len(search.found),
        "untried": search.untried,
        "words": best.words,
        "scenario": best.scenario,
        "chance": best.chance,
        "points": 100 * (best.chance - search.now.chance),
        "gain": None if worth is None else search.gain,
        "even": search.even(),
    }
