"""The page that says what other programs can take from this site, and how."""

from __future__ import annotations

from content import measured
from content.model import Library
from theme.pages.page import Site, page
from theme.shared import lab
from theme.shared.files import FILES, INDEX, LICENCE, VERSION, data_path, schema_path
from theme.site.addresses import DATA


def data_page(library: Library, site: Site) -> str:
    """Return the page of the data."""
    front = {
        "title": "Data",
        "description": "Topics, clauses, notes, units, factions and effects as JSON, with schemas.",
        "hide": ["toc"],
    }
    listed = [
        (
            data_path(file.name),
            site.addresses.href(DATA, data_path(file.name)),
            site.addresses.href(DATA, schema_path(file.name)),
            file.holds,
        )
        for file in (*FILES, INDEX)
    ]
    tables = [
        (holds, len(measured.rows(name)), {kind: site.addresses.href(DATA, at) for kind, at in lab.paths(name).items()})
        for name, holds in measured.TABLES.items()
    ]
    return page("data.html", DATA, library, site, front, listed=listed, tables=tables, licence=LICENCE, version=VERSION)
