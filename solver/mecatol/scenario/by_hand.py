"""What a scenario says of values set by hand, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.fields import Count, Field, MapOf, OneOf, Record, YesNo


def rolling() -> dict[str, str]:
    """Return the types of units that roll dice, in combats or for a unit ability: all but space docks."""
    return {slug: name for slug, name in UNIT_TYPES.items() if slug != "space-dock"}


UNIT_VALUES = Record(
    "unit with values set by hand",
    {
        "combat": Field(Count(1, 10), "The least result of a combat die that is a hit."),
        "dice": Field(
            Count(1, 10),
            "How many combat dice one such unit rolls. The dice of its unit abilities change by as many; those of a "
            "unit that does not fight, such as a PDS, are exactly this many.",
        ),
        "sustain": Field(YesNo(), "Whether it has Sustain Damage."),
        "capacity": Field(Count(0, 20), "How many fighters and ground forces it carries."),
    },
    sparse=True,
)

BY_HAND = Record(
    "set of values",
    {
        "units": Field(
            MapOf(OneOf("type of unit that rolls dice", rolling), UNIT_VALUES),
            "By type of unit, values that replace the printed ones; a type that the player has no card for needs "
            "its combat value.",
        ),
        "bonus": Field(Count(-9, 9), "What is added to the result of each of the player's combat dice.", 0),
        "first_round": Field(Count(-9, 9), "What else is added to them in the first round of a combat.", 0),
        "hits": Field(Count(0, 20), "Hits that the other side takes at the start of a combat.", 0),
    },
    sparse=True,
)


def signed(number: int) -> str:
    """Return a number with its sign."""
    return f"+{number}" if number >= 0 else f"-{-number}"


def in_words(values: Mapping[str, Any]) -> str:
    """Return values set by hand in words, as the text of a scenario and the answer say them."""
    parts = []
    for kind, unit in values.get("units", {}).items():
        said = []
        if "combat" in unit:
            said.append(f"combat {unit['combat']}")
        if "dice" in unit:
            said.append("1 die" if unit["dice"] == 1 else f"{unit['dice']} dice")
        if "sustain" in unit:
            said.append("Sustain Damage" if unit["sustain"] else "no Sustain Damage")
        if "capacity" in unit:
            said.append(f"capacity {unit['capacity']}")
        name = UNIT_TYPES[kind].lower()
        parts.append(f"{name} with {', '.join(said) or 'its own values'}")
    if values.get("bonus"):
        parts.append(f"{signed(values['bonus'])} to combat rolls")
    if values.get("first_round"):
        parts.append(f"{signed(values['first_round'])} in the first round")
    if values.get("hits"):
        parts.append(f"{values['hits']} {'hit' if values['hits'] == 1 else 'hits'} at the start of combat")
    return "; ".join(parts)
