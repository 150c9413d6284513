"""Emergency Repairs: it repairs units in all of the system, those that do not fight as well."""

from __future__ import annotations

from fractions import Fraction

import mecatol
from mecatol.domain.places import SPACE
from tests.solver.helpers import Data

REPAIRS: Data = {"effects": {"emergency-repairs": 1}}


def hurt(red: Data, blue: Data, player: int, unit: str, place: str, step: str = "tactical-action") -> Fraction:
    """Return the chance that a unit of that type is damaged there after the whole action, or a step of it."""
    players = [{"name": "Red", "faction": "yssaril-tribes", **red}, {"name": "Blue", "faction": "winnu", **blue}]
    solution = mecatol.solve({"step": step, "players": players}, exact=True)
    return sum(
        (Fraction(chance) for chance, holdings in solution.outcomes
         for there in holdings[players[player]["name"]].at(place) if there.unit == unit and there.damaged),
        Fraction(0),
    )  # fmt: skip


def test_played_on_the_planet_it_repairs_the_ship_above() -> None:
    # The mech of the landing takes a hit before it makes one, or with it, with 3/10 of the 65/100 in which either does;
    # then the card is played, for the ship too. It stays damaged where the infantry falls without a hit.
    red: Data = {**REPAIRS, "space": {"dreadnought": 1, "mech": 1}, "damaged": {"dreadnought": 1}}
    red["policy"] = {"decline": ["bombardment"]}
    blue: Data = {"planets": {"rigel-i": {"infantry": 1}}}
    assert hurt(red, blue, 0, "dreadnought", SPACE) == 1 - Fraction(30, 65)
    assert hurt({**red, "effects": {}}, blue, 0, "dreadnought", SPACE) == 1


def test_played_on_a_planet_it_repairs_a_mech_on_another() -> None:
    red: Data = {"space": {"carrier": 1, "infantry": 1}, "policy": {"land": {"rigel-i": {"infantry": 1}}}}
    blue: Data = {
        **REPAIRS,
        "planets": {"rigel-i": {"mech": 1}, "rigel-ii": {"mech": 1}},
        "damaged": {"rigel-i": {"mech": 1}, "rigel-ii": {"mech": 1}},
    }
    assert hurt(red, blue, 1, "mech", "rigel-ii") == 0  # played at once, for the mech that fights
    whole: Data = {**blue, "damaged": {"rigel-ii": {"mech": 1}}}
    assert hurt(red, whole, 1, "mech", "rigel-ii") == 1 - Fraction(30, 65)  # 3/10 against 1/2 again


def test_played_in_space_it_repairs_a_mech_below() -> None:
    red: Data = {"space": {"carrier": 1}}
    blue: Data = {
        **REPAIRS,
        "space": {"dreadnought": 1},
        "planets": {"rigel-i": {"mech": 1}},
        "damaged": {"dreadnought": 1, "rigel-i": {"mech": 1}},
    }
    assert hurt(red, blue, 1, "mech", "rigel-i") == 0
    assert hurt(red, {**blue, "effects": {}}, 1, "mech", "rigel-i") == 1


def test_a_ground_combat_by_itself_repairs_the_ship_above() -> None:
    # The damaged mech is repaired before the first round, and the dreadnought with it.
    red: Data = {
        **REPAIRS,
        "space": {"dreadnought": 1},
        "planets": {"rigel-i": {"mech": 1}},
        "damaged": {"dreadnought": 1, "rigel-i": {"mech": 1}},
    }
    blue: Data = {"planets": {"rigel-i": {"infantry": 1}}}
    assert hurt(red, blue, 0, "dreadnought", SPACE, "ground-combat") == 0
    assert hurt({**red, "effects": {}}, blue, 0, "dreadnought", SPACE, "ground-combat") == 1


def test_a_space_combat_by_itself_repairs_a_mech_below() -> None:
    # A dreadnought's die at 5 against a cruiser's at 7, until one is hit: the first is damaged with 4/10 of 76/100.
    red: Data = {"space": {"cruiser": 1}}
    blue: Data = {
        **REPAIRS,
        "space": {"dreadnought": 1},
        "planets": {"rigel-i": {"mech": 1}},
        "damaged": {"rigel-i": {"mech": 1}},
    }
    assert hurt(red, blue, 1, "mech", "rigel-i", "space-combat") == 1 - Fraction(40, 76)


def test_played_on_the_planet_it_leaves_war_suns_damaged_that_have_lost_sustain_damage() -> None:
    laws: Data = {"emergency-repairs": 1, "publicize-weapon-schematics": 1}
    red: Data = {
        "technologies": ["war-sun"],
        "space": {"war-sun": 1, "dreadnought": 1},
        "planets": {"rigel-i": {"mech": 1}},
        "damaged": {"war-sun": 1, "dreadnought": 1, "rigel-i": {"mech": 1}},
    }
    blue: Data = {"planets": {"rigel-i": {"infantry": 1}}}
    for effects, war_sun in ((REPAIRS["effects"], 0), (laws, 1)):
        held = {**red, "effects": effects}
        assert hurt(held, blue, 0, "war-sun", SPACE, "ground-combat") == war_sun
        assert hurt(held, blue, 0, "dreadnought", SPACE, "ground-combat") == 0
    landing: Data = {
        **red, "space": {**red["space"], "mech": 1}, "planets": {}, "damaged": {"war-sun": 1, "dreadnought": 1},
        "policy": {"decline": ["bombardment"]},
    }  # fmt: skip
    for effects, unit, stays in ((REPAIRS["effects"], "war-sun", 30), (laws, "war-sun", 65), (laws, "dreadnought", 30)):
        damaged = hurt({**landing, "effects": effects}, blue, 0, unit, SPACE)
        assert damaged == (1 if stays == 65 else 1 - Fraction(stays, 65))
