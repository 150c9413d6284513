"""A scenario as it was read, and as data again, without what is default.

`mecatol.scenario.reading.read` and `Scenario.data` are inverse up to defaults, which printing leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from mecatol.scenario.assumptions import TOLD
from mecatol.scenario.fields import Field
from mecatol.scenario.records import CONDITION, PLAYER, SCENARIO


def _plain(value: Any) -> Any:
    """Return the value as data that JSON can hold, without what is empty, zero or default."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, Player):
        return value.data()
    if isinstance(value, _GivenPolicy):
        return {key: _whole(item) for key, item in value.items()}
    if isinstance(value, Mapping):
        plain = {key: _plain(item) for key, item in value.items()}
        return {key: item for key, item in plain.items() if item not in (None, {}, [], 0)}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value


class _GivenPolicy(dict[str, Any]):
    """A policy or the like: printed whole, since even an empty list or 0 in it says something."""


def given_policy(values: Mapping[str, Any] | None) -> _GivenPolicy:
    """Return what was read of a policy or a record, without what was not said."""
    return _GivenPolicy({key: value for key, value in values.items() if value is not None} if values else ())


def frozen[T](kind: type[T], values: Mapping[str, Any]) -> T:
    """Return a frozen record of a kind with these values, which are all of its fields.

    Set at once: each by itself, as dataclasses set them, takes five times as long.
    """
    record = object.__new__(kind)
    vars(record).update(values)
    return record


def _whole(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _record_data(record: object, defaults: Mapping[str, Field]) -> dict[str, Any]:
    data = {}
    for field in fields(record):  # type: ignore[arg-type]
        value = getattr(record, field.name)
        if value != defaults[field.name].default and (plain := _plain(value)) not in (None, {}, []):
            data[field.name] = plain
    return data


_ZEROS = ("reinforcements", "resources", "influence")
"""Fields of a player in which a 0 says something."""


@dataclass(frozen=True, kw_only=True)
class Player:
    """One player of a scenario; fields as in PLAYER."""

    name: str
    faction: str | None
    technologies: tuple[str, ...]
    effects: dict[str, int]
    space: dict[str, int]
    planets: dict[str, dict[str, int]]
    adjacent: dict[str, int]
    damaged: dict[str, int]
    """In space, by type."""
    damaged_on: dict[str, dict[str, int]]
    """On planets, by planet and type."""
    stationed: dict[str, dict[str, int]]
    fleet_pool: int | None
    fleets: tuple[dict[str, Any], ...]
    """For Movement: fields as in FLEET, those that are not given left out."""
    fastest: int | None
    produce: dict[str, int]
    place: dict[str, dict[str, int]]
    controls: tuple[str, ...]
    exhausted: tuple[str, ...]
    resources: dict[str, int]
    influence: dict[str, int]
    trade_goods: int
    reinforcements: dict[str, int] | None
    elsewhere: dict[str, int]
    captured: dict[str, int]
    ballot: dict[str, Any]
    """Fields as in BALLOT; empty where nothing is said."""
    gives: dict[str, Any]
    """Fields as in GIVES; empty where nothing is given. So is `standing`, with fields as in STANDING."""
    by_hand: dict[str, Any]
    """Fields as in BY_HAND; empty where nothing is set."""
    objectives: tuple[str, ...]
    fulfils: tuple[str, ...]
    standing: dict[str, Any]
    policy: dict[str, Any]

    def data(self) -> dict[str, Any]:
        """Return the player as plain data, defaults left out."""
        data = {}
        for name, field in PLAYER.fields.items():
            value = {**self.damaged, **self.damaged_on} if name == "damaged" else getattr(self, name)
            if value == field.default or value is None:
                continue
            plain = value and dict(value) if name in _ZEROS else _plain(value)
            if name == "planets":  # one without units is a planet all the same: it can be asked about and taken
                plain = {planet: _plain(units) for planet, units in value.items()}
            if plain not in (None, {}, []):
                data[name] = plain
        return data


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A whole scenario; fields as in SCENARIO."""

    step: str
    players: tuple[Player, ...]
    edition: str
    system: str | None
    into: str | tuple[str, ...] | None
    """What is in the active system, in words of SYSTEMS."""
    policy: dict[str, Any]
    rulings: dict[str, str]
    assume: dict[str, str]
    ask: tuple[dict[str, Any], ...]
    """Conditions, fields as in CONDITION."""
    rounds: int | None
    stop_after: int | None
    hits: dict[str, Any]
    """The hits to take, fields as in HITS; empty where none are given."""
    deploy: dict[str, Any]
    """The moment to deploy in, fields as in DEPLOYMENT; empty where none is given."""
    transaction: dict[str, Any]
    """The moment of a transaction, fields as in TRANSACTION; empty where nothing is said."""
    agenda: dict[str, Any]
    """What is voted on, fields as in AGENDA_VOTE; empty where nothing is said."""
    round: dict[str, Any]
    """Where the round is, fields as in ROUND."""
    research: dict[str, Any]
    """What is researched, fields as in RESEARCH; empty where nothing is said."""

    def data(self) -> dict[str, Any]:
        """Return the scenario as plain data that `read` reads back, defaults left out."""
        data = _record_data(self, SCENARIO.fields)
        if self.ask:  # here a 0 says something: at most none
            default = {name: field.default for name, field in CONDITION.fields.items()}
            data["ask"] = [{key: value for key, value in one.items() if value != default[key]} for one in self.ask]
        assumed = {key: value for key, value in self.assume.items() if value != TOLD}
        data.pop("assume", None)
        if assumed:
            data["assume"] = assumed
        return data
