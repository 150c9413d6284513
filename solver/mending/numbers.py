"""Mends for numbers: the nearest that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from solver.domain.units import UNIT_TYPES, printings
from solver.errors import Problem
from solver.mending.candidate import Candidate, called, name_of
from solver.mending.paths import Data, parts_of, put, value_at
from solver.scenario.sentence import in_words

_NEAR = 12
"""How far from the number that is there others are tried, before the common ones."""
_COMMON = (99, 20, 10, 5, 1, 0)
_VERBS = {"damaged": "have damage on", "land": "land", "fire": "fire with"}
"""What is done with so many units, by the field that counts them."""


def candidates(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield smaller numbers and, for a fleet pool or one that is too small, larger ones."""
    path = parts_of(data, problem.field)
    value = value_at(data, path)
    if isinstance(value, bool) or not isinstance(value, int) or ".".join(map(str, path)) != problem.field:
        return
    tries = [value - less for less in range(1, _NEAR + 1)] + [one for one in _COMMON if one < value - _NEAR]
    if path[-1] in UNIT_TYPES and (box := printings(str(path[-1]))[0].limit) and box < value:
        tries = [box, *tries]
    if path[-1] == "fleet_pool" or value < 1:
        tries = [value + more for more in range(1, _NEAR + 1)] + [0]
    for number in (one for one in tries if one > 0 or value < 0):
        yield Candidate(_text(data, path, number), put, (path, number), group="number")


def _text(data: Data, path: list[str | int], number: int) -> str:
    """Say what has so many now: units, cards or whatever the field is called."""
    whose = name_of(data, path[1]) if path[0] == "players" and len(path) > 2 and isinstance(path[1], int) else ""
    last = str(path[-1])
    verb = next((verb for key, verb in _VERBS.items() if key in path), "have")
    if last in UNIT_TYPES:
        what = f"{number} {in_words(last, number)}"
    elif "effects" in path:
        what = f"{number} {called(last)}"
    else:
        what = f"a {last.replace('_', ' ')} of {number}"
    return f"Let {whose} {verb} {what}" if whose else f"Take {what}"
