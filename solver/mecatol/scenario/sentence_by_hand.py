"""Values set by hand as a line of a scenario's text, and back.

By hand for Red: cruiser with combat 6, 2 dice, Sustain Damage; +1 to combat rolls; 2 hits at the start of combat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.by_hand import in_words
from mecatol.scenario.counts import whole
from mecatol.scenario.sentence_policy import read_name, say_name

BY_HAND = "By hand for "
_LINE = re.compile(rf'{BY_HAND}(?P<name>"(?:[^"\\]|\\.)*"|[^":]+): (?P<values>.+)\.\Z')
_PARTS = {
    "bonus": re.compile(r"([+-][0-9]+) to combat rolls\Z"),
    "first_round": re.compile(r"([+-][0-9]+) in the first round\Z"),
    "hits": re.compile(r"([0-9]+) hits? at the start of combat\Z"),
}
_UNIT = re.compile(r"(?P<unit>[a-z ]+) with (?P<values>.+)\Z")
_VALUES = {
    "combat": re.compile(r"combat ([0-9]+)\Z"),
    "dice": re.compile(r"([0-9]+) (?:die|dice)\Z"),
    "capacity": re.compile(r"capacity ([0-9]+)\Z"),
}
_SUSTAIN = {"Sustain Damage": True, "no Sustain Damage": False}
_TYPES = {name.lower(): slug for slug, name in UNIT_TYPES.items()}


def say_by_hand(values: Mapping[str, Any], player: str) -> list[str]:
    """Return the line for a player's values; none where they would not come back as they are."""
    line = f"{BY_HAND}{say_name(player)}: {in_words(values)}."
    return [line] if read_by_hand(line) == (player, dict(values)) else []


def read_by_hand(line: str) -> tuple[str, dict[str, Any]] | None:
    """Return whose values a line sets, and them; None for a line that is not understood, or says a thing twice."""
    found = _LINE.match(line)
    if not found:
        return None
    values: dict[str, Any] = {}
    for part in found["values"].split("; "):
        said = {key: number for key, form in _PARTS.items() if (number := form.match(part))}
        unit = None if said else _unit(part)
        if values.keys() & said.keys() or (unit and unit[0] in values.get("units", {})):
            return None  # said twice
        if said:
            values |= {key: _signed(number[1]) for key, number in said.items()}
        elif unit:
            values.setdefault("units", {})[unit[0]] = unit[1]
        else:
            return None
    try:
        return read_name(found["name"]), values
    except ValueError:
        return None


def _signed(number: str) -> int:
    return -whole(number[1:]) if number.startswith("-") else whole(number.removeprefix("+"))


def _unit(part: str) -> tuple[str, dict[str, Any]] | None:
    found = _UNIT.match(part)
    if not found or found["unit"] not in _TYPES:
        return None
    values: dict[str, Any] = {}
    for word in found["values"].split(", "):
        said: dict[str, Any] = {key: whole(number[1]) for key, form in _VALUES.items() if (number := form.match(word))}
        if word in _SUSTAIN:
            said["sustain"] = _SUSTAIN[word]
        if not said or values.keys() & said.keys():
            return None
        values |= said
    return _TYPES[found["unit"]], values
