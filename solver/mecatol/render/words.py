"""Small pieces of language: names of units and planets, counts, lists, escaped text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape

from mecatol.domain.units import ABILITIES, planet_name

_UPPER = {"pds", "ai"}
_UNCOUNTED = {"infantry", "pds"}

GROUND = frozenset({"infantry", "mech"})
"""Units that count as ground forces; everything else but the structures is a ship."""

STRUCTURES = frozenset({"pds", "space-dock"})


COLORS = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Pink", "Black")
"""Names that are colors, in the order of the colors that drawings have for players."""

_ORDER = (
    "flagship", "war-sun", "dreadnought", "carrier", "cruiser", "destroyer", "fighter",
    "mech", "infantry", "pds", "space-dock",
)  # fmt: skip
"""The order in which sentences name units, whatever the order in which they were given."""


def rank(slug: str) -> int:
    """Return a unit's place in a sentence; what is unknown comes last."""
    return _ORDER.index(slug) if slug in _ORDER else len(_ORDER)


def text(value: object) -> str:
    """Escape anything for HTML text and for a quoted attribute."""
    return _escaped(str(value))


@lru_cache(1024)  # an answer says most of its words many times over, and says them again in the next
def _escaped(value: str) -> str:
    return escape(value, quote=True)


@lru_cache(1024)  # an answer says the same few names many times over
def name(slug: str) -> str:
    """Turn a slug into words as they stand within a sentence: ``war-sun`` -> ``war sun``, ``pds`` -> ``PDS``."""
    return " ".join(word.upper() if word in _UPPER else word for word in slug.replace("_", "-").split("-"))


def title(slug: str) -> str:
    """Turn a slug into words as they stand at the start of a line; unit abilities have names of their own."""
    if slug in ABILITIES:
        return ABILITIES[slug]
    words = name(slug)
    return words[:1].upper() + words[1:]


def noun(slug: str, number: int) -> str:
    """Name units as their number asks: ``dreadnought``, ``war suns``, ``infantry``."""
    words = name(slug)
    return words if number == 1 or slug in _UNCOUNTED else words + "s"


def count(slug: str, number: int) -> str:
    """Count units in words: ``1 dreadnought``, ``2 war suns``, ``3 infantry``."""
    return f"{number} {noun(slug, number)}"


def some(slug: str, shown: str) -> str:
    """Count units on average, by a number as it is printed: ``1.5 dreadnoughts``, ``1 cruiser``."""
    words = name(slug)
    return f"{shown} {words if slug in _UNCOUNTED or shown == '1' else words + 's'}"


def times(number: int, singular: str, plural: str | None = None) -> str:
    """Count things that are no unit: ``1 hit``, ``2 dice``."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def listing(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words as a sentence does: ``a``, ``a and b``, ``a, b and c``."""
    *rest, last = list(words) or [""]
    return f"{', '.join(rest)} {conjunction} {last}" if rest else last


def units(counts: Mapping[str, int]) -> str:
    """List units with their numbers, or ``nothing``."""
    return listing(count(slug, number) for slug, number in sorted(counts.items(), key=_place) if number) or "nothing"


def _place(counted: tuple[str, int]) -> int:
    return rank(counted[0])


def planet(slug: str) -> str:
    """Name a planet as its card does: ``mecatol-rex`` -> ``Mecatol Rex``."""
    return planet_name(slug)
