"""What a sweep tries: a base scenario, axes over any of its fields, and fleets that cost the same.

    base: {step: space-combat, players: [{name: Red, space: {cruiser: 2}}, {name: Blue, space: {dreadnought: 1}}]}
    axes:
      Red.space.cruiser: {from: 1, to: 5}   # a field of a player, by the player's name
      edition: [pok, thunders-edge]         # or of the scenario
      Red: [{faction: nomad}, {}]           # or several fields of a player at once
      Blue.first_fleet: [winnu, nomad]      # what a faction's ships and technologies are when a game begins; or `all`
    fleets:                                 # every fleet of these units, as the player's units in space
      Blue: {units: [fighter, cruiser, carrier], cost: {from: 6, to: 12}, fleet_pool: 4}
    pairs: equal-cost                       # of the fleets of two players, only those of the same cost; or
                                            # `equal-cost-once`: each two fleets once, whoever has which
    fields: [winner, expected_cost.Red]     # what of each solution becomes columns

Scenarios as JSON lines are a plan as well: each line is one battle.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import chain, islice
from math import prod
from typing import Any

from mecatol.advice.fleets import Bounds, cost, fleets
from mecatol.advice.forces import own_unit
from mecatol.domain.editions import LATEST
from mecatol.errors import ScenarioError, fault, shown, text_within
from mecatol.given import read_words
from mecatol.lab.columns import FIELDS, fields_of
from mecatol.lab.pairings import Equal, Every, count_equal
from mecatol.preparing.first_fleet import all_first_fleets, first_fleet
from mecatol.scenario.files import parse, parse_json
from mecatol.scenario.reading import read, schema

type Data = dict[str, Any]

MOST_BATTLES = 10_000_000
"""Battles of the largest plan: a stated limit, so that a range with a zero too many is refused before anything runs."""
MOST_CHECKED = 1000
"""Values of an axis whose form is checked before anything runs; of a longer range the others are like these."""
MOST_AXES = 60
"""Axes of a plan."""
MOST_FLEETS = 100_000
"""Fleets that a plan may allow a player."""
_KEYS = ("base", "axes", "fleets", "pairs", "fields")
_FLEET_KEYS = ("units", "cost", "fleet_pool", "production_limit", "within_capacity", "within_box", "whole_pairs")
_EQUAL_COST, _ONCE = "equal-cost", "equal-cost-once"
_FIRST_FLEET, _ALL = "first_fleet", "all"


@dataclass(frozen=True)
class Plan:
    """Battles in a fixed order, each with the columns that tell it from the others."""

    base: Data | None
    """What all share; None where each battle is written out."""
    axes: Mapping[str, Sequence[Any]]
    """Values by the address of a field."""
    fleets: Mapping[str, Sequence[Data]]
    """Fleets that a player may have in space, by the player's name."""
    chosen: Every | Equal
    """Which fleets meet: an index into each player's fleets."""
    scenarios: Sequence[Any]
    """Battles that are written out."""
    fields: tuple[str, ...]
    """Addresses in a solution whose values become columns."""

    def __len__(self) -> int:
        """Return how many battles there are."""
        return len(self.scenarios) if self.base is None else _size(self.axes) * self.chosen.count

    def battle(self, index: int) -> tuple[Any, Data]:
        """Return one battle by its place in the order: its scenario, and its columns by their names."""
        if self.base is None:
            return self.scenarios[index], {}
        scenario, columns = deepcopy(self.base), {}
        rest, chosen = divmod(index, self.chosen.count)
        for address, values in reversed(list(self.axes.items())):
            rest, at = divmod(rest, len(values))
            columns[address] = values[at]
            put(scenario, address, deepcopy(values[at]))
        columns = dict(reversed(list(columns.items())))
        for (name, listed), at in zip(self.fleets.items(), self.chosen[chosen], strict=True):
            _player(scenario, name)["space"] = dict(listed[at])
            columns[f"{name}.space"] = ", ".join(f"{number} {kind}" for kind, number in listed[at].items())
            for kind in self._kinds[name]:
                columns[f"{name}.space.{kind}"] = listed[at].get(kind, 0)
        return scenario, columns

    # Every row of a plan asks.
    @cached_property
    def _kinds(self) -> dict[str, list[str]]:
        """The types of units that a player's fleets may have, by the player's name: each has a column."""
        return {name: [*dict.fromkeys(chain.from_iterable(listed))] for name, listed in self.fleets.items()}

    def battles(self) -> Iterator[tuple[int, Any, Data]]:
        """Yield the place of every battle, its scenario and its columns."""
        for index in range(len(self)):
            yield index, *self.battle(index)

    @property
    def fingerprint(self) -> str:
        """A SHA-256 of all that decides the rows: two plans that share it have the same battles and columns."""
        told = [self.base, dict(self.axes), dict(self.fleets), list(self.scenarios), self.fields]
        whole = json.dumps(told, sort_keys=False, default=repr).encode()  # a range is told by its bounds
        return hashlib.sha256(whole + self.chosen.described()).hexdigest()


