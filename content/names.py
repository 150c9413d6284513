"""What a link in prose may lead to: topics and clauses of the catalogue, cards and units of the solver's data."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from content.blocks import scan_blocks
from content.nearest import nearest
from content.pictures import FOLDER, Picture
from content.prose import Span, scan
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import Value
from mecatol.domain.units import units as known_units
from mecatol.errors import with_article

_WHAT = {
    "topic": "topic",
    "clause": "clause",
    "card": "card or effect",
    "unit": "unit",
    "note": "note",
    "faction": "faction",
}

_HEADING = 70
"""A heading is at most so many characters long, as the schema has it for those that are written."""


@dataclass(frozen=True)
class Names:
    """The names that exist, by kind of link."""

    topics: Mapping[str, str]
    """Slug to title, as it stands in the middle of a sentence."""
    clauses: Collection[str]
    cards: Mapping[str, str]
    """Slug to name."""
    units: Mapping[str, Mapping[str, Any]]
    """Slug to the unit's values, as in the solver's data."""
    factions: Mapping[str, str] = field(default_factory=dict)
    """Slug to name."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """`<topic>.<name>` to the heading: the title, or the beginning of the text."""
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    """Name of a file in the folder of pictures, to what it is."""

    def problem(self, span: Span) -> str | None:
        """Say what is wrong with the target of a link; None if it exists."""
        if span.kind == "value":
            return self._value_problem(span.target)
        if span.kind not in _WHAT:
            return None
        allowed: Collection[str] = {
            "topic": self.topics,
            "clause": self.clauses,
            "card": self.cards,
            "unit": self.units,
            "note": self.notes,
            "faction": self.factions,
        }[span.kind]
        if span.target in allowed:
            return None
        called = short_names() if span.kind == "faction" else None
        return f"{span.target!r} is not {with_article(_WHAT[span.kind])}{nearest(span.target, allowed, called)}"

    def picture_problem(self, name: str) -> str | None:
        """Say what is wrong with a picture; None if it is there and can be shown."""
        if name not in self.pictures:
            return f"{name!r} is not in the folder content/{FOLDER}{nearest(name, self.pictures)}"
        problem = self.pictures[name].problem
        return f"{name!r} {problem}" if problem else None

    def _value_problem(self, target: str) -> str | None:
        unit, _, field = target.partition(".")
        if unit not in self.units:
            return f"{unit!r} is not a unit{nearest(unit, self.units)}"
        numbers = [name for name, value in self.units[unit].items() if value_text(value) is not None]
        return None if field in numbers else f"{unit} has no value {field!r}{nearest(field, numbers)}"

    def words(self, span: Span) -> str:
        """Return the words that a span shows: its own, or the name of its target."""
        if span.text:
            return span.text
        match span.kind:
            case "topic":
                return self.topics[span.target]
            case "card":
                return self.cards[span.target]
            case "unit":
                return str(self.units[span.target]["name"])
            case "faction":
                return self.factions[span.target]
            case "note":
                return self.notes[span.target]
            case "value":
                unit, _, field = span.target.partition(".")
                return value_text(self.units[unit][field]) or ""
            case _:
                return span.target

    def beginning(self, text: str) -> str:
        """Return the beginning of a text in plain words, to stand for it in a list; the text may hold faults."""
        spans = scan(next(iter(scan_blocks(text).pieces), ""))[0]
        words = "".join(span.text or (span.target if self.problem(span) else self.words(span)) for span in spans)
        sentence = re.split(r"(?<=[.?!:;])\s", words.strip(), maxsplit=1)[0].rstrip(".:;")
        return sentence if len(sentence) <= _HEADING else textwrap.shorten(sentence, _HEADING, placeholder=" …")


def value_text(value: object) -> str | None:
    """Return a unit's number as it is printed, `5` or `5 (×3)`; None for what is no number."""
    match value:
        case bool() | None:
            return None
        case int() | float():
            return f"{value:g}"
        case Value(value=least, dice=dice):
            return f"{least} (×{dice})" if dice > 1 else f"{least}"
        case _:
            return None


@cache
def units() -> Mapping[str, Mapping[str, Any]]:
    """Return the unit data of the solver by slug.

    Categories are in order: a set has another in each process, so no hash of it would be found again.
    """
    return {slug: {**vars(unit), "categories": tuple(sorted(unit.categories))} for slug, unit in known_units().items()}


def factions() -> Mapping[str, str]:
    """Return the name of every faction that the solver knows, by slug."""
    return {slug: faction.name for slug, faction in FACTIONS.items()}


@cache
def short_names() -> Mapping[str, str]:
    """Return what players call each faction (`saar`, `jol-nar`) to its slug, the same name with hyphens and without."""
    found: dict[str, str] = {}
    for slug, faction in FACTIONS.items():
        for name in (faction.short, *faction.aliases):
            for written in (name, name.replace(" ", "-"), re.sub(r"[^A-Za-z0-9]", "", name)):
                found.setdefault(written.casefold(), slug)
    return found
