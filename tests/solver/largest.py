"""Scenarios of every step with fields at their largest: all that the published schema allows, whoever would ask it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import mecatol
from mecatol import forms
from mecatol.domain.steps import ACTIVE
from mecatol.domain.units import UNIT_TYPES, unit_of
from mecatol.game.model import Game
from mecatol.preparing.prepare import prepare
from mecatol.preparing.warnings import warn_at_start
from mecatol.scenario.step import Offer
from tests.solver.fuzz import PLAYERS, SCHEMA, without

type Data = dict[str, Any]

PLAYER = SCHEMA["properties"]["players"]["items"]
_NO_LIMITS = {"capacity": "ignored", "limits": "ignored"}
_NAMES = (*PLAYERS, "Yellow", "Black", "Purple", "Orange", "Pink")
_FEW = 20
"""How many names an enum has at most for each of them to be tried by itself."""
_LONG = 60
"""How many refusals are taken out of a scenario at most, one field after the other."""


def most(schema: Data, planets: Sequence[str], top: int = 99) -> Iterator[Any]:
    """Yield the largest values that a schema allows, in each of its forms; no number of them is above `top`."""
    if "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from most(one, planets, top)
    elif "enum" in schema:
        yield from schema["enum"] if len(schema["enum"]) <= _FEW else schema["enum"][:1]
    elif schema["type"] == "integer":
        yield min(schema["maximum"], top)
    elif schema["type"] == "array":
        yield _different(schema["items"], planets, top)[: schema["maxItems"]]
    elif schema["type"] == "object" and "properties" in schema:
        yield {name: next(most(field, planets, top)) for name, field in schema["properties"].items()}
    elif schema["type"] == "object":
        keys = _different(schema["propertyNames"], planets, top)[: schema["maxProperties"]]
        for value in most(schema["additionalProperties"], planets, top):
            yield dict.fromkeys(keys, value)
    elif schema["type"] == "boolean":
        yield True
    else:
        yield _different(schema, planets, top)[-1]


def _different(schema: Data, planets: Sequence[str], top: int) -> list[Any]:
    """Return different values of a schema, all of them where they are names."""
    if "enum" in schema:
        return list(schema["enum"])
    if "anyOf" in schema or schema["type"] != "string":
        found = list(most(schema, planets, top))
        return [value for index, value in enumerate(found) if value not in found[:index]]
    if schema.get("pattern", "").startswith("^clear:"):
        return [f"clear:{planet}" for planet in planets]
    return [*_NAMES[:2]] if "minLength" in schema else list(planets)


def crowded(step: str, units: int, players: int) -> Data:
    """Return the example of a step with so many units of each type wherever it asks for units, and as many players."""
    made: Data = json.loads(json.dumps(forms.form(step).default))
    made["assume"] = {**made.get("assume", {}), **_NO_LIMITS}
    declared = mecatol.STEPS[step]
    while len(made["players"]) < min(players, declared.most_players):
        made["players"].append({**made["players"][-1], "name": _NAMES[len(made["players"])]})
    planets = planets_of(made)
    for index, player in enumerate(made["players"]):
        for offer in declared.offers:
            if (offer.role == ACTIVE) == (index == 0):
                _crowd(player, offer, units, planets)
    return made


def _crowd(player: Data, offer: Offer, units: int, planets: Sequence[str]) -> None:
    held = player.setdefault(offer.area, {})
    printed = {slug: unit_of(slug, player.get("faction"), frozenset()) for slug in UNIT_TYPES}
    force = {slug: units for slug, unit in printed.items() if unit and offer.units(unit)}
    if offer.area != "planets":
        held |= force
        return
    for planet in planets[:1]:
        held[planet] = {**held.get(planet, {}), **force}


def planets_of(made: Data) -> list[str]:
    """Return the planets that a scenario names, at least one."""
    return sorted({planet for player in made["players"] for planet in player.get("planets", {})}) or ["abaddon"]


def leaves(schema: Data, planets: Sequence[str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield (path, largest value) for each field of a record, and for each field of the records in it."""
    for name, field in schema["properties"].items():
        if name in ("step", "players", "name"):
            continue
        for value in most(field, planets):
            yield (name,), value
        if "properties" in field:
            yield from (((name, *path), value) for path, value in leaves(field, planets))


def put(into: Data, path: Sequence[str], value: Any) -> None:
    """Set a field of a record, or of a record in it."""
    for name in path[:-1]:
        into = into.setdefault(name, {})
    held = into.get(path[-1])
    into[path[-1]] = {**held, **value} if isinstance(held, dict) and isinstance(value, dict) else value


def mend(made: Data) -> Game | None:
    """Take what refusals name out of a scenario; return its game, None where nothing is left to take out."""
    for _ in range(_LONG):
        try:
            return prepare(mecatol.read(made))
        except mecatol.ScenarioError as error:
            taken = [without(made, problem.field) for problem in error.problems]
            if not any(taken):
                return None
    return None


def is_ignored(game: Game, field: Sequence[str]) -> bool:
    """Tell whether it is said of a field, or of the record that it is in, that the step ignores it."""
    warn_at_start(game)
    records = [".".join(field[:depth]) for depth in range(1, len(field) + 1)]
    return any(warning.startswith(f"`{name}` was ignored") for warning in game.journal.warnings for name in records)
