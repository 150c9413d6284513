"""What belongs to the first round of a space combat reaches the barrage, and what the barrage did reaches the round."""

import pytest

from tests.solver.helpers import Data, ask, chance, hits, left, near, said

DESTROYER: Data = {"name": "Red", "space": {"destroyer": 1}, "effects": {"waylay": 1}}


def test_the_cavalry_rolls_in_the_barrage_by_itself() -> None:
    # Memoria I: three dice at 8 or more, so 0.3 each.
    red = {"name": "Red", "space": {"cruiser": 1}, "effects": {"the-cavalry": 1}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"carrier": 1, "fighter": 3}})
    assert hits(solution, "Red") == near([0.343, 0.441, 0.189, 0.027])
    assert not any(" not affect " in warning for warning in solution["warnings"])
    assert left(solution, "Red") == near({"1 cruiser": 1})  # afterwards it is what it was


def test_a_raised_dreadnought_beside_others_is_itself_again() -> None:
    red = {"name": "Red", "space": {"dreadnought": 2}, "effects": {"the-cavalry-memoria-2": 1}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"carrier": 1, "fighter": 1}})
    assert left(solution, "Red") == near({"2 dreadnought": 1})
    assert solution["expected_losses"]["Red"] == {}


def test_a_dreadnought_hit_through_waylay_may_sustain() -> None:
    blue = {"name": "Blue", "space": {"dreadnought": 1, "fighter": 1}, "policy": {"assign": "sustain-first"}}
    solution = ask("sustain-damage", blue, DESTROYER, hits={"source": "anti-fighter-barrage", "count": 1})
    assert left(solution, "Blue") == near({"1 fighter, 1 dreadnought (1 damaged)": 1})
    (finding,) = [row for row in solution["answer"]["findings"] if row["subject"].startswith("1 Dreadnought")]
    assert (finding["verdict"], finding["clauses"]) == ("yes", ["87.1", "87.4"])


@pytest.mark.parametrize("waylay", [True, False])
def test_the_trace_says_whom_the_barrage_can_hit(waylay: bool) -> None:
    red = DESTROYER if waylay else {**DESTROYER, "effects": {}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"dreadnought": 1, "fighter": 1}})
    assert ("cannot be hit" in said(solution)) is not waylay
    assert ("have no effect" in said(solution)) is not waylay


def test_only_the_barrage_without_waylay_spares_the_other_ships() -> None:
    blue = {"name": "Blue", "space": {"destroyer": 1, "cruiser": 1}}
    solution = ask("anti-fighter-barrage", DESTROYER, blue)
    assert "Blue’s hits in excess of Red’s fighters have no effect." in said(solution)
    assert "Red’s hits beyond" not in said(solution)
    assert "destroys one of its fighters" not in said(solution)  # nobody has one


def test_what_sustained_against_the_barrage_is_not_repaired_in_its_round() -> None:
    # Barrage: no hit 0.64, one 0.32, two 0.04 (the dreadnought is lost). In the round Red hits with 0.2: undamaged
    # 0.64 * 0.8; damaged 0.64 * 0.2 + 0.32 * 0.8; lost 0.32 * 0.2 + 0.04. Nothing damaged sustained before the round.
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "technologies": ["duranium-armor"]}
    solution = ask("space-combat", DESTROYER, blue, stop_after=1)
    assert left(solution, "Blue") == near(
        {"1 dreadnought": 0.512, "1 dreadnought (1 damaged)": 0.384, "nothing": 0.104}
    )


