"""One page: a template, what it shows, and what every template may ask for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import mecatol
from content import results
from content.model import Library
from content.source import judges
from mecatol.advice.winning import WON
from mecatol.domain.objectives import objectives
from mecatol.domain.units import planet_name, planets
from mecatol.playing.action import PLAYED
from mecatol.render import marks, numbers
from theme.drawing import hexes, signs
from theme.drawing.figure import drawn
from theme.pages import board, prose
from theme.pages.agendas import agendas
from theme.pages.dates import in_words
from theme.site.addresses import CHANGES, ROUND, Addresses, deck_path, edition_path, faction_path, topic_path
from theme.site.unit_tables import narrow

_STATES = {
    "clauses": ("Follows from clauses", "What the clauses, or the text of a card, say, spelled out."),
    "designer": ("Designer’s ruling", "A designer of the game has answered this."),
    "community": ("Community consensus", "Players agree on this; no official answer is known."),
    "open": ("Open question", "Sources differ. The odds are shown under each reading."),
}
"""How a note is grounded, to its label and to what the label means."""

_SAID_BY = {
    "clauses": "From the rules",
    "designer": "By the designer",
    "community": "By players",
    "open": "Not settled",
}
"""How a note is grounded, to who said it."""


@dataclass(frozen=True)
class Site:
    """What the pages have to know of the site they stand in."""

    addresses: Addresses = field(default_factory=Addresses)
    archive: str | None = None
    """Path of the archive to read without a network, from the root of the site; None where there is none."""


CODE = ("drawing", "pages", "search", "shared", "site")
"""The packages of the site that pages are made by."""
TEMPLATES = results.THEME / "templates"

type Maker = Callable[[Library, Site], str]
"""Makes a page of what it sees of the library, and of the site."""


class FirstMention:
    """What a page has told of already."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def first(self, name: str) -> bool:
        """Return whether this is the first time that the name is asked for."""
        new = name not in self._names
        self._names.add(name)
        return new


def page(template: str, here: str, library: Library, site: Site, front: Mapping[str, Any], **values: Any) -> str:
    """Return the text of the page at ``here``: ``front`` as front matter, and the template filled with ``values``."""

    def to(path: str) -> str:
        # A page's address as seen from itself is empty, which as an address means the same page.
        return site.addresses.href(here, path)

    def address(at: str) -> str:
        owner = library.topic_of.get(at, at)
        return to(topic_path(owner)) + (f"#{at}" if owner != at else "") if owner in library.topics else ""

    inline = prose.renderer(library, site.addresses, here)
    html = (
        _environment()
        .get_template(template)
        .render(
            library=library,
            site=site,
            to=to,
            to_topic=lambda slug: to(topic_path(slug)),
            prose=inline,
            blocks=prose.block_renderer(library, site.addresses, here, inline),
            figure=lambda figure: drawn(figure, library.strips, address),
            editions=mecatol.EDITIONS,
            states=_STATES,
            said_by=_SAID_BY,
            mentions=FirstMention(),
            links=lambda: json.dumps(site.addresses.clause_links(here, library)),
            **values,
        )
    )
    front = {**front, "written_in": _origin(here, template, library)}
    return f"---\n{json.dumps(front)}\n---\n\n{html.strip()}\n"


def _origin(here: str, template: str, library: Library) -> str:
    """Return the file that holds the text of a page, from the root of the project, for whoever wants to mend it."""
    written = {
        CHANGES: "content/changes.yaml",
        ROUND: "content/round.yaml",
        **{edition_path(slug): "content/editions.yaml" for slug in library.editions},
        **{topic_path(slug): f"content/topics/{slug}.yaml" for slug in library.topics},
        **{faction_path(slug): f"content/factions/{slug}.yaml" for slug in library.factions},
        **{deck_path(slug): f"content/cards/{slug}.yaml" for slug in library.decks},
    }
    return written.get(here, f"theme/templates/{template}")


def code() -> str:
    """Return the hash of all code and templates that pages are made by."""
    folders = (*(results.THEME / name for name in CODE), results.THEME / "live.py", results.CONTENT / "lab", TEMPLATES)
    return results.code(results.SOLVER, *judges(), *folders)


@cache
def _environment() -> Environment:
    # One for all pages: compiling the templates takes most of the time. A changed file is still seen, by its date.
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["in_words"] = in_words
    environment.filters["percent"] = numbers.percent
    environment.filters["planet"] = planet_name
    environment.filters["narrow"] = narrow
    environment.filters["objective"] = lambda slug: objectives()[slug].name
    environment.globals["advised"] = WON
    environment.globals["played"] = PLAYED
    environment.globals["agendas"] = agendas
    environment.globals["mark"] = lambda slug: Markup(marks.mark(slug))
    environment.globals["sign"] = lambda slug, size: Markup(signs.sign(slug, size))
    environment.globals["sign_color"] = signs.color
    environment.globals["silhouette"] = lambda slug, size: Markup(signs.silhouette(slug, size))
    environment.globals["map_symbols"] = lambda: Markup(hexes.symbols())
    environment.globals["columns"] = board.columns
    environment.globals["places"] = board.places
    environment.globals["role_at"] = board.role
    environment.globals["objectives"] = tuple(dict.fromkeys(one.name for one in objectives().values()))
    environment.globals["planets"] = tuple(dict.fromkeys(planet_name(slug) for slug in planets()))
    return environment
