"""The outline of a scenario: what of its JSON Schema a browser checks before it builds anything from a case."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import mecatol

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_ -]*\Z")
"""Keys that theme/browser/keeping/reading.ts takes in any mapping."""


def outline() -> list[dict[str, Any]]:
    """Return the kinds of value that a scenario is made of, each once; the last is the scenario itself.

    A record is ``{"fields": {name: kind}, "required": [name]}``, a mapping ``{"values": kind, "most": entries}`` with
    the ``keys`` that are allowed though they are not plain words, a list ``{"items": kind, "most": entries}``, a choice
    ``{"either": [kind]}`` and a single value ``{"type": "string", "integer" or "boolean"}``. A kind is named by its
    place.
    """
    found: dict[str, int] = {}

    def place(schema: Mapping[str, Any]) -> int:
        text = json.dumps(kind(schema), separators=(",", ":"), ensure_ascii=False)
        return found.setdefault(text, len(found))

    def kind(schema: Mapping[str, Any]) -> dict[str, Any]:
        if "anyOf" in schema:
            return {"either": [place(one) for one in schema["anyOf"]]}
        if "properties" in schema:
            made = {"fields": {name: place(one) for name, one in schema["properties"].items()}}
            return {**made, "required": schema["required"]} if schema["required"] else made
        if schema["type"] == "object":
            pointed = [name for name in schema["propertyNames"].get("enum", ()) if not _PLAIN.match(name)]
            mapping = {"values": place(schema["additionalProperties"]), "most": schema["maxProperties"]}
            return {**mapping, "keys": pointed} if pointed else mapping
        if schema["type"] == "array":
            return {"items": place(schema["items"]), "most": schema["maxItems"]}
        return {"type": schema["type"]}

    place(mecatol.schema())
    return [json.loads(text) for text in found]


def module() -> str:
    """Return the outline as a module of JavaScript."""
    return f"export default {json.dumps(outline(), separators=(',', ':'))};\n"
