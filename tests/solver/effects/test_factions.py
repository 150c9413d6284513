"""What factions' texts, abilities, leaders and cards change in a battle: one figure each, worked out by hand.

A die that hits on v or more hits with (11 − v)/10. `after` shows one round alone: what is left of a side then.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import solver
from tests.solver.helpers import Data

ABADDON = "abaddon"
CRUISER = Fraction(4, 10)  # 7 or more
INFANTRY = Fraction(3, 10)  # 8 or more


def solved(step: str, red: Data, blue: Data, **rest: Any) -> solver.Solution:
    players = [{"name": "Red", **red}, {"name": "Blue", **blue}]
    return solver.solve({"step": step, "players": players, "assume": {"capacity": "ignored"}, **rest}, exact=True)


def winners(step: str, red: Data, blue: Data, **rest: Any) -> tuple[Any, Any, Any]:
    """Return the chances of Red, of a draw and of Blue."""
    won = solved(step, red, blue, **rest).winner
    return won["Red"], won["draw"], won["Blue"]


def after(step: str, red: Data, blue: Data, rounds: int = 1, player: int = 1, **rest: Any) -> dict[int, Fraction]:
    """Return the chances that so many of a side's units are left in the fight after some rounds, Blue's if not told."""
    found: dict[int, Fraction] = {}
    for chance, holdings in solved(step, red, blue, stop_after=rounds, **rest).outcomes:
        there = holdings["Red" if player == 0 else "Blue"].at("space" if step == "space-combat" else ABADDON)
        number = sum(stack.total for stack in there)
        found[number] = found.get(number, Fraction(0)) + Fraction(chance)
    return found


def space(**units: int) -> Data:
    return {"space": {name.replace("_", "-"): count for name, count in units.items()}}


def ground(**units: int) -> Data:
    return {"planets": {ABADDON: units}}


def duel(mine: Fraction, theirs: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return how two units that fall to one hit end: the rounds in which both miss do not count."""
    some = 1 - (1 - mine) * (1 - theirs)
    return mine * (1 - theirs) / some, mine * theirs / some, theirs * (1 - mine) / some


def test_the_duel_of_the_hand_worked_figures_is_the_solver_s() -> None:
    assert duel(CRUISER, CRUISER) == (Fraction(3, 8), Fraction(2, 8), Fraction(3, 8))
    assert winners("space-combat", space(cruiser=1), space(cruiser=1)) == duel(CRUISER, CRUISER)


