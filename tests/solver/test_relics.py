"""Relics, each with a figure worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import solver


def test_lightrail_ordnance_arms_docks_here_and_next_door() -> None:
    # two docks, two dice each at 5: 0.6 a die, so 0.4**4 = 16/625 for no hit and 0.6**4 = 81/625 for four
    solution = solver.solve(
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
    solution = solver.solve(
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
