"""Apostrophes and quotes: texts are typed with straight ones, and whoever reads the site sees curly ones everywhere.

What the browser writes itself is set by ``made`` and ``write`` of theme/browser/page/parts.ts and by ``fill`` of
markup.ts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from theme.search.entries import SearchEntry

_RUNS = re.compile(
    r"(?P<kept><(script|style|code|pre|textarea|option(?=>))\b.*?</\2\s*>|<[^>]*>)|[^<]+",
    re.DOTALL,
)
"""A run of words, or what stays as it is: tags, and what programs read, as an option without a value."""
_OPENS = re.compile(r"(?<=[\s(])'(?!\s)")
_ESCAPED = re.compile("&#39;|&#x27;")


def curly(words: str) -> str:
    """Return words with curly apostrophes, and with curly quotes around what is quoted."""
    return _set(f" {words}")[1:]


def typeset(page: str) -> str:
    """Return a page's front matter and HTML, set so in all that is read, and in nothing else."""
    return _RUNS.sub(lambda found: found["kept"] or _set(_ESCAPED.sub("'", found[0])), page)


def _set(run: str) -> str:
    """Return words set so; what they begin with may belong to a word before them."""
    return _OPENS.sub("‘", run).replace("'", "’")


def shown(entries: Iterable[SearchEntry]) -> Iterator[SearchEntry]:
    """Yield what the search finds as it is shown; what it is found by stays as it is typed."""
    for one in entries:
        yield one._replace(title=curly(one.title), place=curly(one.place), text=curly(one.text), when=curly(one.when))
