"""The JSON Schema of a plan, for editors and for programs that write one."""

from __future__ import annotations

from typing import Any

from mecatol.domain.units import UNIT_TYPES
from mecatol.scenario.model import SCENARIO

VERSION = 1
"""The version of the format of plans: it grows when a key goes away or changes its meaning."""


def plan_schema() -> dict[str, Any]:
    """Return the schema; what depends on the base, such as the names of its players, is checked when a plan is read."""
    number = {"type": "number", "minimum": 0}
    whole = {"type": "integer"}
    span = {
        "type": "object",
        "required": ["to"],
        "additionalProperties": False,
        "properties": {"from": whole, "to": whole, "step": {"type": "integer", "minimum": 1}},
    }
    cost = {"type": "object", "additionalProperties": False, "properties": {"from": number, "to": number}}
    fleets = {
        "type": "object",
        "required": ["units", "cost"],
        "additionalProperties": False,
        "properties": {
            "units": {"type": "array", "minItems": 1, "items": {"enum": list(UNIT_TYPES)}},
            "cost": {"oneOf": [number, cost], "description": "Resources: a number, or from one to another."},
            "fleet_pool": {**whole, "minimum": 0, "description": "Ships other than fighters (37.1)."},
            "production_limit": {**whole, "minimum": 0, "description": "Units that are produced at once (67.2)."},
            "within_capacity": {"type": "boolean", "description": "Whether fighters must be carried (16.1)."},
            "within_box": {"type": "boolean", "description": "Whether the box must hold as many."},
            "whole_pairs": {"type": "boolean", "description": "Whether fighters and infantry are bought in twos."},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"mecatol:plan-{VERSION}",
        "title": f"Mecatol plan, version {VERSION}",
        "type": "object",
        "required": ["base"],
        "additionalProperties": False,
        "$defs": {},
        "properties": {
            "base": {
                "anyOf": [SCENARIO.schema(), {"type": "string", "minLength": 1}],
                "description": "The scenario that all battles share: data, or words as players write them.",
            },
            "axes": {
                "type": "object",
                "additionalProperties": {"oneOf": [{"type": "array", "minItems": 1}, span, {"const": "all"}]},
                "description": "Values by the address of a field, such as Red.space.cruiser: a list, or a range.",
            },
            "fleets": {
                "type": "object",
                "additionalProperties": fleets,
                "description": "Every fleet of these units, as the ships of the player with that name.",
            },
            "pairs": {"enum": ["equal-cost", "equal-cost-once"], "description": "Which fleets meet: all unless named."},
            "fields": {
                "type": "array",
                "minItems": 1,
                "items": {"type": "string"},
                "description": "Addresses in a solution whose values become columns, such as winner.",
            },
        },
    }
