"""Sentences of the trace: one of a thing is one, and equal rolls in two places are two lines."""

import pytest

import mecatol
from mecatol.domain.steps import GROUND_COMBAT, ROLL_STEPS, SPACE_COMBAT
from mecatol.rules.rolls.windows import DiceWindow, RepeatRoll
from mecatol.scenario.step import STEPS
from tests.solver.helpers import Data, ask, said

ELSEWHERE = ("nebula", "cosmic-phenomenae")
"""What changes dice by a rule of the place in which they are rolled, which they cite."""

LANDED: Data = {"name": "Red", "planets": {"abaddon": {"infantry": 1}, "loki": {"infantry": 1}}}


def test_equal_defense_rolls_on_two_planets_are_two_lines() -> None:
    blue = {"name": "Blue", "planets": {"abaddon": {"pds": 1, "infantry": 1}, "loki": {"pds": 1, "infantry": 1}}}
    lines = [line for line in said(ask("space-cannon-defense", LANDED, blue)).splitlines() if "Space Cannon:" in line]
    assert [line.rpartition(" on ")[2] for line in lines] == ["Abaddon.", "Loki."]


def test_equal_bombardments_of_two_players_on_a_planet_are_two_lines() -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 2}}
    red["policy"] = {"bombard": {"dreadnought": {"lodor": {"Blue": 1, "Green": 1}}}}
    blue, green = ({"name": name, "planets": {"lodor": {"infantry": 1}}} for name in ("Blue", "Green"))
    lines = [line for line in said(ask("bombardment", red, blue, green)).splitlines() if line.startswith("15.1.b ")]
    assert len(lines) == 2
    assert "Blue’s units on Lodor" in lines[0]
    assert "Green’s units on Lodor" in lines[1]


def test_one_hit_and_one_unit_are_one() -> None:
    red, blue = {"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 1}}
    text = said(ask("sustain-damage", red, blue, hits={"source": "space-combat", "count": 1, "destroys": 1}))
    assert "produced 1 hit against" in text
    assert "1 unit is destroyed outright" in text


def test_dice_of_no_unit_are_not_counted_as_a_unit() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "effects": {"metali-void-armaments": 1}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"fighter": 2, "carrier": 1}})
    assert "an effect (3 dice, 6 or more)" in said(solution)
    assert "0 no unit" not in said(solution)


def test_hits_on_who_has_no_fighters_are_said_plainly() -> None:
    red = {"name": "Red", "space": {"destroyer": 1}}
    answer = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"carrier": 1}})["answer"]
    assert answer["headline"] == "Red’s barrage against Blue, who has no fighters, produces 0.4 hits on average."


def test_a_unit_that_acts_by_its_text_alone_is_not_said_to_play_no_part() -> None:
    red: Data = {"name": "Red", "faction": "mentak-coalition", "space": {"dreadnought": 2}}
    red["planets"] = {"abyz": {"mech": 1}}
    blue = {"name": "Blue", "faction": "federation-of-sol", "planets": {"abyz": {"mech": 1}}}
    solution = ask("bombardment", red, blue)
    assert "87.1 Red’s Moll Terminus: Other players' ground forces" in said(solution)
    assert not any("Moll Terminus" in warning for warning in solution["warnings"])
    idle = ask("bombardment", {**red, "faction": "clan-of-saar"}, blue)
    assert any("Scavenger Zeta on Abyz does not affect" in warning for warning in idle["warnings"])


def test_a_quantum_manipulator_that_sustains_for_ships_is_named() -> None:
    red: Data = {"name": "Red", "faction": "nomad", "space": {"cruiser": 2, "carrier": 1, "mech": 1}}
    blue = {"name": "Blue", "space": {"destroyer": 2, "cruiser": 2}}
    fighters = {**red, "space": {"fighter": 2, "carrier": 1, "mech": 1}}
    line = "87.4 Red’s Quantum Manipulator: In space, during a combat, it may use Sustain Damage"
    assert line in said(ask("space-combat", red, blue))
    assert line in said(ask("anti-fighter-barrage", fighters, blue))
    assert line in said(ask("sustain-damage", red, blue, hits={"source": "space-combat", "count": 1}))
    assert line not in said(ask("space-cannon-offense", red, {"name": "Blue", "planets": {"lodor": {"pds": 2}}}))


