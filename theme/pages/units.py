"""The page of all units with their values, by faction, and of what else belongs to each faction."""

from __future__ import annotations

from typing import NamedTuple

from content.model import Library
from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import ABILITIES, UNIT_TYPES, Unit, units
from mecatol.effects.model import COMPONENTS, EFFECTS, Component
from theme.drawing import signs
from theme.pages.page import Site, page
from theme.site.addresses import UNITS
from theme.site.components import faction_anchor
from theme.site.unit_tables import ability_text, attributes, plain


class Shown(NamedTuple):
    """A unit, ready to print."""

    slug: str
    name: str
    type: str | None
    """What a scenario counts it as; None where the name says so already."""
    until: str | None
    """The edition that replaced this wording, by name."""
    values: tuple[str, ...]
    """Cost, combat, move and capacity."""
    abilities: tuple[tuple[str, str], ...]
    """Slug of each unit ability, and the ability with its value."""
    meaning: str


class UnitGroup(NamedTuple):
    """The units of a faction, or those that every faction has."""

    id: str
    faction: str
    """Its slug; empty for the units of every faction."""
    color: str
    name: str
    edition: str
    units: tuple[Shown, ...]
    components: tuple[Component, ...]
    """What belongs to the faction and has no entry on the page of effects."""


def units_page(library: Library, site: Site) -> str:
    """Return the page of every unit with its values."""
    owners = sorted(FACTIONS.values(), key=lambda faction: plain(faction.name))
    groups = [UnitGroup(faction_anchor(None), "", "", "Units of every faction", "", _units(None), ())]
    groups += [
        UnitGroup(
            faction_anchor(faction.slug), faction.slug, signs.color(faction.slug), faction.name,
            EDITIONS[faction.edition], _units(faction.slug),
            tuple(one for one in COMPONENTS.values() if one.faction == faction.slug and one.slug not in EFFECTS),
        )
        for faction in owners
    ]  # fmt: skip
    front = {"title": "Units", "description": "Every unit with its values, by faction.", "hide": ["toc"]}
    return page("units.html", UNITS, library, site, front, groups=groups, kinds=_with_a_printing())


def _with_a_printing() -> dict[str, str]:
    """Return the types of which every faction has a unit, with their names."""
    own = units()
    return {kind: name for kind, name in UNIT_TYPES.items() if kind in own}


def _units(faction: str | None) -> tuple[Shown, ...]:
    return tuple(_shown(unit) for unit in units().values() if unit.faction == faction)


def _shown(unit: Unit) -> Shown:
    kind = UNIT_TYPES[unit.type]
    return Shown(
        slug=unit.slug,
        name=unit.name,
        type=None if unit.name.startswith(kind) else kind,
        until=EDITIONS[unit.until] if unit.until else None,
        values=tuple(attributes(unit).values()),
        abilities=tuple((ability, ability_text(unit, ability)) for ability in ABILITIES if unit.has(ability)),
        meaning=unit.meaning,
    )
