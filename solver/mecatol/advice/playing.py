"""The best play worked out a slice at a time, for a page that shows how far it has come."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from mecatol.advice.best_play import BestPlay
from mecatol.scenario.reading import read

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
    key = json.dumps([read(scenario).data(), player, worth], sort_keys=True)
    if key not in _searches:
        search = BestPlay(scenario, player, worth)
        _searches.clear()
        _searches[key] = search
    search, began = _searches[key], perf_counter()
    while not search.over and 1000 * (perf_counter() - began) < milliseconds:
        search.step()
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
