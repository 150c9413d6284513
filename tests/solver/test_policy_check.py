"""Choices of a policy that name what is not there are refused by field."""

from typing import Any

import pytest

from tests.solver.helpers import Data, offense, problems

CRUISER: Data = {"name": "Red", "space": {"cruiser": 1}}


def pds(number: int, **policy: Any) -> Data:
    return {"name": "Blue", "planets": {"abyz": {"pds": number}}, "policy": policy}


def test_more_units_cannot_fire_than_there_are() -> None:
    rulings = {"49.1": "any"}
    found = problems("space-cannon-offense", CRUISER, pds(1, fire={"pds": 5}), rulings=rulings)
    assert found == {"players.1.policy.fire.pds": "5 are to use the ability; Blue has 1 here; at most 1"}
    assert offense(CRUISER, pds(2, fire={"pds": 1}), rulings=rulings)["rolls"][0]["dice"][0]["dice"] == 1
    everybody = problems("space-cannon-offense", CRUISER, pds(2), policy={"fire": {"pds": 3}}, rulings=rulings)
    assert list(everybody) == ["policy.fire.pds"]


@pytest.mark.parametrize("step", ["space-cannon-defense", "bombardment"])
def test_a_further_die_needs_its_technology_and_a_planet_that_is_there(step: str) -> None:
    where = "players.1.policy.extra_dice.plasma-scoring"
    red = {"name": "Red", "planets": {"abyz": {"infantry": 1}}}
    unowned = problems(step, red, pds(1, extra_dice={"plasma-scoring": "abyz"}))
    assert "'plasma-scoring' is no effect that Blue has" in unowned[where]
    owner = {**pds(1, extra_dice={"plasma-scoring": "lodor"}), "technologies": ["plasma-scoring"]}
    assert "'lodor' is no planet with units on it here" in problems(step, red, owner)[where]


def test_one_number_says_how_many_players_there_can_be() -> None:
    many = [{"name": name, "space": {"cruiser": 1}} for name in "abcdefghi"]
    assert offense(*many[:8])["warnings"] == []
    assert "at most 8" in problems("space-cannon-offense", *many)["players"]
    assert problems("ground-combat", *many[:3])["players"] == "3 given; Ground Combat takes 2"