def test_it_is_repaired_in_the_round_after() -> None:
    # Red's destroyer cannot be hit by a carrier's side that rolls nothing: the dreadnought of before is repaired.
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "technologies": ["duranium-armor"]}
    one = ask("space-combat", DESTROYER, blue, stop_after=1)
    two = ask("space-combat", DESTROYER, blue, stop_after=2)
    # The 0.384 damaged meet a destroyer still there with 0.4, which misses with 0.8; then the damage goes.
    hurt = sum(
        outcome["probability"]
        for outcome in one["outcomes"]
        if outcome["players"]["Blue"]["damaged"] and outcome["players"]["Red"]["space"]
    )
    assert hurt == near(0.384 * 0.4)
    assert chance(two, "Blue has no ships left") == near(0.104 + hurt * 0.2)
    # After round two damaged: over already in round one, or damaged anew from whole in round two.
    assert left(two, "Blue")["1 dreadnought (1 damaged)"] == near(0.384 * 0.6 + 0.512 * 0.4 * 0.2)


def test_the_step_of_hits_does_not_repair_it_either() -> None:
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "technologies": ["duranium-armor"]}
    asked = {"source": "anti-fighter-barrage", "count": 1, "then": "round-end"}
    assert left(ask("sustain-damage", blue, DESTROYER, hits=asked), "Blue") == near({"1 dreadnought (1 damaged)": 1})
    hurt = {**blue, "space": {"dreadnought": 2}, "damaged": {"dreadnought": 1}, "policy": {"assign": "sustain-first"}}
    assert left(ask("sustain-damage", hurt, DESTROYER, hits=asked), "Blue") == near({"2 dreadnought (1 damaged)": 1})


@pytest.mark.parametrize("waylay", [True, False])
def test_tellurian_cancels_one_of_the_hits_that_reflective_shielding_makes(waylay: bool) -> None:
    """They are hits on the ships of the agent's owner, in the barrage as in the round."""
    red = {"name": "Red", "space": {"destroyer": 2}, "effects": {"tellurian": 1, "waylay": 1}}
    red = red if waylay else {**red, "effects": {"tellurian": 1}}
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "effects": {"reflective-shielding": 1}}
    # Blue's dreadnought is down after a barrage of four dice that hits twice; with one hit it sustains, and of the two
    # hits in return Tellurian stops one. Without Waylay nothing is hit before the round.
    if waylay:
        solution = ask("anti-fighter-barrage", red, blue)
        none, one = 0.8**4, 4 * 0.2 * 0.8**3
        assert left(solution, "Red") == near({"2 destroyer": none, "1 destroyer": 1 - none})
        assert left(solution, "Blue")["1 dreadnought (1 damaged)"] == near(one)
        return
    # One round. Blue's die hits with 0.6; Red's two hit with 0.2 each. Where Red hits, two hits come back.
    solution = ask("space-combat", red, blue, stop_after=1)
    miss, blue_hits = 0.8**2, 0.6
    lost = left(solution, "Red")
    # Red hit and Blue not: two back, one cancelled. Both hit: Tellurian stops Blue's own hit, and the two count.
    assert lost["2 destroyer"] == near(miss)
    assert lost["1 destroyer"] == near((1 - miss) * (1 - blue_hits))
    assert lost["nothing"] == near((1 - miss) * blue_hits)


def test_brother_milor_comes_for_what_the_reflected_hits_destroy() -> None:
    # As above with Waylay: where Blue's dreadnought sustains, one of the two hits in return is left, for one destroyer.
    cards = {"tellurian": 1, "waylay": 1, "brother-milor-omega-omega": 1}
    red = {"name": "Red", "space": {"destroyer": 2}, "effects": cards}
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "effects": {"reflective-shielding": 1}}
    solution = ask("anti-fighter-barrage", red, blue)
    assert left(solution, "Red") == near({"2 destroyer": 0.8**4, "2 fighter, 1 destroyer": 1 - 0.8**4})


TWO: Data = {"name": "Red", "space": {"destroyer": 2}}


@pytest.mark.parametrize("card", ["tellurian", "shields-holding"])
@pytest.mark.parametrize("technology", ["impulse-core", "dimensional-splicer"])
def test_a_hit_at_the_start_of_the_combat_can_be_cancelled(card: str, technology: str) -> None:
    blue = {"name": "Blue", "space": {"cruiser": 1}, "effects": {card: 1}}
    solution = ask("anti-fighter-barrage", {**TWO, "technologies": [technology]}, blue)
    assert left(solution, "Blue") == near({"1 cruiser": 1})
    assert left(solution, "Red") == near({f"{1 if technology == 'impulse-core' else 2} destroyer": 1})
    without = ask("anti-fighter-barrage", {**TWO, "technologies": [technology]}, {**blue, "effects": {}})
    assert left(without, "Blue") == near({"nothing": 1})


