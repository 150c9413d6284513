"""The fields of a plan: addresses in a solution, each one that an answer of the plan can have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from mecatol.domain.steps import GROUND_COMBAT, SPACE_COMBAT
from mecatol.domain.units import UNIT_TYPES
from mecatol.errors import Problem, ScenarioError, fault, shown, unknown
from mecatol.scenario.model import NOBODY, SCENARIO
from mecatol.scenario.step import STEPS
from mecatol.solution.schema import solution_schema

FIELDS = ("winner",)
"""What becomes columns where a plan does not say."""
_WON = ("winner", "rounds")
"""Parts of which only a single combat has any."""


def fields_of(told: object, base: Mapping[str, Any], axes: Mapping[str, Collection[Any]]) -> tuple[str, ...]:
    """Return the fields of a plan; `told` is None where it does not say.

    Raises:
        ScenarioError: no answer of the plan has one of them; the message names it and what is allowed.
    """
    given = FIELDS if told is None else told
    if not isinstance(given, list | tuple) or not given or not all(isinstance(one, str) and one for one in given):
        raise fault("fields", f"is {shown(given)}; give a list such as [winner, expected_cost.Red]", given)
    won = "step" in axes or base["step"] in (SPACE_COMBAT, GROUND_COMBAT)
    parts = {part: what for part, what in solution_schema()["properties"].items() if won or part not in _WON}
    if not won and told is None:
        title = STEPS[base["step"]].title
        raise fault("fields", f"is missing: {title} has no winner; give a list of some of {', '.join(parts)}")
    for place, one in enumerate(given):
        if problem := _misaddressed(f"fields.{place}", one, parts, _names(base, axes)):
            raise ScenarioError([problem])
    return tuple(given)


def _names(base: Mapping[str, Any], axes: Mapping[str, Collection[Any]]) -> list[str] | None:
    """Return the names of all players of a plan; None where an axis changes them."""
    if any(address == "players" or address.endswith(".name") for address in axes):
        return None
    return [one["name"] for one in base["players"]]


def _misaddressed(where: str, address: str, parts: Mapping[str, Any], names: Collection[str] | None) -> Problem | None:
    """Return what is wrong with an address: a key that no answer has, or one that leads into a list or a number."""
    part, *keys = address.split(".")
    if part not in parts:
        return unknown(where, part, "part of a solution here", parts)
    at, so_far = parts[part], part
    if part == "scenario":
        wrong = bool(keys) and keys[0] not in SCENARIO.fields
        return unknown(where, keys[0], "field of a scenario", SCENARIO.fields) if wrong else None
    for depth, key in enumerate(keys):
        at = next((one for one in at.get("oneOf", ()) if "properties" in one), at)
        if "properties" in at:
            allowed: Collection[str] | None = list(at["properties"])
        elif "additionalProperties" not in at:
            what = "is a list" if at.get("type") == "array" else "has no parts"
            return Problem(
                where, f"{address!r} leads nowhere: {so_far} {what}; give {so_far!r} instead", address, so_far
            )
        elif depth:
            allowed = None if part == "hits" else UNIT_TYPES
        else:
            allowed = [*names, *(NOBODY if part == "winner" else ())] if names is not None else None
        if allowed is not None and key not in allowed:
            return unknown(where, key, f"key of {so_far}", allowed)
        at = at["properties"][key] if "properties" in at else at["additionalProperties"]
        so_far += f".{key}"
    return None
