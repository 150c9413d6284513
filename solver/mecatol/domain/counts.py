"""Numbers with what they count, as one says them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from mecatol.domain.units import UNIT_TYPES


def count_of(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 trade good`, `2 trade goods`; `many` is for nouns that take more than an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def count_of_type(number: int, name: str) -> str:
    """Return a count with the name of a type of unit or of a unit: `2 War Suns`, `2 Cruisers II`, `2 Infantry`.

    The I of what is not upgraded is left out: after a number it reads like a word.
    """
    name = name.removesuffix(" I")
    if number == 1 and name.startswith("The "):
        return name
    return f"{number} {name if number == 1 else _several(name)}"


@lru_cache(256)  # the same few names are in every sentence of a trace
def _several(name: str) -> str:
    """Return the plural of a unit's name; the number of its upgrade, or the mark of a later wording, stays last."""
    noun, mark = _MARKED.fullmatch(name).groups()  # type: ignore[union-attr]
    head, of, rest = noun.partition(" of ")
    if head.endswith(_ALIKE):
        return name
    return f"{head[:-1]}ies{of}{rest}{mark}" if head.endswith("y") else f"{head}s{of}{rest}{mark}"


_MARKED = re.compile(r"(.+?)((?: (?:I+|Ω+))?)")
_ALIKE = ("Infantry", "s", "S")
"""How names end that are the same in the plural: those of infantry and PDS, and such as Spec Ops."""


NOTHING = "nothing"
"""What a fleet without units is called."""
_WORDS = {slug: name if slug == "pds" else name.lower() for slug, name in UNIT_TYPES.items()}
_SAME = ("infantry", "pds")
"""The types whose name has no plural."""


def in_words(unit: str, count: int) -> str:
    """Return what so many units of a type are called within a sentence."""
    return _WORDS[unit] if count == 1 or unit in _SAME else _WORDS[unit] + "s"


def fleet_in_words(counts: Mapping[str, int]) -> str:
    """Return what units are called within a sentence: `4 fighters, 1 carrier`."""
    return ", ".join(f"{count} {in_words(unit, count)}" for unit, count in counts.items()) or NOTHING


def percent_of(chance: float | Fraction) -> str:
    """Return a chance in 0..1 as a percentage with at most two places: `49%`, `30.25%`, `under 0.01%`."""
    return f"{points_of(chance)}%" if chance == 0 or chance >= 0.00005 else "under 0.01%"


def points_of(difference: float | Fraction) -> str:
    """Return a difference of chances in percentage points, with at most two places: `2.3`."""
    words = f"{100 * float(difference):.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words
