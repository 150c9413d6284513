"""Space Cannon Offense, worked out by hand."""

import pytest

from mecatol.scenario.policy import DEFAULT_ASSIGN_WORDS
from tests.solver.helpers import ask, chance, hits, left, near, offense, problems, said

PDS = {"name": "Blue", "planets": {"lodor": {"pds": 1}}}
CRUISER = {"name": "Red", "space": {"cruiser": 1}}
OFFENSE = "space-cannon-offense"


def shooter(name: str, pds: int = 1) -> dict[str, object]:
    return {"name": name, "planets": {"lodor": {"pds": pds}}}


# --- hits


def test_one_pds_hits_on_six_and_above() -> None:
    solution = offense(CRUISER, PDS)
    assert hits(solution, "Blue") == near([0.5, 0.5])  # 6, 7, 8, 9 and the 0 that is a 10: five faces of ten
    assert left(solution, "Red") == near({"nothing": 0.5, "1 cruiser": 0.5})
    assert chance(solution, "Red has no ships left") == near(0.5)
    assert solution["expected_losses"]["Red"] == near({"cruiser": 0.5})
    assert solution["expected_cost"]["Red"] == near(1.0)  # half a cruiser, which costs 2


def test_two_upgraded_pds_with_plasma_scoring_roll_three_dice_at_five() -> None:
    blue = {"name": "Blue", "technologies": ["pds-2", "plasma-scoring"], "planets": {"lodor": {"pds": 2}}}
    # 0.4 ** 3, 3 * 0.6 * 0.4 ** 2, 3 * 0.6 ** 2 * 0.4, 0.6 ** 3
    assert hits(offense(CRUISER, blue), "Blue") == near([0.064, 0.288, 0.432, 0.216])


def test_antimass_deflectors_turn_six_into_seven() -> None:
    red = {**CRUISER, "technologies": ["antimass-deflectors"]}
    # 0.6 ** 2, 2 * 0.4 * 0.6, 0.4 ** 2
    assert hits(offense(red, shooter("Blue", 2)), "Blue") == near([0.36, 0.48, 0.16])


