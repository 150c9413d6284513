"""Kinds of field that many records share: types of units, counts of them, places."""

from __future__ import annotations

from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.fields import Count, MapOf, OneOf, Slug

MOST_UNITS = 99
"""The largest count of one type of unit in one place; a stated limit, far above what a game can hold."""

_MOST_DIGITS = 9
"""Digits of the largest number that is told apart from larger ones; every field refuses all of those."""


def whole(digits: str) -> int:
    """Return the number that digits say, however many; one that is too large for any field is one such.

    Raises ValueError for what is not written in the digits 0 to 9.
    """
    if not digits.isascii() or not digits.isdigit():
        raise ValueError(digits)
    plain = digits.lstrip("0")
    return int(plain or "0") if len(plain) <= _MOST_DIGITS else 10**_MOST_DIGITS


UNIT = OneOf("type of unit", lambda: UNIT_TYPES)
UNITS = MapOf(UNIT, Count(0, MOST_UNITS))
PLANET = Slug("planet", (SPACE, ADJACENT, *UNIT_TYPES))
PLANETS = MapOf(PLANET, UNITS, most=8)
