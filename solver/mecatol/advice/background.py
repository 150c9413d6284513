"""Advice worked out a slice at a time, for a page that shows how far it has come and stays at hand meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from mecatol.advice.advice import Advice
from mecatol.advice.best_fleet import BestFleet
from mecatol.advice.enough import Addition, additions, cheapest, looked_through
from mecatol.advice.fleets import Bounds
from mecatol.advice.many import Pairing, pairings
from mecatol.scenario.reading import read

SLICE = 100
"""Milliseconds after which a slice ends, unless the caller names others; one thing is solved in any case."""


class _AdviceSearch(NamedTuple):
    """A search for what is enough, begun and not ended."""

    left: Iterator[Addition]
    found: list[Addition]


class _Pairings(NamedTuple):
    """One fleet that meets many, begun and not ended."""

    left: Iterator[Pairing]
    found: list[Pairing]


_advice: dict[str, Advice] = {}
_searches: dict[str, _AdviceSearch] = {}
_fleets: dict[str, BestFleet] = {}
_many: dict[str, _Pairings] = {}
"""What was asked last of each kind: the next slice goes on where it stopped, another question begins anew."""


def key(scenario: object, *more: object) -> str:
    """Return what tells one question from another, however its scenario is written."""
    return json.dumps([read(scenario).data(), *more], sort_keys=True)


def going_on[Asked, Search](last: dict[Asked, Search], asked: Asked, begin: Callable[[], Search]) -> Search:
    """Return the search that was asked for last, where it is asked for again, or begin another in its place."""
    if asked not in last:
        search = begin()
        last.clear()
        last[asked] = search
    return last[asked]


def work(step: Callable[[], object], is_over: Callable[[], bool], milliseconds: float) -> None:
    """Let a search go on for a slice: one thing is solved in any case, unless it is over."""
    began = perf_counter()
    while not is_over():
        step()
        if 1000 * (perf_counter() - began) >= milliseconds:
            break


def advice_slice(scenario: object, after: int = 0, milliseconds: float = SLICE) -> dict[str, Any]:
    """Solve some more variations of a scenario, and return what has been found since the first `after` of them.

    Returns ``{"now": {player: chance}, "done": number, "of": number, "found": [{"player", "kind", "text", "scenario",
    "chance", "points"}], "refused": [{"player", "kind", "text", "scenario", "reason", "limit"}]}``, chances in 0..1;
    `refused` holds all of what was tried that has no figure, `done` counts them as well. Raises ScenarioError as
    `Advice` does.
    """
    advice = going_on(_advice, key(scenario), lambda: Advice(scenario))
    work(advice.step, lambda: not advice.waiting, milliseconds)
    return {
        "now": advice.now,
        "done": advice.number - len(advice.waiting),
        "of": advice.number,
        "found": [effect.data() for effect in advice.found[after:]],
        "refused": [refusal.data() for refusal in advice.refused],
    }


def enough_slice(scenario: object, player: str, reach: float = 0.8, milliseconds: float = SLICE) -> dict[str, Any]:
    """Try some more additions to a player's units, and return how far the search has come.

    Returns ``{"over": whether it has ended, "tried": number, "cost": resources of the last, and up to which all has
    been tried once it is over, "untried": number that takes too long, "found": [{"cost", "text", "scenario",
    "chance"}]}``: what is enough, none while nothing is. Raises ScenarioError as `additions` does.
    """
    asked = key(scenario, player, reach)
    search = going_on(_searches, asked, lambda: _AdviceSearch(additions(scenario, player, reach), []))
    began, over = perf_counter(), False
    try:
        while 1000 * (perf_counter() - began) < milliseconds or not search.found:
            search.found.append(next(search.left))
    except StopIteration:
        over = True
    except Exception:
        _searches.clear()
        raise
    return {
        "over": over,
        "tried": len(search.found),
        "cost": looked_through(search.found) if over else search.found[-1].cost if search.found else 0,
        "untried": sum(one.limit for one in search.found),
        "found": [one._asdict() for one in cheapest(search.found, reach)] if over else [],
    }


def fleet_slice(
    scenario: object,
    player: str,
    bounds: Bounds,
    mix: Sequence[Mapping[str, Any]] = (),
    milliseconds: float = SLICE,
) -> dict[str, Any]:
    """Look at some more fleets, and return the frontier as far as it is known.

    Returns ``{"over": whether the search has ended, "done": number, "of": number, "untried": number that takes too
    long, "frontier": [fields of `mecatol.advice.best_fleet.Frontier`]}``. Raises ScenarioError as `BestFleet` does.
    """
    asked = key(scenario, player, bounds, mix)
    search = going_on(_fleets, asked, lambda: BestFleet(scenario, player, bounds, mix=mix))
    work(search.step, lambda: search.over, milliseconds)
    return {
        "over": search.over,
        "done": search.whole - search.left,
        "of": search.whole,
        "untried": search.untried,
        "frontier": [one._asdict() for one in search.frontier()],
    }


def many_slice(
    scenario: object, player: str, others: Sequence[tuple[str, Mapping[str, Any]]], milliseconds: float = SLICE
) -> dict[str, Any]:
    """Let one fleet meet some more of many, and return all that have been met so far, the worst first.

    Returns ``{"over": whether it has met all, "done": number, "of": number, "found": [fields of
    `mecatol.advice.many.Pairing`]}``. Raises ScenarioError as `pairings` does.
    """
    asked = key(scenario, player, others)
    search = going_on(_many, asked, lambda: _Pairings(pairings(scenario, player, others), []))
    try:
        work(lambda: search.found.append(next(search.left)), lambda: len(search.found) == len(others), milliseconds)
    except BaseException:
        _many.clear()
        raise
    found = sorted(search.found, key=lambda one: (one.chance is None, one.chance, one.name))
    return {
        "over": len(search.found) == len(others),
        "done": len(search.found),
        "of": len(others),
        "found": [one._asdict() for one in found],
    }
