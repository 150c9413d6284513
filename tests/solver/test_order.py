"""The order in which a scenario is written changes nothing; the order that a player chooses may."""

import json
import random
from typing import Any

import pytest

import solver
from tests.solver.helpers import ask, problems
from tests.solver.pairs import POSITIONS, pairs
from tests.solver.random_scenarios import DEFENSE, OFFENSE, scenarios

ORDERED = ("players", "assign", "capacity", "order", "ask")
"""Fields whose lists have an order that says something."""


def shuffled(value: Any, rng: random.Random, key: str = "") -> Any:
    """Return the same scenario, written in another order."""
    if isinstance(value, dict):
        return {name: shuffled(value[name], rng, name) for name in rng.sample(list(value), len(value))}
    if isinstance(value, list):
        items = [shuffled(item, rng) for item in value]
        return items if key in ORDERED else rng.sample(items, len(items))
    return value


def outcome(scenario: dict[str, Any]) -> str:
    """Return all that a scenario comes to, to the last digit, or why it is refused."""
    try:
        return json.dumps(solver.solve(scenario).to_json())
    except solver.ScenarioError as error:
        return str(sorted(problem.message for problem in error.problems))


@pytest.mark.parametrize("step", POSITIONS)
def test_two_effects_come_to_the_same_in_whatever_order_they_are_written(step: str) -> None:
    solved = 0
    for pair in pairs(step):
        player = pair.scenario["players"][pair.owner]
        written = {
            **player, "technologies": player["technologies"][::-1],
            "effects": dict(reversed(player["effects"].items())),
        }  # fmt: skip
        players = [written if one is player else one for one in pair.scenario["players"]]
        found = outcome(pair.scenario)
        assert outcome({**pair.scenario, "players": players}) == found, pair
        solved += found.startswith("{")
    assert solved


@pytest.mark.parametrize("step", [OFFENSE, DEFENSE])
def test_a_scenario_comes_to_the_same_in_whatever_order_it_is_written(step: str) -> None:
    rng = random.Random(step)
    for scenario in scenarios(f"{step} order", 60, step, "sustain-first"):
        assert outcome(shuffled(scenario, rng)) == outcome(scenario), json.dumps(scenario)


def test_planets_come_in_the_order_of_the_alphabet() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2, "infantry": 2}}
    for planets in (["meer", "arinam"], ["arinam", "meer"]):
        blue = {"name": "Blue", "planets": {planet: {"infantry": 1} for planet in planets}}
        rolls = ask("bombardment", red, blue)["rolls"]
        assert [roll["where"] for roll in rolls] == ["arinam"]
        invaded = [c["condition"] for c in ask("invasion", red, blue)["chances"]]
        assert any("Arinam" in condition for condition in invaded)


TELLURIAN = {"name": "Red", "faction": "titans-of-ul", "space": {"dreadnought": 1, "cruiser": 1}}


def chance(order: list[str] | None) -> float:
    """Return the chance that Red, who holds two answers to hits, wins with an order of using them."""
    red = {**TELLURIAN, "effects": {"tellurian": 1, "shields-holding": 1}}
    if order is not None:
        red["policy"] = {"order": order}
    return float(ask("space-combat", red, {"name": "Blue", "space": {"dreadnought": 2}})["winner"]["Red"])


def test_a_player_may_choose_the_order() -> None:
    either = chance(["tellurian", "shields-holding"]), chance(["shields-holding", "tellurian"])
    assert either[1] > either[0] + 0.03
    assert chance(None) == either[1]  # by the alphabet
    assert chance(["tellurian"]) == either[0]  # what is not named follows


def test_what_a_player_has_not_is_not_put_in_order() -> None:
    red = {**TELLURIAN, "effects": {"tellurian": 1}, "policy": {"order": ["shields-holding"]}}
    found = problems("space-combat", red, {"name": "Blue", "space": {"cruiser": 1}})
    assert list(found) == ["players.0.policy.order.0"]
    assert "no effect that Red has" in found["players.0.policy.order.0"]
    everybody = ask(
        "space-combat", {**TELLURIAN, "effects": {"tellurian": 1}}, {"name": "Blue", "space": {"cruiser": 1}},
        policy={"order": ["shields-holding", "tellurian"]},
    )  # fmt: skip
    assert everybody["scenario"]["policy"] == {"order": ["shields-holding", "tellurian"]}
