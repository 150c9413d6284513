"""Apostrophes and quotes: texts are typed with straight ones, and whoever reads the site sees curly ones everywhere.

What the browser writes itself is set by ``made`` of theme/browser/page/parts.js and ``fill`` of markup.js.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from theme.search.entries import SearchEntry

_MARKED = re.compile(
    r"(?P<kept><(script|style|code|pre|textarea|option(?=>))\b.*?</\2\s*>|<[^>]*>)"
    r"|(?P<before>[\s(])(?:'|&#39;|&#x27;)(?=\w)|'|&#39;|&#x27;",
    re.DOTALL,
)
"""A straight apostrophe, or what stays as it is: tags, and what programs read, as an option without a value."""

_OPENS = re.compile(r"(?:^|(?<=[\s(]))'(?=\w)")


def curly(words: str) -> str:
    """Return words with curly apostrophes, and with curly quotes around what is quoted."""
    return _OPENS.sub("‘", words).replace("'", "’")


def typeset(page: str) -> str:
    """Return a page's front matter and HTML, set so in all that is read, and in nothing else."""
    return _MARKED.sub(_set, page)


def _set(found: re.Match[str]) -> str:
    if found["kept"]:
        return found["kept"]
    return f"{found['before']}‘" if found["before"] else "’"


def shown(entries: Iterable[SearchEntry]) -> Iterator[SearchEntry]:
    """Yield what the search finds as it is shown; what it is found by stays as it is typed."""
    for one in entries:
        yield one._replace(title=curly(one.title), place=curly(one.place), text=curly(one.text), when=curly(one.when))
