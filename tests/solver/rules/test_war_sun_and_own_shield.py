"""Ruling 65.3.b: a war sun against a Planetary Shield of its own side; and how wrong names are answered."""

import pytest

from tests.solver.helpers import Data, ask, left, near, problems

RED: Data = {"name": "Red", "space": {"war-sun": 1}, "planets": {"lodor": {"pds": 1, "infantry": 1}},
             "technologies": ["war-sun"]}  # fmt: skip
BLUE: Data = {"name": "Blue", "planets": {"lodor": {"infantry": 4}}}


def test_a_war_sun_bombards_through_its_own_sides_shield_or_not() -> None:
    default = ask("bombardment", RED, BLUE)
    # Three dice at 3 or more: all hit with 0.512.
    assert left(default, "Blue")["lodor: 1 infantry"] == near(0.512)
    assert any("65.3.b" in warning for warning in default["warnings"])
    other = ask("bombardment", RED, BLUE, rulings={"65.3.b": "others-only"})
    assert left(other, "Blue") == near({"lodor: 4 infantry": 1})


def test_a_dreadnought_beside_it_is_still_stopped() -> None:
    red = {**RED, "space": {"war-sun": 1, "dreadnought": 1}}
    answer = ask("planetary-shield", red, BLUE)["answer"]
    (table,) = [table for table in answer["tables"] if table["title"] == "Who may bombard what"]
    assert {row[0]: row[1] for row in table["rows"]} == {"War Sun": "yes", "Dreadnought I": "no"}


def test_the_ruling_is_not_asked_without_a_shield_of_ones_own() -> None:
    red = {**RED, "planets": {"lodor": {"infantry": 1}}}
    blue = {**BLUE, "planets": {"lodor": {"infantry": 2, "pds": 1}}}
    assert not any("65.3.b" in warning for warning in ask("bombardment", red, blue)["warnings"])


@pytest.mark.parametrize(("word", "whole"), [("xxcha", "xxcha-kingdom"), ("hacan", "emirates-of-hacan")])
def test_a_part_of_a_name_is_enough_for_the_hint(word: str, whole: str) -> None:
    found = problems("bombardment", {**RED, "faction": word}, BLUE)
    assert f"did you mean {whole!r}?" in found["players.0.faction"]


def test_a_wrong_reading_lists_that_rulings_readings_only() -> None:
    found = problems("bombardment", RED, BLUE, rulings={"63.4": "binds"})
    assert found["rulings.63.4"].endswith("Allowed: fires-first, destroyed-first.")


def test_an_empty_choice_is_said_to_be_empty() -> None:
    found = problems("bombardment", RED, {**BLUE, "policy": {"order": ["tellurian"]}})
    assert found
    assert all("Allowed: ." not in message for message in found.values())
