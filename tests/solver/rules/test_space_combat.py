"""Space combat: what its end, and nothing before it, brings about."""

from fractions import Fraction
from typing import Any

import pytest

import mecatol
from tests.solver.helpers import Data, ask, near, problems, said


def _left(data: dict[str, Any], player: str, unit: str) -> set[int]:
    return {outcome["players"][player]["space"].get(unit, 0) for outcome in data["outcomes"]}


def _carrier_gone_first(stop_after: int | None, **more: Any) -> dict[str, Any]:
    scenario: dict[str, Any] = {
        "step": "space-combat",
        "players": [
            {"name": "Red", "space": {"cruiser": 1}},
            {"name": "Blue", "space": {"carrier": 1, "fighter": 4}, "policy": {"assign": ["carrier", "fighter"]}},
        ],
    }
    if stop_after:
        scenario["stop_after"] = stop_after
    return mecatol.solve({**scenario, **more}).to_json()


def test_capacity_is_not_counted_in_a_combat_that_was_stopped() -> None:
    """Red's die kills the carrier with 2/5, and Red's cruiser outlives five dice at 1/5 with (4/5)^5 (16.3.c)."""
    data = _carrier_gone_first(stop_after=1)
    going_on = [
        outcome["probability"]
        for outcome in data["outcomes"]
        if outcome["players"]["Red"]["space"] and outcome["players"]["Blue"]["space"] == {"fighter": 4}
    ]
    assert abs(sum(going_on) - 2 / 5 * (4 / 5) ** 5) < 1e-12


def test_capacity_is_counted_when_the_combat_is_over() -> None:
    """Without the carrier no fighter stays, whoever has won (78.10.a)."""
    data = _carrier_gone_first(stop_after=None)
    assert _left(data, "Blue", "fighter") == {0, 4}


def test_the_rounds_tell_what_is_left_when_capacity_has_been_counted() -> None:
    """Four fighters are left with their carrier or none: Blue's five dice hit alone, with 3/5 (1 - (4/5)^5)."""
    row = _carrier_gone_first(stop_after=None, rounds=1)["rounds"][0]
    alone, nobody = 3 / 5 * (1 - (4 / 5) ** 5), 3 / 5 * (4 / 5) ** 5
    bare = 2 / 5 * (4 / 5) ** 5  # the carrier is gone and the combat goes on: capacity is not counted yet
    assert row["left"]["Blue"]["fighter"] == near(4 * (alone + nobody + bare))


def test_a_combat_that_was_stopped_may_be_undecided() -> None:
    """Two cruisers hit with 2/5 each; with (3/5)^2 neither does, which is no draw."""
    cruiser = {"space": {"cruiser": 1}}
    scenario = {"step": "space-combat", "stop_after": 1, "players": [{"name": n, **cruiser} for n in ("Red", "Blue")]}
    winner = mecatol.solve(scenario, exact=True).winner
    assert winner == {
        "Red": Fraction(6, 25), "Blue": Fraction(6, 25), "draw": Fraction(4, 25), "undecided": Fraction(9, 25)
    }  # fmt: skip


LEAVING: Data = {
    "name": "Blue", "space": {"carrier": 1, "fighter": 4}, "planets": {"abyz": {"infantry": 3}},
    "policy": {"retreat": {"takes": {"abyz": {"infantry": 2}}}},
}  # fmt: skip
CRUISER: Data = {"name": "Red", "space": {"cruiser": 1}}


def test_a_retreat_takes_ground_forces_along_in_the_place_of_fighters() -> None:
    # Four places: two for infantry, so two for fighters, whether Red's die has cost the first (2/5) or not. Blue's five
    # dice at 9 all miss with (4/5)^5; else there is nobody to retreat from.
    solution = ask("space-combat", CRUISER, LEAVING)
    (gone,) = [outcome for outcome in solution["outcomes"] if outcome["players"]["Red"]["space"]]
    # both counts of fighters come to the same
    assert gone["probability"] == near((4 / 5) ** 5)
    assert gone["players"]["Blue"]["adjacent"] == {"carrier": 1, "fighter": 2, "infantry": 2}
    assert gone["players"]["Blue"]["planets"] == {"abyz": {"infantry": 1}}
    assert "Blue takes ground forces along from Abyz." in said(solution)
    assert not any(" not affect " in warning for warning in solution["warnings"])


def test_a_retreat_takes_no_more_along_than_it_can_hold_and_nothing_by_default() -> None:
    small = {**LEAVING, "space": {"dreadnought": 1, "fighter": 1}}
    assert "{'dreadnought': 1, 'infantry': 1}" in str(ask("space-combat", CRUISER, small)["outcomes"])
    stays = {**LEAVING, "policy": {"retreat": {"from_round": 1}}}
    assert all(
        outcome["players"]["Blue"]["planets"] == {"abyz": {"infantry": 3}}
        for outcome in ask("space-combat", CRUISER, stays)["outcomes"]
    )


