"""Deorbit Barrage: an action with a die for each resource spent, whose hits the Saar assign to ground forces."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

import mecatol
from mecatol.game.state import Force, Stack
from tests.solver.helpers import Data

HIT = Fraction(7, 10)
"""A die shows 4 or more."""


def saar(dice: int, **more: Any) -> Data:
    return {"name": "Red", "faction": "clan-of-saar", "effects": {"deorbit-barrage": dice}, **more}


def solved(red: Data, *others: Data, **more: Any) -> mecatol.Solution:
    return mecatol.solve({"step": "bombardment", "players": [red, *others], **more}, exact=True)


def left(solution: mecatol.Solution, planet: str = "lodor", name: str = "Blue") -> dict[Force, Fraction]:
    found: dict[Force, Fraction] = {}
    for chance, holdings in solution.outcomes:
        there = holdings[name].at(planet)
        found[there] = found.get(there, Fraction(0)) + Fraction(chance)
    return found


def by_dice(dice: int, infantry: int, mechs: int, hurt: int) -> dict[Force, Fraction]:
    """Return what is left by listing every result of the dice: the hits go where they destroy most, dearest first."""
    found: dict[Force, Fraction] = {}
    for results in product((False, True), repeat=dice):
        chance = Fraction(1)
        for hit in results:
            chance *= HIT if hit else 1 - HIT
        hits, whole, damaged, foot = sum(results), mechs - hurt, hurt, infantry
        while hits and (whole or damaged or foot):
            if damaged:
                damaged -= 1
            elif foot:
                foot -= 1
            else:
                whole, damaged = whole - 1, damaged + 1
            hits -= 1
        there = [Stack("infantry", foot)] if foot else []
        there += [Stack("mech", whole, damaged)] if whole or damaged else []
        found[tuple(there)] = found.get(tuple(there), Fraction(0)) + chance
    return found


def test_each_resource_is_a_die_that_hits_on_4() -> None:
    found = solved(saar(3), {"name": "Blue", "planets": {"lodor": {"infantry": 5}}})
    assert found.hits == {"Red": {n: comb(3, n) * HIT**n * (1 - HIT) ** (3 - n) for n in range(4)}}
    assert left(found)[(Stack("infantry", 2),)] == HIT**3
    assert [roll.ability for roll in found.rolls] == ["deorbit-barrage"]
    assert not any("no unit with Bombardment" in text for text in found.warnings)


@pytest.mark.parametrize("dice", [1, 2, 5])
@pytest.mark.parametrize(("infantry", "mechs", "hurt"), [(2, 0, 0), (1, 1, 0), (1, 2, 1), (0, 2, 0), (2, 2, 2)])
def test_the_saar_assign_the_hits_and_mechs_sustain(dice: int, infantry: int, mechs: int, hurt: int) -> None:
    there = {kind: n for kind, n in (("infantry", infantry), ("mech", mechs)) if n}
    blue: Data = {"name": "Blue", "faction": "federation-of-sol", "planets": {"lodor": there}}
    if hurt:
        blue["damaged"] = {"lodor": {"mech": hurt}}
    assert left(solved(saar(dice), blue)) == by_dice(dice, infantry, mechs, hurt)


def test_planetary_shield_and_bunker_do_not_stop_it() -> None:
    blue: Data = {"name": "Blue", "effects": {"bunker": 1}, "planets": {"lodor": {"infantry": 1, "pds": 1}}}
    found = left(solved(saar(1), blue))
    assert found == {(Stack("pds", 1),): HIT, (Stack("infantry", 1), Stack("pds", 1)): 1 - HIT}


def test_conventions_of_war_do_not_stop_what_is_no_bombardment() -> None:
    blue: Data = {"name": "Blue", "effects": {"conventions-of-war": 1}, "planets": {"abaddon": {"infantry": 1}}}
    assert left(solved(saar(1), blue), "abaddon")[()] == HIT


def test_the_owner_of_a_mech_may_decline_to_sustain() -> None:
    blue: Data = {"name": "Blue", "faction": "federation-of-sol", "planets": {"lodor": {"mech": 1}}}
    declined = {**blue, "policy": {"decline": ["sustain-damage"]}}
    assert left(solved(saar(1), declined)) == {(): HIT, (Stack("mech", 1),): 1 - HIT}
    assert left(solved(saar(1), blue)) == {(Stack("mech", 0, 1),): HIT, (Stack("mech", 1),): 1 - HIT}


def test_non_euclidean_shielding_cancels_two_of_them() -> None:
    blue: Data = {"name": "Blue", "faction": "barony-of-letnev", "technologies": ["non-euclidean-shielding"],
                  "planets": {"lodor": {"mech": 1}}}  # fmt: skip
    found = left(solved(saar(3), blue))
    assert found[()] == HIT**3
    assert found[(Stack("mech", 0, 1),)] == 1 - HIT**3 - (1 - HIT) ** 3


def test_tellurian_cancels_one_of_the_hits() -> None:
    blue: Data = {"name": "Blue", "effects": {"tellurian": 1}, "planets": {"lodor": {"infantry": 2}}}
    assert left(solved(saar(2), blue)) == {(Stack("infantry", 1),): HIT**2, (Stack("infantry", 2),): 1 - HIT**2}


def test_the_planet_is_the_first_with_ground_forces_or_the_one_that_is_chosen() -> None:
    blue: Data = {"name": "Blue", "planets": {"abyz": {"pds": 1}, "fria": {"infantry": 1}}}
    assert left(solved(saar(1), blue), "fria")[()] == HIT
    both: Data = {"name": "Blue", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}}
    red = saar(1, policy={"extra_dice": {"deorbit-barrage": "fria"}})
    assert left(solved(red, both), "fria")[()] == HIT
    assert left(solved(red, both), "abyz") == {(Stack("infantry", 1),): 1}


def test_ships_bombard_what_the_action_has_left() -> None:
    red = saar(1, space={"dreadnought": 1})
    found = left(solved(red, {"name": "Blue", "planets": {"lodor": {"infantry": 2}}}))
    fire = Fraction(6, 10)
    assert found[()] == HIT * fire
    assert found[(Stack("infantry", 2),)] == (1 - HIT) * (1 - fire)


@pytest.mark.parametrize("step", ["invasion", "tactical-action"])
def test_it_is_an_action_of_its_own(step: str) -> None:
    red = saar(2, space={"carrier": 1, "infantry": 1})
    blue: Data = {"name": "Blue", "planets": {"lodor": {"infantry": 1}}}
    found = mecatol.solve({"step": step, "players": [red, blue]})
    assert any("Deorbit Barrage is an action of its own" in text for text in found.warnings)
    without = mecatol.solve({"step": step, "players": [{**red, "effects": {}}, blue]})
    assert found.outcomes == without.outcomes


def test_nobody_else_has_it() -> None:
    with pytest.raises(mecatol.ScenarioError, match="belongs to The Clan of Saar"):
        solved({**saar(1), "faction": "arborec"}, {"name": "Blue", "planets": {"lodor": {"infantry": 1}}})
