"""The best fleet, against solving every fleet there is."""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import product
from math import ceil
from typing import Any

import pytest

import mecatol
from mecatol.advice.best_fleet import BestFleet
from mecatol.advice.fleets import Bounds
from mecatol.cli import main
from mecatol.errors import ScenarioError

COSTS = {"fighter": 0.5, "destroyer": 1, "cruiser": 2, "carrier": 3, "dreadnought": 4}
CAPACITY = {"carrier": 4, "dreadnought": 1}
Chances = dict[tuple[int, ...], float]


def battle(enemy: dict[str, int], **red: Any) -> dict[str, Any]:
    players = [{"name": "Red", "space": {"cruiser": 1}, **red}, {"name": "Blue", "space": enemy}]
    return {"step": "space-combat", "edition": "pok", "players": players}


def space(fleet: tuple[int, ...]) -> dict[str, int]:
    return {kind: number for kind, number in zip(COSTS, fleet, strict=True) if number}


def price(fleet: tuple[int, ...]) -> int:
    return sum(ceil(COSTS[kind] * number) for kind, number in space(fleet).items())


def brute(scenario: dict[str, Any], most: int, enemies: list[tuple[float, dict[str, int]]]) -> Chances:
    """Solve every fleet that can be bought and carried, odd fighters included."""
    found = {}
    for fleet in product(range(2 * most + 1), *(range(min(most // int(c), 8) + 1) for c in list(COSTS.values())[1:])):
        carried = sum(CAPACITY.get(kind, 0) * number for kind, number in space(fleet).items())
        limits = zip((99, 8, 8, 4, 5), fleet, strict=True)
        if not 0 < price(fleet) <= most or fleet[0] > carried or any(number > limit for limit, number in limits):
            continue
        red, blue = scenario["players"]
        found[fleet] = sum(
            share * mecatol.solve(
                {**scenario, "players": [{**red, "space": space(fleet)}, {**blue, "space": enemy}]}
            ).winner["Red"]
            for share, enemy in enemies
        )  # fmt: skip
    return found


def finished(search: BestFleet) -> BestFleet:
    while not search.over:
        search.step()
    return search


def check(search: BestFleet, chances: Chances) -> None:
    """Hold a frontier to the chances of all fleets: its best, its runner-up, and that nothing between is missing."""
    frontier = {one.cost: one for one in search.frontier()}
    last = -1.0
    for cost in range(1, 1 + max(map(price, chances))):
        best = max((chance for fleet, chance in chances.items() if price(fleet) <= cost), default=None)
        if best is None or best <= last + 1e-12:
            assert cost not in frontier
            continue
        last, one = best, frontier[cost]
        assert one.chance == pytest.approx(best, abs=1e-12)
        key = tuple(one.space.get(kind, 0) for kind in COSTS)
        assert chances[key] == one.chance
        assert one.gap <= 1e-9
        others = [
            chance for fleet, chance in chances.items() if price(fleet) <= cost and fleet != key
            and not (fleet[0] % 2 and (fleet[0] + 1, *fleet[1:]) in chances)  # nobody leaves out a fighter that is free
        ]  # fmt: skip
        assert (one.margin is None) == (not others)
        if one.margin is not None:
            assert one.margin == pytest.approx(best - max(others), abs=1e-12)


def test_it_is_the_best_of_all_fleets_up_to_ten_resources() -> None:
    enemy = {"dreadnought": 1, "cruiser": 2, "fighter": 1}
    scenario = battle(enemy)
    chances = brute(scenario, 10, [(1, enemy)])
    search = finished(BestFleet(scenario, "Red", Bounds(0, 10), list(COSTS)))
    assert search.monotone
    assert search.proved > 20
    check(search, chances)
    for fleet, chance in chances.items():  # what the proof rests on
        for at in range(len(fleet)):
            larger = (*fleet[:at], fleet[at] + 1, *fleet[at + 1 :])
            assert chances.get(larger, 1) >= chance - 1e-12


def test_it_is_the_best_against_a_mix() -> None:
    enemies = [(0.75, {"dreadnought": 2}), (0.25, {"carrier": 1, "fighter": 4})]
    scenario = battle({"cruiser": 1})
    mix = [{"weight": 3, "space": {"dreadnought": 2}}, {"weight": 1, "space": {"carrier": 1, "fighter": 4}}]
    check(finished(BestFleet(scenario, "Red", Bounds(0, 7), list(COSTS), mix)), brute(scenario, 7, enemies))


def test_weights_whose_sum_is_beyond_a_float_are_shares_all_the_same() -> None:
    scenario, most = battle({"cruiser": 1}), sys.float_info.max
    fleets = [{"dreadnought": 2}, {"carrier": 1, "fighter": 4}]
    large, small, lost = [
        finished(BestFleet(scenario, "Red", Bounds(0, 4), list(COSTS), [
            {"weight": weight, "space": fleet} for weight, fleet in zip(weights, fleets, strict=True)
        ])).frontier()
        for weights in ((most, most / 3), (3, 1), (most, 5e-324))
    ]  # fmt: skip
    assert [one.chance for one in large] == pytest.approx([one.chance for one in small], abs=1e-12)
    alone = finished(BestFleet(scenario, "Red", Bounds(0, 4), list(COSTS), [{"space": fleets[0]}])).frontier()
    assert [one.chance for one in lost] == pytest.approx([one.chance for one in alone], abs=1e-12)


def test_every_fleet_is_solved_where_an_effect_acts() -> None:
    enemy = {"cruiser": 2}
    scenario = battle(enemy, effects={"morale-boost": 1})
    search = finished(BestFleet(scenario, "Red", Bounds(0, 6), list(COSTS)))
    assert not search.monotone
    assert (search.solved, search.proved) == (search.whole, 0)
    check(search, brute(scenario, 6, [(1, enemy)]))


def test_what_is_left_when_it_stops_is_within_the_gap() -> None:
    scenario = battle({"dreadnought": 1, "cruiser": 2, "fighter": 1})
    last = finished(BestFleet(scenario, "Red", Bounds(0, 10), list(COSTS))).frontier()
    best = {cost: max(one.chance for one in last if one.cost <= cost) for cost in range(1, 11)}
    search = BestFleet(scenario, "Red", Bounds(0, 10), list(COSTS))
    gaps = []
    while not search.over:
        search.step()
        for one in search.frontier():
            assert one.chance + one.gap >= best[int(one.cost)] - 1e-12
        gaps.append(search.frontier()[-1].gap)
    assert gaps[0] > 0.01
    assert gaps[-1] == 0


def test_a_large_search_begins_at_once() -> None:
    search = BestFleet(battle({"dreadnought": 1, "carrier": 1, "fighter": 4}), "Red", Bounds(0, 24))
    calls = Counter[str]()
    sys.setprofile(lambda frame, event, of: calls.update([event]))
    try:
        search.step()
        found = search.frontier()
    finally:
        sys.setprofile(None)
    assert found
    assert calls.total() < 20 * search.whole  # it once looked at every fleet for each of them
    assert search.whole > 2000


def test_fleet_pool_and_production_limit_hold() -> None:
    scenario = battle({"dreadnought": 1})
    search = finished(BestFleet(scenario, "Red", Bounds(0, 9, fleet_pool=2, production_limit=4), list(COSTS)))
    for one in search.frontier():
        assert sum(number for kind, number in one.space.items() if kind != "fighter") <= 2
        assert sum(one.space.values()) <= 4
    assert search.frontier()[-1].space == {"fighter": 2, "dreadnought": 2}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"player": "Green"}, "'Green' is not a player here; name one of Red, Blue"),
        ({"units": ["pds"]}, "'pds' is not a unit that Red can buy here; give some of fighter"),
        ({"bounds": Bounds(0, 0.5)}, "buys no fleet"),
        ({"bounds": Bounds(0, 59)}, "more than 20,000 fleets"),
        ({"mix": [3]}, "give a fleet such as"),
        ({"mix": [{"weight": -1}]}, "is -1; give a number above 0"),
        ({"mix": [{"space": {"cruser": 1}}]}, "mix.0: "),
    ],
)
def test_what_cannot_be_searched_is_refused(change: dict[str, Any], said: str) -> None:
    asked: dict[str, Any] = {"scenario": battle({"cruiser": 1}), "player": "Red", "bounds": Bounds(0, 4), **change}
    with pytest.raises(ScenarioError, match=said) as refused:
        BestFleet(**asked)
    assert said in str(refused.value)


@pytest.mark.cpython_only("the command line")
def test_the_command_says_the_fleets_and_the_lead(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best-fleet", "1 cruiser vs 1 dreadnought", "--cost", "4", "--units", "destroyer,cruiser"]) == 0
    said = capsys.readouterr().out
    assert "4 destroyers (" in said
    assert "points more than 2 destroyers, 1 cruiser)" in said
    assert main(["best-fleet", "1 cruiser vs 1 dreadnought", "--cost", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["over"]
    assert [one["cost"] for one in found["frontier"]] == [1, 2, 3, 4]
