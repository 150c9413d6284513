"""A tactical action is its steps in a row: each solved by itself and put together here by hand."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import mecatol

Outcomes = dict[str, float]
"""Final positions as text, with probabilities."""


def solved(scenario: dict[str, Any], step: str, **changes: Any) -> list[tuple[float, dict[str, Any]]]:
    """Solve one step and return (probability, the scenario that each outcome leads to)."""
    data = mecatol.solve({**scenario, "step": step, **changes}).to_json()
    found = []
    for outcome in data["outcomes"]:
        after = copy.deepcopy(scenario)
        for player in after["players"]:
            left = outcome["players"][player["name"]]
            player.update(space=left["space"], planets=left["planets"], damaged=left["damaged"])
        found.append((outcome["probability"], after))
    return found


def ships(player: dict[str, Any]) -> bool:
    return any(unit not in ("infantry", "mech") for unit in player["space"])


def ground(player: dict[str, Any], planet: str) -> bool:
    return any(unit in ("infantry", "mech") for unit in player["planets"].get(planet, {}))


def landed(scenario: dict[str, Any], planet: str) -> dict[str, Any]:
    """Put all ground forces that the active player has in space onto a planet."""
    after = copy.deepcopy(scenario)
    active = after["players"][0]
    there = active["planets"].setdefault(planet, {})
    for unit in ("infantry", "mech"):
        if count := active["space"].pop(unit, 0):
            there[unit] = there.get(unit, 0) + count
            if hurt := active["damaged"].pop(unit, 0):
                active["damaged"].setdefault(planet, {})[unit] = hurt
    if not there:
        del active["planets"][planet]
    return after


def by_hand(scenario: dict[str, Any], planet: str) -> Outcomes:
    """Solve step after step, each outcome by itself."""
    now = [(1.0, scenario)]
    steps = ["space-cannon-offense", "space-combat", "bombardment", "land", "space-cannon-defense", "ground-combat"]
    for step in steps:
        after = []
        for chance, position in now:
            red, blue = position["players"][:2]
            needed = {
                "space-combat": ships(red) and ships(blue),
                "space-cannon-defense": ground(red, planet),
                "ground-combat": ground(red, planet) and ground(blue, planet),
            }.get(step, True)
            if step == "land":
                after.append((chance, landed(position, planet)))
            elif needed:
                after += [(chance * part, left) for part, left in solved(position, step)]
            else:
                after.append((chance, position))
        now = after
    found: Outcomes = {}
    for chance, position in now:
        red, blue = position["players"][:2]
        if ground(red, planet) and not ground(blue, planet):
            blue["planets"].pop(planet, None)
        key = as_text(position["players"])
        found[key] = found.get(key, 0) + chance
    return found


def as_text(players: list[dict[str, Any]]) -> str:
    parts = [{key: player.get(key, {}) for key in ("space", "planets", "damaged")} for player in players]
    return json.dumps(parts, sort_keys=True)


def at_once(scenario: dict[str, Any]) -> Outcomes:
    data = mecatol.solve({**scenario, "step": "tactical-action"}).to_json()
    names = [player["name"] for player in scenario["players"]]
    return {as_text([o["players"][name] for name in names]): o["probability"] for o in data["outcomes"]}


def random_attack(chance: random.Random) -> dict[str, Any]:
    """Return a small attack on one planet, with some technologies and cards that last a step at the most."""
    red: dict[str, Any] = {
        "name": "Red",
        "technologies": chance.sample(["plasma-scoring", "antimass-deflectors", "assault-cannon", "dreadnought-2"], 2),
        "effects": chance.choice([{}, {"morale-boost": 1}, {"disable": 1}, {"solar-flare": 1}, {"fire-team": 1}]),
        "space": {"carrier": 1, "infantry": chance.randint(1, 4), "dreadnought": chance.randint(0, 2)},
    }
    if chance.random() < 0.5:
        red["space"]["destroyer"] = 1
    blue: dict[str, Any] = {
        "name": "Blue",
        "technologies": chance.sample(["pds-2", "plasma-scoring", "duranium-armor", "destroyer-2"], 2),
        "space": chance.choice([{}, {"cruiser": 1}, {"destroyer": 2}, {"dreadnought": 1}]),
        "planets": {"abaddon": {"infantry": chance.randint(0, 3), "pds": chance.randint(0, 2)}},
    }
    if blue["space"] and chance.random() < 0.5:
        blue["effects"] = {"nebula": 1}
    for player in (red, blue):
        player["space"] = {unit: count for unit, count in player["space"].items() if count}
        for planet, there in player.setdefault("planets", {}).items():
            player["planets"][planet] = {unit: count for unit, count in there.items() if count}
        player["damaged"] = {}
    return {
        "players": [red, blue],
        "policy": {"assign": chance.choice(["cheapest-first", "sustain-first"]), "land": {"abaddon": {}}},
    }


@pytest.mark.parametrize("seed", range(24))
def test_it_equals_its_steps_put_together_by_hand(seed: int) -> None:
    scenario = random_attack(random.Random(seed))
    landing = {"infantry": scenario["players"][0]["space"]["infantry"]}
    scenario["policy"]["land"] = {"abaddon": landing}
    expected = by_hand({**scenario, "policy": {"assign": scenario["policy"]["assign"]}}, "abaddon")
    got = at_once(scenario)
    assert got.keys() == expected.keys()
    for key, chance in expected.items():
        assert got[key] == pytest.approx(chance, abs=1e-12)


def test_a_flagship_that_helps_on_the_planet_does_so_only_where_it_lives() -> None:
    # the ground combats below Visz El Vir and without it begin with the same forces
    scenario: dict[str, Any] = {
        "players": [
            {
                "name": "Red",
                "faction": "naaz-rokha-alliance",
                "space": {"flagship": 1, "carrier": 2, "mech": 2},
                "planets": {},
                "damaged": {},
                "policy": {"assign": ["flagship"]},
            },
            {
                "name": "Blue",
                "faction": "arborec",
                "space": {"cruiser": 2, "destroyer": 2},
                "planets": {"abaddon": {"infantry": 4}},
                "damaged": {},
            },
        ],
    }
    expected = by_hand(scenario, "abaddon")
    got = at_once({**scenario, "policy": {"land": {"abaddon": {"mech": 2}}}})
    assert got.keys() == expected.keys()
    for key, chance in expected.items():
        assert got[key] == pytest.approx(chance, abs=1e-12)


def test_a_battle_that_cannot_be_lost_is_the_product_of_its_parts() -> None:
    # Red's cruiser meets no fleet; 1 infantry lands against a lone PDS at 6: it survives with 1/2 and takes the planet.
    solution = mecatol.solve(
        {
            "step": "tactical-action",
            "players": [
                {"name": "Red", "space": {"carrier": 1, "infantry": 1}, "technologies": []},
                {"name": "Blue", "planets": {"abaddon": {"pds": 1}}, "policy": {"assign": "cheapest-first"}},
            ],
        },
        exact=True,
    )
    chances = {chance.condition: str(chance.probability) for chance in solution.chances}
    # offense: 1/2 the carrier is lost, and the infantry with it; defense: 1/2 the infantry is lost
    assert chances["Red takes Abaddon"] == "1/4"
    assert chances["Red has no ships left"] == "1/2"


def test_what_its_steps_refuse_it_refuses_with_every_fault() -> None:
    plan = {"land": {"abaddon": {"infantry": 3}}}
    with pytest.raises(mecatol.ScenarioError) as error:
        mecatol.solve(
            {
                "step": "tactical-action",
                "assume": {"capacity": "enforced"},
                "players": [
                    {
                        "name": "Red",
                        "space": {"cruiser": 1, "infantry": 1},
                        "policy": plan,
                    },
                    {"name": "Blue", "planets": {"abaddon": {"infantry": 1}}},
                ],
            }
        )
    assert {problem.field for problem in error.value.problems} == {
        "players.0.space",
        "players.0.policy.land.abaddon.infantry",
    }


def test_combats_cannot_be_cut_short() -> None:
    with pytest.raises(mecatol.ScenarioError) as error:
        mecatol.solve({**mecatol.STEPS["tactical-action"].example, "stop_after": 1})
    assert [problem.field for problem in error.value.problems] == ["stop_after"]


def test_a_planet_held_before_is_not_gained() -> None:
    solution = mecatol.solve(
        {
            "step": "invasion",
            "players": [
                {
                    "name": "Red",
                    "space": {"carrier": 1, "infantry": 2},
                    "planets": {"fria": {"infantry": 1}},
                    "stationed": {"fria": {"infantry": 1}},
                },
                {"name": "Blue", "planets": {"abyz": {"infantry": 1}}},
            ],
        }
    )
    assert [chance.condition for chance in solution.chances] == ["Red takes Abyz"]
