"""Retreats out of a gravity rift: each ship rolls, and 3 in 10 are removed with what they carry (41.2).

A carrier hits with 1/5, as a fighter does; a destroyer with 1/5, and its two barrage dice find nobody here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import mecatol
from tests.solver.helpers import Data

RIFT = "41"
LEAVES: Data = {"policy": {"retreat": {"from_round": 1}}}
RED: Data = {"name": "Red", "faction": "winnu"}
BLUE: Data = {"name": "Blue", "faction": "vuilraith-cabal"}


def gone(red: Data, blue: Data, name: str, step: str = "space-combat", **rest: Any) -> dict[str, Fraction]:
    """Return the chances of what a player has next door in the end, in words."""
    solution = mecatol.solve({"step": step, "players": [red, blue], **rest}, exact=True)
    chances: dict[str, Fraction] = {}
    for chance, holdings in solution.outcomes:
        words = ", ".join(f"{there.total} {there.unit}" for there in holdings[name].adjacent)
        chances[words] = chances.get(words, Fraction(0)) + Fraction(chance)
    return chances


def test_each_ship_rolls_and_what_it_carries_is_lost_with_it() -> None:
    # infantry and a fighter on the one carrier, two fighters on the other; Blue lives on with (4/5)**5. Where Blue
    # hits, a fighter of the second carrier is gone.
    fleet: Data = {**RED, **LEAVES, "space": {"carrier": 2, "fighter": 3, "infantry": 1}}
    found = gone(fleet, {**BLUE, "space": {"carrier": 1}}, "Red", system=RIFT)
    lives = Fraction(4, 5) ** 5
    assert found["3 fighter, 2 carrier, 1 infantry"] == lives * Fraction(4, 5) * Fraction(49, 100)
    assert found["2 fighter, 2 carrier, 1 infantry"] == lives * Fraction(1, 5) * Fraction(49, 100)
    assert found["1 fighter, 1 carrier, 1 infantry"] == lives * Fraction(21, 100)
    assert found["2 fighter, 1 carrier"] == lives * Fraction(4, 5) * Fraction(21, 100)
    assert found[""] == 1 - lives + lives * Fraction(9, 100)  # Red has stayed, or the rift took all


def test_the_rounds_count_what_the_rift_took() -> None:
    players = [{**RED, **LEAVES, "space": {"dreadnought": 1}}, {**BLUE, "space": {"destroyer": 1}}]
    data = {"step": "space-combat", "players": players, "rounds": 1, "system": RIFT}
    solution = mecatol.solve(data, exact=True)
    assert solution.rounds[0]["left"]["Red"]["dreadnought"] == Fraction(3, 5) + Fraction(2, 5) * Fraction(7, 10)


def test_elsewhere_nobody_rolls() -> None:
    fleet: Data = {**RED, **LEAVES, "space": {"dreadnought": 1}}
    assert gone(fleet, {**BLUE, "space": {"destroyer": 1}}, "Red")["1 dreadnought"] == Fraction(2, 5)


@pytest.mark.parametrize(("effects", "arrives"), [({"circlet-of-the-void": 1}, 1), ({}, Fraction(7, 10))])
def test_the_circlet_of_the_void_spares_who_retreats(effects: dict[str, int], arrives: Fraction) -> None:
    fleet: Data = {**RED, **LEAVES, "space": {"dreadnought": 1}, "effects": effects}
    found = gone(fleet, {**BLUE, "space": {"destroyer": 1}}, "Red", system=RIFT)
    assert found["1 dreadnought"] == Fraction(2, 5) * arrives


def test_a_dimensional_tear_takes_others_ships_alone() -> None:
    # the dreadnought misses with 2/5 and then leaves; the destroyer hits once at most, and sinks nothing
    red: Data = {**RED, "space": {"dreadnought": 1}}
    blue: Data = {**BLUE, "space": {"destroyer": 1}, "planets": {"abaddon": {"space-dock": 1}}}
    left = gone({**red, **LEAVES}, blue, "Red", "tactical-action")
    assert left["1 dreadnought"] == Fraction(2, 5) * Fraction(7, 10)
    assert gone(red, {**blue, **LEAVES}, "Blue", "tactical-action")["1 destroyer"] == Fraction(2, 5)
    printed = gone(red, {**blue, **LEAVES, "planets": {}}, "Blue", "tactical-action", system=RIFT)
    assert printed["1 destroyer"] == Fraction(2, 5) * Fraction(7, 10)