def plan_of(text: str) -> Plan:
    """Return the plan that a text holds: YAML or JSON, or scenarios as JSON lines.

    Raises:
        ScenarioError: it is neither, or a field of the plan is wrong; the message names it and what is allowed.
    """
    text_within("plan", text, "a plan as text; `read_plan` takes plain data")
    lines = [line for line in text.split("\n") if line.strip()]  # JSON may hold what else ends a line
    if len(lines) > 1 and all(line.lstrip().startswith("{") for line in lines[:2]) and lines[0].rstrip().endswith("}"):
        return Plan(None, {}, {}, Every(), [_line(number, line) for number, line in enumerate(lines, 1)], FIELDS)
    return read_plan(parse(text))


def _line(number: int, line: str) -> Any:
    """Return what a line of JSON holds; what is none stays text, which the row of that battle will say."""
    try:
        return parse_json(line)
    except ValueError:
        return line


def read_plan(raw: object) -> Plan:
    """Return the plan that plain data describes.

    Raises:
        ScenarioError: a field is wrong, with its address, what was found and what is allowed.
    """
    if not isinstance(raw, Mapping):
        raise fault("plan", f"is {shown(raw)}; give a mapping of {', '.join(_KEYS)}", raw)
    _known("", raw, _KEYS)
    if "base" not in raw:
        raise fault("base", "is missing: give the scenario that all battles share")
    try:
        base = _base(raw["base"])
    except ScenarioError as error:
        raise ScenarioError([one._replace(field=f"base.{one.field}") for one in error.problems]) from None
    told = _mapping(raw, "axes")
    if len(told) > MOST_AXES:
        raise fault("axes", f"are {len(told):,}; {MOST_AXES} are the most of one plan", len(told))
    axes = {str(address): _values(base, str(address), values) for address, values in told.items()}
    _check_size("axes", _size(axes))
    listed = {str(name): _fleets(base, str(name), told) for name, told in _mapping(raw, "fleets").items()}
    for address in axes:
        if address.split(".")[0] in listed and f"{address}.".startswith(f"{address.split('.')[0]}.space."):
            name = address.split(".")[0]
            raise fault(f"axes.{address}", f"is set by fleets.{name} already; name it in one of them", address)
    chosen = _pairs(base, listed, raw.get("pairs"), _size(axes))
    _check_forms(base, axes)
    return Plan(base, axes, listed, chosen, (), fields_of(raw.get("fields"), base, axes))


def _base(told: object) -> Data:
    """Return the scenario that all battles share: data, or words of which every one is understood.

    Raises:
        ScenarioError: it is no scenario, or has words for which nothing is known.
    """
    if not isinstance(told, str):
        return read(told).data()
    found = read_words(told)
    if found.left_out:
        raise fault("text", found.left_out[0], told)
    return read(found.scenario).data()


def _size(axes: Mapping[str, Sequence[Any]]) -> int:
    return prod(map(len, axes.values()))


def _check_size(field: str, battles: int) -> None:
    """Refuse a plan that is too large before any of its battles is made."""
    if battles > MOST_BATTLES:
        raise fault(field, f"make {battles:,} battles; {MOST_BATTLES:,} are the most of one plan", battles)


def put(scenario: Data, address: str, value: Any) -> None:
    """Set the field of a scenario that an address names: `edition`, or `Red.space.cruiser` for a field of a player."""
    first, *rest = address.split(".")
    names = [one["name"] for one in scenario["players"]]
    if first in names and rest == [_FIRST_FLEET]:
        fleet = first_fleet(value, scenario.get("edition", LATEST)) or {}
        fields = ("faction", "technologies", "space")
        _player(scenario, first).update({field: fleet[field] for field in fields if field in fleet})
        return
    if first in names and not rest:
        _player(scenario, first).update(value)
        return
    at: Any = _player(scenario, first) if first in names else scenario
    path = rest if first in names else [first, *rest]
    for key in path[:-1]:
        at = at.setdefault(key, {})
    at[path[-1]] = value


