"""The best play that can be followed at the table, against solving every rule."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import mecatol
from mecatol.advice.best_play import BestPlay
from mecatol.cli import main
from mecatol.errors import ScenarioError


def battle(red: dict[str, Any], blue: dict[str, int], **more: Any) -> dict[str, Any]:
    players = [{"name": "Red", "space": red, **more}, {"name": "Blue", "space": blue}]
    return {"step": "space-combat", "edition": "pok", "players": players}


def finished(search: BestPlay) -> BestPlay:
    while not search.over:
        search.step()
    return search


def value(scenario: dict[str, Any], policy: dict[str, Any], worth: float | None) -> float:
    red, blue = scenario["players"]
    found = mecatol.solve({**scenario, "players": [{**red, "policy": policy}, blue]})
    if worth is None:
        return float(found.winner["Red"])
    lost = {name: float(cost) for name, cost in found.expected_cost.items()}
    return worth * float(found.winner["Red"]) + lost.get("Blue", 0) - lost.get("Red", 0)


@pytest.mark.parametrize("worth", [0, 1, 8])
def test_no_rule_for_a_retreat_is_better(worth: float) -> None:
    scenario = battle({"cruiser": 2, "dreadnought": 1}, {"dreadnought": 2})
    search = finished(BestPlay(scenario, "Red", worth))
    assert search.complete
    retreats: list[dict[str, Any]] = [{}]
    for first in (1, 2, 3):
        retreats.append({"retreat": {"from_round": first}})
        retreats += [{"retreat": {"from_round": first, "ships_at_most": left}} for left in (1, 2, 3)]
    values = [
        value(scenario, {"assign": assign, **retreat}, worth)
        for assign, retreat in product(("sustain-first", "cheapest-first"), retreats)
    ]
    assert search.best.value(worth) == pytest.approx(max(values), abs=1e-12)
    assert search.gain == pytest.approx(max(values) - value(scenario, {}, worth), abs=1e-12)
    assert value(scenario, search.best.scenario["players"][0].get("policy", {}), worth) == pytest.approx(
        search.best.value(worth), abs=1e-12
    )


def test_a_rule_is_said_and_is_even_where_it_says() -> None:
    scenario = battle({"cruiser": 3}, {"dreadnought": 1, "cruiser": 1})
    search = finished(BestPlay(scenario, "Red", 0))
    assert search.best.words == (
        "Retreat from the first round on, once you have 1 ship or fewer left, not counting fighters."
    )
    even = search.even()
    assert even is not None
    assert search.best.value(even) == pytest.approx(search.now.value(even), abs=1e-9)
    assert finished(BestPlay(scenario, "Red", even + 0.01)).gain < finished(BestPlay(scenario, "Red", even - 0.01)).gain


def test_only_winning_counts_where_nothing_else_is_worth_anything() -> None:
    scenario = battle({"cruiser": 1, "dreadnought": 2}, {"dreadnought": 2, "cruiser": 2}, effects={"morale-boost": 1})
    search = finished(BestPlay(scenario, "Red"))
    plays: list[dict[str, Any]] = [{}, {"decline": ["morale-boost"]}, *({"play": {"morale-boost": n}} for n in (2, 3))]
    assert search.best.chance == pytest.approx(
        max(
            value(scenario, {"assign": assign, **play}, None)
            for assign, play in product(("sustain-first", "cheapest-first"), plays)
        ),
        abs=1e-12,
    )
    searched = search.searched()
    assert searched is not None
    assert searched >= search.best.chance - 1e-12


def test_a_landing_is_chosen() -> None:
    scenario = {
        "step": "invasion",
        "players": [
            {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
            {"name": "Blue", "planets": {"abaddon": {"infantry": 4}, "ashtroth": {"infantry": 1}}},
        ],
    }
    search = finished(BestPlay(scenario, "Red"))
    assert len(search.found) > 2
    assert search.best.chance == max(one.chance for one in search.found)
    landings = [one for one in search.found if any(choice.key == "land" and choice.value for choice in one.choices)]
    assert landings
    assert all("land" in one.words.lower() for one in landings)


def test_what_cannot_be_searched_is_refused() -> None:
    scenario = battle({"cruiser": 1}, {"cruiser": 1})
    with pytest.raises(ScenarioError, match="'Green' is not a player here"):
        BestPlay(scenario, "Green")
    with pytest.raises(ScenarioError, match="worth: is -1; give a number of resources"):
        BestPlay(scenario, "Red", -1)


@pytest.mark.cpython_only("the command line")
def test_the_command_says_the_rule_and_its_gain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best-play", "3 cruisers vs 1 dreadnought and 1 cruiser", "--worth", "0"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Red: Retreat from the first round on, once you have 1 ship or fewer left")
    assert "change nothing if a win is worth more than 0.6665 resources" in said
    assert main(["best-play", "3 cruisers vs 1 dreadnought and 1 cruiser", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rule"] == "Play on as you are."
    assert found["complete"]
    assert found["gain"] == 0