def test_excess_hits_do_nothing() -> None:
    solution = offense(CRUISER, shooter("Blue", 3), assume={"limits": "ignored"})
    assert hits(solution, "Blue") == near([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    assert left(solution, "Red") == near({"1 cruiser": 1 / 8, "nothing": 7 / 8})


def test_ground_forces_in_space_take_no_hits() -> None:
    red = {"name": "Red", "space": {"carrier": 2, "infantry": 4}}
    # one hit costs a carrier, and the other still carries four
    assert left(offense(red, PDS), "Red") == near({"2 carrier, 4 infantry": 0.5, "1 carrier, 4 infantry": 0.5})


# --- who shoots, from where, at whom


def test_pds_in_the_next_system_needs_its_upgrade() -> None:
    beside = {"name": "Blue", "adjacent": {"pds": 2}}
    out_of_reach = offense(CRUISER, beside)
    assert out_of_reach["rolls"] == []
    assert any("cannot reach the active system" in warning for warning in out_of_reach["warnings"])
    # two dice at 5: 0.4 ** 2, 2 * 0.6 * 0.4, 0.6 ** 2
    assert hits(offense(CRUISER, {**beside, "technologies": ["pds-2"]}), "Blue") == near([0.16, 0.48, 0.36])


def test_reach_comes_from_the_unit_s_own_text() -> None:
    xxcha = {"name": "Blue", "faction": "xxcha-kingdom", "adjacent": {"flagship": 1, "mech": 1, "pds": 1}}
    solution = offense(CRUISER, xxcha)
    # flagship: three dice at 5; mech: one at 8; the PDS is not upgraded
    miss = 0.4**3 * 0.7
    assert hits(solution, "Blue")[0] == near(miss)
    assert [(d["unit"], d["dice"], d["value"]) for d in solution["rolls"][0]["dice"]] == [
        ("flagship", 3, 5),
        ("mech", 1, 8),
    ]


def test_a_flagship_in_the_active_system_shoots_too() -> None:
    xxcha = {"name": "Blue", "faction": "xxcha-kingdom", "space": {"flagship": 1}}
    assert hits(offense(CRUISER, xxcha), "Blue") == near([0.064, 0.288, 0.432, 0.216])


def test_the_active_player_shoots_first_and_may_destroy_a_flagship_before_it_fires() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "planets": {"lodor": {"pds": 1}}}
    blue = {"name": "Blue", "faction": "xxcha-kingdom", "space": {"flagship": 1}, "damaged": {"flagship": 1}}
    solution = offense(red, blue)
    assert [roll["player"] for roll in solution["rolls"]] == ["Red", "Blue"]
    # gone with 0.5; else three dice at 5
    assert hits(solution, "Blue") == near([0.5 + 0.5 * 0.064, 0.5 * 0.288, 0.5 * 0.432, 0.5 * 0.216])
    assert chance(solution, "Red has no ships left") == near(0.5 * 0.936)
    assert left(solution, "Blue") == near({"nothing": 0.5, "1 flagship (1 damaged)": 0.5})


def test_an_undamaged_flagship_sustains_and_fires() -> None:
    red = {"name": "Red", "space": {"cruiser": 1}, "planets": {"lodor": {"pds": 1}}}
    blue = {"name": "Blue", "faction": "xxcha-kingdom", "space": {"flagship": 1}}
    solution = offense(red, blue)
    assert hits(solution, "Blue") == near([0.064, 0.288, 0.432, 0.216])
    assert left(solution, "Blue") == near({"1 flagship": 0.5, "1 flagship (1 damaged)": 0.5})


def test_others_shoot_at_the_active_player_alone() -> None:
    solution = offense(CRUISER, PDS, {"name": "Green", "space": {"cruiser": 1}})
    assert [(roll["player"], roll["target"]) for roll in solution["rolls"]] == [("Blue", "Red")]
    assert left(solution, "Green") == near({"1 cruiser": 1.0})


def test_the_active_player_chooses_whom_to_shoot_at() -> None:
    red = {"name": "Red", "planets": {"lodor": {"pds": 1}}}
    fleets = [{"name": name, "space": {"cruiser": 1}} for name in ("Blue", "Green")]
    for policy, target in (({}, "Blue"), ({"target": "Green"}, "Green")):
        solution = offense(red, *fleets, policy=policy)
        (other,) = {"Blue", "Green"} - {target}
        assert left(solution, target) == near({"nothing": 0.5, "1 cruiser": 0.5})
        assert left(solution, other) == near({"1 cruiser": 1.0})
        assert left(solution, "Red") == near({"lodor: 1 pds": 1.0})  # never one's own units
        assert f"77.5.b Red’s hits go to {target}’s ships." in said(solution)


@pytest.mark.parametrize("target", ["Red", "Green"])
def test_a_target_without_ships_or_oneself_is_refused(target: str) -> None:
    players = ({**CRUISER, "planets": {"lodor": {"pds": 1}}}, {"name": "Blue", "space": {"cruiser": 1}})
    found = problems(OFFENSE, *players, {"name": "Green"}, policy={"target": target})
    assert found == {
        "policy.target": f"'{target}' is not another player with ships in the active system. Allowed: Blue."
    }


def test_who_declines_does_not_shoot() -> None:
    solution = offense(CRUISER, {**PDS, "policy": {"decline": ["space-cannon"]}}, shooter("Green"))
    assert [roll["player"] for roll in solution["rolls"]] == ["Green"]
    assert "77.2 Blue declines to use Space Cannon." in said(solution)


def test_all_or_none_unless_the_ruling_says_any() -> None:
    blue = {**shooter("Blue", 2), "policy": {"fire": {"pds": 1}}}
    ignored = offense(CRUISER, blue)
    assert len(hits(ignored, "Blue")) == 3
    assert any("`fire` counts under the reading `any`" in warning for warning in ignored["warnings"])
    some = offense(CRUISER, blue, rulings={"49.1": "any"})
    assert hits(some, "Blue") == near([0.5, 0.5])
    assert some["warnings"] == []


# --- who takes the hits


@pytest.mark.parametrize(
    ("assign", "after_one", "after_two"),
    [
        # the cheapest takes the hit, sustaining if it can
        ("cheapest-first", "1 cruiser, 1 dreadnought", "1 dreadnought"),
        ("sustain-first", "1 destroyer, 1 cruiser, 1 dreadnought (1 damaged)", "1 cruiser, 1 dreadnought (1 damaged)"),
        (["cruiser"], "1 destroyer, 1 dreadnought", "1 dreadnought"),
        (["dreadnought"], "1 destroyer, 1 cruiser, 1 dreadnought (1 damaged)", "1 destroyer, 1 cruiser"),
        # 1 resource at most: sustain, then give the destroyer
        ("best", "1 destroyer, 1 cruiser, 1 dreadnought (1 damaged)", "1 cruiser, 1 dreadnought (1 damaged)"),
    ],
)
def test_policies(assign: object, after_one: str, after_two: str) -> None:
    red = {"name": "Red", "space": {"destroyer": 1, "cruiser": 1, "dreadnought": 1}}
    fleet = "1 destroyer, 1 cruiser, 1 dreadnought"
    solution = offense(red, shooter("Blue", 2), policy={"assign": assign})
    assert left(solution, "Red") == near({fleet: 0.25, after_one: 0.5, after_two: 0.25})


def test_best_tells_its_margin() -> None:
    red = {"name": "Red", "space": {"carrier": 1, "dreadnought": 1, "fighter": 4}, "damaged": {"dreadnought": 1}}
    blue = {**shooter("Blue"), "technologies": ["graviton-laser-system"]}
    # a hit (0.5) costs the dreadnought (4) at best; the default gives the carrier (3) with three fighters (3 * 0.5)
    (choice,) = offense(red, blue, policy={"assign": "best"})["choices"]
    assert choice["value"] == near(2)
    assert choice["margin"] == near(0.25)
    assert choice["text"] == (
        f"The best losses cost Red 2 resources on average; “{DEFAULT_ASSIGN_WORDS}” costs 2.25: a margin of 0.25."
    )


def test_a_dreadnought_that_direct_hit_cannot_destroy_sustains_first() -> None:
    red = {"name": "Red", "space": {"fighter": 1, "dreadnought": 1}, "technologies": ["dreadnought-2"]}
    assert left(offense(red, PDS), "Red") == near(
        {"1 fighter, 1 dreadnought": 0.5, "1 fighter, 1 dreadnought (1 damaged)": 0.5}
    )


def test_a_damaged_ship_cannot_sustain_again() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2}, "damaged": {"dreadnought": 1}}
    # one hit: the other one sustains; two: one of the damaged goes
    assert left(offense(red, shooter("Blue", 2)), "Red") == near(
        {"2 dreadnought (1 damaged)": 0.25, "2 dreadnought (2 damaged)": 0.5, "1 dreadnought (1 damaged)": 0.25}
    )


