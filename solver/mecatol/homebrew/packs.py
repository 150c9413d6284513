"""Packs as data: an edition, factions, units and components in one mapping, as read from JSON or YAML.

A pack needs no Python where all that it does is in the list of acts (`mecatol.homebrew.acts`).
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from mecatol.domain.editions import VERSIONS, OwnEdition
from mecatol.domain.factions import Faction
from mecatol.domain.units import Unit
from mecatol.effects.model import Component, Effect, declare
from mecatol.errors import DeclarationError, unknown
from mecatol.homebrew import acts, bounds

PARTS = ("edition", "factions", "units", "components", "texts")
"""What a pack holds: one edition, lists of records, and what content says of its factions."""
_BEHAVIOR = ("windows", "needs", "idle")
"""Fields of an effect that hold code: a data file names acts instead."""
_OF_EFFECTS = {field.name for field in fields(Effect)} - {field.name for field in fields(Component)}
"""Fields that a component has only where it acts in a calculator."""


_HOLDS = {
    "short": "what battles in words and answers call it, in one word",
    "edition": "the slug of the pack's edition",
    "kind": "such as faction ability, technology or action card",
    "meaning": "what it does, in your own words",
    "timing": "when it is used, in your own words",
    "steps": "where it acts, such as [space-combat]",
    "clauses": 'the numbers of the rules that it rests on, such as ["78.5"]',
}
"""What a field holds whose name alone does not tell an author."""


class Texts(NamedTuple):
    """What a pack says of one of its factions for pages: the data that a file of `content/factions` holds."""

    file: str
    data: Mapping[str, Any]


TEXTS: dict[str, Texts] = {}
"""By the slug of the faction."""


def declare_pack(data: Any, name: str) -> None:
    """Declare what a pack holds; `name` is how errors call its file.

    Raises:
        DeclarationError: with every mistake of its own, one a line; how it fits with other records is checked later.
    """
    if not isinstance(data, Mapping):
        raise DeclarationError(f"{name}: is not a pack: a mapping of {', '.join(PARTS)}")
    found = [*_problems(data, name), *(f"{name}: {said}" for said in bounds.problems(data))]
    if found:
        raise DeclarationError("\n".join(dict.fromkeys(found)))
    places = {id(raw): f"{name}: {part}.{index}" for part in PARTS[1:4] for index, raw in enumerate(data.get(part, ()))}
    declare(OwnEdition(**data["edition"]), at=f"{name}: edition")
    VERSIONS[data["edition"]["slug"]] = version(data)
    for raw in data.get("factions", ()):
        declare(_record(Faction, raw), at=places[id(raw)])
    for raw in data.get("units", ()):
        declare(_record(Unit, raw), at=places[id(raw)])
    for raw in data.get("components", ()):
        values = {field: value for field, value in raw.items() if field != "acts"}
        if "acts" in raw:
            windows = tuple([acts.window(act, raw["slug"]) for act in raw["acts"]])
            values.setdefault("of", acts.whose(raw["acts"])[0])
            declare(_record(Effect, values, windows=windows), at=places[id(raw)])
        else:
            declare(_record(Component, values), at=places[id(raw)])
    for slug, said in data.get("texts", {}).items():
        TEXTS[slug] = Texts(name, said)


def version(data: object) -> str:
    """Return eight digits that tell versions of a pack apart: FNV-1a of its JSON in one fixed form.

    Pages work out the same (theme/browser/keeping/packs.ts).
    """
    number = 0x811C9DC5
    for letter in json.dumps(data, sort_keys=True, separators=(",", ":"), default=str).encode():
        number = (number ^ letter) * 0x01000193 & 0xFFFFFFFF
    return f"{number:08x}"


def _problems(data: Mapping[str, Any], name: str) -> Iterator[str]:
    for part in data:
        if part not in PARTS:
            yield f"{name}: {unknown('', part, 'part of a pack', PARTS).message}"
    if not any(data.get(part) for part in PARTS):
        yield f"{name}: holds no record: a pack has {', '.join(PARTS)}"
    if isinstance(data.get("edition"), Mapping):
        yield from _of_record(OwnEdition, data["edition"], f"{name}: edition", "Edition")
    for part, kind in (("factions", Faction), ("units", Unit), ("components", Component)):
        listed = data.get(part, [])
        if not isinstance(listed, list):
            yield f"{name}: {part}: is not a list of records"
            continue
        for index, raw in enumerate(listed):
            effect = part == "components" and isinstance(raw, Mapping) and "acts" in raw
            where = f"{name}: {part}.{index}"
            yield from _of_record(Effect if effect else kind, raw, where, kind.__name__)
    if not isinstance(texts := data.get("texts", {}), Mapping) or not all(
        isinstance(t, Mapping) for t in texts.values()
    ):
        yield f"{name}: texts: is not a mapping of each faction's slug to its texts"


def _of_record(kind: type, raw: Any, where: str, sort: str) -> Iterator[str]:
    """Yield what is wrong with one record, apart from what its fields hold."""
    if not isinstance(raw, Mapping):
        needed = ", ".join(field.name for field in fields(kind) if _is_needed(field))
        yield f"{where}: {sort}: is not a mapping of fields; it needs {needed}"
        return
    there = f"{where}: {sort} {raw.get('slug', '')!r}"
    declared = [field for field in fields(kind) if field.name not in _BEHAVIOR]
    names = [*(field.name for field in declared), *(["acts"] if sort == "Component" else [])]
    meant = set()
    for name in raw:
        if name in _BEHAVIOR:
            yield f"{there}, {name}: holds code, which takes a Python file; a data file names `acts`"
        elif name not in names and sort == "Component" and name in _OF_EFFECTS:
            yield f"{there}, {name}: is for what a calculator carries out: name its `acts`, or leave {name!r} out"
        elif name not in names:
            problem = unknown("", name, f"field of {sort}", names)
            meant.add(problem.suggestion)
            yield f"{there}: {problem.message}"
    for field in declared:
        if _is_needed(field) and field.name not in raw and field.name not in meant:
            yield f"{there}: {lacking(field.name)}"
    if "acts" not in raw or sort != "Component":
        return
    if "clauses" not in raw and "clauses" not in meant:
        yield f"{there}: {lacking('clauses')}"
    if not isinstance(raw["acts"], list) or not raw["acts"]:
        yield f"{there}, acts: is not a list of acts, such as [{{act: combat-plus, plus: 1}}]"
        return
    for where_in, said in acts.faults(raw):
        yield f"{there}, {where_in}: {said}"


def lacking(field: str) -> str:
    """Say that a record lacks a field, and what that is where its name does not tell."""
    return f"lacks {field!r}{f': {_HOLDS[field]}' if field in _HOLDS else ''}"


def _is_needed(field: Field[Any]) -> bool:
    """Tell whether a record must have a field."""
    return field.default is MISSING and field.default_factory is MISSING


def _record[T](kind: Callable[..., T], raw: Mapping[str, Any], **more: Any) -> T:
    """Return a record, its values turned into what its fields hold; what cannot be is left for the check to find."""
    hints = get_type_hints(kind)
    return kind(**{name: _held(hints[name], value) for name, value in raw.items()}, **more)


def _held(hint: Any, value: Any) -> Any:
    """Return plain data as a type has it: a list as a tuple, a mapping or list as a named tuple."""
    options = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    for option in options:
        origin = get_origin(option)
        if origin in (tuple, frozenset) and isinstance(value, list):
            return origin(value)
        if isinstance(option, type) and hasattr(option, "_fields"):
            inner = get_type_hints(option)
            if isinstance(value, Mapping) and value.keys() <= inner.keys():
                try:
                    return option(**{name: _held(inner[name], each) for name, each in value.items()})
                except TypeError:
                    return value
            if option.__name__ == "Value" and isinstance(value, int) and not isinstance(value, bool):
                return option(value)
    return value
