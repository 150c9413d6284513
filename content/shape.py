"""The shape of a file against its JSON Schema, with faults in words that help."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from difflib import get_close_matches
from functools import cache
from json import loads
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from content.nearest import nearest
from content.source import Place, Source, unless_sound

_TYPES = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "a mapping",
    "array": "a list",
    "null": "nothing",
}


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema file of that name beside this module, such as `schema.json`, that of a topic."""
    found: dict[str, Any] = loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    if "$defs" not in found:  # the kinds of text, the notes and their parts are the same everywhere
        found["$defs"] = schema("schema.json")["$defs"]
    return found


@cache
def kinds_of_text() -> dict[str, str]:
    """Return the fields of a topic that hold words: name to `blocks`, `inline` or `plain`, as the schema declares."""
    found: dict[str, str] = {}

    def walk(node: object, name: str) -> None:
        if isinstance(node, list):
            for item in node:
                walk(item, name)
        if not isinstance(node, dict):
            return
        kind = str(node.get("$ref", "")).rpartition("/")[2]
        if name and kind in ("blocks", "inline", "plain"):
            found[name] = kind
        for field, inside in node.get("properties", {}).items():
            walk(inside, field)
        for inside in (node.get("items"), node.get("additionalProperties")):
            walk(inside, name)

    root = schema("schema.json")
    for part in (root, *root["$defs"].values()):
        walk(part, "")
    return found


def check(source: Source, name: str) -> bool:
    """Record a fault for everything in the file that the schema forbids; tell whether there was none."""
    before = len(source.faults)
    unless_sound(source, lambda: _check(source, name), "shape", name)
    source.shaped = len(source.faults)
    return source.shaped == before


def _check(source: Source, name: str) -> None:
    for error in Draft202012Validator(schema(name)).iter_errors(source.data):
        for place, message in _explain(error, tuple(error.absolute_path)):
            source.fault(place, message)


def fit(source: Source, name: str) -> bool:
    """Record what the schema forbids, and mend the data so that its meaning can be checked; tell whether it can be.

    What is mended is in `source.mended`: nothing that a check says of it later is a fault of the file.
    """
    if check(source, name):
        return True
    if not isinstance(source.data, dict):
        return False
    for _ in range(_ROUNDS):
        errors = [error for error in Draft202012Validator(schema(name)).iter_errors(source.data) if _breaks(error)]
        if not errors:
            return True
        for error in errors:
            source.mended += _mend(source.data, error)
    return False


def forget(source: Source) -> None:
    """Drop what later checks say of a field whose shape is wrong already, and of what was mended or is around it."""
    shaped, later = source.faults[: source.shaped], source.faults[source.shaped :]
    wrong = {fault.field for fault in shaped if fault.field}
    mended = {".".join(map(str, place)) for place in source.mended}

    def told(field: str) -> bool:
        within = any(field == place or field.startswith(f"{place}.") for place in wrong | mended)
        return within or any(place.startswith(f"{field}.") for place in mended if field)

    source.faults = [*shaped, *(fault for fault in later if not told(fault.field))]


_ROUNDS = 4
"""So often mending may lay open further faults of shape below what was mended."""

_HARMLESS = ("minLength", "maxLength", "pattern", "minItems", "maxItems", "minProperties", "minimum", "maximum",
             "uniqueItems")  # fmt: skip
"""Rules that may be broken while the value still is of the kind that later checks take."""


def _breaks(error: ValidationError) -> bool:
    return error.validator not in _HARMLESS