def test_what_is_destroyed_outright_is_no_hit() -> None:
    red = {"name": "Red", "space": {"destroyer": 3}, "technologies": ["assault-cannon"]}
    blue = {"name": "Blue", "space": {"cruiser": 1}, "effects": {"tellurian": 1, "shields-holding": 1}}
    solution = ask("anti-fighter-barrage", red, blue)
    assert left(solution, "Blue") == near({"nothing": 1})
    assert solution["hits"] == {}  # the combat is over before the barrage
    assert not any(" not affect " in warning for warning in solution["warnings"])


def test_ambush_comes_before_the_barrage() -> None:
    # Ambush: no hit 0.64, one 0.32, two 0.04. A second cruiser is left for one hit, and no dice find a fighter.
    red = {**TWO, "faction": "mentak-coalition"}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"cruiser": 2}})
    assert left(solution, "Blue") == near({"2 cruiser": 0.64, "1 cruiser": 0.32, "nothing": 0.04})


def test_direct_hit_and_reflective_shielding_answer_a_strike_and_are_spent() -> None:
    blue: Data = {"name": "Blue", "space": {"dreadnought": 2}}
    red = {**TWO, "technologies": ["dimensional-splicer"]}
    solution = ask("anti-fighter-barrage", {**red, "effects": {"direct-hit": 1, "waylay": 1}}, blue)
    # the splicer costs the first dreadnought its life; the barrage's 0 to 4 hits find the other without the card
    assert left(solution, "Blue") == near(
        {"1 dreadnought": 0.8**4, "1 dreadnought (1 damaged)": 4 * 0.2 * 0.8**3, "nothing": 1 - 0.8**4 - 0.8 * 0.8**3}
    )
    solution = ask("anti-fighter-barrage", red, {**blue, "effects": {"reflective-shielding": 1}})
    assert left(solution, "Red") == near({"nothing": 1})


def test_devotion_meets_what_cancels_hits() -> None:
    # Red's cruisers hit not at all with 0.36, once with 0.48, twice with 0.16; Tellurian takes the first hit there is.
    red = {"name": "Red", "space": {"cruiser": 2}, "effects": {"devotion": 1}}
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "effects": {"tellurian": 1}}
    solution = ask("space-combat", red, blue, stop_after=1)
    assert left(solution, "Blue") == near({"1 dreadnought": 0.36, "1 dreadnought (1 damaged)": 0.48, "nothing": 0.16})


def test_what_sustained_at_the_start_is_not_repaired_in_the_first_round() -> None:
    # The splicer's hit is sustained in the window of the first round (78.2.a). A carrier hits with 0.2.
    red = {"name": "Red", "space": {"carrier": 1}, "technologies": ["dimensional-splicer"]}
    blue = {"name": "Blue", "space": {"dreadnought": 1}, "technologies": ["duranium-armor"]}
    solution = ask("space-combat", red, blue, stop_after=1)
    assert left(solution, "Blue") == near({"1 dreadnought (1 damaged)": 0.8, "nothing": 0.2})


def test_hits_beyond_the_fighters_count_those_that_the_start_has_left() -> None:
    # Ambush destroys the lone fighter with 0.2 (the cheapest is lost first); then every hit is one too many.
    red = {"name": "Red", "faction": "mentak-coalition", "space": {"destroyer": 1}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"carrier": 1, "fighter": 1}})
    (table,) = [t for t in solution["answer"]["tables"] if t["title"].startswith("Red")]
    one, two = 0.2 * 0.32 + 0.8 * 0.04, 0.2 * 0.04
    assert [row[1] for row in table["rows"]] == near([1 - one - two, one, two])
