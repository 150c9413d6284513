"""A whole game round in its order, from the clauses themselves: to have beside you at the table."""

from __future__ import annotations

from content.model import Library
from theme.pages.page import Site, page
from theme.site.addresses import ROUND


def round_page(library: Library, site: Site) -> str:
    """Return the page that walks through a game round step by step."""
    front = {"title": "A game round", "description": "A whole game round step by step, with a link to every clause."}
    return page("round.html", ROUND, library, site, front)
