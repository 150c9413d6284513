"""The page of all units: a sheet for each type, with its values for everybody and for each faction."""

from __future__ import annotations

from typing import NamedTuple

from content.model import Library
from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import ABILITIES, DEPLOY, UNIT_TYPES, Unit, units
from mecatol.effects.model import COMPONENTS, EFFECTS, Component
from theme.drawing import signs
from theme.pages.page import Site, page
from theme.site.addresses import UNITS
from theme.site.components import anywhere_of_unit, faction_anchor
from theme.site.unit_tables import ability_text, attributes


class UnitRow(NamedTuple):
    """A unit, ready to print."""

    slug: str
    name: str
    faction: str
    """Slug of its faction; empty for everybody's."""
    owner: str
    """Short name of its faction."""
    color: str
    """Its faction's, for a style."""
    href: str
    """Where its rulings are; empty for everybody's units."""
    until: str | None
    """The edition that replaced this wording, by name."""
    values: tuple[str, ...]
    """Cost, combat, move and capacity."""
    abilities: tuple[tuple[str, str], ...]
    """Slug of each unit ability, and the ability with its value."""
    meaning: str


class UnitSheet(NamedTuple):
    """All units of a type: those of every faction, and those of single factions."""

    type: str
    name: str
    common: tuple[UnitRow, ...]
    own: tuple[UnitRow, ...]


class Rest(NamedTuple):
    """What belongs to a faction that has no sheet, and has no entry on the page of effects."""

    id: str
    name: str
    components: tuple[Component, ...]


def units_page(library: Library, site: Site) -> str:
    """Return the page of every unit with its values."""
    front = {"title": "Units", "description": "Every unit with its values, by type and faction.", "hide": ["toc"]}
    sheets = [_sheet(kind, library, site) for kind in UNIT_TYPES]
    rest = [
        Rest(faction_anchor(slug), faction.name, _unplaced(slug))
        for slug, faction in FACTIONS.items()
        if slug not in library.factions
    ]
    shown = [sheet for sheet in sheets if sheet.common or sheet.own]
    return page("units.html", UNITS, library, site, front, sheets=shown, rest=rest)


def _unplaced(faction: str) -> tuple[Component, ...]:
    return tuple(one for one in COMPONENTS.values() if one.faction == faction and one.slug not in EFFECTS)


def _sheet(kind: str, library: Library, site: Site) -> UnitSheet:
    found = [_shown(unit, library, site) for unit in units().values() if unit.type == kind]
    common = tuple(one for one in found if not one.faction)
    own = sorted((one for one in found if one.faction), key=lambda one: one.owner)
    return UnitSheet(kind, UNIT_TYPES[kind], common, tuple(own))


def _shown(unit: Unit, library: Library, site: Site) -> UnitRow:
    faction = unit.faction or ""
    place = anywhere_of_unit(library, unit.slug)
    away = place.path != UNITS
    return UnitRow(
        slug=unit.slug,
        name=unit.name,
        faction=faction,
        owner=FACTIONS[faction].short if faction else "",
        color=signs.color(faction),
        href=f"{site.addresses.href(UNITS, place.path)}#{place.anchor}" if away else "",
        until=EDITIONS[unit.until] if unit.until else None,
        values=tuple(attributes(unit).values()),
        abilities=tuple((ability, ability_text(unit, ability)) for ability in _named(unit)),
        meaning=unit.meaning,
    )


def _named(unit: Unit) -> list[str]:
    """Return the unit abilities that a row names; not Deploy where the unit's own text begins with it."""
    said = {DEPLOY} if unit.meaning.startswith("Deploy") else set()
    return [ability for ability in ABILITIES if unit.has(ability) and ability not in said]
