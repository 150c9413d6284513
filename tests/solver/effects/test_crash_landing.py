"""Crash Landing: one ground force comes to a planet as the last ship is destroyed, joins or coexists there."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.game.state import Stack
from tests.solver.combat.plain_action import Action, ready_action, unknown_action
from tests.solver.combat.test_actions_with_dice import exact
from tests.solver.combat.test_against_dice import ERRORS, GAMES, deviation
from tests.solver.helpers import Data

CARD: Data = {"effects": {"crash-landing": 1}}
BOAT: Data = {"name": "Red", "space": {"carrier": 1, "infantry": 2}, **CARD}
CRUISER: Data = {"name": "Blue", "space": {"cruiser": 1}}
LIRTA = {"system": "35"}
"""The tile of Bereg and Lirta IV."""


def solved(step: str, *players: Data, **more: Any) -> mecatol.Solution:
    return mecatol.solve({"step": step, "players": list(players), **more}, exact=True)


def on(solution: mecatol.Solution, name: str, planet: str) -> dict[str, Fraction]:
    """Return what a player may have on a planet in the end, in words, with the chances."""
    found: dict[str, Fraction] = {}
    for chance, left in solution.outcomes:
        there = ", ".join(f"{s.total} {s.unit}" for s in left[name].at(planet)) or "nothing"
        found[there] = found.get(there, Fraction(0)) + Fraction(chance)
    return found


def told(solution: mecatol.Solution) -> bool:
    return any("Crash Landing" in note["text"] for note in solution.trace)


def test_a_fleet_that_is_gone_lands_one_of_what_it_carried() -> None:
    # carrier 2/10 against cruiser 4/10: of 13 decided rounds the carrier alone dies in 8, both in 2
    found = solved("space-combat", BOAT, CRUISER, **LIRTA)
    assert found.winner == {"Red": Fraction(3, 13), "Blue": Fraction(8, 13), "draw": Fraction(2, 13)}
    assert on(found, "Red", "bereg") == {"1 infantry": Fraction(10, 13), "nothing": Fraction(3, 13)}
    assert on(found, "Red", "space") == {"1 carrier, 2 infantry": Fraction(3, 13), "nothing": Fraction(10, 13)}
    assert told(found)


def test_the_card_leaves_the_combat_itself_alone() -> None:
    without = {**BOAT, "effects": {}}
    assert solved("space-combat", BOAT, CRUISER, **LIRTA).winner == solved("space-combat", without, CRUISER).winner


def test_the_owner_chooses_the_unit_and_the_planet() -> None:
    red = {"name": "Red", "faction": "federation-of-sol", "space": {"carrier": 1, "infantry": 1, "mech": 1}, **CARD}
    assert on(solved("space-combat", red, CRUISER, **LIRTA), "Red", "bereg")["1 mech"] == Fraction(10, 13)
    chosen = {**red, "policy": {"crash": {"planet": "lirta-iv", "unit": "infantry"}}}
    found = on(solved("space-combat", chosen, CRUISER, **LIRTA), "Red", "lirta-iv")
    assert found == {"1 infantry": Fraction(10, 13), "nothing": Fraction(3, 13)}


def test_a_planet_without_others_comes_first_and_of_these_the_own_one() -> None:
    held = {**CRUISER, "planets": {"bereg": {"infantry": 1}}}
    assert on(solved("space-combat", BOAT, held, **LIRTA), "Red", "lirta-iv")["1 infantry"] == Fraction(10, 13)
    own = {**BOAT, "planets": {"lirta-iv": {"infantry": 1}}}
    assert on(solved("space-combat", own, CRUISER, **LIRTA), "Red", "lirta-iv")["2 infantry"] == Fraction(10, 13)


@pytest.mark.parametrize(
    ("player", "more", "why"),
    [
        (BOAT, {}, "needs a planet of the system other than Mecatol Rex"),
        (BOAT, {"system": "112"}, "needs a planet of the system other than Mecatol Rex"),
        ({**BOAT, "policy": {"crash": {"planet": "mecatol-rex-omega"}}}, LIRTA, "cannot land anything on Mecatol Rex"),
        (
            {**BOAT, "policy": {"crash": {"planet": "tsion-station"}}},
            {"system": "109"},
            "land anything on Tsion Station",
        ),
        ({"name": "Red", "space": {"cruiser": 1}, **CARD}, LIRTA, "needs ground forces in the space area"),
    ],
)
def test_why_nothing_lands_is_said(player: Data, more: Data, why: str) -> None:
    found = solved("space-combat", player, CRUISER, **more)
    assert any(why in warning for warning in found.warnings)
    assert all(left["Red"].planets == () for _, left in found.outcomes)


def test_a_type_that_is_not_carried_is_named() -> None:
    chosen = {**BOAT, "policy": {"crash": {"unit": "mech"}}}
    found = solved("space-combat", chosen, CRUISER, **LIRTA)
    assert "`players.0.policy.crash.unit` was ignored: Red has no such ground force in space." in found.warnings


def test_space_cannon_may_destroy_the_last_ship() -> None:
    blue = {"name": "Blue", "planets": {"bereg": {"pds": 1}}}
    found = solved("space-cannon-offense", BOAT, blue, **LIRTA)
    assert on(found, "Red", "lirta-iv") == {"1 infantry": Fraction(1, 2), "nothing": Fraction(1, 2)}
    action = solved("tactical-action", BOAT, blue, **LIRTA)  # one on Lirta IV, or two land on Bereg under fire
    assert on(action, "Red", "lirta-iv") == {"1 infantry": Fraction(1, 2), "nothing": Fraction(1, 2)}


def test_nothing_lands_from_a_fleet_that_leaves() -> None:
    red = {**BOAT, "policy": {"retreat": {"from_round": 1}}}
    found = solved("space-combat", red, CRUISER, **LIRTA)
    gone = sum((Fraction(chance) for chance, left in found.outcomes if left["Red"].adjacent), Fraction(0))
    assert gone == Fraction(6, 10) - Fraction(6, 10) * Fraction(2, 10)  # it lives, and the cruiser does
    assert on(found, "Red", "bereg")["1 infantry"] == Fraction(4, 10)


def test_a_defender_who_lost_the_sky_defends_with_one_more() -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 1, "infantry": 1}}
    blue: Data = {"name": "Blue", "space": {"carrier": 1, "infantry": 1}, "planets": {"bereg": {"infantry": 1}}}
    found = solved("tactical-action", red, {**blue, **CARD}, **LIRTA)
    sky = solved("space-combat", red, {**blue, "planets": {}})
    takes = Fraction(0)
    for chance, left in sky.outcomes:
        ship = next((s for s in left["Red"].space if s.unit == "dreadnought"), None)
        if ship and not left["Blue"].space:
            landing = {**red, "damaged": {"dreadnought": ship.damaged}}
            held = {"name": "Blue", "planets": {"bereg": {"infantry": 2}}}
            takes += Fraction(chance) * Fraction(solved("invasion", landing, held).chances[0].probability)
    assert next(c.probability for c in found.chances if c.condition == "Red takes Bereg") == takes


def test_where_others_have_units_it_coexists_and_nobody_fights_it() -> None:
    blue = {**CRUISER, "planets": {"lodor": {"infantry": 1, "pds": 1}}}
    found = solved("tactical-action", {**BOAT, "space": {"carrier": 1, "infantry": 1}}, blue, system="26")
    both_gone = [left for _, left in found.outcomes if not left["Red"].space and not left["Blue"].space]
    assert [left["Red"].at("lodor") for left in both_gone] == [(Stack("infantry", 1),)]
    assert [left["Blue"].at("lodor") for left in both_gone] == [(Stack("infantry", 1), Stack("pds", 1))]


def test_who_takes_a_planet_leaves_those_who_coexist_there() -> None:
    red: Data = {"name": "Red", "technologies": ["war-sun"], "space": {"war-sun": 1, "infantry": 2}}
    blue: Data = {"name": "Blue", "space": {"carrier": 1, "infantry": 1}, **CARD}
    green: Data = {"name": "Green", "planets": {"lodor": {"infantry": 1}}}
    found = solved("tactical-action", red, blue, green, system="26")
    taken = [left for _, left in found.outcomes if left["Red"].at("lodor") and not left["Green"].at("lodor")]
    assert any(left["Blue"].at("lodor") == (Stack("infantry", 1),) for left in taken)
    chance = sum((Fraction(c) for c, left in found.outcomes if left in taken), Fraction(0))
    assert next(c.probability for c in found.chances if c.condition == "Red takes Lodor") == chance


def test_a_planet_that_is_empty_is_gained_though_the_sky_is_lost() -> None:
    red = {**BOAT, "faction": "last-bastion"}
    found = solved("tactical-action", red, CRUISER, system="26")  # Liberate: Lodor has 3 resources, one infantry there
    assert on(found, "Red", "lodor")["2 infantry"] == Fraction(10, 13)
    assert next(c.probability for c in found.chances if c.condition == "Red takes Lodor") >= Fraction(10, 13)


def test_a_mech_keeps_its_damage_and_an_undamaged_one_comes_first() -> None:
    red = {"name": "Red", "faction": "federation-of-sol", "space": {"carrier": 1, "mech": 2}, **CARD}
    one_hurt = {**red, "damaged": {"mech": 1}}
    left = {left["Red"].at("bereg") for _, left in solved("space-combat", one_hurt, CRUISER, **LIRTA).outcomes}
    assert left == {(), (Stack("mech", 1),)}
    all_hurt = {**red, "damaged": {"mech": 2}}
    left = {left["Red"].at("bereg") for _, left in solved("space-combat", all_hurt, CRUISER, **LIRTA).outcomes}
    assert left == {(), (Stack("mech", 0, 1),)}


def test_it_is_played_once() -> None:
    blue = {"name": "Blue", "space": {"carrier": 1, "infantry": 2}, **CARD}
    found = solved("tactical-action", {"name": "Red", "space": {"cruiser": 3}}, blue, system="26")
    assert max(sum(s.total for s in left["Blue"].at("lodor")) for _, left in found.outcomes) == 1


ACTIONS: list[list[Data]] = [
    [{"name": "B", "space": {"cruiser": 2, "carrier": 1, "infantry": 3}, **CARD},
     {"name": "N", "space": {"dreadnought": 1}, "planets": {"lodor": {"infantry": 1, "pds": 1}}}],
    [{"name": "B", "space": {"dreadnought": 2, "infantry": 2}},
     {"name": "N", "space": {"carrier": 1, "fighter": 1, "infantry": 2, "mech": 1}, "faction": "federation-of-sol",
      "planets": {"lodor": {"infantry": 1, "pds": 2}}, **CARD}],
    [{"name": "B", "space": {"dreadnought": 2, "carrier": 1, "infantry": 3},
      "policy": {"land": {"bereg": {"infantry": 2}, "lirta-iv": {"infantry": 1}}}},
     {"name": "N", "space": {"carrier": 1, "infantry": 1}, "policy": {"crash": {"planet": "bereg"}}, **CARD},
     {"name": "G", "planets": {"lirta-iv": {"infantry": 1}}}],
    [{"name": "B", "space": {"carrier": 2, "infantry": 4}, "planets": {"lirta-iv": {"infantry": 1}}, **CARD},
     {"name": "N", "space": {"cruiser": 2}, "planets": {"bereg": {"infantry": 2, "pds": 1}}}],
]  # fmt: skip


@pytest.mark.cpython_only("dice prove the mathematics, not the Python")
@pytest.mark.parametrize("number", range(len(ACTIONS)))
@pytest.mark.parametrize("assign", ["sustain-first", "cheapest-first"])
def test_whole_actions_come_to_the_same_with_dice(number: int, assign: str) -> None:
    scenario = {"step": "tactical-action", "players": ACTIONS[number], "policy": {"assign": assign}}
    assert not unknown_action(scenario)
    battle = ready_action(scenario)
    errors, what = deviation(battle, GAMES, random.Random(f"crash {number}"), Action, exact(battle))
    assert errors < ERRORS, (number, what, errors)


def test_a_combat_of_two_alike_beside_a_guest() -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 2, "infantry": 1}}
    blue: Data = {"name": "Blue", "space": {"carrier": 1, "infantry": 1}, **CARD}
    green: Data = {"name": "Green", "planets": {"arinam": {"infantry": 1}}}
    found = solved("tactical-action", red, blue, green, policy={"decline": ["bombardment"]})
    guests = [(Fraction(c), left) for c, left in found.outcomes if left["Blue"].at("arinam")]
    even = {who: sum((c for c, left in guests if left[who].at("arinam")), Fraction(0)) for who in ("Red", "Green")}
    lost = sum((c for c, left in guests if not left["Red"].space), Fraction(0))  # then nobody lands
    assert even["Red"] == even["Green"] - lost


def test_direct_hit_may_destroy_the_last_ship_under_space_cannon() -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 1, "infantry": 1}, **CARD}
    blue: Data = {"name": "Blue", "planets": {"bereg": {"pds": 1}}, "effects": {"direct-hit": 1}}
    for step in ("space-cannon-offense", "tactical-action"):
        found = solved(step, red, blue, policy={"land": {}}, **LIRTA)
        assert on(found, "Red", "lirta-iv") == {"1 infantry": Fraction(1, 2), "nothing": Fraction(1, 2)}
        assert told(found)
