"""What the search looks through, as a script that is fetched when a reader first searches.

It is a classic script, which a page from disk may load as well as one from a server.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from content.model import Library
from theme.search.entries import SearchEntry
from theme.site.addresses import Addresses


def data(
    library: Library,
    addresses: Addresses,
    found: Iterable[SearchEntry],
    others: Iterable[tuple[str, str, str]] = (),
) -> bytes:
    """Return what the program searches, as a call that hands it over.

    ``found`` are the entries for our pages, ``others`` path, title and words of each page that somebody adds to ours.
    """
    more = [SearchEntry(f"page:{path}", "page", addresses.url(path), title, "", text) for path, title, text in others]
    held = {
        "entries": [entry._asdict() for entry in (*found, *more)],
        "words": library.search.words,
        "ignored": library.search.ignored,
        "small": library.search.small,
        "broader": library.search.broader,
        "questions": {f"calculator:{step}": asked for step, asked in library.search.calculators.items()},
    }
    return f"Mecatol.entries = {json.dumps(held, ensure_ascii=False, separators=(',', ':'))};\n".encode()
