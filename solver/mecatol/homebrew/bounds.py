"""What bounds the data of a pack, whichever door it comes through: a file, a browser, a site that shows it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mecatol.errors import shown
from mecatol.homebrew.own import LARGEST, LONGEST_NAME, LONGEST_TEXT, is_readable, plain

LONGEST = 200_000
"""Characters of a pack as JSON; theme/browser/keeping/packs.ts knows it, too."""
_MOST_ITEMS, _MOST_VALUES = 200, 10_000
_SLUG = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def problems(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield what keeps a mapping from being a pack that a stranger's file may hold."""
    given = data.get("edition")
    edition: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    slug = edition.get("slug")
    if not isinstance(slug, str) or not is_slug(slug):
        yield "edition: is missing: {slug: pirates, name: Pirates}, by which links say which pack they need"
    elif not isinstance(name := edition.get("name"), str) or not name.strip():
        yield "edition.name: is missing: what links and forms call it"
    for part in ("factions", "units", "components"):
        records = data.get(part)
        for index, record in enumerate(records if isinstance(records, list) else ()):
            if isinstance(record, Mapping) and slug is not None and record.get("edition") != slug:
                yield f"{part}.{index}.edition: must be {slug!r}, the edition of the pack"
            if isinstance(record, Mapping) and not isinstance(record.get("slug", ""), str):
                yield f"{part}.{index}.slug: {shown(record['slug'])} is not a slug"
    yield from _bounds({part: value for part, value in data.items() if part != "texts"}, "", [0])
    texts = [value for value in plain(data.get("texts")) if isinstance(value, str)]
    if not all(is_readable(value, lines=True) for value in texts):
        yield "texts: hold a sign that nobody sees; leave it out"
    if len(json.dumps(data, ensure_ascii=False, default=str)) > LONGEST:
        yield f"is longer than {LONGEST:,} characters"


def is_slug(text: str) -> bool:
    """Tell whether a text may be a slug that pages use as a key: no name that objects of a browser inherit."""
    return 0 < len(text) <= LONGEST_NAME and _SLUG.issuperset(text) and text not in ("constructor", "prototype")


def _bounds(value: Any, where: str, counted: list[int]) -> Iterator[str]:
    """Yield each value that is larger than any pack needs, and each slug that is none."""
    counted[0] += 1
    if counted[0] > _MOST_VALUES:
        if counted[0] == _MOST_VALUES + 1:
            yield f"holds more than {_MOST_VALUES:,} values"
        return
    here = where or "it"
    if isinstance(value, str):
        key = where.rpartition(".")[2]
        most = LONGEST_NAME if key in ("slug", "name", "short") else LONGEST_TEXT
        if len(value) > most:
            yield f"{here}: is longer than {most:,} characters"
        elif key == "slug" and not is_slug(value):
            yield f"{here}: {shown(value)} is not a slug: small letters, digits and single hyphens"
        elif not is_readable(value, lines=True):
            yield f"{here}: {shown(value)} holds a sign that nobody sees; leave it out"
    elif isinstance(value, int | float):
        if not -LARGEST <= value <= LARGEST:  # which is not true of what is no number, either
            yield f"{here}: must be from -{LARGEST} to {LARGEST}"
    elif isinstance(value, Mapping | list):
        if len(value) > _MOST_ITEMS:
            yield f"{here}: holds more than {_MOST_ITEMS} entries"
            return
        for name, each in (
            value.items() if isinstance(value, Mapping) else zip(map(str, range(_MOST_ITEMS)), value, strict=False)
        ):
            if not isinstance(name, str) or not is_readable(name) or len(name) > LONGEST_NAME:
                yield f"{here}: has a field that is not a name of at most {LONGEST_NAME} characters"
            else:
                yield from _bounds(each, f"{where}.{name}" if where else name, counted)
