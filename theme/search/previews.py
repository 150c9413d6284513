"""What a link is about, for a reader who has not followed it yet: fetched when a page is first asked for a preview.

A classic script, which a page from disk may load as well as one from a server.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable

from theme.search.entries import SearchEntry

_KINDS = ("topic", "clause", "note", "card", "faction", "unit", "faction note")
"""The kinds of entries that texts link to."""
_ALWAYS = ("topic", "clause", "card", "faction", "unit")
"""Those that an answer may name too, which is written in the browser."""
_LINKED = re.compile(r'class="clause-words" href="[^"]*#([^"]+)"')
_LONGEST = 240
"""Letters of a preview: so much is read at a glance."""


def data(entries: Iterable[SearchEntry], pages: Iterable[str] | None) -> bytes:
    """Return title, place and beginning of everything that a term on one of the pages may lead to, by its address.

    `entries` are those of the search, with addresses from the root of the site; `pages` are the pages as HTML; None
    where they are not made yet, which may lead to every entry.
    """
    linked = {anchor for html in pages or () for anchor in _LINKED.findall(html)}
    found = {
        entry.address: [entry.title, entry.place, textwrap.shorten(entry.text, _LONGEST, placeholder=" …")]
        for entry in entries
        if entry.kind in _KINDS and (pages is None or entry.kind in _ALWAYS or entry.id in linked)
    }
    return f"Mecatol.previews = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n".encode()
