"""Action cards in Space Cannon, each against a count by hand."""

import pytest

from tests.solver.helpers import defense, hits, left, near, offense, said
from tests.solver.test_effects_in_space_cannon import CRUISER, LANDING, pds


def test_maneuvering_jets_cancel_one_hit_of_a_roll() -> None:
    red = {"name": "Red", "space": {"cruiser": 3}, "effects": {"maneuvering-jets": 2}}
    # a second copy cannot answer the same roll: of two hits one stays
    assert left(offense(red, pds(2)), "Red") == near({"3 cruiser": 0.75, "2 cruiser": 0.25})
    # two shooters, a copy for each roll
    assert left(offense(red, pds(), pds(name="Green")), "Red") == near({"3 cruiser": 1.0})
    # one copy, two shooters: it goes to the first hit, so two hits cost one cruiser
    one = {**red, "effects": {"maneuvering-jets": 1}}
    assert left(offense(one, pds(), pds(name="Green")), "Red") == near({"3 cruiser": 0.75, "2 cruiser": 0.25})


def test_maneuvering_jets_work_planet_by_planet_and_count_as_hits_produced() -> None:
    red = {"name": "Red", "planets": {"arinam": {"infantry": 1}, "meer": {"infantry": 1}},
           "effects": {"maneuvering-jets": 2}}  # fmt: skip
    blue = {"name": "Blue", "planets": {"arinam": {"pds": 1}, "meer": {"pds": 1}}}
    solution = defense(red, blue)
    assert left(solution, "Red") == near({"arinam: 1 infantry; meer: 1 infantry": 1.0})
    assert hits(solution, "Blue") == near([0.25, 0.5, 0.25])


def test_maneuvering_jets_held_back_are_not_told() -> None:
    # a fighter now or a cruiser later: the card waits for the second roll, when one hit can cost more
    red = {"name": "Red", "technologies": ["fighter-2"], "effects": {"maneuvering-jets": 1},
           "space": {"fighter": 1, "cruiser": 1}}  # fmt: skip
    blue = pds()
    green = {"name": "Green", "technologies": ["graviton-laser-system"], "planets": {"arinam": {"pds": 1}}}
    solution = offense(red, blue, green, policy={"assign": "best"})
    # hit by Blue: the fighter (0.5); hit by Green: cancelled
    assert solution["expected_cost"]["Red"] == near(0.25)
    assert left(solution, "Red") == near({"1 fighter, 1 cruiser": 0.5, "1 cruiser": 0.5})
    never = offense(red, {**blue, "policy": {"decline": ["space-cannon"]}}, policy={"assign": "best"})
    assert "Maneuvering Jets" not in said(never)


def test_nobody_s_other_roll_is_hit_by_the_cards_of_others() -> None:
    blue = pds(effects={"maneuvering-jets": 1})
    assert left(offense(CRUISER, blue), "Red") == near({"1 cruiser": 0.5, "nothing": 0.5})


def test_experimental_battlestation_rolls_three_dice_at_five() -> None:
    blue = {"name": "Blue", "adjacent": {"space-dock": 2}, "effects": {"experimental-battlestation": 1}}
    assert hits(offense(CRUISER, blue), "Blue") == near([0.064, 0.288, 0.432, 0.216])
    in_system = {**blue, "adjacent": {}, "planets": {"arinam": {"space-dock": 1, "pds": 1}}}
    assert hits(offense(CRUISER, in_system), "Blue")[0] == near(0.064 * 0.5)
    plasma = {**blue, "technologies": ["plasma-scoring"]}
    assert hits(offense(CRUISER, plasma), "Blue")[0] == near(0.4**4)
    jets = {"name": "Red", "space": {"cruiser": 3}, "effects": {"maneuvering-jets": 1}}
    assert left(offense(jets, blue), "Red")["3 cruiser"] == near(0.064 + 0.288)


def test_experimental_battlestation_needs_a_dock_and_ships_that_moved() -> None:
    without = offense(CRUISER, pds(effects={"experimental-battlestation": 1}))
    assert hits(without, "Blue") == near([0.5, 0.5])
    assert any("needs a space dock" in warning for warning in without["warnings"])
    blue = {"name": "Blue", "adjacent": {"space-dock": 1}, "effects": {"experimental-battlestation": 1}}
    nobody = offense({"name": "Red"}, blue)
    assert nobody["rolls"] == []
    assert any("needs ships that the active player moved" in warning for warning in nobody["warnings"])


