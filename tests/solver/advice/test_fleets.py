"""The fleets that resources buy, against counting them all."""

from __future__ import annotations

from itertools import product
from math import ceil

import pytest

from mecatol.advice.fleets import Bounds, cost, fleets
from mecatol.domain.units import unit_of
from mecatol.errors import ScenarioError

KINDS = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")
COSTS = {"fighter": 1, "destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4, "infantry": 1}
CAPACITY = {"carrier": 4, "dreadnought": 1}
UNITS = {kind: unit for kind in KINDS if (unit := unit_of(kind, None, (), "base"))}


def price(counts: dict[str, int]) -> int:
    return sum(ceil(n / 2) if kind in ("fighter", "infantry") else COSTS[kind] * n for kind, n in counts.items())


@pytest.mark.parametrize("most", [3, 5])
@pytest.mark.parametrize("pool", [None, 2])
def test_they_are_all_that_can_be_bought_and_carried(most: int, pool: int | None) -> None:
    found = [tuple(fleet.get(kind, 0) for kind in KINDS) for fleet in fleets(UNITS, Bounds(1, most, pool))]
    expected = [
        counts for counts in product(range(2 * most + 1), *[range(most + 1)] * 4)
        if 1 <= price(dict(zip(KINDS, counts, strict=True))) <= most
        and counts[0] <= 4 * counts[3] + counts[4]
        and (pool is None or sum(counts[1:]) <= pool)
    ]  # fmt: skip
    assert len(set(found)) == len(found)
    assert set(found) == set(expected)


def test_an_odd_fighter_costs_as_much_as_two() -> None:
    assert cost(UNITS, {"fighter": 3, "carrier": 1}) == 5


def test_the_box_holds_no_more_of_a_ship() -> None:
    found = list(fleets({"dreadnought": UNITS["dreadnought"]}, Bounds(1, 40)))
    assert max(fleet["dreadnought"] for fleet in found) == 5
    assert len(list(fleets({"dreadnought": UNITS["dreadnought"]}, Bounds(1, 40, within_box=False)))) == 10


def test_upgraded_fighters_fly_alone_within_the_fleet_pool() -> None:
    upgraded = unit_of("fighter", None, ("fighter-2",), "base")
    assert upgraded
    alone = list(fleets({"fighter": upgraded}, Bounds(1, 3, fleet_pool=2)))
    assert [fleet["fighter"] for fleet in alone] == [1, 2]


def test_a_production_limit_counts_units() -> None:
    found = list(fleets(UNITS, Bounds(1, 6, production_limit=2)))
    assert max(sum(fleet.values()) for fleet in found) == 2


def test_what_no_resources_buy_is_refused() -> None:
    pds = unit_of("pds", None, (), "base")
    assert pds
    with pytest.raises(ScenarioError, match="pds has no cost"):
        list(fleets({"pds": pds}, Bounds(1, 3)))
    with pytest.raises(ScenarioError, match="1000 is more than the 60 resources"):
        list(fleets(UNITS, Bounds(1, 1000)))