def _mend(data: Any, error: ValidationError) -> list[Place]:
    """Put something of the right shape where an error is; return where."""
    rule, want, found = _parts(error)
    place: Place = tuple(error.absolute_path)
    shape: Any = error.schema
    if rule == "additionalProperties" and isinstance(found, dict):
        for key in [key for key in found if key not in shape.get("properties", {})]:
            del found[key]
        return []
    if rule in ("required", "dependentRequired"):
        wanted = want if rule == "required" else [need for key, needs in want.items() if key in found for need in needs]
        lacking = [key for key in wanted if key not in found]
        found.update({key: _filler(shape.get("properties", {}).get(key, {})) for key in lacking})
        return [(*place, key) for key in lacking]
    if not place:
        return []
    within = data
    for step in place[:-1]:
        within = within[step]
    near = get_close_matches(str(found), want, n=1) if rule == "enum" else []
    within[place[-1]] = near[0] if near else _filler(shape)
    return [place]


def _filler(node: Any) -> Any:
    """Return a value that fits a part of a schema."""
    node = schema("schema.json")["$defs"].get(node.get("$ref", "").rpartition("/")[2], node)
    if "enum" in node:
        return node["enum"][0]
    match node.get("type", "string"):
        case "object":
            return {key: _filler(node["properties"][key]) for key in node.get("required", ())}
        case "array":
            return [_filler(node["items"])] if node.get("minItems") and "items" in node else []
        case "boolean":
            return True
        case "integer" | "number":
            return 1
        case _:
            return "filler"


def _explain(error: ValidationError, place: Place) -> Iterator[tuple[Place, str]]:
    rule, want, found = _parts(error)
    description = error.schema.get("description", "") if isinstance(error.schema, dict) else ""
    match rule:
        case "additionalProperties" if want is False:
            allowed = list(error.schema.get("properties", ()))  # type: ignore[union-attr]
            for key in found:
                if key not in allowed:
                    yield (*place, key), f"is not a field here{nearest(key, allowed)}"
        case "required":
            yield from ((place, f"lacks {key!r}: {_about(error, key)}") for key in want if key not in found)
        case "dependentRequired":
            for key, needs in want.items():
                if key in found:
                    yield from (((*place, key), f"needs {need!r} beside it") for need in needs if need not in found)
        case "type":
            yield place, _wrong_type(found, want)
        case "enum":
            yield place, f"{found!r} is not allowed{nearest(found, [str(name) for name in want])}"
        case "pattern":
            yield place, f"{found!r} does not fit. {description}"
        case "minLength":
            yield place, f"is too short: at least {want} characters"
        case "maxLength":
            yield place, f"is too long: {len(found)} characters, at most {want}"
        case "minItems" | "minProperties":
            yield place, f"has {len(found)} entries: at least {want}"
        case "minimum":
            yield place, f"is {found}: at least {want}"
        case "uniqueItems":
            twice = sorted({str(item) for item in found if found.count(item) > 1})
            yield place, f"names {', '.join(twice)} more than once"
        case _:
            yield place, error.message


def _parts(error: ValidationError) -> tuple[str, Any, Any]:
    """Return the rule broken, what it wants and what was found; the library leaves their types open."""
    return str(error.validator), error.validator_value, error.instance


def _about(error: ValidationError, key: str) -> str:
    """Say what a missing field would hold: the first sentence of its description."""
    root: Any = error.schema
    field = root["properties"].get(key, {})
    shared = schema("schema.json")["$defs"].get(field.get("$ref", "").rpartition("/")[2], {})
    said: str = field.get("description") or shared.get("description", "it is required.")
    return said.split(". ")[0].rstrip(".")


def _wrong_type(found: object, want: str | Collection[str]) -> str:
    names = [want] if isinstance(want, str) else list(want)
    message = f"should be {' or '.join(_TYPES[name] for name in names)}, and is {_describe(found)}"
    if "string" in names and isinstance(found, int | float) and not isinstance(found, bool):
        message += ": put it in quotes"
    return message


def _describe(found: object) -> str:
    match found:
        case bool():
            return "true" if found else "false"
        case None:
            return "nothing"
        case str():
            return f"the text {found!r}"
        case int() | float():
            return f"the number {found}"
        case list():
            return "a list"
        case dict():
            return "a mapping"
        case _:
            return f"the {type(found).__name__} {found}"
