"""Linkships fire the Space Cannons of PDS that are carried beside them: one each, or one for all of the upgrade."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from tests.solver.effects.battles import solved

RAL_NEL = "ral-nel-consortium"


def binomial(dice: int, chance: Fraction) -> dict[int, Fraction]:
    return {k: comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)}


@pytest.mark.parametrize(
    ("technologies", "destroyers", "pds", "dice", "chance"),
    [
        ([], 2, 1, 1, Fraction(1, 2)),
        ([], 2, 3, 2, Fraction(1, 2)),
        ([], 1, 0, 0, Fraction(1, 2)),
        (["linkship-2"], 3, 1, 3, Fraction(1, 2)),
        (["linkship-2", "pds-2"], 2, 1, 2, Fraction(6, 10)),
        (["linkship-2", "plasma-scoring"], 2, 1, 3, Fraction(1, 2)),
    ],
)
def test_each_linkship_fires_one(
    technologies: list[str], destroyers: int, pds: int, dice: int, chance: Fraction
) -> None:
    red = {"faction": RAL_NEL, "technologies": technologies, "space": {"destroyer": destroyers, "pds": pds}}
    solution = solved("space-cannon-offense", red, {"space": {"cruiser": 9}})
    found: dict[int, Any] = {}
    for share, left in solution.outcomes:
        lost = 9 - sum(stack.total for stack in left["Blue"].space)
        found[lost] = found.get(lost, 0) + share
    assert found == binomial(dice, chance)


def test_a_structure_in_space_does_nothing_else_and_goes_with_the_last_ship() -> None:
    battle = {"space": {"destroyer": 1}}, {"space": {"cruiser": 1}}
    plain = solved("space-combat", {"faction": RAL_NEL, **battle[0]}, battle[1])
    with_pds = solved("space-combat", {"faction": RAL_NEL, "space": {"destroyer": 1, "pds": 2}}, battle[1])
    assert with_pds.winner == plain.winner
    for _, left in with_pds.outcomes:
        kinds = {stack.unit for stack in left["Red"].space}
        assert kinds in ({"destroyer", "pds"}, set())


def test_others_carry_no_structures() -> None:
    with pytest.raises(mecatol.ScenarioError, match="placed on planets"):
        solved("space-combat", {"space": {"destroyer": 1, "pds": 1}}, {"space": {"cruiser": 1}})


@pytest.mark.parametrize(
    ("technologies", "space", "expected"),
    [
        ([], {"cruiser": 1, "space-dock": 1}, {0: Fraction(1)}),  # nobody fires the cannon of what is carried
        ([], {"destroyer": 2, "space-dock": 1}, binomial(2, Fraction(6, 10))),
        (["linkship-2"], {"destroyer": 2, "space-dock": 1, "pds": 1}, binomial(4, Fraction(6, 10))),
    ],
)
def test_only_linkships_fire_the_cannon_that_lightrail_ordnance_gives_a_carried_dock(
    technologies: list[str], space: dict[str, int], expected: dict[int, Fraction]
) -> None:
    red = {"faction": RAL_NEL, "technologies": technologies, "effects": {"lightrail-ordnance": 1}, "space": space}
    found: dict[int, Any] = {}
    for share, left in solved("space-cannon-offense", red, {"space": {"cruiser": 8}}).outcomes:
        lost = 8 - sum(stack.total for stack in left["Blue"].space)
        found[lost] = found.get(lost, 0) + share
    assert found == expected


def test_a_carried_dock_is_no_battlestation_but_a_floating_factory_is() -> None:
    cards = {"effects": {"experimental-battlestation": 1}}
    for faction, hits in ((RAL_NEL, 0), ("clan-of-saar", 3)):
        blue = {"faction": faction, "space": {"destroyer": 1, "space-dock": 1}, **cards}
        solution = solved("space-cannon-offense", {"space": {"cruiser": 8}}, blue)
        assert max(count for count, chance in solution.hits.get("Blue", {0: 1}).items() if chance) == hits
