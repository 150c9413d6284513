"""The lab's tables for other programs: as Parquet, as JSON with its schema, each with the plan that made it."""

from __future__ import annotations

import json
from typing import Any

from content import measured
from theme.shared.files import LICENCE

FOLDER = "data/lab"
"""Where they lie, from the root of the site."""
MADE = "Solved exactly with `mecatol sweep` by the plan beside it. Chances are in 0..1; costs are resources."


def paths(name: str) -> dict[str, str]:
    """Return the files of a table by what they are, as paths from the root of the site."""
    return {
        "Parquet": f"{FOLDER}/{name}.parquet",
        "JSON": f"{FOLDER}/{name}.json",
        "JSON Schema": f"{FOLDER}/{name}.schema.json",
        "Plan": f"{FOLDER}/{name}.yaml",
    }


def files() -> dict[str, bytes]:
    """Return every file by its path from the root of the site."""
    made: dict[str, bytes] = {}
    for name in measured.TABLES:
        at = paths(name)
        made[at["Parquet"]] = (measured.FOLDER / f"{name}.parquet").read_bytes()
        made[at["JSON"]] = json.dumps(document(name), ensure_ascii=False, separators=(",", ":")).encode()
        made[at["JSON Schema"]] = json.dumps(schema(name), indent=1, ensure_ascii=False).encode()
        made[at["Plan"]] = (measured.FOLDER / f"{name}.yaml").read_bytes()
    return made


def columns(name: str) -> list[str]:
    """Return the columns of a table in their order."""
    return list(measured.rows(name)[0])


def document(name: str) -> dict[str, Any]:
    """Return a table as JSON: what it is, its columns, and a list of values a battle."""
    return {
        "$schema": f"{name}.schema.json",
        "licence": LICENCE,
        "holds": measured.TABLES[name],
        "made": MADE,
        "plan": f"{name}.yaml",
        "fingerprint": measured.plan(name).fingerprint,
        "columns": columns(name),
        "rows": [list(row.values()) for row in measured.rows(name)],
    }


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a table."""
    kinds = [{"description": meaning(column), **_kind(name, column)} for column in columns(name)]
    text = {"type": "string"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": measured.TABLES[name],
        "type": "object",
        "properties": {
            **dict.fromkeys(("$schema", "licence", "holds", "made", "plan", "fingerprint"), text),
            "columns": {"const": columns(name)},
            "rows": {
                "type": "array",
                "items": {"type": "array", "prefixItems": kinds, "minItems": len(kinds), "items": False},
            },
        },
        "required": list(document(name)),
        "additionalProperties": False,
    }


def meaning(column: str) -> str:
    """Return what a column holds, in a sentence."""
    head, _, rest = column.rpartition(".")
    if column == "battle":
        return "Place of the battle in the plan."
    if column == "winner.draw":
        return "Chance that nobody has units left that fight, in 0..1."
    if head == "winner":
        return f"Chance that {rest} is left alone, in 0..1."
    if head == "expected_cost":
        return f"Resources that {rest} loses on average."
    if column.startswith("expected_losses."):
        return f"How many of {head.rpartition('.')[2]}'s units of the type {rest} are lost on average."
    if rest == "first_fleet":
        return f"Faction whose first fleet {head} has."
    if rest == "space":
        return f"{head}'s fleet: a number and a type of unit, by commas."
    if column in ("Red", "Blue"):
        return f"{column}'s faction, technologies and units, as far as they change, in JSON."
    if rest == "technologies":
        return f"{head}'s technologies, as a list in JSON."
    return f"{head.partition('.')[0]}'s units of the type {rest}."


def _kind(name: str, column: str) -> dict[str, Any]:
    found = {type(row[column]) for row in measured.rows(name)}
    names = {int: "integer", float: "number", str: "string", type(None): "null"}
    return {"type": sorted(names[kind] for kind in found)}
