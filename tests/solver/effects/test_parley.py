"""Parley: what was committed to a planet goes back to space, and there is no combat."""

from __future__ import annotations

from fractions import Fraction

from tests.solver.effects.battles import solved

PLAN = {"land": {"abyz": {"infantry": 2}, "fria": {"infantry": 1}}}
RED = {"space": {"dreadnought": 2, "infantry": 3}, "policy": PLAN}
BLUE = {"effects": {"parley": 1}, "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}}


def takes(red: dict[str, object], blue: dict[str, object], step: str = "invasion") -> dict[str, object]:
    chances = solved(step, red, blue).chances
    return {chance.condition: chance.probability for chance in chances if "takes" in chance.condition}


def test_nobody_lands_on_the_planet_that_is_spared() -> None:
    for step in ("invasion", "tactical-action"):
        solution = solved(step, {"space": {"cruiser": 1, "infantry": 4}}, {
            "effects": {"parley": 1}, "planets": {"abaddon": {"infantry": 1}}})  # fmt: skip
        assert {chance.condition: chance.probability for chance in solution.chances}["Red takes Abaddon"] == 0
        for _, left in solution.outcomes:
            assert {stack.unit: stack.total for stack in left["Red"].space}["infantry"] == 4
            assert [stack.total for stack in left["Blue"].at("abaddon")] == [1]


def test_one_planet_is_spared_the_first_or_that_which_is_left() -> None:
    # both dreadnoughts bombard Abyz, and its owner controls it still where they kill the infantry there; on Fria one
    # infantry lands against one, with no bombardment: it takes the planet where it alone is left
    three = Fraction(3, 10)
    duel = three * (1 - three) / (1 - (1 - three) ** 2)
    spared = takes(RED, BLUE)
    assert spared["Red takes Abyz"] == 0
    fria = spared["Red takes Fria"]
    other = takes(RED, {**BLUE, "policy": {"decline_on": {"abyz": ["parley"]}}})
    assert other["Red takes Fria"] == 0
    assert other["Red takes Abyz"] == takes(RED, {**BLUE, "effects": {}})["Red takes Abyz"] > 0
    assert fria == takes(RED, {**BLUE, "effects": {}})["Red takes Fria"] >= duel
