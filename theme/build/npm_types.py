"""Types for TypeScript, written from a JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_NAME = re.compile(r"[A-Za-z_$][\w$]*\Z")
_PLAIN = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null"}


def declared(name: str, schema: Mapping[str, Any]) -> str:
    """Return a schema as an exported type of that name, each field with its description."""
    about = _about(schema.get("description") or schema.get("title"), "")
    return f"{about}export type {name} = {_type(schema, '')};\n"


def _about(text: object, space: str) -> str:
    said = str(text or "").replace("*/", "* /")
    return f"{space}/** {said} */\n" if said else ""


def _type(schema: Any, space: str) -> str:
    """Return the type of what a schema allows; `unknown` where it says nothing that a type can say."""
    if not isinstance(schema, Mapping):
        return "never" if schema is False else "unknown"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(_grouped(_type(one, space)) for one in schema[key]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(dict.fromkeys(_grouped(_type({**schema, "type": one}, space)) for one in kind))
    if kind == "array":
        return f"{_grouped(_type(schema.get('items'), space))}[]"
    if kind == "object":
        return _object(schema, space)
    return _PLAIN.get(str(kind), "unknown")


def _grouped(written: str) -> str:
    return f"({written})" if " | " in written and not written.startswith("{") else written


def _object(schema: Mapping[str, Any], space: str) -> str:
    lines = list(_fields(schema, f"{space}  "))
    others = schema.get("additionalProperties", not lines)
    names = schema.get("propertyNames")
    if not lines and isinstance(others, Mapping):
        return f"{{ [{_key(names, space)}]{'?' if _is_listed(names) else ''}: {_type(others, space)} }}"
    if not lines:
        return "Record<string, unknown>"
    return "{\n" + "".join(lines) + f"{space}}}"


def _is_listed(names: Any) -> bool:
    return isinstance(names, Mapping) and "enum" in names


def _key(names: Any, space: str) -> str:
    return f"key in {_type(names, space)}" if _is_listed(names) else "key: string"


def _fields(schema: Mapping[str, Any], space: str) -> Iterator[str]:
    required = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        written = name if _NAME.match(name) else json.dumps(name)
        about = _about(one.get("description"), space) if isinstance(one, Mapping) else ""
        yield f"{about}{space}{written}{'' if name in required else '?'}: {_type(one, space)};\n"
