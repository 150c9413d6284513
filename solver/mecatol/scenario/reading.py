"""Reading a scenario from plain data, and the schema of what can be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.domain.places import SPACE
from mecatol.domain.rulings import RULINGS
from mecatol.domain.steps import INVASION, TACTICAL_ACTION
from mecatol.domain.units import UNIT_TYPES
from mecatol.errors import Problem, ScenarioError, fault, shown, unknown
from mecatol.scenario.fields import Problems
from mecatol.scenario.model import Player, Scenario, frozen, given_policy
from mecatol.scenario.production import ORDER_MAPS
from mecatol.scenario.records import PLAYER_RECORDS, RECORDS, SCENARIO

VERSION = 1
"""The version of the notation of scenarios: it grows when a field goes away or changes its meaning."""
_MAPS = ("effects", "space", "planets", "adjacent", "stationed", *ORDER_MAPS)  # empty when nothing is said


def _player(values: dict[str, Any], path: str, problems: Problems) -> Player:
    damaged: dict[str, int] = {}
    damaged_on: dict[str, dict[str, int]] = {}
    planets = values["planets"] or {}
    for key, value in (values["damaged"] or {}).items():
        if isinstance(value, dict):
            if key in planets:
                damaged_on[key] = value
            else:
                problems.append(unknown(f"{path}.damaged.{key}", key, "planet of this player", list(planets)))
        elif key in UNIT_TYPES:
            damaged[key] = value
        else:
            problems.append(unknown(f"{path}.damaged.{key}", key, "type of unit", UNIT_TYPES))
    for name in _MAPS:
        values[name] = values[name] or {}
    values["policy"] = given_policy(values["policy"])
    for name, (record, _) in PLAYER_RECORDS.items():
        values[name] = given_policy(record.given(values[name]))
    return frozen(Player, {**values, "damaged": damaged, "damaged_on": damaged_on})


def _condition_problems(
    path: str, condition: dict[str, Any], names: list[str], places: list[str], step: str | None
) -> Problems:
    """Return what is wrong with a condition: nobody's name, no place of the scenario, or nothing that can be."""
    problems: Problems = []
    player = condition.get("player")  # None where it was missing, or no text: a problem that is told already
    if player is not None and player not in names:
        problems.append(unknown(f"{path}.player", player, "player of this scenario", names))
    where, least, most = (condition.get(key) for key in ("where", "least", "most"))
    if where is not None and where not in places:
        problems.append(unknown(f"{path}.where", where, "place of this scenario", places))
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = f"at least {least} and at most {most} cannot be; the first is at most the second"
        problems.append(Problem(f"{path}.least", message, least))
    if condition.get("when") is not None and step not in (INVASION, TACTICAL_ACTION):
        message = "only an invasion or a tactical action has such a moment; leave it out"
        problems.append(Problem(f"{path}.when", message, condition["when"]))
    return problems


def read(raw: object) -> Scenario:
    """Return the scenario that plain data (from JSON or YAML) describes, or that was made in code, checked.

    Raises ScenarioError with every fault of form: unknown fields and names, wrong types, counts out of range.
    What the rules make of it (a unit that the faction lacks, too little capacity) is checked by
    `mecatol.preparing.prepare`.
    """
    if isinstance(raw, str):
        raise fault(
            "scenario", f"must be a mapping, not the text {shown(raw)}; in code, `Scenario.parse` reads a text", raw
        )
    problems: Problems = []
    plain = raw.given() if isinstance(raw, Scenario) else raw
    if isinstance(plain, Mapping) and isinstance(made := plain.get("players"), list | tuple):
        plain = {**plain, "players": [one.given() if isinstance(one, Player) else one for one in made]}
    values = SCENARIO.read(plain, "", problems)
    if not isinstance(plain, Mapping):
        raise ScenarioError(problems)
    players = tuple(
        _player(player, f"players.{index}", problems) for index, player in enumerate(values["players"] or ())
    )
    if not players and not any(p.field.startswith("players") for p in problems):
        problems.append(Problem("players", "is empty: name at least the active player"))
    names = [player.name for player in players if isinstance(player.name, str)]  # else it is refused already
    for index, name in enumerate(player.name for player in players) if len({*names}) < len(names) else ():
        if name in names and name in [player.name for player in players[:index]]:
            problems.append(Problem(f"players.{index}.name", f"{name!r} is taken by an earlier player", name))
    rulings = values["rulings"] or {}
    for key, reading in rulings.items():
        if key in RULINGS and reading != "?" and reading not in RULINGS[key].readings:
            problems.append(unknown(f"rulings.{key}", reading, f"reading of {key}", RULINGS[key].readings))
    policy = given_policy(values["policy"])
    places = [SPACE, *dict.fromkeys(planet for player in players for planet in player.planets)]
    for chosen in (policy, *(player.policy for player in players)):
        places += [planet for planet in chosen.get("land", ()) if planet not in places]
    for index, condition in enumerate(values["ask"] or ()):
        problems += _condition_problems(f"ask.{index}", condition, names, places, values["step"])
    for where, chosen in [("policy", policy)] + [(f"players.{i}.policy", p.policy) for i, p in enumerate(players)]:
        if "target" in chosen and chosen["target"] not in names:
            problems.append(unknown(f"{where}.target", chosen["target"], "player of this scenario", names))
    for record, keys in (("hits", ("against", "by")), ("deploy", ("player", "whose"))):
        for key in keys:
            named = (values[record] or {}).get(key)
            if named is not None and named not in names:
                problems.append(unknown(f"{record}.{key}", named, "player of this scenario", names))
    if problems:
        raise ScenarioError(problems)
    return frozen(
        Scenario,
        {
            **values,
            "players": players,
            "policy": policy,
            "rulings": rulings,
            "assume": values["assume"] or {},
            "ask": values["ask"] or (),
            **{name: given_policy(record.given(values[name])) for name, record in RECORDS.items()},
        },
    )


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scenario: what each field means and may hold."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"mecatol:scenario-{VERSION}",
        "title": f"Mecatol scenario, version {VERSION}",
        **SCENARIO.schema(),
    }