# --- Combat rolls -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "red", "blue", "none_left"),
    [
        pytest.param("ground-combat", {"faction": "sardakk-norr", **ground(infantry=1)}, ground(infantry=1),
                     Fraction(4, 10), id="unrelenting"),
        pytest.param("space-combat", {"faction": "universities-of-jol-nar", **space(cruiser=1)}, space(cruiser=1),
                     Fraction(3, 10), id="fragile"),
        # the mech rolls at 6 + 1; the infantry beside it at 8 as printed
        pytest.param("ground-combat", {"faction": "universities-of-jol-nar", **ground(infantry=1, mech=1)},
                     ground(infantry=2), Fraction(3, 10) * Fraction(4, 10), id="shield-paling"),
        # the flagship's two dice at 6 − 1, the cruiser's at 7 − 2
        pytest.param("space-combat", {"faction": "sardakk-norr", **space(flagship=1, cruiser=1)}, space(cruiser=3),
                     Fraction(6, 10) ** 3, id="cmorran-norr"),
        # each die: 2/10 for 9 or 10, three hits; two such dice for six cruisers
        pytest.param("space-combat", {"faction": "universities-of-jol-nar", **space(flagship=1)}, space(cruiser=6),
                     Fraction(2, 10) ** 2, id="jns-hylarim"),
        # a die at 7 for each of the two cruisers
        pytest.param("space-combat", {"faction": "winnu", **space(flagship=1)}, space(cruiser=2),
                     Fraction(4, 10) ** 2, id="salai-sai-corian"),
        # two dice at 5 − 2
        pytest.param("space-combat",
                     {"faction": "mahact-gene-sorcerers", "effects": {"arvicon-rex-edge": 1}, **space(flagship=1)},
                     space(cruiser=2), Fraction(8, 10) ** 2, id="arvicon-rex"),
        # one die at 6 − 2
        pytest.param("ground-combat", {"faction": "nekro-virus", "effects": {"mordred-edge": 1}, **ground(mech=1)},
                     ground(infantry=1), Fraction(7, 10), id="mordred"),
        pytest.param("space-combat", {"effects": {"rickar-rickani": 1}, **space(cruiser=1)}, space(cruiser=1),
                     Fraction(6, 10), id="rickar-rickani"),
        pytest.param("space-combat", {"effects": {"viscount-unlenn": 1}, **space(cruiser=1)}, space(cruiser=2),
                     CRUISER**2, id="viscount-unlenn"),
        pytest.param("ground-combat", {"effects": {"evelyn-delouis": 1}, **ground(infantry=1)}, ground(infantry=2),
                     INFANTRY**2, id="evelyn-delouis"),
        pytest.param("space-combat", {"effects": {"war-funding-omega": 1}, **space(cruiser=1)}, space(cruiser=1),
                     1 - (1 - CRUISER) ** 2, id="war-funding"),
        pytest.param("space-combat",
                     {"faction": "barony-of-letnev", "effects": {"munitions-reserves": 1}, **space(cruiser=1)},
                     space(cruiser=1), 1 - (1 - CRUISER) ** 2, id="munitions-reserves"),
        pytest.param("ground-combat", {"effects": {"tekklar-legion": 1}, **ground(infantry=1)}, ground(infantry=1),
                     Fraction(4, 10), id="tekklar-legion"),
        # Unrelenting adds one, the Legion takes one
        pytest.param("ground-combat", {"faction": "sardakk-norr", **ground(infantry=1)},
                     {"effects": {"tekklar-legion": 1}, **ground(infantry=1)}, INFANTRY, id="tekklar-of-the-foe"),
        # hits of Blue at 3/10 bring Red one more: none left unless both miss
        pytest.param("ground-combat",
                     {"faction": "sardakk-norr", "technologies": ["valkyrie-particle-weave"], **ground(infantry=1)},
                     ground(infantry=1), 1 - Fraction(6, 10) * Fraction(7, 10), id="valkyrie-particle-weave"),
        pytest.param("space-combat",
                     {"faction": "naaz-rokha-alliance", "technologies": ["supercharge"], **space(cruiser=1)},
                     space(cruiser=1), Fraction(5, 10), id="supercharge"),
        pytest.param("space-combat", {"faction": "winnu", "effects": {"imperator": 2}, **space(cruiser=1)},
                     space(cruiser=1), Fraction(6, 10), id="imperator"),
        # one die at 9 − 4
        pytest.param("space-combat", {"faction": "last-bastion", "effects": {"egeiro-systems": 4}, **space(flagship=1)},
                     space(cruiser=1), Fraction(6, 10), id="the-egeiro"),
        # two dice at 6 and one for the flagship
        pytest.param("ground-combat",
                     {"faction": "naaz-rokha-alliance", **space(flagship=1), **ground(mech=1)}, ground(infantry=3),
                     Fraction(5, 10) ** 3, id="visz-el-vir"),
        # of two types a ship gets +2: a cruiser's die gains 1/5, like each of the dreadnought's, so either may have it
        pytest.param("space-combat",
                     {"faction": "barony-of-letnev", "effects": {"gravleash-maneuvers": 1},
                      **space(cruiser=2, dreadnought=1)},
                     space(cruiser=3), Fraction(6, 10) * Fraction(4, 10) * Fraction(6, 10), id="gravleash-maneuvers"),
    ],
)  # fmt: skip
def test_what_one_round_leaves_of_the_opponent(step: str, red: Data, blue: Data, none_left: Fraction) -> None:
    assert after(step, red, blue)[0] == none_left