@pytest.mark.parametrize(
    ("policy", "kept"),
    [({}, {"mech": 1}), ({"capacity": ["fighter", "mech"]}, {"infantry": 1}),
     ({"capacity": ["mech", "infantry"]}, {"fighter": 1})],
)  # fmt: skip
def test_a_retreat_leaves_behind_what_would_be_removed_first(policy: Data, kept: dict[str, int]) -> None:
    # the carrier takes the first hit, and the dreadnought that flees has one place
    fleet = {"carrier": 1, "dreadnought": 1, "fighter": 1, "infantry": 1, "mech": 1}
    orders = {"assign": ["carrier", "sustain"], "retreat": {"from_round": 2}, **policy}
    blue = {"name": "Blue", "faction": "winnu", "space": fleet, "policy": orders}
    outcomes = ask("space-combat", CRUISER, blue)["outcomes"]
    gone = [outcome["players"]["Blue"].get("adjacent", {}) for outcome in outcomes]
    assert {"dreadnought": 1, **kept} in gone
    assert all(there == {"dreadnought": 1, **kept} for there in gone if there and "carrier" not in there)


@pytest.mark.parametrize(
    ("takes", "where"),
    [({"abyz": {"infantry": 4}}, "abyz.infantry"), ({"fria": {"infantry": 1}}, "fria.infantry"),
     ({"abyz": {"pds": 1}}, "abyz.pds")],
)  # fmt: skip
def test_what_a_retreat_cannot_take_along_is_refused(takes: Data, where: str) -> None:
    blue = {**LEAVING, "planets": {"abyz": {"infantry": 3, "pds": 1}}, "policy": {"retreat": {"takes": takes}}}
    (found,) = problems("space-combat", CRUISER, blue)
    assert found == f"players.1.policy.retreat.takes.{where}"


RETREATING: Data = {"name": "Blue", "policy": {"retreat": {"from_round": 1}}}
HUNTER: Data = {"name": "Red", "space": {"destroyer": 1}}


def _next_door(*players: Data) -> list[tuple[float, dict[str, int]]]:
    """Return the chances of what the second player has next to the system, where it has anything there."""
    outcomes = mecatol.solve({"step": "space-combat", "players": list(players)}).outcomes
    found = [(chance, {s.unit: s.total for s in left[players[1]["name"]].adjacent}) for chance, left in outcomes]
    return [(float(chance), units) for chance, units in found if units]


def test_an_aerie_sentinel_takes_no_room_in_a_retreat() -> None:
    # Four places for infantry; where Blue gets away it is with all that it came with.
    blue = {**RETREATING, "faction": "argent-flight", "space": {"carrier": 1, "infantry": 4, "mech": 1}}
    assert {tuple(sorted(units.items())) for _, units in _next_door(HUNTER, blue)} == {
        (("carrier", 1), ("infantry", 4), ("mech", 1))
    }


def test_a_floating_factory_retreats_and_carries_fighters() -> None:
    blue = {**RETREATING, "faction": "clan-of-saar", "space": {"destroyer": 1, "space-dock": 1, "fighter": 3}}
    gone = _next_door(HUNTER, blue)
    assert gone
    assert all(units["space-dock"] == units["destroyer"] == 1 for _, units in gone)
    assert any(units.get("fighter") == 3 for _, units in gone)


def test_duranium_armor_repairs_nobody_who_is_only_aboard() -> None:
    # A carrier's die at 9 against a cruiser's at 7: it wins with 3 in 13, whatever a damaged mech could do.
    blue = {
        "name": "Blue",
        "faction": "nomad",
        "technologies": ["duranium-armor"],
        "space": {"carrier": 1, "mech": 1},
        "damaged": {"mech": 1},
    }
    solution = ask("space-combat", {"name": "Red", "space": {"cruiser": 1}}, blue)
    assert solution["winner"]["Blue"] == near(3 / 13)


def test_quietus_ends_with_the_flagship() -> None:
    # The flagship, damaged and lost first, and a cruiser fight a dreadnought for two rounds. Where all three of Red's
    # dice miss and Blue's hits, the flagship is lost; the cruiser's hit in the next round can be sustained.
    red = {
        "name": "Red",
        "faction": "crimson-rebellion",
        "effects": {"quietus": 1},
        "space": {"flagship": 1, "cruiser": 1},
        "damaged": {"flagship": 1},
        "policy": {"assign": ["flagship", "cruiser"]},
    }
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "policy": {"assign": "sustain-first"}}
    solution = ask("space-combat", red, blue, stop_after=2)
    hurt = sum(o["probability"] for o in solution["outcomes"] if o["players"]["Blue"]["damaged"])
    first = Fraction(4, 10) ** 2 * Fraction(6, 10) * Fraction(6, 10)  # the flagship's two dice at 5, the cruiser's at 7
    assert hurt == near(float(first * Fraction(4, 10)))


def test_mordred_beside_the_alastor_hits_more_easily_in_space() -> None:
    red = {"name": "Red", "faction": "nekro-virus", "space": {"flagship": 1, "mech": 1}}
    blue = {"name": "Blue", "space": {"cruiser": 1}}
    plain, more = (
        ask("space-combat", {**red, "effects": effects}, blue, stop_after=1) for effects in ({}, {"mordred-edge": 1})
    )
    assert "Mordred (1 die, 6 or more)" in said(plain)
    assert "Mordred (1 die, 4 or more)" in said(more)
