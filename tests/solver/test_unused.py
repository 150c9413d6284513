"""A unit that is said to make no difference makes none: leaving it out does not change the answer."""

from __future__ import annotations

from copy import deepcopy

import pytest

import mecatol
from tests.solver.helpers import Data, ask

HARROW: tuple[Data, Data] = (
    {"name": "Red", "faction": "l1z1x-mindnet", "space": {"cruiser": 1}, "planets": {"abyz": {"infantry": 1}},
     "effects": {"blitz": 1}},
    {"name": "Blue", "planets": {"abyz": {"infantry": 2}}},
)  # fmt: skip
RAILS: tuple[Data, Data] = (
    {"name": "Red", "planets": {"abyz": {"infantry": 1}}},
    {"name": "Blue", "planets": {"abyz": {"space-dock": 1, "infantry": 1}}, "effects": {"lightrail-ordnance": 1}},
)
GRID: tuple[Data, Data] = (
    {"name": "Red", "space": {"carrier": 1, "infantry": 2}, "planets": {"abyz": {"space-dock": 1}},
     "technologies": ["magen-defense-grid-omega-omega"]},
    {"name": "Blue", "planets": {"abyz": {"infantry": 2}}},
)  # fmt: skip
PARTS = [
    ("ground-combat", HARROW, "Red’s Cruiser in the space area"),
    ("space-cannon-defense", RAILS, "Blue’s Space Dock on Abyz"),
    ("invasion", GRID, "Red’s Space Dock on Abyz"),
]


def idle(solution: Data) -> list[str]:
    return [warning.partition(" does not affect ")[0] for warning in solution["warnings"] if "not affect" in warning]


@pytest.mark.parametrize(("step", "players", "unit"), PARTS)
def test_a_unit_plays_a_part_where_a_card_calls_on_it(step: str, players: tuple[Data, Data], unit: str) -> None:
    whole, fewer, bare = ask(step, *players), deepcopy(players), deepcopy(players)
    assert not idle(whole)
    for player in fewer:
        for there in (player.get("space", {}), *player["planets"].values()):
            there.pop("cruiser", None)
            there.pop("space-dock", None)
    odds = [[outcome["probability"] for outcome in solution["outcomes"]] for solution in (whole, ask(step, *fewer))]
    assert odds[0] != odds[1]
    for player in bare:
        player.update(effects={}, technologies=[])
    assert idle(ask(step, *bare)) == [unit]


def test_a_floating_factory_plays_a_part_in_a_space_combat() -> None:
    # it leaves with the cruiser that carries nothing, and holds the fighter there
    saar = {"name": "Blue", "faction": "clan-of-saar", "space": {"cruiser": 1, "space-dock": 1, "fighter": 1}}
    solution = ask("space-combat", {"name": "Red", "space": {"cruiser": 1}}, {**saar, "policy": {"retreat": {}}})
    gone = [outcome["players"]["Blue"]["adjacent"] for outcome in solution["outcomes"] if "adjacent" in str(outcome)]
    assert {"cruiser": 1, "space-dock": 1, "fighter": 1} in gone
    assert not idle(solution)


def test_a_space_dock_that_shelters_fighters_plays_a_part() -> None:
    red = {"name": "Red", "space": {"cruiser": 1, "fighter": 1}, "planets": {"abyz": {"space-dock": 1}}}
    blue = {"name": "Blue", "space": {"cruiser": 1}}
    assert not idle(ask("tactical-action", red, blue))
    assert idle(ask("tactical-action", {**red, "space": {"cruiser": 1}}, blue)) == ["Red’s Space Dock on Abyz"]


def test_a_space_dock_that_is_destroyed_where_it_stands_alone_plays_a_part() -> None:
    red = {"name": "Red", "planets": {"abyz": {"infantry": 2}}}
    alone = ask("space-cannon-defense", red, {"name": "Blue", "planets": {"abyz": {"space-dock": 1}}})
    assert not idle(alone)
    assert [outcome["players"]["Blue"]["planets"] for outcome in alone["outcomes"]] == [{}]
    held = ask("space-cannon-defense", red, {"name": "Blue", "planets": {"abyz": {"space-dock": 1, "infantry": 1}}})
    assert idle(held) == ["Blue’s Space Dock on Abyz"]


def test_counts_of_nothing_do_not_hold_a_planet_against_a_retreat() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "planets": {"abyz": {"infantry": 0}}}
    blue = {"name": "Blue", "space": {"carrier": 1}, "planets": {"abyz": {"infantry": 1}},
            "policy": {"retreat": {"takes": {"abyz": {"infantry": 1}}}}}  # fmt: skip
    assert mecatol.solve({"step": "space-combat", "players": [red, blue]}).winner


@pytest.mark.parametrize(
    ("card", "edition", "step", "said"),
    [
        ("brother-milor", "pok", "space-cannon-offense", "is not used by the solver in"),
        ("brother-milor", "pok", "bombardment", "does not affect"),  # it is for cruisers and destroyers
        ("brother-milor-omega", "codex-3", "space-cannon-offense", "is not used by the solver in"),
        ("brother-milor-omega", "codex-3", "bombardment", "is not used by the solver in"),
        ("brother-milor-omega-omega", "thunders-edge", "space-cannon-offense", "does not affect"),  # only in combat
    ],
)
def test_a_card_that_the_solver_leaves_out_is_not_said_to_make_no_difference(
    card: str, edition: str, step: str, said: str
) -> None:
    """Until Thunder's Edge, Brother Milor could be used for what Space Cannon or Bombardment destroys."""
    yin: Data = {"name": "Yin", "faction": "yin-brotherhood", "effects": {card: 1}}
    at_sea = step == "space-cannon-offense"
    hit = {**yin, "space": {"cruiser": 1}} if at_sea else {**yin, "planets": {"abyz": {"infantry": 1}}}
    foe: Data = {"planets": {"abyz": {"pds": 1}}} if at_sea else {"space": {"dreadnought": 1}}
    players = [hit, {"name": "Foe", **foe}]
    solution = ask(step, *(players if at_sea else players[::-1]), edition=edition)
    found = [warning for warning in solution["warnings"] if "Milor" in warning]
    assert len(found) == 1
    assert f" {said} " in found[0]
