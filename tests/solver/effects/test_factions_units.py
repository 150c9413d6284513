"""Units of factions that become something else, come for others, are given up or placed: figures worked out by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.preparing.prepare import prepare
from tests.solver.effects.battles import ABADDON, CRUISER, INFANTRY, after, duel, ground, solved, space, winners
from tests.solver.helpers import Data

# --- Units that are something else while a combat lasts ---------------------------------------------------------------


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


def test_fighters_that_have_landed_are_hit_by_space_cannon_defense() -> None:
    # two PDS at 6 against a fighter and an infantry that landed beside Matriarch
    red = {"faction": "naalu-collective", **space(flagship=1), **ground(fighter=1, infantry=1)}
    solution = solved("space-cannon-defense", red, ground(pds=2, infantry=1), assume={})
    left = {tuple(stack.unit for stack in h["Red"].at(ABADDON)): chance for chance, h in solution.outcomes}
    assert left == {
        ("fighter", "infantry"): Fraction(1, 4), ("infantry",): Fraction(1, 2), (): Fraction(1, 4)
    }  # fmt: skip
    assert solution.warnings == []


def test_fighters_that_have_landed_fight_and_go_back() -> None:
    # fighters that alone are left go back to space: nobody has ground forces then, and it is a draw
    red = {"faction": "naalu-collective", **space(flagship=1), **ground(fighter=1)}
    won, draw, lost = duel(INFANTRY, INFANTRY)
    assert winners("ground-combat", red, ground(infantry=1)) == (0, won + draw, lost)
    ends = solved("ground-combat", red, ground(infantry=1)).outcomes
    assert not [holdings for _, holdings in ends if holdings["Red"].at(ABADDON)]
    assert {sum(s.total for s in holdings["Red"].at("space")) for _, holdings in ends} == {1, 2}


@pytest.mark.parametrize("step", ["space-cannon-defense", "ground-combat", "bombardment", "invasion"])
def test_fighters_on_a_planet_are_refused_where_they_cannot_have_landed(step: str) -> None:
    ships = space(cruiser=1) if step in ("space-cannon-defense", "ground-combat") else space(flagship=1)
    red = {"faction": "naalu-collective", **ships, **ground(fighter=1)}
    with pytest.raises(mecatol.ScenarioError, match=r"planets\.abaddon\.fighter.*cannot be on a planet"):
        solved(step, red, ground(infantry=1))


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


def test_the_mentak_hero_has_no_more_ships_than_the_scenario_says() -> None:
    # cruiser against cruiser, both at 7: only where Red's own has fallen is there one to place, in the draw as well
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, "policy": {"decline": ["ambush"]}}
    none: Data = {**red, "reinforcements": {"cruiser": 0}, **space(cruiser=1)}
    won, draw, lost = duel(CRUISER, CRUISER)
    assert winners("space-combat", none, space(cruiser=1)) == (won + draw, 0, lost)
    left = solved("space-combat", none, space(cruiser=1)).outcomes
    assert {sum(stack.total for stack in holdings["Red"].at("space")) for _, holdings in left} == {0, 1}


def test_the_mentak_hero_is_not_solved_with_direct_hit() -> None:
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1, "direct-hit": 1}, **space(cruiser=1)}
    assert any("Ipswitch" in warning for warning in solved("space-combat", red, space(carrier=1)).warnings)


@pytest.mark.parametrize(("step", "units", "foe"), [("ground-combat", ground(infantry=1), ground(infantry=1)),
                                                    ("space-combat", space(cruiser=1), space(fighter=1))])  # fmt: skip
def test_brother_milor_brings_two_for_the_first_that_falls(step: str, units: Data, foe: Data) -> None:
    red = {"effects": {"brother-milor-omega-omega": 1}, **units}
    hurt = INFANTRY if step == "ground-combat" else Fraction(2, 10)
    assert after(step, red, foe, player=0) == {1: 1 - hurt, 2: hurt}


def test_the_first_brother_milor_brings_fighters_for_a_cruiser_and_for_nothing_larger() -> None:
    for ship, left in (
        ("cruiser", {1: Fraction(8, 10), 2: Fraction(2, 10)}),
        ("carrier", {1: Fraction(8, 10), 0: Fraction(2, 10)}),
    ):
        red = {"effects": {"brother-milor": 1}, **space(**{ship: 1})}
        assert after("space-combat", red, space(fighter=1), player=0, edition="pok") == left


def test_brother_milor_comes_once() -> None:
    # two infantry for the first of one; the third loss brings nothing
    red = {"effects": {"brother-milor-omega-omega": 1}, **ground(infantry=1)}
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


def test_a_card_held_until_a_later_round_answers_devotion_in_that_round() -> None:
    # Three destroyers at 9, two carriers at 9. Nobody hits in two rounds (8/10 to the 5th, then to the 3rd); Devotion
    # costs a destroyer and the carrier after the first, and after the second Shields Holding cancels its hit.
    red = {"faction": "yin-brotherhood", "effects": {"devotion": 2}, **space(destroyer=3)}
    held = {"effects": {"shields-holding": 1}, "policy": {"play": {"shields-holding": 2}}}
    found = Fraction(0)
    for chance, holdings in solved("space-combat", red, {**held, **space(carrier=2)}, stop_after=2).outcomes:
        sides = ["".join(f"{s.total}{s.unit}" for s in holdings[name].at("space")) for name in ("Red", "Blue")]
        found += Fraction(chance) if sides == ["1destroyer", "1carrier"] else 0
    assert found == Fraction(8, 10) ** 8


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


def test_an_exotrireme_ii_takes_undamaged_ships_rather_than_damaged_ones() -> None:
    # Unless two of three hits at 5 sink it first, one of three dreadnoughts is left, and that is a damaged one: the one
    # that was, or, where the Exotrireme has hit and another has sustained, one of the two that are.
    afloat = Fraction(4, 10) ** 3 + 3 * Fraction(6, 10) * Fraction(4, 10) ** 2
    red = {"faction": "sardakk-norr", "technologies": ["exotrireme-2"], "effects": {"exotrireme-2-sacrifice": 1}}
    blue = {**space(dreadnought=3), "damaged": {"dreadnought": 1}}
    ends = solved("space-combat", {**red, **space(dreadnought=1)}, blue, stop_after=1).outcomes
    left = [(chance, holdings["Blue"].at("space")) for chance, holdings in ends]
    assert sum(chance for chance, (there,) in left if there.total == 1) == afloat
    assert sum(chance for chance, (there,) in left if there == ("dreadnought", 0, 1)) == afloat


# --- Van Hauge takes all along ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("assign", ["cheapest-first", "best"])
def test_van_hauge_takes_all_along_where_a_last_shot_destroys_it(assign: str) -> None:
    # The fighter hits with 1/5 and destroys the damaged flagship itself. Else, once one of two dice at 9 or three at 3
    # has hit it, one of the two dice of the card at 9 is enough: the war sun goes with the flagship.
    red = {"effects": {"courageous-to-the-end": 1}, **space(fighter=1), "policy": {"assign": assign}}
    blue = {"faction": "yin-brotherhood", "technologies": ["war-sun"], **space(flagship=1, war_sun=1)}
    hurt = {**blue, "damaged": {"flagship": 1}, "policy": {"assign": ["flagship", "war-sun"]}}
    destroyed = 1 - Fraction(8, 10) ** 2 * Fraction(2, 10) ** 3
    gone = Fraction(2, 10) + Fraction(8, 10) * destroyed * (1 - Fraction(8, 10) ** 2)
    assert after("space-combat", red, hurt) == {0: gone, 2: 1 - gone}


def test_van_hauge_takes_all_along_where_a_waylaid_barrage_destroys_it() -> None:
    # damaged, it falls to a hit or two of two dice at 9, the war sun and the destroyer that fired them with it
    red = {"effects": {"waylay": 1}, **space(destroyer=1)}
    blue = {"faction": "yin-brotherhood", "technologies": ["war-sun"], **space(flagship=1, war_sun=1)}
    hurt = {**blue, "damaged": {"flagship": 1}, "policy": {"assign": ["flagship", "war-sun"]}}
    barrage = 1 - Fraction(8, 10) ** 2
    for chance, holdings in solved("anti-fighter-barrage", red, hurt).outcomes:
        destroyed = not holdings["Red"].space and not holdings["Blue"].space
        assert chance == (barrage if destroyed else 1 - barrage)
    # alone it fights on against the destroyer, at 9 like its own two dice: a hit of either ends it all
    alone = {"faction": "yin-brotherhood", "damaged": {"flagship": 1}, **space(flagship=1)}
    some = 1 - Fraction(8, 10) ** 3
    drawn = barrage + (1 - barrage) * Fraction(2, 10) / some
    assert winners("space-combat", red, alone)[1] == drawn


# --- A mech without its text ------------------------------------------------------------------------------------------


LAW = {"articles-of-war": 1}


@pytest.mark.parametrize(("law", "value"), [({}, 3), (LAW, 2)])
def test_articles_of_war_takes_the_text_of_a_shield_paling(law: dict[str, int], value: int) -> None:
    # infantry at 8, or at 9 where Fragile holds for it as well; the mech at 6 and 7
    red = {"faction": "universities-of-jol-nar", **ground(infantry=1, mech=1), "effects": law}
    missed = (1 - Fraction(value, 10)) * Fraction(6, 10)
    assert after("ground-combat", red, ground(infantry=1)) == {0: 1 - missed, 1: missed}


def test_articles_of_war_takes_the_text_of_an_a3_valiance() -> None:
    # a galvanized one that falls leaves the infantry one die, as any other mech at 6 does
    mech = {**ground(infantry=1, mech=1), "effects": {"galvanized-mech": 1}, "policy": {"assign": ["mech", "infantry"]}}
    bastion, other = ({"faction": faction, **mech} for faction in ("last-bastion", "embers-of-muaat"))
    law = {"name": "Blue", **ground(infantry=2), "effects": LAW}
    assert winners("ground-combat", bastion, law) == winners("ground-combat", other, law)
    assert winners("ground-combat", bastion, ground(infantry=2)) != winners("ground-combat", other, ground(infantry=2))


# --- The text of a flagship that is not there -------------------------------------------------------------------------

FLAGSHIP = space(flagship=1)


@pytest.mark.parametrize(
    ("red", "blue", "idle"),
    [
        ({"faction": "yin-brotherhood", **space(cruiser=1)}, FLAGSHIP, {"van-hauge-end"}),
        ({"faction": "yin-brotherhood", **FLAGSHIP}, space(cruiser=1), set()),
        ({"faction": "yin-brotherhood", **space(cruiser=1), "adjacent": {"flagship": 1}}, space(cruiser=1), set()),
        ({"faction": "mentak-coalition", **space(cruiser=1)}, FLAGSHIP, {"fourth-moon-silence"}),
        # Ipswitch brings one for the other's
        ({"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, **space(cruiser=1)}, FLAGSHIP, set()),
    ],
)
def test_the_text_of_a_flagship_that_cannot_be_there_is_left_out(red: Data, blue: Data, idle: set[str]) -> None:
    players = [{"name": "Red", **red}, {"name": "Blue", "faction": "ghosts-of-creuss", **blue}]
    game = prepare(mecatol.read({"step": "space-combat", "players": players}))
    assert game.sides[0].idle == idle
    acting = {effect.slug for side, effect in game.active_effects("space-combat") if side.index == 0}
    assert acting.isdisjoint(idle)


def test_a_flagship_that_ipswitch_brings_has_its_text() -> None:
    # Two dice at 7: one hit is sustained, two destroy the damaged Hil Colish, for which Fourth Moon comes; from then on
    # the dreadnought cannot sustain.
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, **space(cruiser=2)}
    blue = {"faction": "ghosts-of-creuss", **space(flagship=1, dreadnought=1), "damaged": {"flagship": 1}}
    told = {**blue, "policy": {"assign": ["flagship", "dreadnought"]}}
    silent = {**red, "policy": {"decline": ["fourth-moon-silence"]}}
    assert winners("space-combat", red, told)[0] > winners("space-combat", silent, told)[0]


# --- A ship with the values of Memoria stays what it is ---------------------------------------------------------------

CAVALRY: Data = {"effects": {"the-cavalry": 1}}


def test_a_raised_destroyer_lies_in_ambush() -> None:
    # one die at 9 and one at 7; in the round again one at 9 and now two at 7. In the scar nobody fires a barrage.
    red = {"faction": "mentak-coalition", **CAVALRY, **space(destroyer=2)}
    found = after("space-combat", red, {"effects": {"entropic-scar": 1}, **space(carrier=1)})
    ambush, round_one = Fraction(8, 10) * Fraction(6, 10), Fraction(8, 10) * Fraction(6, 10) ** 2
    assert found == {1: ambush * round_one, 0: 1 - ambush * round_one}


def test_a_raised_dreadnought_aims_with_the_0_0_1() -> None:
    # every hit of the fleet goes to the cruiser first, though fighters are cheaper; in the scar nobody fires a barrage
    red = {"faction": "l1z1x-mindnet", **CAVALRY, **space(dreadnought=2, flagship=1)}
    blue = {"effects": {"entropic-scar": 1}, **space(fighter=2, cruiser=1), "policy": {"assign": "cheapest-first"}}
    left: dict[tuple[str, ...], Fraction] = {}
    for chance, holdings in solved("space-combat", red, blue, stop_after=1).outcomes:
        kinds = tuple(f"{there.total} {there.unit}" for there in holdings["Blue"].at("space"))
        left[kinds] = left.get(kinds, Fraction(0)) + Fraction(chance)
    # a dreadnought and the flagship hit with 3 dice at 5, the raised dreadnought with 2 at 7
    none = Fraction(4, 10) ** 3 * Fraction(6, 10) ** 2
    one = 3 * Fraction(6, 10) * Fraction(4, 10) ** 2 * Fraction(6, 10) ** 2
    one += Fraction(4, 10) ** 3 * 2 * CRUISER * Fraction(6, 10)
    assert left["2 fighter", "1 cruiser"] == none
    assert left["2 fighter",] == one
    assert set(left) == {("2 fighter", "1 cruiser"), ("2 fighter",), ("1 fighter",), ()}


def test_the_barrage_of_a_raised_strike_wing_kills_infantry_as_well() -> None:
    # three dice of either, of which a 9 or a 10 kills
    red = {"faction": "argent-flight", "technologies": ["strike-wing-alpha-2"], **CAVALRY, **space(destroyer=2)}
    spared = Fraction(0)
    for chance, holdings in solved("space-combat", red, space(carrier=1, infantry=6), stop_after=1).outcomes:
        spared += Fraction(chance) if any(there == ("infantry", 6, 0) for there in holdings["Blue"].at("space")) else 0
    assert spared == Fraction(8, 10) ** 6


def test_ipswitch_brings_a_cruiser_for_a_raised_one_too() -> None:
    red = {"faction": "mentak-coalition", "effects": {"ipswitch-loose-cannon": 1}, **space(dreadnought=3)}
    blue = {**CAVALRY, **space(cruiser=2)}
    came = {
        tuple(there.total for there in holdings["Red"].at("space") if there.unit == "cruiser")
        for _, holdings in solved("space-combat", red, blue, stop_after=1).outcomes
        if not holdings["Blue"].at("space")
    }
    assert came == {(2,)}


def test_a_destroyer_that_ipswitch_brings_beside_a_raised_one_is_a_plain_one() -> None:
    # Ambush hits with one die at 7. Then one at 9 has come to the two at 7; else there are these two against two ships.
    effects = {"effects": {"ipswitch-loose-cannon": 1, "the-cavalry": 1, "entropic-scar": 1}}
    found = after("space-combat", {"faction": "mentak-coalition", **effects, **space(destroyer=1)}, space(destroyer=2))
    miss = Fraction(6, 10)
    two = miss * miss**2
    one = miss * 2 * CRUISER * miss + CRUISER * miss**2 * Fraction(8, 10)
    assert found == {2: two, 1: one, 0: 1 - two - one}


def test_ipswitch_counts_a_raised_cruiser_among_those_in_play() -> None:
    # eight cruisers are all that Mentak have
    effects = {"effects": {"ipswitch-loose-cannon": 1, "the-cavalry": 1}}
    found = after(
        "space-combat", {"faction": "mentak-coalition", **effects, **space(cruiser=8)}, space(cruiser=1), player=0
    )
    assert max(found) == 8


# --- Control of a planet ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("planet", "landed", "left"), [("abaddon", 1, 1), ("bereg", 2, 3), ("bereg", 3, 3)])
def test_the_bastion_puts_an_infantry_where_it_has_fewer_than_resources(planet: str, landed: int, left: int) -> None:
    # Abaddon is worth 1 resource, Bereg 3
    red = {"faction": "last-bastion", "policy": {"land": {planet: {"infantry": landed}}}}
    ((_, holdings),) = solved("invasion", {**red, **space(carrier=1, infantry=landed)}, {}).outcomes
    assert [stack.total for stack in holdings["Red"].at(planet)] == [left]


def test_liberate_places_nothing_on_a_planet_that_was_controlled_before() -> None:
    # Abaddon has one resource: a mech that takes it brings an infantry, one that joins a mech there does not
    red = {"faction": "last-bastion", "space": {"carrier": 1, "mech": 1}, "policy": {"land": {"abaddon": {"mech": 1}}}}
    (won,) = [holdings["Red"].at("abaddon") for _, holdings in solved("invasion", red, {}).outcomes]
    assert won == (("infantry", 1, 0), ("mech", 1, 0))
    there = {"planets": {"abaddon": {"mech": 1}}}
    held = solved("invasion", {**red, **there, "stationed": there["planets"]}, {})
    assert [holdings["Red"].at("abaddon") for _, holdings in held.outcomes] == [(("mech", 2, 0),)]
    assert not held.chances


def test_liberate_asks_for_the_resources_of_a_planet_that_nobody_knows() -> None:
    red = {"faction": "last-bastion", "policy": {"land": {"nowhere": {"infantry": 1}}}, **space(carrier=1, infantry=1)}
    assert any("Liberate" in warning for warning in solved("invasion", red, {}).warnings)
    ((_, holdings),) = solved("invasion", {**red, "resources": {"nowhere": 2}}, {}).outcomes
    assert [stack.total for stack in holdings["Red"].at("nowhere")] == [2]


@pytest.mark.parametrize(("planet", "left"), [("abaddon", 1), ("wellon", 3), ("mecatol-rex", 7)])
def test_fealty_uplink_places_as_many_infantry_as_a_planet_has_influence(planet: str, left: int) -> None:
    # Abaddon has no influence, Wellon 2, Mecatol Rex 6
    red = {"faction": "l1z1x-mindnet", "effects": {"fealty-uplink": 1}, "policy": {"land": {planet: {"infantry": 1}}}}
    ((_, holdings),) = solved("invasion", {**red, **space(carrier=1, infantry=1)}, {}).outcomes
    assert [stack.total for stack in holdings["Red"].at(planet)] == [left]


def test_fealty_uplink_places_infantry_only_where_control_is_gained() -> None:
    # one infantry against one on Wellon, which has two influence: who wins has three there
    hit = Fraction(3, 10)
    wins = hit * (1 - hit) / (1 - (1 - hit) ** 2)
    red = {"faction": "l1z1x-mindnet", "effects": {"fealty-uplink": 1}, **space(carrier=1, infantry=1)}
    won = Counter[int]()
    for chance, holdings in solved("invasion", red, {"planets": {"wellon": {"infantry": 1}}}).outcomes:
        won[sum(stack.total for stack in holdings["Red"].at("wellon"))] += chance
    assert won == {3: wins, 0: 1 - wins}
    given = {**red, "influence": {"nowhere": 1}, "policy": {"land": {"nowhere": {"infantry": 1}}}}
    ((_, holdings),) = solved("invasion", given, {}).outcomes
    assert [stack.total for stack in holdings["Red"].at("nowhere")] == [2]
    unknown = {**given, "influence": {}}
    assert any("Fealty Uplink" in warning for warning in solved("invasion", unknown, {}).warnings)
