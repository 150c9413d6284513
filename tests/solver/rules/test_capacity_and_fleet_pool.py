"""Capacity and fleet pool: every way to come within the limits, against a search of all subsets of a fleet."""

import random
from itertools import product
from typing import Any

import pytest

import mecatol
from mecatol.domain.units import unit_of
from mecatol.preparing.prepare import prepare
from mecatol.rules.capacity.removal import removed, ways_to_keep
from tests.solver.helpers import ask, problems

Data = dict[str, Any]
ROOM = {"carrier": 4, "dreadnought": 1}
SHIPS = ("carrier", "cruiser", "dreadnought", "destroyer")


def lawful(units: dict[str, int], pool: int | None, docks: int, flies: bool) -> bool:
    """Return whether the units may be in a system, by the rules as one applies them at the table."""
    room = sum(ROOM.get(kind, 0) * count for kind, count in units.items())
    ships = sum(units.get(kind, 0) for kind in SHIPS)
    fighters = max(0, units.get("fighter", 0) - 3 * docks)
    infantry = units.get("infantry", 0)
    if infantry > room:
        return False
    excess = max(0, fighters - (room - infantry))
    if not flies:
        return excess == 0 and (pool is None or ships <= pool)
    return pool is None or ships + excess <= pool


def plainly(units: dict[str, int], pool: int | None, docks: int, flies: bool) -> set[frozenset[tuple[str, int]]]:
    """Return every removal after which the rest is lawful and of which no part would do."""
    kinds = list(units)
    found = []
    for counts in product(*(range(units[kind] + 1) for kind in kinds)):
        gone = dict(zip(kinds, counts, strict=True))
        if lawful({kind: units[kind] - gone[kind] for kind in kinds}, pool, docks, flies):
            found.append(gone)
    least = [
        gone for gone in found
        if not any(other != gone and all(other[kind] <= gone[kind] for kind in kinds) for other in found)
    ]  # fmt: skip
    return {frozenset((kind, count) for kind, count in gone.items() if count) for gone in least}


@pytest.mark.parametrize("seed", range(30))
def test_every_way_and_no_other(seed: int) -> None:
    rng = random.Random(seed)
    units = {kind: rng.randint(1, 2) for kind in SHIPS if rng.random() < 0.6}
    units |= {kind: rng.randint(1, 5) for kind in ("fighter", "infantry") if rng.random() < 0.8}
    pool, docks, flies = rng.choice([None, 0, 1, 2, 3, 4]), rng.choice([0, 0, 1]), rng.random() < 0.4
    red: Data = {"name": "Red", "space": units}
    if pool is not None:
        red["fleet_pool"] = pool
    if docks:
        red["planets"] = {"abaddon": {"space-dock": 1}}
    if flies:
        red["technologies"] = ["fighter-2"]
    game = prepare(mecatol.read({"step": "capacity", "players": [red]}))
    holdings = game.start.players[0]
    ways = [removed(holdings, way) for way in ways_to_keep(game, game.sides[0], holdings)]
    assert {frozenset(gone.items()) for gone in ways} == plainly(units, pool, docks, flies)
    assert len(ways) == len({frozenset(gone.items()) for gone in ways})
    prices = [sum(price(kind) * count for kind, count in gone.items()) for gone in ways]
    assert prices == sorted(prices)
    verdicts = {row["verdict"] for row in ask("capacity", red)["answer"]["findings"]}
    assert ("no" in verdicts) is not lawful(units, pool, docks, flies)


def price(kind: str) -> float:
    unit = unit_of(kind)
    assert unit
    return unit.price


def test_a_pds_in_space_is_refused() -> None:
    assert "players.0.space.pds" in problems("capacity", {"name": "Red", "space": {"pds": 1}})


def test_more_ways_than_there_is_time_for_are_refused() -> None:
    space = {"carrier": 4, "cruiser": 8, "dreadnought": 5, "destroyer": 8, "fighter": 90, "infantry": 90}
    with pytest.raises(mecatol.LimitError, match="within 1 seconds"):
        mecatol.solve({"step": "capacity", "players": [{"name": "Red", "space": space, "fleet_pool": 8}]}, seconds=1)