def test_iconoclast_gets_its_edge_in_its_own_editions() -> None:
    red = {"faction": "naalu-collective", "effects": {"iconoclast-edge": 1}, **ground(mech=1)}
    assert after("ground-combat", red, ground(infantry=1), edition="pok")[0] == Fraction(7, 10)  # at 6 − 2
    with pytest.raises(solver.ScenarioError, match="edition"):
        after("ground-combat", red, ground(infantry=1), edition="codex-3")


# --- The start of a combat --------------------------------------------------------------------------------------------


def test_ambush_comes_before_the_first_round() -> None:
    # the cruiser kills the fighter at once with 2/5, or else fights it: 2/5 + 3/5 × 8/13 = 10/13
    assert duel(CRUISER, Fraction(2, 10))[0] == Fraction(8, 13)
    red = {"faction": "mentak-coalition", **space(cruiser=1)}
    assert winners("space-combat", red, space(fighter=1))[0] == Fraction(10, 13)


@pytest.mark.parametrize(("system", "chance"), [("26", Fraction(3, 8)), ("19", None)])
def test_dimensional_splicer_takes_a_ship_at_a_wormhole(system: str, chance: Fraction | None) -> None:
    # of two cruisers one falls, and the duel with the other is even; without a wormhole it is one against two
    red = {"faction": "ghosts-of-creuss", "technologies": ["dimensional-splicer"], **space(cruiser=1)}
    won = winners("space-combat", red, space(cruiser=2), system=system)
    plain = winners("space-combat", space(cruiser=1), space(cruiser=2))
    assert won == (duel(CRUISER, CRUISER) if chance else plain)


def test_impulse_core_trades_a_destroyer_for_a_ship_that_is_no_fighter() -> None:
    # the destroyer goes, and so does the enemy cruiser; cruiser against fighter is left, and no barrage
    red = {"faction": "yin-brotherhood", "technologies": ["impulse-core"], **space(cruiser=1, destroyer=1)}
    assert winners("space-combat", red, space(cruiser=1, fighter=1)) == duel(CRUISER, Fraction(2, 10))


def test_impulse_core_leaves_nobody_where_the_last_ship_is_given_up() -> None:
    red = {"faction": "yin-brotherhood", "technologies": ["impulse-core"], **space(destroyer=1)}
    assert winners("space-combat", red, space(cruiser=2)) == (0, 0, 1)
    assert winners("space-combat", red, space(cruiser=1)) == (0, 1, 0)


def test_munitions_reserves_serve_as_many_rounds_as_are_paid_for() -> None:
    # a die at 7 with a reroll, in two rounds against a carrier at 9, which leaves the cruiser afloat with 4/5
    hit, afloat = 1 - (1 - CRUISER) ** 2, Fraction(8, 10)
    red = {"faction": "barony-of-letnev", "effects": {"munitions-reserves": 2}, **space(cruiser=1)}
    assert after("space-combat", red, space(carrier=1), rounds=2)[0] == hit + (1 - hit) * afloat * hit


def test_indoctrination_turns_an_infantry() -> None:
    # one against two becomes two against one; against a mech alone there is nobody to turn
    red = {"faction": "yin-brotherhood", "effects": {"indoctrination": 1}, **ground(infantry=1)}
    plain = {"faction": "yin-brotherhood", **ground(infantry=1)}
    turned = winners("ground-combat", {"faction": "yin-brotherhood", **ground(infantry=2)}, ground(infantry=1))
    assert winners("ground-combat", red, ground(infantry=2)) == turned
    mech = {"faction": "federation-of-sol", **ground(mech=1)}
    assert winners("ground-combat", red, mech) == winners("ground-combat", plain, mech)
    assert winners("ground-combat", red, ground(infantry=1)) == (1, 0, 0)


# --- Hits -------------------------------------------------------------------------------------------------------------


def test_tellurian_saves_a_ship_once() -> None:
    # Red hits with 2/5, Blue with 1/5. With the card a round is won by any hit of Red's; else Blue's hit spends it
    first, plain = CRUISER, duel(CRUISER, Fraction(1, 5))[0]
    spent, again = (1 - CRUISER) * Fraction(1, 5), (1 - CRUISER) * Fraction(4, 5)
    won = winners("space-combat", {"effects": {"tellurian": 1}, **space(cruiser=1)}, space(fighter=1))[0]
    assert won == (first + spent * plain) / (1 - again) == Fraction(154, 169)


