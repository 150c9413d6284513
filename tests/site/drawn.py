"""Values drawn from the schema of scenarios."""

from __future__ import annotations

import random
from typing import Any

type Data = dict[str, Any]


def made(chance: random.Random, schema: Data, depth: int = 0) -> Any:
    """A value of a schema, small enough to be solved at once."""
    if "anyOf" in schema:
        return made(chance, chance.choice(schema["anyOf"]), depth)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema["type"]
    if kind == "integer":
        return chance.randint(max(0, schema["minimum"]), min(2, schema["maximum"]))
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "string":
        return chance.choice(["red", "blue", "abaddon", "x-1"])
    if kind == "array":
        return [made(chance, schema["items"], depth + 1) for _ in range(chance.randint(0, 2))]
    if "properties" in schema:
        share = 0.1 if depth else 0.2
        needed = schema.get("required", ()) if depth else ()
        return {
            key: made(chance, one, depth + 1)
            for key, one in schema["properties"].items()
            if key in needed or chance.random() < share
        }
    keys = [made(chance, schema["propertyNames"]) for _ in range(chance.randint(0, 2))]
    return {key: made(chance, schema["additionalProperties"], depth + 1) for key in keys}


def places(value: Any) -> list[Any]:
    """Every mapping and list of a case."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [*([value] if isinstance(value, dict | list) else []), *(one for each in inside for one in places(each))]
