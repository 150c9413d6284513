"""Kinds of field that many records share: types of units, counts of them, places."""

from __future__ import annotations

from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.fields import Count, MapOf, OneOf, Slug

MOST_UNITS = 99
"""The largest count of one type of unit in one place; a stated limit, far above what a game can hold."""

UNIT = OneOf("type of unit", lambda: UNIT_TYPES)
UNITS = MapOf(UNIT, Count(0, MOST_UNITS))
PLANET = Slug("planet", (SPACE, ADJACENT, *UNIT_TYPES))
PLANETS = MapOf(PLANET, UNITS, most=8)