def test_policies_differ_by_player() -> None:
    red = {"name": "Red", "space": {"cruiser": 1, "destroyer": 1}, "planets": {"lodor": {"pds": 1}}}
    blue = {"name": "Blue", "space": {"cruiser": 1, "destroyer": 1}, "policy": {"assign": ["cruiser"]}}
    solution = offense(red, blue, shooter("Green"))
    assert left(solution, "Red").keys() == {"1 destroyer, 1 cruiser; lodor: 1 pds", "1 cruiser; lodor: 1 pds"}
    assert left(solution, "Blue").keys() == {"1 destroyer, 1 cruiser", "1 destroyer"}


# --- whoever has nothing to shoot at or with


def test_an_empty_table_is_an_answer_too() -> None:
    solution = offense({"name": "Red"}, {"name": "Blue"})
    assert solution["hits"] == {}
    assert solution["rolls"] == []
    assert [outcome["probability"] for outcome in solution["outcomes"]] == [1.0]
    assert "Red has no ships in the system: the other players' hits have no target." in solution["warnings"]


def test_how_many_may_take_part() -> None:
    assert problems(OFFENSE, CRUISER).keys() == {"players"}
    eight = [shooter(name) for name in "ABCDEFGH"]
    assert problems(OFFENSE, CRUISER, *eight).keys() == {"players"}


SAAR = {"name": "Blue", "faction": "clan-of-saar", "effects": {"experimental-battlestation": 1}}


def test_a_blockaded_floating_factory_is_gone_before_anybody_fires() -> None:
    solution = offense({"name": "Red", "space": {"cruiser": 3}}, {**SAAR, "space": {"space-dock": 1}})
    assert solution["rolls"] == []
    assert left(solution, "Red") == near({"3 cruiser": 1.0})
    assert left(solution, "Blue") == near({"nothing": 1.0})
    assert "79.4.a Blue’s Floating Factory I is blockaded, so it is destroyed." in said(solution)
    beside = offense({"name": "Red", "space": {"cruiser": 3}}, {**SAAR, "space": {"space-dock": 1, "cruiser": 1}})
    assert len(beside["rolls"]) == 1


def test_a_floating_factory_is_blockaded_when_its_last_ship_is_shot() -> None:
    red = {**SAAR, "name": "Red", "effects": {}, "space": {"space-dock": 1, "cruiser": 1, "infantry": 2}}
    blue = {"name": "Blue", "space": {"cruiser": 1}, "planets": {"lodor": {"pds": 1}}}
    solution = offense(red, blue)  # the dock's capacity goes with it, and what it held
    assert left(solution, "Red") == near({"1 cruiser, 2 infantry, 1 space-dock": 0.5, "nothing": 0.5})


@pytest.mark.parametrize("step", ["space-combat", "tactical-action"])
def test_a_floating_factory_is_lost_with_the_space_combat(step: str) -> None:
    blue = {**SAAR, "effects": {}, "space": {"space-dock": 1, "fighter": 1}}
    players = [o["players"] for o in ask(step, {"name": "Red", "space": {"cruiser": 2}}, blue)["outcomes"]]
    for red, after in [(each["Red"]["space"], each["Blue"]["space"]) for each in players]:
        assert after == ({} if red else after)  # beside Red's ships alone there is no dock
    assert {"space-dock": 1} in [each["Blue"]["space"] for each in players]  # in a draw there is
    alone = ask(step, {"name": "Red", "space": {"cruiser": 1}}, {**blue, "space": {"space-dock": 1}})
    assert left(alone, "Blue") == near({"nothing": 1.0})