def test_experimental_battlestation_fires_though_an_earlier_shooter_left_nothing() -> None:
    green = {"name": "Green", "adjacent": {"space-dock": 1}, "effects": {"experimental-battlestation": 1}}
    solution = offense(CRUISER, pds(3), green, assume={"limits": "ignored"})
    assert hits(solution, "Green") == near([0.064, 0.288, 0.432, 0.216])
    said = [warning for warning in solution["warnings"] if "Battlestation" in warning]
    assert said == [
        "Assumed for Green’s Experimental Battlestation: the active player has moved ships into the system."
    ]


@pytest.mark.parametrize(("slug", "name"), [("solar-flare", "Solar Flare"), ("myru-vos", "Myru Vos")])
def test_solar_flare_silences_others_and_experimental_battlestation_too(slug: str, name: str) -> None:
    red = {**CRUISER, "effects": {slug: 1}, "planets": {"meer": {"pds": 1}}}
    blue = pds(effects={"experimental-battlestation": 1}, adjacent={"space-dock": 1}, space={"dreadnought": 1})
    solution = offense(red, blue)
    # the active player still shoots, and the other side still sustains
    assert [roll["player"] for roll in solution["rolls"]] == ["Red"]
    assert left(solution, "Blue").keys() == {
        "1 dreadnought; arinam: 1 infantry, 1 pds",
        "1 dreadnought (1 damaged); arinam: 1 infantry, 1 pds",
    }
    assert f"77.2 Red’s {name}" in said(solution)
    assert "Blue’s Experimental Battlestation" not in said(solution)
    landing = defense({**LANDING, "effects": {slug: 1}}, pds())
    assert hits(landing, "Blue") == near([0.5, 0.5])
    assert f"Red’s {name} does not affect Space Cannon Defense." in landing["warnings"]


def test_disable_silences_pds_hel_titans_among_them_in_the_defense_alone() -> None:
    red = {**LANDING, "effects": {"disable": 1}}
    assert defense(red, pds())["rolls"] == []
    assert defense(red, {"name": "Blue", "faction": "titans-of-ul", "planets": {"arinam": {"pds": 2}}})["rolls"] == []
    xxcha = {"name": "Blue", "faction": "xxcha-kingdom", "planets": {"arinam": {"pds": 1, "mech": 1}}}
    assert hits(defense(red, xxcha), "Blue") == near([0.7, 0.3])  # the mech is no PDS
    sea = offense({**CRUISER, "effects": {"disable": 1}}, pds())
    assert hits(sea, "Blue") == near([0.5, 0.5])
    assert "Red’s Disable does not affect Space Cannon Offense." in sea["warnings"]


def test_direct_hit_destroys_a_ship_that_sustains() -> None:
    red = {"name": "Red", "space": {"dreadnought": 1}}
    blue = pds(effects={"direct-hit": 1})
    assert left(offense(red, blue), "Red") == near({"1 dreadnought": 0.5, "nothing": 0.5})
    tough = {**red, "technologies": ["dreadnought-2"]}
    assert left(offense(tough, blue), "Red") == near({"1 dreadnought": 0.5, "1 dreadnought (1 damaged)": 0.5})


def test_direct_hit_sinks_what_the_ship_carried_before_the_other_hits_are_assigned() -> None:
    red = {"name": "Red", "space": {"dreadnought": 1, "destroyer": 1, "fighter": 1}}
    solution = offense(red, pds(2, effects={"direct-hit": 1}), policy={"assign": "sustain-first"})
    # one hit: the dreadnought sustains and is destroyed, its fighter with it; two: the destroyer takes the other
    assert left(solution, "Red") == near(
        {"1 fighter, 1 destroyer, 1 dreadnought": 0.25, "1 destroyer": 0.5, "nothing": 0.25}
    )
    assert "16.3 If Red has more fighters" in said(solution)


def test_direct_hit_that_finds_nobody_sustaining_is_not_told() -> None:
    red = {"name": "Red", "technologies": ["fighter-2"], "space": {"dreadnought": 1, "fighter": 1}}
    solution = offense(red, pds(effects={"direct-hit": 1}), policy={"assign": "best"})
    # the fighter is lost rather than the dreadnought to the card
    assert left(solution, "Red") == near({"1 fighter, 1 dreadnought": 0.5, "1 dreadnought": 0.5})
    assert "Direct Hit" not in said(solution)
