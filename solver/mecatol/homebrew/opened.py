"""Packs that a reader opens in a browser: what bounds them, which of them are registered, and what forms gain by them.

They come as texts of JSON with each question, from the reader's device, and are registered when they change. Of a file
in YAML the page makes JSON (theme/browser/keeping/packs.js).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mecatol import homebrew
from mecatol.domain.editions import EDITIONS, HELD
from mecatol.domain.factions import FACTIONS
from mecatol.errors import DeclarationError, ScenarioError
from mecatol.forms.catalogue import catalogue
from mecatol.forms.derived import form
from mecatol.homebrew.packs import PARTS
from mecatol.scenario.files import parse_json
from mecatol.scenario.step import STEPS

LONGEST = 200_000
"""Characters of a pack; theme/browser/keeping/packs.js knows it, too."""
MOST = 8
"""Packs that are registered together."""
_LONGEST_TEXT, _LONGEST_NAME, _LARGEST, _MOST_ITEMS, _MOST_VALUES = 1_000, 60, 99, 200, 10_000
_SLUG = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")

_held: list[tuple[str, str]] = []
"""Name and text of each pack that is registered, or that could not be."""
_refused: list[str] = []
"""Why some of them are not."""


def hold(packs: object) -> list[str]:
    """Register these packs, a list of name and text, and no others; return why any of them is left out."""
    wanted = [pack for raw in packs[:MOST] if (pack := _pair(raw))] if isinstance(packs, list) else []
    if wanted != _held:
        homebrew.register_only(())
        _refused.clear()
        for name, text in wanted:
            try:
                _register(name, text)
            except DeclarationError as error:
                _refused.append(f"The pack {name} on this device does not fit this version of the site: {error}")
        _held[:] = wanted
    return _refused


def gains(raw: object) -> dict[str, Any]:
    """Register one more pack and return what forms gain by it.

    `edition` and `name` are its edition's; `holds` lists the editions in force with it; `factions` are pairs of slug
    and name, `effects` entries of the catalogue, and `units` hold, by step, place and type, the name of the type and
    the versions that a row of the form shows (see theme/browser/forms/board.js).

    Raises:
        DeclarationError: with every mistake, one a line; then nothing of it is registered.
    """
    pair = _pair(raw)
    if pair is None:
        raise DeclarationError("the question holds no pack: a name and a text")
    if len(_held) >= MOST:
        raise DeclarationError(f"{pair[0]}: {MOST} packs are open already, and no more can be; remove one first")
    edition = _register(*pair)
    _held.append(pair)
    return {
        "edition": edition,
        "name": EDITIONS[edition],
        "holds": sorted(HELD[edition]),
        "factions": [[slug, one.name] for slug, one in FACTIONS.items() if one.edition == edition],
        "effects": [entry for entry in catalogue() if entry["edition"] == edition],
        "units": {step: places for step in STEPS if (places := _versions(step, edition))},
    }


def _pair(raw: object) -> tuple[str, str] | None:
    if not isinstance(raw, Mapping):
        return None
    name, text = raw.get("name"), raw.get("text")
    return (name[:100], text) if isinstance(name, str) and isinstance(text, str) else None


def _register(name: str, text: str) -> str:
    """Register a pack and return its edition; raises DeclarationError."""
    if len(text) > LONGEST:
        raise DeclarationError(f"{name}: is longer than {LONGEST:,} characters")
    try:
        data = parse_json(text.removeprefix("\ufeff"))
    except ScenarioError as error:
        raise DeclarationError(f"{name}: {error.problems[0].message}") from None
    except ValueError as error:
        raise DeclarationError(f"{name}: is not JSON: {error}") from None
    if found := list(_faults(data)):
        raise DeclarationError("\n".join(f"{name}: {said}" for said in found))
    try:
        homebrew.register_data({part: data[part] for part in data if part != "texts"}, name)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, DeclarationError):
            raise
        raise DeclarationError(f"{name}: a field holds what it cannot: {error}") from None
    return str(data["edition"]["slug"])


def _faults(data: Any) -> Iterator[str]:
    """Yield what keeps a pack from being one that a stranger's file may hold."""
    if not isinstance(data, dict):
        yield f"is not a pack: a mapping of {', '.join(PARTS)}"
        return
    edition = data.get("edition")
    slug = edition.get("slug") if isinstance(edition, dict) else None
    if not isinstance(edition, dict) or not isinstance(slug, str) or not _is_slug(slug):
        yield "edition: is missing: {slug: pirates, name: Pirates}, by which links say which pack they need"
        return
    if not isinstance(name := edition.get("name"), str) or not name.strip():
        yield "edition.name: is missing: what links and forms call it"
    for part in ("factions", "units", "components"):
        records = data.get(part)
        for index, record in enumerate(records if isinstance(records, list) else ()):
            if isinstance(record, dict) and record.get("edition") != slug:
                yield f"{part}.{index}.edition: must be {slug!r}, the edition of the pack"
    yield from _bounds({part: value for part, value in data.items() if part != "texts"}, "", [0])


def _is_slug(text: str) -> bool:
    """Tell whether a text may be a slug that pages use as a key: no name that objects of a browser inherit."""
    return 0 < len(text) <= _LONGEST_NAME and _SLUG.issuperset(text) and text not in ("constructor", "prototype")


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
        most = _LONGEST_NAME if key in ("slug", "name", "short") else _LONGEST_TEXT
        if len(value) > most:
            yield f"{here}: is longer than {most:,} characters"
        elif key == "slug" and not _is_slug(value):
            yield f"{here}: {value!r} is not a slug: small letters, digits and single hyphens"
    elif isinstance(value, int | float):
        if not -_LARGEST <= value <= _LARGEST:  # which is not true of what is no number, either
            yield f"{here}: must be from -{_LARGEST} to {_LARGEST}"
    elif isinstance(value, Mapping | list):
        if len(value) > _MOST_ITEMS:
            yield f"{here}: holds more than {_MOST_ITEMS} entries"
            return
        for name, each in (
            value.items() if isinstance(value, Mapping) else zip(map(str, range(_MOST_ITEMS)), value, strict=False)
        ):
            if len(name) > _LONGEST_NAME:
                yield f"{here}: has a field of more than {_LONGEST_NAME} characters"
            else:
                yield from _bounds(each, f"{where}.{name}" if where else name, counted)


def _versions(step: str, edition: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the versions of an edition's units that a step's form shows, by place and type."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for role in form(step).roles:
        for area in role.areas:
            for unit in area.units:
                for one in unit.versions:
                    if one.edition != edition:
                        continue
                    row = [one.faction, one.technology, one.edition, one.until, int(one.sustains), one.hits, one.name]
                    there = found.setdefault(area.path, {}).setdefault(unit.slug, {"name": unit.name, "versions": []})
                    if row not in there["versions"]:
                        there["versions"].append(row)
    return found
