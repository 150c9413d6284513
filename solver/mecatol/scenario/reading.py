"""Reading a scenario from plain data, and the schema of what can be read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from mecatol.domain.places import SPACE
from mecatol.domain.rulings import RULINGS
from mecatol.domain.steps import INVASION, TACTICAL_ACTION
from mecatol.domain.units import UNIT_TYPES
from mecatol.errors import Problem, ScenarioError, fault, shown, unknown
from mecatol.scenario.assumptions import ASSUME
from mecatol.scenario.fields import Problems, Record, mappings_of
from mecatol.scenario.model import PLAYER, SCENARIO, Player, Scenario, frozen, given_policy

VERSION = 1
"""The version of the notation of scenarios: it grows when a field goes away or changes its meaning."""
_MAPPINGS, _PLAYER_MAPPINGS = mappings_of(Scenario), mappings_of(Player)
"""Fields of a scenario and of a player that are empty mappings when nothing is said."""
_NAMED_PLAYERS = {"hits": ("against", "by"), "deploy": ("player", "whose")}
"""Fields of the records of a scenario that name one of its players."""


def _filled(values: dict[str, Any], kind: Record, mappings: Iterable[str]) -> dict[str, Any]:
    """Return what was read of a record's fields with its mappings filled in; of records, only what is said."""
    for name in mappings:
        values[name] = values.get(name) or {}
    for name, record in kind.inner.items():
        if values[name] and record is not ASSUME:  # what is assumed is kept with its defaults
            values[name] = given_policy(record.given(values[name]))
    return values


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
    filled = _filled(values, PLAYER, _PLAYER_MAPPINGS)
    return frozen(Player, {**filled, "damaged": damaged, "damaged_on": damaged_on})


def _taken_names(players: Sequence[Player]) -> Iterator[Problem]:
    earlier: set[str] = set()
    for index, player in enumerate(players):
        name = player.name
        if name in earlier:
            yield Problem(f"players.{index}.name", f"{name!r} is taken by an earlier player", name)
        if isinstance(name, str):  # else it is refused already
            earlier.add(name)


def _unknown_readings(rulings: Mapping[str, str]) -> Iterator[Problem]:
    for key, reading in rulings.items():
        if key in RULINGS and reading != "?" and reading not in RULINGS[key].readings:
            yield unknown(f"rulings.{key}", reading, f"reading of {key}", RULINGS[key].readings)


def _condition_problems(
    path: str, condition: dict[str, Any], names: list[str], places: Collection[str], step: str | None
) -> Iterator[Problem]:
    """Yield what is wrong with a condition: nobody's name, no place of the scenario, or nothing that can be."""
    player = condition.get("player")  # None where it was missing, or no text: a problem that is told already
    if player is not None and player not in names:
        yield unknown(f"{path}.player", player, "player of this scenario", names)
    where, least, most = (condition.get(key) for key in ("where", "least", "most"))
    if where is not None and where not in places:
        yield unknown(f"{path}.where", where, "place of this scenario", places)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = f"at least {least} and at most {most} cannot be; the first is at most the second"
        yield Problem(f"{path}.least", message, least)
    if condition.get("when") is not None and step not in (INVASION, TACTICAL_ACTION):
        message = "only an invasion or a tactical action has such a moment; leave it out"
        yield Problem(f"{path}.when", message, condition["when"])


def _places(scenario: Scenario) -> Collection[str]:
    """Return where units are or may be in a scenario: space, and planets with units or that somebody lands on."""
    places = dict.fromkeys((SPACE,))
    for player in scenario.players:
        places |= dict.fromkeys(player.planets)
    for policy in (scenario.policy, *(player.policy for player in scenario.players)):
        places |= dict.fromkeys(policy.get("land", ()))
    return places


def _unknown_players(scenario: Scenario, names: list[str]) -> Iterator[Problem]:
    """Yield what names somebody who does not play: in a policy, or in a record."""
    chosen = {"policy": scenario.policy}
    chosen |= {f"players.{index}.policy": player.policy for index, player in enumerate(scenario.players)}
    for where, policy in chosen.items():
        if "target" in policy and policy["target"] not in names:
            yield unknown(f"{where}.target", policy["target"], "player of this scenario", names)
    for record, keys in _NAMED_PLAYERS.items():
        for key in keys:
            named = getattr(scenario, record).get(key)
            if named is not None and named not in names:
                yield unknown(f"{record}.{key}", named, "player of this scenario", names)


def _unchecked(raw: object) -> object:
    """Return plain data as it is, and what was made in code as plain data of which nothing is checked."""
    plain = raw.given() if isinstance(raw, Scenario) else raw
    if isinstance(plain, Mapping) and isinstance(made := plain.get("players"), list | tuple):
        return {**plain, "players": [one.given() if isinstance(one, Player) else one for one in made]}
    return plain


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
    plain = _unchecked(raw)
    values = SCENARIO.read(plain, "", problems)
    if not isinstance(plain, Mapping):
        raise ScenarioError(problems)
    players = tuple(
        _player(player, f"players.{index}", problems) for index, player in enumerate(values["players"] or ())
    )
    if not players and not any(p.field.startswith("players") for p in problems):
        problems.append(Problem("players", "is empty: name at least the active player"))
    filled = _filled(values, SCENARIO, _MAPPINGS)
    scenario = frozen(Scenario, {**filled, "players": players, "ask": values["ask"] or ()})
    names = [player.name for player in players if isinstance(player.name, str)]
    places = _places(scenario)
    problems += _taken_names(players)
    problems += _unknown_readings(scenario.rulings)
    for index, condition in enumerate(scenario.ask):
        problems += _condition_problems(f"ask.{index}", condition, names, places, scenario.step)
    problems += _unknown_players(scenario, names)
    if problems:
        raise ScenarioError(problems)
    return scenario


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a scenario: what each field means and may hold."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"mecatol:scenario-{VERSION}",
        "title": f"Mecatol scenario, version {VERSION}",
        **SCENARIO.schema(),
    }
