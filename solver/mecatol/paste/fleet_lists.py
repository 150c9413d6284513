"""Lists of fleets in words, one a line: those that one fleet meets, and those that a best fleet is sought against."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mecatol.domain.editions import LATEST
from mecatol.errors import ScenarioError, fault
from mecatol.paste.pasted import Pasted
from mecatol.paste.taking import take

_LONGEST = 20_000
"""Characters of a list that are read."""
_MOST_OPPONENTS = 40
"""Fleets that one fleet meets at once."""


def opponents(text: str, edition: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the fleets that a text names, one a line, each called by its own words: (words, player) each.

    Raises:
        ScenarioError: a line tells no fleet, or there are more than `_MOST_OPPONENTS`; the field is "line 2".
    """
    found: list[tuple[str, dict[str, Any]]] = []
    for field, line in _lines(text):
        if len(found) == _MOST_OPPONENTS:
            message = f"there is one fleet too many; at most {_MOST_OPPONENTS} are met at once"
            raise fault(field, message)
        taken = _fleet(line, edition)
        if taken is None or taken.left_out or "space" not in taken.scenario["players"][1]:
            message = f"{line[:100]!r} is not understood as a fleet; write one such as 2 dn 3 ff"
            raise fault(field, message)
        found.append((line[:60], taken.scenario["players"][1]))
    return found


def enemies(text: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the fleets that a text names, each with its weight, and how they were read, in sentences.

    Each line is a fleet: `2: 3 cruisers and 1 carrier`.

    Raises:
        ScenarioError: a line tells no fleet, or no ship, or there is none; the field is "line 2", or "enemies".
    """
    found: list[dict[str, Any]] = []
    notes: list[str] = []
    for field, line in _lines(text):
        weight, told = re.fullmatch(r"(?:(\d{1,6}(?:\.\d{1,6})?)\s*:)?\s*(.*)", line).groups()  # type: ignore[union-attr]
        taken = _fleet(told, LATEST)
        if taken is None:
            message = f"{told!r} is not understood as a fleet; write one such as 3 cruisers and 1 carrier"
            raise fault(field, message)
        enemy = taken.scenario["players"][1]
        if "space" not in enemy:
            raise fault(field, f"{told!r} names no ship")
        found.append({"weight": float(weight or 1), "space": enemy["space"]})
        notes += [note for note in taken.added if "was given the technology" not in note]
        if taken.left_out or enemy.keys() - {"name", "space", "technologies"}:
            notes.append(f"Only the ships of {told!r} were taken; set a faction and upgrades below the fleets.")
        elif set(enemy.get("technologies", ())) - enemy["space"].keys():
            notes.append(f"The upgrades of {told!r} were not taken; tick them below the fleets.")
    if not found:
        raise fault("enemies", "names no fleet; write one such as 3 cruisers")
    return found, [*dict.fromkeys(notes)]


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a text that is not empty, after what an error calls it."""
    lines = [line.strip() for line in text[:_LONGEST].splitlines() if line.strip()]
    for number, line in enumerate(lines, 1):
        yield f"line {number}", line


def _fleet(words: str, edition: str) -> Pasted | None:
    """Return what is taken of words as the fleet of a battle's second side; None where they tell none."""
    try:
        return take(f"1 cruiser vs {words}", edition)
    except ScenarioError:
        return None
