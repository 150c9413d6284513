"""One fleet against many: each battle is the one that the solver solves, and the worst comes first."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mecatol
from mecatol.advice.background import many_slice
from mecatol.advice.many import first_fleets, pairings
from mecatol.domain.editions import BASE, LATEST
from theme.live import answer

BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "space": {"dreadnought": 1, "cruiser": 2}, "policy": {"assign": "cheapest-first"}},
        {"name": "Blue", "faction": "winnu", "space": {"cruiser": 1}, "technologies": ["cruiser-2"]},
    ],
    "stop_after": 3,
}


def asked(**more: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps({"many": BATTLE, "player": "Red", **more})))
    return found


@pytest.mark.parametrize("player", ["Red", "Blue"])
def test_each_battle_is_solved_as_it_stands(player: str) -> None:
    others = first_fleets(LATEST)
    met = [*pairings(BATTLE, player, others)]
    assert [one.name for one in met] == [name for name, _ in others]
    for one in met[::7]:
        solved = mecatol.solve(one.scenario)
        assert one.chance == pytest.approx(float(solved.winner[player]))
        assert one.scenario["players"][0 if player == "Red" else 1]["name"] == player
        assert one.scenario["stop_after"] == 3


def test_an_opponent_brings_ships_cards_and_technologies_of_its_own() -> None:
    [met] = pairings(BATTLE, "Red", [("Red", {"space": {"fighter": 2}, "planets": {"jord": {"pds": 2}}})])
    assert met.scenario["players"][1] == {"name": "Red (they)", "space": {"fighter": 2}}


def test_every_faction_that_begins_a_game_is_met_with_its_ships() -> None:
    found = dict(first_fleets(LATEST))
    assert len(found) == 30  # all but the Obsidian, which the Firmament becomes
    assert found["Sol"]["space"] == {"carrier": 2, "destroyer": 1, "fighter": 3}


def test_the_worst_come_first_and_what_the_rules_refuse_is_said() -> None:
    others = [
        ("many", {"space": {"fighter": 9}}),
        ("one", {"space": {"destroyer": 1}}),
        ("bad", {"faction": "nobody", "space": {"cruiser": 1}}),
    ]
    found = many_slice(BATTLE, "Red", others, float("inf"))
    assert (found["over"], found["done"], found["of"]) == (True, 3, 3)
    assert [one["name"] for one in found["found"]][-1] == "bad"
    assert found["found"][0]["chance"] <= found["found"][1]["chance"]
    assert found["found"][-1]["reason"]


def test_a_page_names_the_fleets_in_words() -> None:
    while not (found := asked(others="4 cruisers\n\nLetnev 2 dn 3 ff"))["over"]:
        pass
    assert [one["name"] for one in found["found"]] == ["Letnev 2 dn 3 ff", "4 cruisers"]
    assert found["found"][0]["scenario"]["players"][1]["faction"] == "barony-of-letnev"
    assert asked(others="4 gnomes")["errors"][0]["field"] == "line 1"
    assert "space combat of two" in asked(many={**BATTLE, "step": "ground-combat"})["errors"][0]["message"]
    while not (found := asked(many={**BATTLE, "edition": BASE}))["over"]:
        pass
    assert found["of"] == len(first_fleets(BASE))


def test_an_answer_says_who_is_losing() -> None:
    def losing(scenario: dict[str, Any]) -> Any:
        return json.loads(answer(json.dumps({"scenario": scenario})))["losing"]

    assert losing(BATTLE) == "Blue"
    even = {"step": "space-combat", "players": [{"name": name, "space": {"cruiser": 1}} for name in "AB"]}
    assert losing(even) in ("A", "B")  # a draw leaves both below one half
    assert losing(mecatol.STEPS["movement"].example) is None  # type: ignore[arg-type]
