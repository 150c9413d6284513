"""The two scripts of the search, fetched when a reader first searches: the program, and what it searches.

Both are classic scripts, which a page from disk may load as well as one from a server.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from content.model import Library
from theme.search.entries import SearchEntry, entries
from theme.site.addresses import Addresses
from theme.store.packages import PackageError, Say, script

_FINDING = Path(__file__).parents[1] / "browser" / "finding.js"
_EXPORT = "export function stemmer("


def engine(cache: Path, say: Say) -> bytes:
    """Return the program: MiniSearch, the stemmer, and how a question is read.

    Raises:
        PackageError: a package cannot be had, or is not made as it is expected to be.
    """
    index = script("minisearch", "dist/umd/index.js", cache, say)
    stemmer = script("stemmer", "index.js", cache, say)
    if stemmer.count("export ") != 1 or _EXPORT not in stemmer:
        raise PackageError(f"the package stemmer has changed: theme/search/bundle.py expects one {_EXPORT!r} in it")
    inside = stemmer.replace(_EXPORT, "function stemmer(")
    return "\n".join((
        index,
        f"(() => {{\n(globalThis.Mecatol ??= {{}}).stemmer = stemmer;\n{inside}\n}})();",
        _FINDING.read_text("utf-8"),
    )).encode()  # fmt: skip


def data(
    library: Library, addresses: Addresses, others: Iterable[tuple[str, str, str]] = (), packed: bool = False
) -> bytes:
    """Return what the program searches, as a call that hands it over.

    ``others`` are path, title and words of each page that somebody adds to ours; ``packed`` says whether the front page
    offers the site as an archive.
    """
    more = [SearchEntry(f"page:{path}", "page", addresses.url(path), title, "", text) for path, title, text in others]
    found = {
        "entries": [entry._asdict() for entry in (*entries(library, addresses, packed), *more)],
        "words": library.search.words,
        "ignored": library.search.ignored,
        "small": library.search.small,
        "broader": library.search.broader,
        "questions": {f"calculator:{step}": asked for step, asked in library.search.calculators.items()},
    }
    return f"Mecatol.entries = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n".encode()