def test_a_pds_out_of_reach_is_said_once() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}}
    solution = ask("space-cannon-offense", red, {"name": "Blue", "adjacent": {"pds": 1}})
    assert len([warning for warning in solution["warnings"] if "PDS" in warning]) == 1


def test_whose_shield_and_whose_units_are_meant_on_a_shared_planet() -> None:
    red = {"name": "Red", "space": {"dreadnought": 1}}
    blue, green = {"name": "Blue", "planets": {"abyz": {"infantry": 1}}}, {"name": "Green"}
    shielded: Data = {**green, "planets": {"abyz": {"infantry": 1, "pds": 1}}}
    solution = ask("bombardment", red, blue, shielded, rulings={"15.1.f": "covers-not"})
    assert "cannot bombard Green’s units on Abyz." in said(solution)
    early = ask("planetary-shield", red, {**blue, "technologies": ["magen-defense-grid"]}, shielded, edition="base")
    assert "Blue has no unit with Planetary Shield on Abyz." in str(early["answer"])


def test_targets_that_nobody_named_are_said() -> None:
    red: Data = {"name": "Red", "faction": "xxcha-kingdom", "space": {"flagship": 1}}
    fleets = [{"name": name, "space": {"cruiser": 1}} for name in ("Blue", "Green")]
    line = "77.5.b Red may target Blue or Green. You named no target, so it is Blue."
    assert line in said(ask("space-cannon-offense", red, *fleets))
    named = {**red, "policy": {"target": "Green"}}
    assert "No target is named" not in said(ask("space-cannon-offense", named, *fleets))
    assert "No target is named" not in said(ask("space-cannon-offense", red, fleets[0]))

    red = {"name": "Red", "space": {"dreadnought": 2, "infantry": 1}}
    blue = {"name": "Blue", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 2}}}
    line = "15.1 Red’s Dreadnought I may bombard Abyz or Fria. You named no target, so all of them bombard Abyz."
    assert line in said(ask("bombardment", red, blue))
    text = said(ask("invasion", red, blue))
    assert line in text
    assert (
        "49.2 Red may commit ground forces to Abyz or Fria. You named no planet, so all of them land on Abyz." in text
    )
    # the same where they are two players', and the first of them holds the later planet
    halves = (
        {"name": "Blue", "planets": {"fria": {"infantry": 2}}},
        {"name": "Green", "planets": {"abyz": {"infantry": 1}}},
    )
    text = said(ask("invasion", red, *halves))
    assert line in text
    assert "Abyz or Fria. You named no planet, so all of them land on Abyz." in text
    named = {**red, "policy": {"bombard": {"dreadnought": {"fria": 2}}, "land": {"fria": {"infantry": 1}}}}
    text = said(ask("invasion", named, blue))
    assert "is named" not in text
    assert "may bombard" not in text


def test_what_changes_dice_cites_a_clause_of_the_roll_that_it_changes() -> None:
    # so that a cannon's dice are not changed by a clause on combat rolls; an effect on a roll of its own names that
    rolls = (*ROLL_STEPS, SPACE_COMBAT, GROUND_COMBAT)
    wrong = [
        (effect.slug, step)
        for effect in mecatol.EFFECTS.values()
        for step in rolls
        if step in effect.steps
        and any(isinstance(w, (DiceWindow, RepeatRoll)) and step in w.steps for w in effect.windows)
        and not set(effect.clauses) & set(STEPS[step].clauses)
    ]
    assert [each for each in wrong if each[0] not in ELSEWHERE] == [], (
        "name a clause of each of these steps, or the `steps` in which the card acts where its windows open in more"
    )


@pytest.mark.parametrize("effects", [{"assail": 1}, {"galvanized-pds": 1}])
def test_a_cannons_dice_are_changed_under_the_clause_of_space_cannon(effects: dict[str, int]) -> None:
    faction = {"faction": "obsidian"} if "assail" in effects else {}
    blue = {"name": "Blue", **faction, "effects": effects, "planets": {"abaddon": {"pds": 1}}}
    scenario = {"step": "space-cannon-offense", "players": [{"name": "Red", "space": {"cruiser": 1}}, blue]}
    name = mecatol.EFFECTS[next(iter(effects))].name
    assert [row["clause"] for row in mecatol.solve(scenario).trace if name in row["text"]] == ["77.3"]
