"""Every effect that is no faction's, in a combat small enough to work out by hand.

A cruiser hits with 2/5, a dreadnought with 3/5, a destroyer, carrier or fighter with 1/5, a war sun's die with 4/5, an
infantry with 3/10 and a mech with 1/2. Where one unit of each side is left, p and q are their chances to hit, and every
round in which both miss is played again: Red wins with p(1−q)/(1−(1−p)(1−q)).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

import mecatol

Player = dict[str, Any]

CRUISER: Player = {"space": {"cruiser": 1}}
DREADNOUGHT: Player = {"space": {"dreadnought": 1}}
FIGHTER: Player = {"space": {"fighter": 1}}
INFANTRY: Player = {"planets": {"abaddon": {"infantry": 1}}}
GUARDED: Player = {"planets": {"abaddon": {"infantry": 1, "pds": 1}}}


def cards(player: Player, **counts: int) -> Player:
    """Return a player who has these cards, "_" standing for "-"."""
    return {**player, "effects": {slug.replace("_", "-"): count for slug, count in counts.items()}}


def knows(player: Player, *technologies: str) -> Player:
    return {**player, "technologies": list(technologies)}


def solve(step: str, red: Player, blue: Player, **rest: Any) -> mecatol.Solution:
    players = [{"name": "Red", **red}, {"name": "Blue", **blue}]
    return mecatol.solve({"step": step, "players": players, "assume": {"capacity": "ignored"}, **rest}, exact=True)


class Case(NamedTuple):
    """A combat and what must come of it."""

    effect: str
    red: Player
    blue: Player
    wins: str
    """Chances of Red, of Blue and of a draw."""
    edition: str = "thunders-edge"


SPACE = [
    # Red hits with 1/2 in round 1: 3/10 alone, 1/5 Blue alone, 1/5 both, 3/10 nobody; then 3/8, 3/8, 1/4
    Case("morale-boost", cards(CRUISER, morale_boost=1), CRUISER, "33/80 25/80 22/80"),
    # the same in round 2, never twice in one: 3/10 + 3/10 (3/10 + 3/10 · 3/8)
    Case("morale-boost", cards(CRUISER, morale_boost=2), CRUISER, "339/800 235/800 226/800"),
    # 2/5 against 2/5 in round 1: 6/25 alone, 9/25 nobody; then 1/5 against 2/5: 3/13, 8/13, 2/13
    Case("fighter-prototype", cards(FIGHTER, fighter_prototype=1), CRUISER, "21/65 30/65 14/65"),
    # 3/10 against 2/5 in every round, of 58 decided in 100
    Case("prophecy-of-ixth", cards(FIGHTER, prophecy_of_ixth=1), CRUISER, "9/29 14/29 6/29"),
    # 16/25 against 2/5 in round 1: 48/125 alone, 18/125 Blue alone, 32/125 both, 27/125 nobody
    Case("war-funding-omega", cards(CRUISER, war_funding_omega=1), CRUISER, "651/1000 171/1000 178/1000"),
    Case("war-funding", cards(CRUISER, war_funding=1), CRUISER, "93/200 45/200 62/200", "base"),
    # Red alone 6/25, both 4/25, Blue alone 6/25, of 16/25; when Blue hits alone, Red's two dice miss with 9/25
    Case("courageous-to-the-end", cards(CRUISER, courageous_to_the_end=1), CRUISER, "75/200 27/200 98/200"),
    # the barrage's two dice at 9 fell the fighter with 9/25, and its answer the destroyer with 9/25 of that; else
    # 1/5 against 1/5: 4/9, 4/9, 1/9
    Case(
        "courageous-to-the-end", {"space": {"destroyer": 1}}, cards(FIGHTER, courageous_to_the_end=1),
        "464/1125 320/1125 341/1125",
    ),
    # repaired before round 1: a fresh dreadnought, (3/5 + 4/25 · 9/19) / (19/25), its draws 4/25 · 6/19 / (19/25)
    Case(
        "emergency-repairs",
        {**cards(DREADNOUGHT, emergency_repairs=1), "damaged": {"dreadnought": 1}},
        CRUISER,
        "321/361 16/361 24/361",
    ),
    # repaired after the first round with a hit: (3/5 + 4/25 · 321/361) / (19/25)
    Case("emergency-repairs", cards(DREADNOUGHT, emergency_repairs=1), CRUISER, "6699/6859 64/6859 96/6859"),
    # three dice at 3 miss with 1/125; without Sustain Damage: 372/625 alone, 2/625 Blue alone, 248/625 both
    Case(
        "publicize-weapon-schematics",
        knows(cards({"space": {"war-sun": 1}}, publicize_weapon_schematics=1), "war-sun"),
        CRUISER,
        "186/311 1/311 124/311",
    ),
    # the dreadnought cannot sustain: 9/25 alone, 4/25 Blue alone, 6/25 both, of 19/25
    Case("entropic-scar", cards(DREADNOUGHT, entropic_scar=1), CRUISER, "9/19 4/19 6/19"),
    # the defender hits with 1/2: 1/5 alone, 3/10 Blue alone, 1/5 both, of 7/10
    Case("nebula", CRUISER, cards(CRUISER, nebula=1), "2/7 3/7 2/7"),
    # the first hit is cancelled: (2/5 + 6/25 · 3/8) / (16/25)
    Case("shields-holding", cards(CRUISER, shields_holding=1), CRUISER, "49/64 9/64 6/64"),
    # the dreadnought dies of its first hit: 4/25 alone, 9/25 Blue alone, 6/25 both, of 19/25
    Case("direct-hit", cards(CRUISER, direct_hit=1), DREADNOUGHT, "4/19 9/19 6/19"),
    # no Direct Hit on Dreadnought II: the mirror image of a fresh dreadnought above
    Case("dreadnought-2", cards(CRUISER, direct_hit=1), knows(DREADNOUGHT, "dreadnought-2"), "16/361 321/361 24/361"),
    # two dice at 9 miss with 16/25, then 1/5 against 2/5
    Case("waylay", cards({"space": {"destroyer": 1}}, waylay=1), CRUISER, "33/65 512/1300 128/1300"),
    # three dice at 6 miss with 1/8, then 2/5 against 1/5: 8/13, 3/13, 2/13
    Case("metali-void-armaments", cards(CRUISER, metali_void_armaments=1), FIGHTER, "99/104 3/104 2/104"),
    # the cruiser sustains once, as Shields Holding would save it
    Case("metali-void-shielding", cards(CRUISER, metali_void_shielding=1), CRUISER, "49/64 9/64 6/64"),
    # two dice at 7 miss with 9/25: of 98 decided in 125 Red hits in 80 and Blue alone in 18; damaged, Red wins 24/49
    Case("the-cavalry", cards(CRUISER, the_cavalry=1), CRUISER, "2176/2401 81/2401 144/2401"),
    # two dice at 5 miss with 4/25: of 113 decided in 125 Red hits in 105 and Blue alone in 8; damaged, Red wins 63/113
    Case("the-cavalry", cards(CRUISER, the_cavalry_memoria_2=1), CRUISER, "12369/12769 64/12769 336/12769"),
    # the dreadnought is destroyed, Sustain Damage or not
    Case(
        "assault-cannon", knows({"space": {"cruiser": 2, "carrier": 1, "fighter": 1}}, "assault-cannon"), DREADNOUGHT,
        "1 0 0",
    ),
    # fresh F = (3/5 + 4/25 D) / (19/25), worn D = 9/25 + 6/25 F: repaired in the round after it has sustained
    Case("duranium-armor", knows(DREADNOUGHT, "duranium-armor"), CRUISER, "411/451 16/451 24/451"),
    # damage from before the combat: D of the line above
    Case(
        "duranium-armor", {**knows(DREADNOUGHT, "duranium-armor"), "damaged": {"dreadnought": 1}}, CRUISER,
        "261/451 76/451 114/451",
    ),
    # 1/2 against 2/5: 3/10 alone, 1/5 Blue alone, 1/5 both, of 7/10
    Case("cruiser-2", knows(CRUISER, "cruiser-2"), CRUISER, "3/7 2/7 2/7"),
    # 3/10 against 2/5
    Case("fighter-2", knows(FIGHTER, "fighter-2"), CRUISER, "9/29 14/29 6/29"),
    # three dice at 6 leave the fighter with 1/8; then 3/10 against 1/5: 6/11, 7/22, 3/22
    Case("destroyer-2", knows({"space": {"destroyer": 1}}, "destroyer-2"), FIGHTER, "83/88 7/176 3/176"),
]  # fmt: skip

GROUND = [
    # 2/5 against 3/10 in round 1: 7/25 alone, 9/50 Blue alone, 3/25 both, 21/50 nobody; then 7/17, 7/17, 3/17
    Case("morale-boost", cards(INFANTRY, morale_boost=1), INFANTRY, "77/170 60/170 33/170"),
    # 51/100 against 3/10 in round 1: 357/1000 alone, 147/1000 Blue alone, 343/1000 nobody
    Case("fire-team", cards(INFANTRY, fire_team=1), INFANTRY, "847/1700 490/1700 363/1700"),
    # 2/5 against 3/10 throughout: 7/25 alone, 9/50 Blue alone, 3/25 both, of 29/50
    Case("tekklar-legion", cards(INFANTRY, tekklar_legion=1), INFANTRY, "14/29 9/29 6/29"),
    # the same against the N'orr, whose +1 and −1 come to nothing
    Case(
        "tekklar-legion", cards(INFANTRY, tekklar_legion=1), {**INFANTRY, "faction": "sardakk-norr"}, "14/29 9/29 6/29"
    ),
    # 2/5 against 3/10 throughout
    Case("aroz-hollow", cards(INFANTRY, aroz_hollow=1), INFANTRY, "14/29 9/29 6/29"),
    # one infantry against two: 147/1000 on to one against one, of which Red wins 7/17, and 343/1000 nothing
    Case("claire-gibson", INFANTRY, cards(INFANTRY, claire_gibson=1), "343/3723 3233/3723 147/3723"),
    # each hit is two: Red's one die kills both infantry with 3/10, they kill it with 51/100
    Case(
        "x-89-bacterial-weapon-omega-omega", knows(INFANTRY, "x-89-bacterial-weapon-omega-omega"),
        {"planets": {"abaddon": {"infantry": 2}}}, "49/219 119/219 51/219",
    ),
    # Red's infantry does not roll in round 1, and lives through it with 7/10
    Case("magen-defense-grid", INFANTRY, knows(GUARDED, "magen-defense-grid"), "49/170 100/170 21/170", "base"),
    # one of two infantry is gone before the first roll
    *(
        Case(slug, {"planets": {"abaddon": {"infantry": 2}}}, knows(GUARDED, slug), "7/17 7/17 3/17", edition)
        for slug, edition in (
            ("magen-defense-grid-omega", "codex-3"), ("magen-defense-grid-omega-omega", "thunders-edge"),
        )
    ),
    # the infantry is the dearest that cannot sustain; the mech then fights alone, with 1/2 against 3/10 and two lives:
    # W = (1/2 + 3/20 w) / (13/20), w = 7/20 / (13/20)
    Case(
        "magen-defense-grid-omega-omega", {"planets": {"abaddon": {"infantry": 1, "mech": 1}},
        "faction": "emirates-of-hacan"}, knows(GUARDED, "magen-defense-grid-omega-omega"), "151/169 9/169 9/169",
    ),
    # the mech cannot sustain: 7/20 alone, 3/20 Blue alone, 3/20 both, of 13/20
    Case("entropic-scar", {"planets": {"abaddon": {"mech": 1}}, "faction": "emirates-of-hacan"},
         cards(INFANTRY, entropic_scar=1), "7/13 3/13 3/13"),
    # the N'orr's mech, at 6 with their +1, answers no hit: 3/10 against 3/5, first 12 of 72 decided, then 12 again
    Case("articles-of-war", cards(INFANTRY, articles_of_war=1), {"planets": {"abaddon": {"mech": 1}},
         "faction": "sardakk-norr"}, "2/72 67/72 3/72"),
    # damaged mech repaired before round 1: as the fresh one above
    Case(
        "emergency-repairs",
        {**cards({"planets": {"abaddon": {"mech": 1}}, "faction": "emirates-of-hacan"}, emergency_repairs=1),
         "damaged": {"abaddon": {"mech": 1}}},
        INFANTRY, "151/169 9/169 9/169",
    ),
    # F = (1/2 + 3/20 D) / (13/20), D = 7/20 + 7/20 F
    Case("duranium-armor", knows({"planets": {"abaddon": {"mech": 1}}, "faction": "emirates-of-hacan"},
         "duranium-armor"), INFANTRY, "221/239 9/239 9/239"),
    # 2/5 against 3/10
    Case("infantry-2", knows(INFANTRY, "infantry-2"), INFANTRY, "14/29 9/29 6/29"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "case"),
    [(step, case) for step, cases in (("space-combat", SPACE), ("ground-combat", GROUND)) for case in cases],
    ids=lambda value: value.effect if isinstance(value, Case) else value,
)
def test_a_combat_with_one_effect_comes_out_as_worked_out_by_hand(step: str, case: Case) -> None:
    solution = solve(step, case.red, case.blue, edition=case.edition)
    red, blue, draw = (Fraction(text) for text in case.wins.split())
    assert red + blue + draw == 1
    assert solution.winner == {"Red": red, "Blue": blue, "draw": draw}


def test_the_cruiser_that_metali_void_shielding_saved_is_damaged() -> None:
    # both hit (4/25), or Blue hits alone (6/25) and Red wins after it (3/8), of 16/25
    solution = solve("space-combat", cards(CRUISER, metali_void_shielding=1), CRUISER)
    saved = mecatol.game.state.force({"cruiser": 1}, {"cruiser": 1})
    assert sum(chance for chance, holdings in solution.outcomes if holdings["Red"].space == saved) == Fraction(25, 64)


def test_emergency_repairs_do_not_mend_a_ship_that_was_lent_sustain_damage() -> None:
    # the cards together save the cruiser once, as the relic does alone
    solution = solve("space-combat", cards(CRUISER, metali_void_shielding=1, emergency_repairs=1), CRUISER)
    assert solution.winner["Red"] == Fraction(49, 64)


def test_reflective_shielding_answers_the_first_ship_that_sustains() -> None:
    # of three cruisers one hits with 54/125 and more with 44/125; the dreadnought's own die hits with 3/5
    red = cards(DREADNOUGHT, reflective_shielding=1)
    solution = solve("space-combat", red, {"space": {"cruiser": 3}}, stop_after=1)
    found = {(h["Red"].space, sum(s.total for s in h["Blue"].space)): chance for chance, h in solution.outcomes}
    worn = mecatol.game.state.force({"dreadnought": 1}, {"dreadnought": 1})
    assert found[worn, 0] == Fraction(54, 125) * Fraction(3, 5)
    assert found[worn, 1] == Fraction(54, 125) * Fraction(2, 5)
    assert found[(), 0] == Fraction(44, 125) * Fraction(3, 5)
    assert found[(), 1] == Fraction(44, 125) * Fraction(2, 5)


def test_at_the_start_of_a_combat_players_take_turns_with_one_ability_each() -> None:
    # Ambush rolls two dice at 7; with one hit Blue has three carriers left, whose Cannon comes before Red's
    red = {**knows({"space": {"cruiser": 4}}, "assault-cannon"), "faction": "mentak-coalition"}
    blue = knows({"space": {"carrier": 4}}, "assault-cannon")
    left = {tuple(sum(s.total for s in h[name].space) for name in ("Red", "Blue")): chance
            for chance, h in solve("anti-fighter-barrage", red, blue).outcomes}  # fmt: skip
    assert left == {(3, 3): Fraction(9, 25), (3, 2): Fraction(12, 25), (4, 1): Fraction(4, 25)}


def test_who_can_do_nothing_in_a_turn_lets_the_next_ability_come() -> None:
    # without a cruiser for the Core the Cannon is Red's first: Blue has two ships left, too few for its own
    red = {**knows({"space": {"carrier": 3}}, "impulse-core", "assault-cannon"), "faction": "yin-brotherhood"}
    blue = knows({"space": {"carrier": 3}}, "assault-cannon")
    (outcome,) = solve("anti-fighter-barrage", red, blue).outcomes
    assert [sum(s.total for s in outcome[1][name].space) for name in ("Red", "Blue")] == [3, 2]


def test_after_a_round_players_take_turns_with_one_sacrifice_each() -> None:
    # Two dice at 4 and four at 9. If all miss, the first Exotrireme takes two carriers; then Devotion comes, whose hit
    # destroys the second. If both sides hit once, the only Exotrireme leaves one of three carriers.
    red = cards(knows({"space": {"dreadnought": 2}}, "exotrireme-2"), exotrireme_2_sacrifice=2)
    red = {**red, "faction": "sardakk-norr", "damaged": {"dreadnought": 2}}
    blue = {**cards({"space": {"destroyer": 1, "carrier": 3}}, devotion=1), "faction": "yin-brotherhood"}
    solution = solve("space-combat", red, blue, stop_after=1)
    one = mecatol.game.state.force({"carrier": 1})
    found = sum(c for c, left in solution.outcomes if not left["Red"].space and left["Blue"].space == one)
    nobody, once = (
        Fraction(3, 10) ** 2 * Fraction(4, 5) ** 4,
        Fraction(42, 100) * 4 * Fraction(1, 5) * Fraction(4, 5) ** 3,
    )
    assert found == nobody + once


def test_courageous_to_the_end_answers_a_ship_lost_at_the_start() -> None:
    # two dice at 5 for the dreadnought that the Cannon destroys: the last of Blue's ships takes up to two along
    red, blue = knows({"space": {"cruiser": 3}}, "assault-cannon"), cards(DREADNOUGHT, courageous_to_the_end=1)
    left = {sum(s.total for s in h["Red"].space): chance for chance, h in solve("space-combat", red, blue).outcomes}
    assert left == {1: Fraction(9, 25), 2: Fraction(12, 25), 3: Fraction(4, 25)}
    held = {**blue, "policy": {"play": {"courageous-to-the-end": 2}}}
    assert [sum(s.total for s in h["Red"].space) for _, h in solve("space-combat", red, held).outcomes] == [3]


def test_courageous_to_the_end_answers_the_barrage_by_itself_too() -> None:
    solution = solve("anti-fighter-barrage", {"space": {"destroyer": 1}}, cards(FIGHTER, courageous_to_the_end=1))
    gone = sum(chance for chance, holdings in solution.outcomes if not holdings["Red"].space)
    assert gone == Fraction(9, 25) ** 2


def test_the_attackers_assault_cannon_comes_first_and_may_silence_the_defenders() -> None:
    # Blue is left with two cruisers, too few for its own; nobody hits with (3/5)^5
    fleet = knows({"space": {"cruiser": 3}}, "assault-cannon")
    solution = solve("space-combat", fleet, fleet, stop_after=1)
    ships = {tuple(sum(s.total for s in h[name].space) for name in h): chance for chance, h in solution.outcomes}
    assert ships[3, 2] == Fraction(3, 5) ** 5
    assert max(blue for _, blue in ships) == 2


def test_the_cavalry_is_one_ship_whose_barrage_is_the_flagships() -> None:
    # three dice at 8 leave the fighter with 343/1000; then the one cruiser's die and the other's two miss with (3/5)^3
    solution = solve("space-combat", cards({"space": {"cruiser": 2}}, the_cavalry=1), FIGHTER)
    rolls = {(roll.player, roll.ability): roll for roll in solution.rolls}
    assert rolls["Red", "anti-fighter-barrage"].hits[0] == Fraction(343, 1000)
    assert rolls["Red", "combat"].hits[0] == Fraction(27, 125)
    assert max(holdings["Red"].space[0].total for _, holdings in solution.outcomes if holdings["Red"].space) == 2
    assert {stack.unit for _, holdings in solution.outcomes for stack in holdings["Red"].space} == {"cruiser"}


def test_the_cavalry_is_one_card_whichever_memoria_lends_its_values() -> None:
    first, both = cards(CRUISER, the_cavalry=1), cards(CRUISER, the_cavalry=1, the_cavalry_memoria_2=1)
    solution = solve("space-combat", both, CRUISER)
    assert solution.winner == solve("space-combat", first, CRUISER).winner
    ignored = "Red’s The Cavalry (Memoria II) is the same card as another one of theirs; it was ignored."
    assert ignored in solution.warnings
    named = {**both, "policy": {"order": ["the-cavalry-memoria-2"]}}
    second = cards(CRUISER, the_cavalry_memoria_2=1)
    assert solve("space-combat", named, CRUISER).winner == solve("space-combat", second, CRUISER).winner


def test_the_cavalry_rides_against_anybody_but_the_nomad() -> None:
    solution = solve("space-combat", cards(CRUISER, the_cavalry=1), {**CRUISER, "faction": "nomad"})
    assert solution.winner == {"Red": Fraction(3, 8), "Blue": Fraction(3, 8), "draw": Fraction(1, 4)}
    assert any("cannot be played against the Nomad" in warning for warning in solution.warnings)


def test_of_ships_that_cost_the_same_the_raised_one_is_struck() -> None:
    # The Splicer's hit finds no Sustain Damage in the scar and takes the carrier with two dice at 5; then 1/5 a side.
    red = knows({"space": {"carrier": 1}}, "dimensional-splicer")
    blue = cards({"space": {"carrier": 2}}, the_cavalry_memoria_2=1, entropic_scar=1)
    assert solve("space-combat", red, blue).winner == {
        "Red": Fraction(4, 9), "Blue": Fraction(4, 9), "draw": Fraction(1, 9)
    }  # fmt: skip


def test_a_raised_ship_is_lost_as_what_it_is() -> None:
    # Blue has no flagship and no war sun, so that the raised dreadnought is counted beside its like as a carrier would.
    fleet = cards({"space": {"fighter": 1, "dreadnought": 2}}, the_cavalry=1)
    blue = {**fleet, "policy": {"assign": ["carrier", "fighter", "sustain"]}}
    solution = solve("space-combat", CRUISER, blue, stop_after=1)
    assert {holdings["Blue"].space: chance for chance, holdings in solution.outcomes if not holdings["Red"].space} == {
        mecatol.game.state.force({"fighter": 1, "dreadnought": 2}): Fraction(3, 5) * (1 - MISS),
        mecatol.game.state.force({"dreadnought": 2}): Fraction(2, 5) * (1 - MISS),
    }


MISS = Fraction(4, 5) * Fraction(2, 5) * Fraction(9, 25)
"""A fighter, a dreadnought and a ship with the values of Memoria I miss."""


def test_a_raised_ship_is_no_cruiser_to_be_given_up() -> None:
    fleet = cards(knows({"space": {"carrier": 2, "dreadnought": 1}}, "impulse-core"), the_cavalry=1)
    solution = solve("space-combat", CRUISER, fleet, stop_after=1)
    # Red's cruiser, unhurt by the core, is missed by 1/5, 3/5 and two dice at 7
    missed = sum(chance for chance, holdings in solution.outcomes if holdings["Red"].space)
    assert missed == Fraction(4, 5) * Fraction(2, 5) * Fraction(9, 25)


def test_a_raised_ship_sustains_where_war_suns_cannot() -> None:
    fleet = {"space": {"flagship": 1, "dreadnought": 2}, "faction": "emirates-of-hacan"}
    red = cards(knows(fleet, "war-sun"), the_cavalry_memoria_2=1, publicize_weapon_schematics=1)
    red["policy"] = {"assign": ["sustain", "dreadnought"]}
    solution = solve("space-combat", red, {"space": {"cruiser": 3}}, stop_after=1)
    # three hits of three, 8/125, meet a use of Sustain Damage of every ship
    worn = mecatol.game.state.force({"flagship": 1, "dreadnought": 2}, {"flagship": 1, "dreadnought": 2})
    assert sum(chance for chance, holdings in solution.outcomes if holdings["Red"].space == worn) == Fraction(8, 125)


@pytest.mark.parametrize("repairs", ["emergency-repairs", "duranium-armor"])
def test_no_repair_is_spent_on_a_war_sun_that_has_lost_sustain_damage(repairs: str) -> None:
    # one hit of two cruisers, 12/25, goes to the dreadnought; Armor repairs the damage from before the combat
    armor = repairs == "duranium-armor"
    hurt = {"war-sun": 1, "dreadnought": 1} if armor else {"war-sun": 1}
    red = {"space": {"war-sun": 1, "dreadnought": 1}, "damaged": hurt, "policy": {"assign": "sustain-first"}}
    red = knows(red, "war-sun", repairs) if armor else cards(knows(red, "war-sun"), emergency_repairs=1)
    blue = cards({"space": {"cruiser": 2}}, publicize_weapon_schematics=1)
    left = solve("space-combat", red, blue, stop_after=1)
    whole = mecatol.game.state.force({"war-sun": 1, "dreadnought": 1}, {"war-sun": 1})
    found = sum(chance for chance, holdings in left.outcomes if holdings["Red"].space == whole)
    assert found == (Fraction(9, 25) if armor else Fraction(9, 25) + Fraction(12, 25))


def test_the_cavalry_rides_in_a_fleet_of_every_type_of_ship() -> None:
    kinds = {"destroyer": 1, "cruiser": 1, "carrier": 2, "dreadnought": 1, "war-sun": 1, "flagship": 1}
    red = cards(knows({"space": kinds, "faction": "emirates-of-hacan"}, "war-sun"), the_cavalry=1)
    red["policy"] = {"raise": "carrier", "assign": "cheapest-first"}
    solution = solve("space-combat", red, CRUISER, stop_after=1)
    # destroyer 9, cruiser 7, carrier 9, the carrier raised 7 and 7, dreadnought 5, war sun 3 thrice, flagship 7 and 7
    missed = Fraction(4, 5) * Fraction(3, 5) * Fraction(4, 5) * Fraction(9, 25) * Fraction(2, 5)
    missed *= Fraction(1, 125) * Fraction(9, 25)
    left = {holdings["Red"].space: chance for chance, holdings in solution.outcomes if holdings["Blue"].space}
    assert sum(left.values()) == missed
    # the destroyer, the cheapest, takes what the one cruiser hits
    assert left[mecatol.game.state.force({**kinds, "destroyer": 0})] == missed * Fraction(2, 5)
    (rolled,) = [roll for roll in solution.rolls if (roll.player, roll.ability) == ("Red", "combat")]
    assert [(dice.units, dice.dice, dice.value) for dice in rolled.dice if dice.unit == "carrier"] in (
        [(1, 1, 9), (1, 2, 7)], [(1, 2, 7), (1, 1, 9)]
    )  # fmt: skip


def test_the_cavalry_takes_the_ship_that_its_owner_names() -> None:
    # the carrier's die at 9 is raised by default; named, the cruiser leaves the carrier its own: 4/5 and two dice at 7
    fleet = cards({"space": {"cruiser": 1, "carrier": 1}}, the_cavalry=1)
    found = [
        [roll.hits[0] for roll in solve("space-combat", red, CRUISER).rolls if roll.player == "Red"][1]
        for red in (fleet, {**fleet, "policy": {"raise": "cruiser"}})
    ]
    assert found == [Fraction(3, 5) * Fraction(9, 25), Fraction(4, 5) * Fraction(9, 25)]
    with pytest.raises(mecatol.ScenarioError, match=r"policy\.raise.*one of cruiser, carrier"):
        solve("space-combat", {**fleet, "policy": {"raise": "war-sun"}}, CRUISER)


def test_the_ship_that_the_cavalry_raises_is_lost_after_dreadnoughts_unless_its_type_is_named() -> None:
    # Memoria II on a destroyer: two dice at 5. One hit of the dreadnought (3/5) in the first round is sustained by it;
    # whoever is hit twice is told by what is left: a war sun's three dice at 3 hit thrice with (4/5)³.
    fleet = cards({"space": {"destroyer": 1, "cruiser": 1}}, the_cavalry_memoria_2=1)
    blue = {"space": {"war-sun": 1}, "technologies": ["war-sun"]}

    def left(policy: dict[str, Any]) -> dict[str, Fraction]:
        solution = solve("space-combat", {**fleet, "policy": policy}, blue, stop_after=1)
        found: dict[str, Fraction] = {}
        for chance, holdings in solution.outcomes:
            kinds = " ".join(s.unit for s in holdings["Red"].space)
            found[kinds] = found.get(kinds, Fraction(0)) + Fraction(chance)
        return found

    twice, thrice = 3 * Fraction(4, 5) ** 2 / 5, Fraction(4, 5) ** 3
    assert left({}) == {"destroyer cruiser": 1 - twice - thrice, "destroyer": twice, "": thrice}
    first = {"assign": ["sustain", "destroyer", "cruiser"]}
    assert left(first) == {"destroyer cruiser": 1 - twice - thrice, "cruiser": twice, "": thrice}
    solution = solve("space-combat", cards({"space": {"destroyer": 1, "cruiser": 2}}, the_cavalry_memoria_2=1),
                     {"space": {"cruiser": 1, "dreadnought": 1}})  # fmt: skip
    assert float(solution.winner["Red"]) == pytest.approx(0.945973, abs=1e-6)  # as another engine has it
