"""Where factions' units and abilities let hits go, and what sustains them and is repaired: a figure each, by hand."""

from __future__ import annotations

from fractions import Fraction

from mecatol.game.state import Stack
from tests.solver.effects.battles import ABADDON, CRUISER, INFANTRY, after, duel, ground, solved, space, winners


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


def test_fourth_moon_keeps_an_eidolon_maximum_from_sustaining_on_a_planet() -> None:
    # it is a ship wherever it stands: an infantry at 8 hits before one of four dice at 4 does, or in the same round
    red = {"faction": "mentak-coalition", **ground(infantry=1)}
    blue = {"faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"], **ground(mech=1)}
    missed = Fraction(3, 10) ** 4
    won = Fraction(3, 10) * missed / (1 - Fraction(7, 10) * missed)
    assert winners("ground-combat", {**red, **space(flagship=1)}, blue)[0] == won
    assert winners("ground-combat", red, blue)[0] == 0


def test_moll_terminus_keeps_mechs_from_sustaining() -> None:
    foe = {"faction": "federation-of-sol", **ground(mech=1)}
    assert after("ground-combat", {"faction": "mentak-coalition", **ground(mech=1)}, foe)[0] == Fraction(5, 10)
    assert 0 not in after("ground-combat", {"faction": "clan-of-saar", **ground(mech=1)}, foe)


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


def test_duranium_armor_leaves_to_heavens_eye_what_that_repairs_anyway() -> None:
    red = {"faction": "firmament", "by_hand": {"bonus": -9}, **space(flagship=1, dreadnought=1)}
    red |= {"damaged": {"flagship": 1, "dreadnought": 1}, "technologies": ["duranium-armor"]}
    blue = {**space(carrier=1), "by_hand": {"bonus": -9}}
    found = solved("space-combat", {**red, "effects": {"heavens-eye-repair": 1}}, blue, stop_after=1)
    ((_, left),) = found.outcomes
    assert not any(stack.damaged for stack in left["Red"].at("space"))
    assert not [text for text in found.warnings if "opposite order" in text]


def test_eidolon_maximum_is_whole_before_every_round() -> None:
    red = {"faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"], **ground(mech=1)}
    assert winners("ground-combat", red, ground(infantry=1)) == (1, 0, 0)


def test_direct_hit_destroys_an_eidolon_maximum_on_a_planet_too() -> None:
    # it is a ship there as well: the first hit of the infantry is the last, against four dice at 4
    red = {"faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"], **ground(mech=1)}
    won = winners("ground-combat", red, {"effects": {"direct-hit": 1}, **ground(infantry=1)})
    assert won == duel(1 - Fraction(3, 10) ** 4, INFANTRY)


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


def test_dynamo_next_door_repairs_on_a_planet_and_is_not_said_to_do_nothing() -> None:
    # the mech sustains the one hit of infantry and is whole again; with two hits it is lost
    red = {"faction": "empyrean", "effects": {"dynamo-repair": 1}, "adjacent": {"flagship": 1}, **ground(mech=1)}
    solution = solved("ground-combat", red, ground(infantry=2), stop_after=1)
    assert not [text for text in solution.warnings if "Dynamo" in text]
    whole = sum(chance for chance, left in solution.outcomes if left["Red"].at(ABADDON) == (Stack("mech", 1, 0),))
    assert whole == 1 - INFANTRY**2


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
