"""What belongs to the first round of a space combat reaches the barrage, and what the barrage did reaches the round."""

import pytest

from tests.solver.helpers import Data, ask, chance, hits, left, near, said

DESTROYER: Data = {"name": "Red", "space": {"destroyer": 1}, "effects": {"waylay": 1}}


def test_the_cavalry_rolls_in_the_barrage_by_itself() -> None:
    # Memoria I: three dice at 8 or more, so 0.3 each.
    red = {"name": "Red", "space": {"cruiser": 1}, "effects": {"the-cavalry": 1}}
    solution = ask("anti-fighter-barrage", red, {"name": "Blue", "space": {"carrier": 1, "fighter": 3}})
    assert hits(solution, "Red") == near([0.343, 0.441, 0.189, 0.027])
    assert not any("plays no part" in warning for warning in solution["warnings"])
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
    assert "Red destroys one of its fighters" in said(solution)
    assert "Blue destroys one of its fighters" not in said(solution)


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
    assert chance(two, "Blue has no ship left") == near(0.104 + hurt * 0.2)
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
