"""Technology cards: whose they are, their colours and prerequisites, read from the data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from solver.domain.data import load
from solver.domain.units import units
from solver.effects.model import COMPONENTS, FACTION_TECHNOLOGY

COLOURS = {
    "propulsion": "blue",
    "biotic": "green",
    "warfare": "red",
    "cybernetic": "yellow",
}
"""The four colours of technology (90.7.c): slug to what players call it."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """One printing of a technology card."""

    slug: str
    name: str
    colour: str | None
    """A key of COLOURS; None for a unit upgrade and for cards that have none."""
    prerequisites: Mapping[str, int] | None = field(hash=False)
    """How many of each colour it needs; None where the card cannot be researched."""
    faction: str | None
    """The faction whose it is, by slug; None for everybody's."""
    edition: str
    until: str | None
    unit: str | None
    """The type of unit that it upgrades, None if it is no unit upgrade."""

    @property
    def symbols(self) -> str:
        """The prerequisites in words, such as "2 blue, 1 yellow"."""
        needs = ", ".join(f"{count} {COLOURS[colour]}" for colour, count in (self.prerequisites or {}).items())
        return needs or "nothing"


@cache
def cards() -> dict[str, Card]:
    """Return every technology card, by slug."""
    raw: dict[str, dict[str, Any]] = load("technologies")  # type: ignore[assignment]
    printed: dict[str, dict[str, Any]] = {}
    for slug, one in COMPONENTS.items():
        if one.kind == FACTION_TECHNOLOGY:
            printed[slug] = {
                "name": one.name, "edition": one.edition, "until": one.until, "faction": one.faction, "unit": None,
            }  # fmt: skip
    for unit in units().values():
        if unit.technology in raw:
            printed[unit.technology] = {
                "name": unit.name, "edition": unit.edition, "until": unit.until, "faction": unit.faction,
                "unit": unit.type,
            }  # fmt: skip
    generic = {"faction": None, "unit": None}
    return {slug: Card(slug=slug, **{**printed.get(slug, generic), **record}) for slug, record in raw.items()}
