"""Choices of a policy that name what is not there are refused by field."""

from typing import Any

import pytest

from tests.solver.helpers import Data, ask, near, offense, problems, said

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
    assert "'plasma-scoring' is not an effect that Blue has" in unowned[where]
    owner = {**pds(1, extra_dice={"plasma-scoring": "lodor"}), "technologies": ["plasma-scoring"]}
    assert "'lodor' is not a planet with units on it here" in problems(step, red, owner)[where]


def test_one_number_says_how_many_players_there_can_be() -> None:
    many = [{"name": name, "space": {"cruiser": 1}} for name in "abcdefghi"]
    assert offense(*many[:8])["warnings"] == []
    assert "at most 8" in problems("space-cannon-offense", *many)["players"]
    assert problems("ground-combat", *many[:3])["players"] == "3 players given; Ground Combat takes 2"


def on(planet: str, what: str) -> Data:
    """Return the policy that declines something on one planet."""
    return {"decline_on": {planet: [what]}}


TWO_PLANETS: Data = {"abyz": {"pds": 1, "infantry": 1}, "fria": {"pds": 1, "infantry": 1}}
LANDED: Data = {"name": "Red", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}}


def test_space_cannon_is_declined_on_one_planet() -> None:
    blue = {"name": "Blue", "planets": TWO_PLANETS, "policy": on("abyz", "space-cannon")}
    solution = ask("space-cannon-defense", LANDED, blue)
    assert [roll["where"] for roll in solution["rolls"]] == ["fria"]
    assert "Blue declines to use Space Cannon on Abyz." in said(solution)
    assert "Blue declines to use Space Cannon on Fria." not in said(solution)
    # Blue's die at 6 or more: Red keeps both infantry with 1/2.
    assert solution["outcomes"][0]["probability"] == near(0.5)


def test_a_further_die_is_declined_on_one_planet() -> None:
    blue = {"name": "Blue", "planets": TWO_PLANETS, "technologies": ["plasma-scoring"]}
    both = ask("space-cannon-defense", LANDED, blue)
    assert [sum(dice["dice"] for dice in roll["dice"]) for roll in both["rolls"]] == [2, 2]
    one = ask("space-cannon-defense", LANDED, {**blue, "policy": on("fria", "plasma-scoring")})
    assert {roll["where"]: sum(dice["dice"] for dice in roll["dice"]) for roll in one["rolls"]} == {
        "abyz": 2, "fria": 1
    }  # fmt: skip


@pytest.mark.parametrize("bombard", ["first-planet", "best"])
def test_a_further_die_of_a_bombardment_goes_where_it_is_not_declined(bombard: str) -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 1}, "technologies": ["plasma-scoring"]}
    blue = {"name": "Blue", "planets": {"abyz": {"infantry": 3}}}
    for policy, dice in (({}, 2), (on("abyz", "plasma-scoring"), 1)):
        solution = ask("bombardment", {**red, "policy": {"bombard": bombard, **policy}}, blue)
        assert sum(row["dice"] for row in solution["rolls"][0]["dice"]) == dice
    spread = {"bombard": {"dreadnought": {"abyz": 1, "fria": 1}}, **on("abyz", "plasma-scoring")}
    blue = {"name": "Blue", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}}
    solution = ask("bombardment", {**red, "space": {"dreadnought": 2}, "policy": spread}, blue)
    assert {roll["where"]: roll["dice"][0]["dice"] for roll in solution["rolls"]} == {"abyz": 1, "fria": 2}


@pytest.mark.parametrize(
    ("step", "planet", "what", "refused"),
    [
        ("space-cannon-defense", "lodor", "space-cannon", "is not a planet with units on it here"),
        ("space-cannon-defense", "abyz", "bombardment", "only Space Cannon is declined planet by planet"),
        ("space-cannon-defense", "abyz", "plasma-scoring", "is not an effect that Blue has"),
        ("space-cannon-offense", "abyz", "space-cannon", "Space Cannon Defense is not in this step"),
    ],
)
def test_what_cannot_be_declined_on_a_planet_is_refused(step: str, planet: str, what: str, refused: str) -> None:
    red = {**LANDED, "space": {"cruiser": 1}}
    (message,) = problems(step, red, {"name": "Blue", "planets": TWO_PLANETS, "policy": on(planet, what)}).values()
    assert refused in message


def test_planetary_shield_is_never_declined() -> None:
    blue = {"name": "Blue", "planets": {"abyz": {"infantry": 1, "pds": 1}}}
    shielded = {**blue, "policy": {"decline": ["space-cannon", "planetary-shield"]}}
    refused = problems("bombardment", {"name": "Red", "space": {"dreadnought": 1}}, shielded)
    assert refused == {
        "players.1.policy.decline.1": "Planetary Shield is not a choice: it applies as long as the unit is there"
    }
