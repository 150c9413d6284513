"""Relics, each with a figure worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import mecatol


def test_lightrail_ordnance_arms_docks_here_and_next_door() -> None:
    # two docks, two dice each at 5: 0.6 a die, so 0.4**4 = 16/625 for no hit and 0.6**4 = 81/625 for four
    solution = mecatol.solve(
        {
            "step": "space-cannon-offense",
            "players": [
                {"name": "Red", "space": {"cruiser": 5}},
                {
                    "name": "Blue",
                    "effects": {"lightrail-ordnance": 1},
                    "planets": {"abaddon": {"space-dock": 1}},
                    "adjacent": {"space-dock": 1},
                },
            ],
        },
        exact=True,
    )
    assert solution.hits["Blue"][0] == Fraction(16, 625)
    assert solution.hits["Blue"][4] == Fraction(81, 625)


def test_lightrail_ordnance_defends_the_dock_s_own_planet_alone() -> None:
    # the dock on abaddon rolls two dice at 5 against the landing there; the one next door and on loki have no part
    solution = mecatol.solve(
        {
            "step": "space-cannon-defense",
            "players": [
                {"name": "Red", "planets": {"abaddon": {"infantry": 3}}},
                {
                    "name": "Blue",
                    "effects": {"lightrail-ordnance": 1},
                    "planets": {"abaddon": {"space-dock": 1, "infantry": 1}, "loki": {"space-dock": 1}},
                },
            ],
        },
        exact=True,
    )
    assert solution.hits["Blue"] == {0: Fraction(4, 25), 1: Fraction(12, 25), 2: Fraction(9, 25)}


def test_metali_void_shielding_lends_a_war_sun_what_the_law_took_from_it() -> None:
    # the cruiser hits with 2/5; the war sun has lost Sustain Damage, and uses it as if it had it
    red = {
        "name": "Red",
        "technologies": ["war-sun"],
        "effects": {"metali-void-shielding": 1, "publicize-weapon-schematics": 1},
        "space": {"war-sun": 1},
    }
    blue = {"name": "Blue", "space": {"cruiser": 1}}
    solution = mecatol.solve({"step": "space-combat", "players": [red, blue], "stop_after": 1}, exact=True)
    left = {chance: holdings["Red"].at("space") for chance, holdings in solution.outcomes}
    assert all(there for there in left.values())
    assert sum(chance for chance, there in left.items() if there[0].damaged) == Fraction(2, 5)
    assert any("Metali Void Shielding" in entry["text"] for entry in solution.trace)
    # nobody's ships can use Sustain Damage beside the Mentak's flagship, which misses with 3/5 a die
    moon = {**blue, "faction": "mentak-coalition", "space": {"flagship": 1}}
    beside = mecatol.solve({"step": "space-combat", "players": [red, moon], "stop_after": 1}, exact=True)
    lost = sum(chance for chance, holdings in beside.outcomes if not holdings["Red"].at("space"))
    assert lost == 1 - Fraction(3, 5) ** 2


def test_metali_void_shielding_may_have_damaged_a_carrier_before() -> None:
    # it cannot sustain again: a die of 1/5 against one of 2/5, and the combat goes on with 12/25
    red = {"name": "Red", "space": {"carrier": 1}, "damaged": {"carrier": 1}, "effects": {"metali-void-shielding": 1}}
    blue = {"name": "Blue", "space": {"cruiser": 1}}
    solution = mecatol.solve({"step": "space-combat", "players": [red, blue]}, exact=True)
    assert solution.winner == {"Red": Fraction(3, 13), "Blue": Fraction(8, 13), "draw": Fraction(2, 13)}
    # a fighter is never lent it
    red = {**red, "space": {"carrier": 1, "fighter": 1}, "damaged": {"fighter": 1}}
    with pytest.raises(mecatol.ScenarioError, match="a Fighter I has no Sustain Damage, so it cannot be damaged"):
        mecatol.solve({"step": "space-combat", "players": [red, blue]})