def _check_forms(base: Data, axes: Mapping[str, Sequence[Any]]) -> None:
    """Refuse the first value of each axis that has the wrong form, whatever the rules make of the others.

    The other axes have their first values or, since a value may need another one beside it, their last.
    """
    first = {one: values[0] for one, values in axes.items()}
    last = {one: values[-1] for one, values in axes.items()}
    for address, values in axes.items():
        for place, value in enumerate(values[:MOST_CHECKED]):
            wrong = [_misread(base, {**beside, address: value}) for beside in (first, last)]
            if all(wrong):
                raise fault(f"axes.{address}.{place}", wrong[0] or "", value)


def _misread(base: Data, chosen: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the form of a battle of the plan; None for nothing."""
    scenario = deepcopy(base)
    try:
        for address, value in chosen.items():
            put(scenario, address, deepcopy(value))
        read(scenario)
    except ScenarioError as error:
        return f"{error.problems[0].field}: {error.problems[0].message}"
    except (AttributeError, TypeError, KeyError, IndexError, ValueError):
        return "leads through what holds no fields"
    return None


def _player(scenario: Data, name: str) -> Data:
    found: Data = next(one for one in scenario["players"] if one["name"] == name)
    return found


def _known(where: str, raw: Mapping[Any, Any], allowed: Sequence[str]) -> None:
    for key in raw:
        if key not in allowed:
            near = get_close_matches(str(key), allowed, 1)
            hint = f"did you mean {near[0]}?" if near else f"allowed: {', '.join(allowed)}"
            raise fault(f"{where}{key}", f"is unknown; {hint}", key)


def _mapping(raw: Mapping[Any, Any], key: str) -> Mapping[Any, Any]:
    found = raw.get(key) or {}
    if not isinstance(found, Mapping):
        raise fault(key, f"is {shown(found)}; give a mapping", found)
    return found


def _values(base: Data, address: str, values: object) -> Sequence[Any]:
    """Return the values of an axis, whose address must lead to a field that a scenario can have."""
    names = [one["name"] for one in base["players"]]
    first, *rest = address.split(".")
    if first in names and rest == [_FIRST_FLEET]:
        return _factions(f"axes.{address}", values, base.get("edition", LATEST))
    if first == "players":
        spelled = ".".join([names[0], *rest[1:]])
        raise fault(f"axes.{address}", f"names no player; write the name instead of the place: {spelled}", address)
    if isinstance(values, tuple):
        values = list(values)
    described = schema()
    player = described["properties"]["players"]["items"]
    while "$ref" in player:
        player = described["$defs"][player["$ref"].rpartition("/")[2]]
    allowed = list(player["properties"]) if first in names else [*names, *described["properties"]]
    if address in names:
        return _several(f"axes.{address}", values, [field for field in allowed if field != "name"])
    key = rest[0] if first in names else first
    if key not in allowed or not all(address.split(".")):
        near = get_close_matches(key, allowed, 1)
        hint = f"did you mean {near[0]}?" if near else f"begin with one of {', '.join(allowed)}"
        raise fault(f"axes.{address}", f"leads to no field of a scenario; {hint}", address)
    if isinstance(values, Mapping):
        return _range(f"axes.{address}", values)
    if isinstance(values, range) and values:
        return values[: MOST_BATTLES + 1]  # that is too many, and can be counted
    if not isinstance(values, list) or not values:
        raise fault(
            f"axes.{address}", f"is {shown(values)}; give a list, or a range such as {{from: 1, to: 5}}", values
        )
    return values


def _several(where: str, told: object, allowed: Sequence[str]) -> list[Any]:
    """Return the values of an axis over a player: each some fields, which take the place of those of the base."""
    if not isinstance(told, list) or not told or not all(isinstance(one, Mapping) for one in told):
        raise fault(where, f"is {shown(told)}; give a list of mappings such as {{technologies: [destroyer-2]}}", told)
    for place, one in enumerate(told):
        _known(f"{where}.{place}.", one, allowed)
    return told


def _factions(where: str, told: object, edition: str) -> list[str]:
    """Return the factions of an axis over first fleets: those that are named, or all that begin a game."""
    known = list(all_first_fleets(edition))
    if told == _ALL:
        return known
    if not isinstance(told, list) or not told:
        raise fault(where, f"is {shown(told)}; give {_ALL}, or a list of factions", told)
    for slug in told:
        if slug not in known:
            raise fault(where, f"{shown(slug)} does not begin a game; give some of {', '.join(known)}", slug)
    return told


def _range(where: str, told: Mapping[Any, Any]) -> range:
    _known(f"{where}.", told, ("from", "to", "step"))
    first, last, step = (told.get(key, least) for key, least in (("from", 0), ("to", None), ("step", 1)))
    for key, value in (("from", first), ("to", last), ("step", step)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise fault(f"{where}.{key}", f"is {shown(value)}; give a whole number", value)
    if step < 1 or last < first:
        raise fault(where, f"goes from {first} to {last} by {step}; give a range upward", dict(told))
    if (last - first) // step >= MOST_BATTLES:
        raise fault(where, f"has more than {MOST_BATTLES:,} values", dict(told))
    return range(first, last + 1, step)


def _fleets(base: Data, name: str, told: object) -> list[Data]:
    """Return every fleet that a plan allows a player."""
    where = f"fleets.{name}"
    names = [one["name"] for one in base["players"]]
    if name not in names:
        raise fault(where, f"names no player of the base; it has {' and '.join(names)}", name)
    if not isinstance(told, Mapping):
        raise fault(where, f"is {shown(told)}; give units and cost", told)
    _known(f"{where}.", told, _FLEET_KEYS)
    kinds = told.get("units")
    if not isinstance(kinds, list) or not kinds:
        raise fault(f"{where}.units", f"is {shown(kinds)}; give a list such as [fighter, cruiser, carrier]", kinds)
    units = {}
    for kind in kinds:
        unit = own_unit(base, names.index(name), kind) if isinstance(kind, str) else None
        if unit is None:
            raise fault(f"{where}.units", f"{shown(kind)} is not a unit that {name} has here", kind)
        units[kind] = unit
    bounds = _bounds(where, told)
    try:
        found = list(islice(fleets(units, bounds), MOST_FLEETS + 1))
    except ScenarioError as error:
        raise ScenarioError([one._replace(field=f"{where}.{one.field}") for one in error.problems]) from None
    if len(found) > MOST_FLEETS:
        raise fault(where, f"allows more than {MOST_FLEETS:,} fleets; narrow it by cost or units", dict(told))
    if not found:
        raise fault(where, "allows no fleet at all; raise the cost or the fleet pool", dict(told))
    return found


def _bounds(where: str, told: Mapping[Any, Any]) -> Bounds:
    price: Any = told.get("cost")
    numbers: dict[str, Any] = {"cost": price}
    if isinstance(price, Mapping):
        _known(f"{where}.cost.", price, ("from", "to"))
        numbers = {"cost.from": price.get("from", 0), "cost.to": price.get("to")}
    numbers |= {key: told[key] for key in ("fleet_pool", "production_limit") if key in told}
    for key, value in numbers.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or not value >= 0:
            raise fault(f"{where}.{key}", f"is {shown(value)}; give a number", value)
    defaults = {"within_capacity": True, "within_box": True, "whole_pairs": False}
    switches = {key: told.get(key, default) for key, default in defaults.items()}
    for key, value in switches.items():
        if not isinstance(value, bool):
            raise fault(f"{where}.{key}", f"is {shown(value)}; give true or false", value)
    return Bounds(
        numbers.get("cost.from", price),
        numbers.get("cost.to", price),
        told.get("fleet_pool"),
        told.get("production_limit"),
        **switches,
    )


def _pairs(base: Data, listed: Mapping[str, Sequence[Data]], told: object, axes: int) -> Every | Equal:
    """Return which fleets meet, counted with so many combinations of the axes before any is made."""
    if told not in (None, _EQUAL_COST, _ONCE):
        raise fault("pairs", f"is {shown(told)}; leave it out for all, or give {_EQUAL_COST} or {_ONCE}", told)
    if told == _ONCE and any(found != next(iter(listed.values())) for found in listed.values()):
        raise fault("pairs", f"is {_ONCE}; give both players the same fleets, or take {_EQUAL_COST}", told)
    if told is None or not listed:
        every = Every([len(found) for found in listed.values()])
        _check_size("fleets" if listed else "axes", axes * every.count)
        return every
    names = [one["name"] for one in base["players"]]
    prices = []
    for name, found in listed.items():
        kinds = {kind for fleet in found for kind in fleet}
        units = {kind: unit for kind in kinds if (unit := own_unit(base, names.index(name), kind))}
        prices.append([cost(units, fleet) for fleet in found])
    _check_size("fleets", axes * count_equal(prices))
    return Equal(prices, once=told == _ONCE)
