"""Where every unit, card and ability of the game stands on the site: for links in texts and for the search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from content.model import Library
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, units
from mecatol.effects.model import EFFECTS
from theme.site.addresses import EFFECTS as EFFECTS_PAGE
from theme.site.addresses import UNITS, deck_path, faction_path

UNIT = "unit"


class PageHeading(NamedTuple):
    """A heading of a page."""

    path: str
    """The page, as `theme.site.addresses` names it."""
    anchor: str


class IndexEntry(NamedTuple):
    """One thing that has an address of its own, for an index."""

    slug: str
    name: str
    kind: str
    """One of the kinds of components, or the type of a unit in words."""
    faction: str
    """Name of the faction whose it is; empty for everybody's."""
    place: PageHeading
    words: str
    """What it does."""


def place_of(library: Library, slug: str) -> PageHeading | None:
    """Return where a component stands: with its faction or deck, else among the effects; None where none has it."""
    component = library.components.get(slug)
    if component is None:
        return None
    if component.faction is not None and component.faction in library.factions:
        own = component.unit or slug
        if own in units() or own in library.components_of(component.faction):
            return PageHeading(faction_path(component.faction), own)
    if deck := library.deck_of(slug):
        return PageHeading(deck_path(deck.slug), slug)
    return PageHeading(EFFECTS_PAGE, f"effect-{slug}") if slug in EFFECTS else None


def place_of_unit(library: Library, slug: str) -> PageHeading | None:
    """Return where a unit of a faction stands; None for everybody's units and where the faction has no page yet."""
    faction = units()[slug].faction
    return PageHeading(faction_path(faction), slug) if faction is not None and faction in library.factions else None


def anywhere(library: Library, slug: str) -> PageHeading:
    """Return where a component stands, on the page of all units or among what is not modelled if nowhere else.

    Its anchor is empty where the page has no place for it alone.
    """
    if place := place_of(library, slug):
        return place
    return PageHeading(UNITS, f"card-{slug}") if library.components[slug].faction else PageHeading(EFFECTS_PAGE, "")


def anywhere_of_unit(library: Library, slug: str) -> PageHeading:
    """Return where a unit stands: with its faction, or on the page of all units."""
    return place_of_unit(library, slug) or PageHeading(UNITS, f"unit-{slug}")


def faction_anchor(faction: str) -> str:
    """Return the id of the heading over what belongs to a faction without a sheet, on the page of all units."""
    return f"faction-{faction}"


def place_of_faction(library: Library, slug: str) -> PageHeading:
    """Return where a faction stands: its own page, or its heading on the page of all units."""
    return PageHeading(faction_path(slug), "") if slug in library.factions else PageHeading(UNITS, faction_anchor(slug))


def entries(library: Library) -> Iterator[IndexEntry]:
    """Yield every unit and every component that stands somewhere, in the order of the records."""
    for slug, unit in units().items():
        if place := place_of_unit(library, slug):
            yield IndexEntry(
                slug, unit.name, UNIT_TYPES[unit.type], FACTIONS[unit.faction or ""].name, place, unit.meaning
            )
    for slug, component in library.components.items():
        place = place_of(library, slug)
        of_unit = component.unit or slug in units()  # found with the unit
        if place and not of_unit and place.anchor in (slug, f"effect-{slug}"):
            owner = FACTIONS[component.faction].name if component.faction else ""
            yield IndexEntry(slug, component.name, component.kind, owner, place, component.meaning)
