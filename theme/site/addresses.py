"""Where each page stands and how pages refer to one another, in both shapes of the site.

A page's path is that of its source text (``rules/space-cannon.md``). Served, it is a folder of its own
(``rules/space-cannon/``); opened from disk it has to be a file (``rules/space-cannon.html``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from posixpath import relpath

from content.model import Library
from mecatol.render.clauses import EFFECTS_PAGE

HOME = "index.md"
RULES = "rules/index.md"
WHOLE = "rules/on-one-page.md"
COVERAGE = "coverage.md"
EFFECTS = "effects/index.md"
UNITS = "units.md"
PLANETS = "planets.md"
TECHNOLOGY_TREE = "technology-tree.md"
CALCULATOR = "calculator/index.md"
FACTIONS = "factions/index.md"
CARDS = "cards/index.md"
ROUND = "round.md"
GLOSSARY = "glossary.md"
QUESTIONS = "open-questions.md"
EDITIONS = "editions/index.md"
DATA = "data.md"
PYTHON = "python.md"
CHANGES = "changes.md"
GAMES = "games.md"
BEST_FLEET = "lab/best-fleet.md"
WORTH = "lab/worth.md"
FIRST_FLEETS = "lab/first-fleets.md"
PLANS = "lab/plans.md"


def topic_path(slug: str) -> str:
    """Return the path of a topic's page."""
    return f"rules/{slug}.md"


def faction_path(slug: str) -> str:
    """Return the path of a faction's page."""
    return f"factions/{slug}.md"


def deck_path(slug: str) -> str:
    """Return the path of the page of a deck of cards."""
    return f"cards/{slug}.md"


def index_path(order: str) -> str:
    """Return the path of the list of all topics in an order; that by name is the list of all rules itself."""
    return RULES if order == "name" else f"rules/by-{order}.md"


def kind_path(kind: str) -> str:
    """Return the path of the list of the topics of a kind."""
    return f"rules/kind/{kind.replace(' ', '-')}/index.md"


def edition_path(slug: str) -> str:
    """Return the path of an edition's page."""
    return f"editions/{slug}.md"


def calculator_path(step: str) -> str:
    """Return the path of the page that holds a step's calculator and nothing else."""
    return f"calculator/{step}.md"


@dataclass(frozen=True)
class Addresses:
    """The addresses of a site."""

    directory_urls: bool = True
    """Whether pages are folders, as on a server, or files, as on a disk."""

    def url(self, path: str) -> str:
        """Return the address of a page or an asset from the root of the site; the root itself is empty."""
        if not path.endswith(".md"):
            return path
        stem = path.removesuffix(".md")
        if not self.directory_urls:
            return f"{stem}.html"
        if stem == "index" or stem.endswith("/index"):
            return stem.removesuffix("index")
        return f"{stem}/"

    def href(self, here: str, there: str) -> str:
        """Return the address of one page or asset as seen from another page; empty for the page itself."""
        if here == there:
            return ""
        own, other = self.url(here), self.url(there)
        folder = own if own.endswith("/") or not own else own.rpartition("/")[0]
        address = _relative(other, folder)
        return f"{address}/" if (other.endswith("/") or not other) else address

    def clause_links(self, here: str, library: Library) -> dict[str, str]:
        """Return where the clauses of each topic and the effects stand, as `mecatol.render.clauses.Links` wants it."""
        topics = {
            str(topic.numbers["pok"]): self.href(here, topic_path(slug))
            for slug, topic in library.topics.items()
            if "pok" in topic.numbers
        }
        return {**topics, EFFECTS_PAGE: self.href(here, EFFECTS)}


@cache  # every page names the pages of all topics
def _relative(address: str, folder: str) -> str:
    """Return an address as seen from a folder, both from the root of the site."""
    return relpath(f"/{address}", f"/{folder}")
