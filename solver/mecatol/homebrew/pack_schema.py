"""The JSON Schema of a pack as data, made of the records that it declares."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from mecatol.domain.editions import OwnEdition
from mecatol.domain.factions import Faction
from mecatol.domain.units import Unit
from mecatol.effects.model import Component, Effect
from mecatol.homebrew.acts import ACTS, SETTINGS, Setting
from mecatol.homebrew.packs import _BEHAVIOR, _is_needed

VERSION = 1
"""The version of the format of packs: it grows when a field goes away or changes its meaning."""
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}


def pack_schema() -> dict[str, Any]:
    """Return the schema; what records make of one another is checked when a pack is registered."""
    component = _record(Component)
    effect = _record(Effect)
    effect["properties"]["acts"] = {"type": "array", "minItems": 1, "items": {"oneOf": [*_acts()]}}
    effect["required"] += ["clauses", "acts"]
    parts = {
        "edition": {**_record(OwnEdition), "description": "The edition of the pack, which its records name."},
        "factions": _listed(_record(Faction)),
        "units": _listed(_record(Unit)),
        "components": _listed({"anyOf": [effect, component]}),
        "texts": {
            "type": "object",
            "additionalProperties": {"type": "object"},
            "description": "What pages say of each faction, by its slug.",
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"mecatol:pack-{VERSION}",
        "title": f"Mecatol pack, version {VERSION}",
        "type": "object",
        "required": ["edition"],
        "additionalProperties": False,
        "properties": parts,
    }


def _listed(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def _record(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    declared = [one for one in fields(kind) if one.name not in _BEHAVIOR]
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [one.name for one in declared if _is_needed(one)],
        "properties": {one.name: _value(hints[one.name]) for one in declared},
    }


def _acts() -> Iterator[dict[str, Any]]:
    for name, act in ACTS.items():
        settings = {setting: _setting(SETTINGS[setting]) for setting in (*act.needs, *act.may)}
        yield {
            "type": "object",
            "additionalProperties": False,
            "required": ["act", *act.needs],
            "description": act.says,
            "properties": {"act": {"const": name}, **settings},
        }


def _setting(setting: Setting) -> dict[str, Any]:
    if setting.kind is int:
        bounds: dict[str, Any] = {"type": "integer", "minimum": setting.least, "maximum": setting.most}
        return {**bounds, "not": {"const": 0}} if setting.least < 0 else bounds
    named = {"enum": [*setting.names]}
    return {"type": "array", "minItems": 1, "items": named} if setting.kind is list else named


def _value(hint: Any) -> dict[str, Any]:
    """Return the schema of what a field of a type holds; of a type that only code can make, anything."""
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if hint is type(None):
        return {"type": "null"}
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return _named(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return {"anyOf": [_value(one) for one in inner]}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin in (Mapping, dict):
        return {"type": "object", "additionalProperties": _value(inner[1])}
    if origin in (tuple, frozenset, list, Sequence, AbstractSet):
        return _listed(_value(inner[0])) if len({*inner} - {Ellipsis}) == 1 else {"type": "array"}
    return {}


def _named(kind: Any) -> dict[str, Any]:
    """Return the schema of a named tuple: a mapping of its fields; a combat value may be its number alone."""
    hints = get_type_hints(kind)
    needed = [name for name in kind._fields if name not in kind._field_defaults]
    mapping = {
        "type": "object",
        "additionalProperties": False,
        "required": needed,
        "properties": {name: _value(hints[name]) for name in kind._fields},
    }
    return {"anyOf": [mapping, {"type": "integer"}]} if kind.__name__ == "Value" else mapping