def test_fourth_moon_keeps_ships_from_sustaining() -> None:
    # two dice at 7 against a dreadnought: one hit is enough
    red = {"faction": "mentak-coalition", **space(flagship=1)}
    assert after("space-combat", red, space(dreadnought=1))[0] == 1 - (1 - CRUISER) ** 2


def test_moll_terminus_keeps_mechs_from_sustaining() -> None:
    foe = {"faction": "federation-of-sol", **ground(mech=1)}
    assert after("ground-combat", {"faction": "mentak-coalition", **ground(mech=1)}, foe)[0] == Fraction(5, 10)
    assert 0 not in after("ground-combat", {"faction": "federation-of-sol", **ground(mech=1)}, foe)


def test_a_valkyrie_exoskeleton_strikes_back_as_it_sustains() -> None:
    # the infantry hits with 3/10 and is struck back; else the mech, at 6 − 1, hits it: 3/10 + 7/10 × 6/10
    red = {"faction": "sardakk-norr", **ground(mech=1)}
    assert after("ground-combat", red, ground(infantry=1))[0] == Fraction(72, 100)


def test_hits_of_0_0_1_spare_fighters_while_there_are_other_ships() -> None:
    # two dice at 5 of the flagship's find the cruiser first, one at 9 of the fighter's the fighters
    red = {"faction": "l1z1x-mindnet", **space(flagship=1, fighter=1)}
    blue = space(cruiser=1, fighter=2)
    found: dict[str, Fraction] = {}
    for chance, holdings in solved("space-combat", red, blue, stop_after=1).outcomes:
        left = " ".join(f"{stack.total} {stack.unit}" for stack in holdings["Blue"].at("space"))
        found[left] = found.get(left, Fraction(0)) + Fraction(chance)
    none, one, both = Fraction(16, 100), Fraction(48, 100), Fraction(36, 100)
    hit, miss = Fraction(2, 10), Fraction(8, 10)
    assert found == {
        "2 fighter 1 cruiser": none * miss,
        "1 fighter 1 cruiser": none * hit,
        "2 fighter": one * miss,
        "1 fighter": one * hit + both * miss,
        "": both * hit,
    }


def test_trade_goods_make_hits_of_dice_of_wrath_of_kenara_that_miss_by_one() -> None:
    # two dice at 7: 4/10 hit, 1/10 miss by one; a trade good mends one of them, two both
    hit, near = Fraction(4, 10), Fraction(1, 10)
    for goods, both in ((0, hit**2), (1, hit**2 + 2 * hit * near), (2, (hit + near) ** 2)):
        red = {"faction": "emirates-of-hacan", "effects": {"wrath-of-kenara-trade": goods}, **space(flagship=1)}
        assert after("space-combat", red, space(cruiser=2))[0] == both


def test_a_trade_good_of_wrath_of_kenara_is_spent_once() -> None:
    # four carriers are gone after two rounds if both dice hit in both, one of the four by the good at most, and if no
    # two of the carriers, at 9, hit the flagship in the first
    hit, near, hurt = Fraction(4, 10), Fraction(1, 10), Fraction(2, 10)
    afloat = (1 - hurt) ** 4 + 4 * hurt * (1 - hurt) ** 3
    red = {"faction": "emirates-of-hacan", "effects": {"wrath-of-kenara-trade": 1}, **space(flagship=1)}
    found = after("space-combat", red, space(carrier=4), rounds=2)
    assert found[0] == afloat * (hit**4 + 4 * hit**3 * near)


def test_arc_secundus_is_whole_before_every_round() -> None:
    red = {"faction": "barony-of-letnev", "damaged": {"flagship": 1}, **space(flagship=1)}
    assert winners("space-combat", red, space(cruiser=1)) == (1, 0, 0)  # one hit a round cannot sink it


