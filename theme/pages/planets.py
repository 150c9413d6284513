"""The page of all planets and systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from content.model import Library
from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.hyperlanes import HYPERLANES
from mecatol.domain.units import planets, systems
from mecatol.effects.model import COLORS
from theme.drawing import hexes
from theme.pages.page import Site, page
from theme.site.addresses import PLANETS, faction_path
from theme.site.components import place_of

BACKS = {"blue": "Blue", "red": "Red", "home": "Home system", "center": "Center", "fracture": "The Fracture"}
"""What a tile is, by the `kind` of its record, where that is not what the record says."""


class PlanetRow(NamedTuple):
    """A planet, an ocean card or a space station, ready to print."""

    slug: str
    name: str
    resources: int
    influence: int
    traits: str
    specialties: str
    tile: str
    where: str
    """What else its system has: anomalies and wormholes."""
    edition: str
    home: str
    """The faction whose home it is, by name."""
    home_path: str
    what: str
    """Space station, or ocean card; empty for a planet."""
    ability: str
    """Slug of the ability that a legendary planet has; empty where it is not legendary."""


class Tile(NamedTuple):
    """A system tile, ready to print."""

    slug: str
    """Its number, as the record has it."""
    number: str
    planets: tuple[PlanetRow, ...]
    anomalies: Mapping[str, str]
    """Slug of each anomaly, and its name."""
    wormholes: tuple[str, ...]
    back: str
    edition: str


def planets_page(library: Library, site: Site) -> str:
    """Return the page of every planet with its values, and of every system tile."""
    front = {
        "title": "Planets and Systems",
        "description": "Every planet with its resources, influence, trait, specialty and tile, and every system tile.",
        "hide": ["toc"],
    }
    found = rows(library)
    return page(
        "planets.html", PLANETS, library, site, front,
        rows=found, tiles=tiles(found), hex=lambda number: Markup(hexes.tile(number)),
        hyperlanes=HYPERLANES, place_of=lambda slug: place_of(library, slug),
    )  # fmt: skip


def rows(library: Library) -> list[PlanetRow]:
    """Return every planet, ocean card and space station, by name."""
    abilities = {
        printed.facts["Planet"]: slug for slug, printed in library.printed.items() if "Planet" in printed.facts
    }
    found = [_row(library, slug, one, abilities) for slug, one in planets().items()]
    return sorted(found, key=lambda row: row.name.casefold().lstrip("["))


def _row(library: Library, slug: str, one: Mapping[str, Any], abilities: Mapping[str, str]) -> PlanetRow:
    system = systems().get(str(one["tile"]), {"anomalies": (), "wormholes": ()})
    around = [*map(_words, system["anomalies"]), *(f"{name} wormhole" for name in system["wormholes"])]
    later = f"{one['name']} ({EDITIONS[one['edition']]})"
    home = one["home"]
    return PlanetRow(
        slug=slug,
        name=one["name"],
        resources=one["resources"],
        influence=one["influence"],
        traits=", ".join(one["traits"]),
        specialties=", ".join(COLORS[kind] for kind in one["specialties"]),
        tile=str(one["tile"] or ""),
        where=", ".join(around),
        edition=EDITIONS[one["edition"]] + (f", until {EDITIONS[one['until']]}" if one["until"] else ""),
        home=FACTIONS[home].name if home else "",
        home_path=faction_path(home) if home else "",
        what="space station" if one["station"] else "ocean card" if one["ocean"] else "",
        ability=abilities.get(later, abilities.get(one["name"], "")) if one["legendary"] else "",
    )


def tiles(rows: Iterable[PlanetRow]) -> list[Tile]:
    """Return every system tile in the order of the numbers, with the rows of its planets."""
    named = {row.slug: row for row in rows}
    return [
        Tile(
            slug=number,
            number=_number(number),
            planets=tuple(named[slug] for slug in one["planets"]),
            anomalies={kind: _words(kind) for kind in one["anomalies"]},
            wormholes=tuple(one["wormholes"]),
            back=BACKS.get(one["kind"], _words(one["kind"]).capitalize()),
            edition=EDITIONS[one["edition"]],
        )
        for number, one in systems().items()
    ]


def _number(number: str) -> str:
    return number.replace("fracture-", "Fracture ")


def _words(slug: str) -> str:
    return slug.replace("-", " ")
