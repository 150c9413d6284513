"""Watchful Ojz: two ships leave as a retreat is announced, before the round's dice; worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.rules.combat.windows import reference_only
from tests.solver.effects.battles import CRUISER, solved, space
from tests.solver.helpers import Data

MISS = 1 - CRUISER
OJZ: Data = {"faction": "ral-nel-consortium", "effects": {"watchful-ojz": 1}}


def ral_nel(from_round: int = 1, **units: int) -> Data:
    return {**OJZ, **space(**units), "policy": {"retreat": {"from_round": from_round}}}


def left(found: mecatol.Solution, name: str = "Red") -> dict[tuple[tuple[str, int], ...], Any]:
    """Return the chances of what a player has next door in the end."""
    ends: dict[tuple[tuple[str, int], ...], Any] = {}
    for chance, holdings in found.outcomes:
        key = tuple((there.unit, there.total) for there in holdings[name].at(ADJACENT))
        ends[key] = ends.get(key, 0) + chance
    return ends


def test_two_ships_leave_before_any_dice_and_the_combat_is_over() -> None:
    found = solved("space-combat", ral_nel(cruiser=1, dreadnought=1), space(dreadnought=2))
    assert found.winner == {"Red": 0, "Blue": 1, "draw": 0}
    assert left(found) == {(("cruiser", 1), ("dreadnought", 1)): 1}
    assert not any(found.expected_losses.values())


def test_the_third_ship_fights_the_round_and_leaves_after_it() -> None:
    # one cruiser against one: both hit 4/10, and who is left alone has won; else Red's last ship leaves
    found = solved("space-combat", ral_nel(cruiser=3), space(cruiser=1))
    assert found.winner == {"Red": CRUISER * MISS, "Blue": MISS, "draw": CRUISER * CRUISER}
    # it is there next door with the others where nobody hit, and stays where it has won
    assert left(found) == {(("cruiser", 2),): 1 - MISS * MISS, (("cruiser", 3),): MISS * MISS}


@pytest.mark.parametrize("attacker", [True, False])
def test_they_leave_in_the_round_that_is_chosen(attacker: bool) -> None:
    # round 1: three cruisers against a cruiser; then two leave and the rest, if there is any, fights on for a round
    red, blue = ral_nel(2, cruiser=3), space(cruiser=1)
    found = solved("space-combat", red, blue) if attacker else solved("space-combat", blue, red)
    name = "Red" if attacker else "Blue"
    none_hit = MISS**3
    # three are left with 6/10, of which one fights round 2; two are left with 4/10, and leave at once
    won = (1 - none_hit) + none_hit * MISS * CRUISER * MISS
    draw = none_hit * MISS * CRUISER * CRUISER
    assert found.winner[name] == won
    assert found.winner["draw"] == draw


def test_they_take_along_what_they_can_carry() -> None:
    # the carrier and the cruiser leave with 4 of the 5 fighters: the destroyer and a fighter fight the round
    red = ral_nel(carrier=1, cruiser=1, destroyer=1, fighter=5)
    found = solved("space-combat", red, {**space(cruiser=1), "by_hand": {"bonus": -9}}, stop_after=1)
    away = [{kind: number for kind, number in key if kind != "destroyer"} for key in left(found)]
    assert away == [{"fighter": 4, "cruiser": 1, "carrier": 1}] * len(away)


def test_fighters_that_can_fly_are_carried_too() -> None:
    # the carrier and the cruiser leave with 4 of the 5: a fighter alone is hit with 4/10, hits with 3/10, or follows
    red = {**ral_nel(carrier=1, cruiser=1, fighter=5), "technologies": ["fighter-2"]}
    found = solved("space-combat", red, space(cruiser=1))
    follows = MISS * Fraction(7, 10)
    assert left(found) == {
        (("fighter", 4), ("cruiser", 1), ("carrier", 1)): 1 - follows,
        (("fighter", 5), ("cruiser", 1), ("carrier", 1)): follows,
    }


def test_fighters_that_leave_as_ships_are_not_carried_as_well() -> None:
    red = {**ral_nel(fighter=3), "technologies": ["fighter-2"]}
    found = solved("space-combat", red, {**space(cruiser=1), "by_hand": {"bonus": -9}}, stop_after=1)
    assert min(number for key in left(found) for _, number in key) == 2


def test_each_ship_that_leaves_a_gravity_rift_rolls() -> None:
    # a ship is removed with 3/10
    found = solved("space-combat", ral_nel(cruiser=2), space(cruiser=1), system="41")
    kept = Fraction(7, 10)
    assert left(found) == {
        (): (1 - kept) ** 2, (("cruiser", 1),): 2 * kept * (1 - kept), (("cruiser", 2),): kept**2,
    }  # fmt: skip


def test_without_a_retreat_it_does_nothing() -> None:
    found = solved("space-combat", {**OJZ, **space(cruiser=2)}, space(cruiser=1))
    plain = solved("space-combat", {"faction": "ral-nel-consortium", **space(cruiser=2)}, space(cruiser=1))
    assert found.winner == plain.winner
    assert any("Watchful Ojz" in said for said in found.warnings)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [({"policy": {"retreat": {"ships_at_most": 2}}}, {}), ({}, {"effects": {"intercept": 1}})],
)
def test_where_it_is_not_worked_out_that_is_said(mine: Data, theirs: Data) -> None:
    found = solved("space-combat", {**ral_nel(cruiser=3), **mine}, {**space(cruiser=1), **theirs})
    assert any("Watchful Ojz works here only with a retreat set by round" in said for said in found.warnings)


def test_a_defender_that_announces_first_keeps_the_attacker_there() -> None:
    # the attacker cannot announce a retreat then, so its two cruisers stay for the round
    blue = {**space(cruiser=2), "policy": {"retreat": {"from_round": 1}}}
    found = solved("space-combat", ral_nel(cruiser=2), blue)
    assert all(key == () for key in left(found))


def test_ships_that_have_left_are_shown_with_the_rounds() -> None:
    found = solved("space-combat", ral_nel(2, cruiser=3), {**space(cruiser=1), "by_hand": {"bonus": -9}}, rounds=2)
    assert [shown["left"]["Red"]["cruiser"] for shown in found.rounds] == [3, 3]


def test_the_reference_chain_has_the_same() -> None:
    red = {"name": "Red", **ral_nel(2, dreadnought=2, cruiser=2, carrier=1, fighter=4)}
    blue = {"name": "Blue", **space(dreadnought=2, cruiser=3), "technologies": ["duranium-armor"]}
    found = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    with reference_only():
        expected = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    assert found.winner == pytest.approx(expected.winner, abs=1e-12)
    assert found.expected_losses["Red"] == pytest.approx(expected.expected_losses["Red"])


def test_in_a_tactical_action_the_ships_are_next_door_too() -> None:
    found = solved("tactical-action", space(dreadnought=2), ral_nel(cruiser=2))
    assert left(found, "Blue") == {(("cruiser", 2),): 1}
    assert not any(holdings["Blue"].at(SPACE) for _, holdings in found.outcomes)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_best_losses_are_those_of_the_ships_that_are_still_there(number: int) -> None:
    red, blue = ral_nel(number, carrier=1, dreadnought=2, cruiser=1, fighter=2), space(cruiser=2, dreadnought=1)
    usual = solved("space-combat", red, blue)
    best = solved("space-combat", {**red, "policy": {**red["policy"], "assign": "best"}}, blue)
    [chosen] = best.choices
    assert chosen["value"] == best.winner["Red"] >= usual.winner["Red"]