def test_heavens_eye_is_whole_after_every_round_where_it_may() -> None:
    red = {"faction": "firmament", "effects": {"heavens-eye-repair": 1}, **space(flagship=1)}
    assert winners("space-combat", red, space(cruiser=1)) == (1, 0, 0)
    # damaged from before, the cruiser's first hit sinks it: two dice at 5 against one at 7
    won = winners("space-combat", {**red, "damaged": {"flagship": 1}}, space(cruiser=1))
    hits = 1 - Fraction(4, 10) ** 2
    again = (1 - hits) * (1 - CRUISER)
    first_round = hits * (1 - CRUISER), hits * CRUISER, (1 - hits) * CRUISER
    assert won == (first_round[0] + again, first_round[1], first_round[2])  # whole from the second round on


def test_eidolon_maximum_is_whole_before_every_round() -> None:
    red = {"faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"], **ground(mech=1)}
    assert winners("ground-combat", red, ground(infantry=1)) == (1, 0, 0)


def test_dynamo_is_repaired_as_it_sustains() -> None:
    # a round: the flagship hits with 1 − (4/10)² = 21/25, the fighter with 1/5. Whole, it wins whenever it hits
    hits, hurt = Fraction(21, 25), Fraction(1, 5)
    again = 1 - (1 - hits) * (1 - hurt)
    damaged = hits * (1 - hurt) / again
    whole = (hits + (1 - hits) * hurt * damaged) / again
    repaired_once = (hits + (1 - hits) * hurt * whole) / again
    for times, won in ((0, whole), (1, repaired_once)):
        red = {"faction": "empyrean", "effects": {"dynamo-repair": times}, **space(flagship=1)}
        assert winners("space-combat", red, space(fighter=1))[0] == won


def test_dynamo_serves_no_unit_twice_against_the_same_hits() -> None:
    # both fighters hit with (1/5)²: the flagship sustains the one and falls to the other, repairs or not
    red = {"faction": "empyrean", "effects": {"dynamo-repair": 5}, **space(flagship=1)}
    assert after("space-combat", red, space(fighter=2), player=0)[0] == Fraction(1, 25)


def test_dynamo_comes_after_direct_hit() -> None:
    red = {"faction": "empyrean", "effects": {"dynamo-repair": 5}, **space(flagship=1)}
    blue = {"effects": {"direct-hit": 1}, **space(cruiser=1)}
    assert after("space-combat", red, blue, player=0)[0] == CRUISER


def test_van_hauge_takes_all_with_it() -> None:
    # damaged: the cruiser's hit (2/5) ends it all in a draw, or else two dice at 9 sink the cruiser first
    red = {"faction": "yin-brotherhood", "damaged": {"flagship": 1}, **space(flagship=1)}
    sinks = 1 - Fraction(8, 10) ** 2
    some = 1 - (1 - sinks) * (1 - CRUISER)
    won = winners("space-combat", red, space(cruiser=1))
    assert won == (sinks * (1 - CRUISER) / some, CRUISER / some, 0) == (Fraction(27, 77), Fraction(50, 77), 0)


# --- Space Cannon -----------------------------------------------------------------------------------------------------


def test_quetzecoatl_screens_ships_from_space_cannon() -> None:
    # a PDS hits a cruiser with 1/2, and rolls no die at it beside the flagship
    for ships, hits in (({"cruiser": 1}, Fraction(1, 2)), ({"cruiser": 1, "flagship": 1}, 0)):
        solution = solved("space-cannon-offense", {"faction": "argent-flight", "space": ships}, ground(pds=1))
        assert solution.hits.get("Blue", {}).get(1, 0) == hits


def test_quetzecoatl_screens_from_dice_of_no_unit_too() -> None:
    blue = {"faction": "council-keleres", "effects": {"custodia-vigilia": 1}, "controls": ["mecatol-rex"]}
    solution = solved("space-cannon-offense", {"faction": "argent-flight", **space(flagship=1)}, blue, system="18")
    assert solution.hits.get("Blue", {}).get(1, 0) == 0


