"""The files of `data/`: what each holds, and its schema beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from content.model import Library
from mecatol.domain.editions import EDITIONS
from theme.search import SearchEntry, entries
from theme.shared import records
from theme.shared.gather import Gatherer
from theme.site.addresses import Addresses

FOLDER = "data"
"""Where they lie, from the root of the site."""
LICENCE = "MIT"
VERSION = 2
"""The version of the format, in each file as `format`."""


class Shared(NamedTuple):
    """A file."""

    name: str
    """Of the file, and of the list of records in it."""
    type: type[records.File]
    holds: str


_KINDS = (
    records.Topics,
    records.Clauses,
    records.Notes,
    records.Units,
    records.Factions,
    records.Effects,
    records.TermList,
)


def _name(kind: type[records.File]) -> str:
    """Return the name of a file: that of its records, but where the solver has a class of the name."""
    return "terms" if kind is records.TermList else kind.__name__.lower()


FILES = tuple(Shared(_name(kind), kind, " ".join((kind.__doc__ or "").split())) for kind in _KINDS)
"""The files with records."""
INDEX = Shared("index", records.Index, " ".join((records.Index.__doc__ or "").split()))


def data_path(name: str) -> str:
    """Return the path of a file from the root of the site."""
    return f"{FOLDER}/{name}.json"


def schema_path(name: str) -> str:
    """Return the path of a file's schema from the root of the site."""
    return f"{FOLDER}/schemas/{name}.schema.json"


def files(library: Library, addresses: Addresses, found: Iterable[SearchEntry] | None = None) -> dict[str, bytes]:
    """Return every file and every schema by its path from the root of the site.

    ``found`` is what the search finds at these addresses, if whoever asks has it.
    """
    gathered = Gatherer(library, addresses, entries(library, addresses) if found is None else found)
    more: dict[str, Mapping[str, Any]] = {"notes": {"sources": library.sources, "dates": library.dates}}
    made: dict[str, bytes] = {}
    for file in FILES:
        content = {file.name: getattr(gathered, file.name)(), **more.get(file.name, {})}
        made[data_path(file.name)] = _encoded(file, content)
    listed = {data_path(file.name).removeprefix(f"{FOLDER}/"): file.holds for file in FILES}
    made[data_path(INDEX.name)] = _encoded(INDEX, {"editions": dict(EDITIONS), "files": listed})
    for file in (*FILES, INDEX):
        made[schema_path(file.name)] = json.dumps(schema(file), indent=1, ensure_ascii=False).encode()
    return made


def schema(file: Shared) -> dict[str, Any]:
    """Return the JSON Schema of a file."""
    found = msgspec.json.schema(file.type)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": file.holds, **found}


def _encoded(file: Shared, content: Mapping[str, Any]) -> bytes:
    here = schema_path(file.name).removeprefix(f"{FOLDER}/")
    made = file.type(schema=here, format=VERSION, licence=LICENCE, **content)
    return msgspec.json.encode(made) + b"\n"