# --- Units that are something else while a combat lasts ---------------------------------------------------------------


def test_infantry_of_the_alastor_fights_in_space_and_falls_there() -> None:
    # two dice at 9 of the flagship's and one at 8: both cruisers fall to two hits or more
    red = {"faction": "nekro-virus", **space(flagship=1, infantry=1)}
    ship, infantry = Fraction(2, 10), Fraction(3, 10)
    both = ship**2 + 2 * ship * (1 - ship) * infantry
    assert after("space-combat", red, space(cruiser=2))[0] == both
    # one hit or two of theirs take the infantry, the cheapest; the flagship sustains the second
    one_left = 1 - (1 - CRUISER) ** 2
    assert after("space-combat", red, space(cruiser=2), player=0) == {2: 1 - one_left, 1: one_left}


def test_assault_cannon_of_the_defender_takes_infantry_of_the_alastor() -> None:
    # it is the cheapest ship that is no fighter by then
    red = {"faction": "nekro-virus", **space(flagship=1, infantry=1)}
    blue = {"technologies": ["assault-cannon"], **space(cruiser=3)}
    alone = {"faction": "nekro-virus", **space(flagship=1)}
    assert winners("space-combat", red, blue) == winners("space-combat", alone, space(cruiser=3))


def test_a_defender_s_infantry_stays_out_where_the_alastor_falls_before_it_can_join() -> None:
    # the attacker's Assault Cannon comes first: a fighter alone is left to fight
    red = {"technologies": ["assault-cannon"], **space(cruiser=3)}
    blue = {"faction": "nekro-virus", **space(flagship=1, fighter=1, infantry=1)}
    assert winners("space-combat", red, blue) == winners("space-combat", space(cruiser=3), space(fighter=1))


def test_infantry_without_the_alastor_is_cargo() -> None:
    red = {"faction": "nekro-virus", **space(cruiser=1, infantry=1)}
    assert winners("space-combat", red, space(cruiser=1)) == duel(CRUISER, CRUISER)


def test_eidolons_fly_as_z_grav_eidolons() -> None:
    # two dice at 8 against a fighter, which hits with 1/5; and it cannot sustain: one is enough
    red = {"faction": "naaz-rokha-alliance", **space(mech=1, carrier=1)}
    hit, foe = 1 - Fraction(7, 10) ** 2 * Fraction(8, 10), Fraction(2, 10)
    assert after("space-combat", red, space(fighter=1))[0] == hit
    assert after("space-combat", red, space(fighter=1), player=0) == {2: 1 - foe, 1: foe}
    assert after("space-combat", space(fighter=1), red, player=0)[0] == hit  # the defender's, too


def test_an_eidolon_after_the_combat_is_a_ground_force_again() -> None:
    red = {"faction": "naaz-rokha-alliance", "policy": {"assign": ["carrier"]}, **space(mech=2, carrier=1)}
    outcomes = solved("space-combat", red, space(destroyer=2), assume={}).outcomes
    left = [{stack.unit: stack.total for stack in holdings["Red"].at("space")} for _, holdings in outcomes]
    assert {"carrier": 1, "mech": 2} in left
    assert not [units for units in left if "mech" in units and "carrier" not in units]  # nothing to hold it


def invasion(red: Data, blue: Data, **rest: Any) -> dict[tuple[int, int, int], Fraction]:
    """Return the chances of (fighters in space, Red's infantry, Blue's units on the planet) after an invasion."""
    found: dict[tuple[int, int, int], Fraction] = {}
    for chance, holdings in solved("invasion", red, blue, **rest).outcomes:
        fighters = sum(stack.total for stack in holdings["Red"].at("space") if stack.unit == "fighter")
        mine, theirs = (sum(stack.total for stack in holdings[name].at(ABADDON)) for name in ("Red", "Blue"))
        key = fighters, mine, theirs
        found[key] = found.get(key, Fraction(0)) + Fraction(chance)
    return found


def test_fighters_of_matriarch_land_and_go_back() -> None:
    # a fighter of the Naalu at 8 against infantry at 8: whoever wins, the planet is not gained
    red = {"faction": "naalu-collective", **space(flagship=1, fighter=1)}
    won, draw, lost = duel(INFANTRY, INFANTRY)
    assert invasion(red, ground(infantry=1)) == {(1, 0, 0): won, (0, 0, 0): draw, (0, 0, 1): lost}


def test_fighters_of_matriarch_destroy_no_structures() -> None:
    # the PDS fires at 6 as the fighter lands, and stays where nobody else is
    red = {"faction": "naalu-collective", **space(flagship=1, fighter=1)}
    half = Fraction(1, 2)
    assert invasion(red, ground(pds=1)) == {(1, 0, 1): half, (0, 0, 1): half}


def test_fighters_stay_in_space_where_the_plan_says_so() -> None:
    # infantry alone, at 8 on both sides; the fighters wait
    red = {"faction": "naalu-collective", "policy": {"land": {ABADDON: {"infantry": 1}}}}
    won, draw, lost = duel(INFANTRY, INFANTRY)
    found = invasion({**red, **space(flagship=1, fighter=2, infantry=1)}, ground(infantry=1))
    assert found == {(2, 1, 0): won, (2, 0, 0): draw, (2, 0, 1): lost}


def test_only_beside_matriarch_do_fighters_land() -> None:
    red = {"faction": "naalu-collective", **space(cruiser=1, fighter=2)}
    assert invasion(red, ground(infantry=1)) == {(2, 0, 1): 1}


# --- Units that come for others ---------------------------------------------------------------------------------------


def test_the_mentak_hero_brings_a_ship_for_each_that_is_destroyed() -> None:
    # the dreadnought's die at 5 brings a carrier; the carrier's at 9 does not sink it
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, **space(dreadnought=1)}
    hit = Fraction(6, 10)
    assert after("space-combat", red, space(carrier=1), player=0) == {2: hit, 1: 1 - hit}


def test_the_mentak_hero_turns_a_draw_into_a_win() -> None:
    # cruiser against carrier: where both fall, the Mentak's new carrier is left
    red = {
        "faction": "mentak-coalition",
        "effects": {
            "ipswitch-loose-cannon": 1,
        },
        "policy": {"decline": ["ambush"]},
    }
    won, draw, lost = duel(CRUISER, Fraction(2, 10))
    assert winners("space-combat", {**red, **space(cruiser=1)}, space(carrier=1)) == (won + draw, 0, lost)


def test_the_mentak_hero_places_what_barrage_and_ambush_destroy() -> None:
    # the destroyer's two barrage dice at 9 against one fighter, before the round
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, "policy": {"decline": ["ambush"]}}
    shot = 1 - Fraction(8, 10) ** 2
    found = after("space-combat", {**red, **space(destroyer=1)}, space(fighter=1, carrier=1), player=0)
    # two ships before the round where the barrage hit: with the carrier's 1/5 one of them falls, and a hit brings one
    first, second = Fraction(2, 10), Fraction(2, 10)
    assert sum(found.values()) == 1
    both = (1 - (1 - first) * (1 - second)) * (1 - Fraction(2, 10))
    assert found[3] == shot * both


def test_the_mentak_hero_has_no_more_ships_than_the_box() -> None:
    # all five dreadnoughts are shown: none comes for Blue's
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, **space(dreadnought=5)}
    blue = {"damaged": {"dreadnought": 1}, **space(dreadnought=1)}
    assert max(after("space-combat", red, blue, player=0)) == 5


def test_the_mentak_hero_is_not_solved_with_direct_hit() -> None:
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1, "direct-hit": 1}, **space(cruiser=1)}
    assert any("Ipswitch" in warning for warning in solved("space-combat", red, space(carrier=1)).warnings)


@pytest.mark.parametrize(("step", "units", "foe"), [("ground-combat", ground(infantry=1), ground(infantry=1)),
                                                    ("space-combat", space(cruiser=1), space(fighter=1))])  # fmt: skip
def test_brother_milor_brings_two_for_the_first_that_falls(step: str, units: Data, foe: Data) -> None:
    red = {"effects": {"brother-milor-omega": 1}, **units}
    hurt = INFANTRY if step == "ground-combat" else Fraction(2, 10)
    assert after(step, red, foe, player=0) == {1: 1 - hurt, 2: hurt}


def test_brother_milor_comes_once() -> None:
    # two infantry for the first of one; the third loss brings nothing
    red = {"effects": {"brother-milor-omega": 1}, **ground(infantry=1)}
    two = winners("ground-combat", ground(infantry=2), ground(infantry=1))
    win, again = INFANTRY, (1 - INFANTRY) ** 2
    # a hit of Red's wins, for two come even where the last falls with Blue's; Blue's hit alone leaves two against one
    won = (win + (1 - INFANTRY) * INFANTRY * two[0]) / (1 - again)
    assert winners("ground-combat", red, ground(infantry=1))[0] == won


# --- The end of a round -----------------------------------------------------------------------------------------------


def test_devotion_trades_a_destroyer_for_a_ship_of_one_s_choice() -> None:
    # two destroyers at 9 against a cruiser at 7 and a carrier at 9: after a round without a hit a destroyer goes for
    # the carrier, which is dearer
    red = {"faction": "yin-brotherhood", "effects": {"devotion": 1}, **space(destroyer=2)}
    blue = space(cruiser=1, carrier=1)
    mine, nobody = Fraction(8, 10) ** 2, Fraction(6, 10) * Fraction(8, 10)
    found: dict[str, Fraction] = {}
    for chance, holdings in solved("space-combat", red, blue, stop_after=1).outcomes:
        sides = ["".join(f"{s.total}{s.unit}" for s in holdings[name].at("space")) for name in ("Red", "Blue")]
        found[" ".join(sides)] = found.get(" ".join(sides), Fraction(0)) + Fraction(chance)
    assert found["1destroyer 1cruiser"] == mine * nobody


def test_devotion_needs_a_ship_to_give_up() -> None:
    red = {"faction": "yin-brotherhood", "effects": {"devotion": 1}, **space(carrier=1)}
    plain = {"faction": "yin-brotherhood", **space(carrier=1)}
    assert winners("space-combat", red, space(carrier=1)) == winners("space-combat", plain, space(carrier=1))


def test_an_exotrireme_ii_takes_two_ships_with_it() -> None:
    # at 5 − 1 it hits with 7/10; two of the three carriers then fall, unless two of their hits, at 9, sank it before
    afloat = Fraction(8, 10) ** 3 + 3 * Fraction(2, 10) * Fraction(8, 10) ** 2
    red = {"faction": "sardakk-norr", "technologies": ["exotrireme-2"], "effects": {"exotrireme-2-sacrifice": 1}}
    found = after("space-combat", {**red, **space(dreadnought=1)}, space(carrier=3))
    assert (found[0], found[1]) == (Fraction(7, 10) * afloat, Fraction(3, 10) * afloat)


# --- Control of a planet ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("planet", "landed", "left"), [("abaddon", 1, 1), ("bereg", 2, 3), ("bereg", 3, 3)])
def test_the_bastion_puts_an_infantry_where_it_has_fewer_than_resources(planet: str, landed: int, left: int) -> None:
    # Abaddon is worth 1 resource, Bereg 3
    red = {"faction": "last-bastion", "policy": {"land": {planet: {"infantry": landed}}}}
    ((_, holdings),) = solved("invasion", {**red, **space(carrier=1, infantry=landed)}, {}).outcomes
    assert [stack.total for stack in holdings["Red"].at(planet)] == [left]


def test_liberate_asks_for_the_resources_of_a_planet_that_nobody_knows() -> None:
    red = {"faction": "last-bastion", "policy": {"land": {"nowhere": {"infantry": 1}}}, **space(carrier=1, infantry=1)}
    assert any("Liberate" in warning for warning in solved("invasion", red, {}).warnings)
    ((_, holdings),) = solved("invasion", {**red, "resources": {"nowhere": 2}}, {}).outcomes
    assert [stack.total for stack in holdings["Red"].at("nowhere")] == [2]
