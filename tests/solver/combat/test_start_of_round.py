"""Who is repaired as a round starts, Arc Secundus and the Eidolon Maximum, and what the latter is worth and spared.

That comes after all that belongs to the end of the round before, and only where there is another round. Arc Secundus
hits with two dice at 5, an Eidolon Maximum with four at 4, a cruiser with 2/5, a destroyer and its barrage dice with
1/5.
"""

from fractions import Fraction
from typing import Any

import pytest

import mecatol
from mecatol.rules.combat.windows import reference_only

type Data = dict[str, Any]

LETNEV: Data = {"name": "Red", "faction": "barony-of-letnev", "space": {"flagship": 1}}
NAAZ: Data = {
    "name": "Red", "faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"], "space": {"mech": 1},
}  # fmt: skip
WINNU: Data = {"name": "Blue", "faction": "winnu"}
LEAVES: Data = {"retreat": {"from_round": 1}}


def fought(red: Data, blue: Data, **rest: Any) -> mecatol.Solution:
    return mecatol.solve({"step": "space-combat", "players": [red, blue], **rest}, exact=True)


def left(solution: mecatol.Solution, player: str = "Red") -> list[tuple[Any, dict[str, tuple[int, int]]]]:
    """Return the chances of what a player has left, here or next door: healthy and damaged ones by type."""
    return [
        (chance, {s.unit: (s.healthy, s.damaged) for s in (*holdings[player].at("space"), *holdings[player].adjacent)})
        for chance, holdings in solution.outcomes
    ]


@pytest.mark.parametrize("red", [LETNEV, NAAZ])
@pytest.mark.parametrize("leaving", ["Red", "Blue"])
def test_there_is_no_round_to_be_repaired_in_after_a_retreat(red: Data, leaving: str) -> None:
    players = [red, {**WINNU, "space": {"cruiser": 1}}]
    solution = fought(*({**p, "policy": LEAVES} if p["name"] == leaving else p for p in players))
    hurt = sum(chance for chance, units in left(solution) if units in ({"flagship": (0, 1)}, {"mech": (0, 1)}))
    assert hurt == Fraction(2, 5)  # the cruiser hits, destroyed or not; of those alone that it leaves alive, before


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
@pytest.mark.parametrize("leaving", ["Red", "Blue"])
def test_emergency_repairs_at_the_end_of_a_round_come_after_the_retreat(leaving: str, assign: str) -> None:
    # two dreadnoughts, each hits with 3/5; who has left is damaged still, who has stayed in the system is repaired
    red = {"name": "Red", "effects": {"emergency-repairs": 1}, "space": {"dreadnought": 1}}
    blue = {**WINNU, "space": {"dreadnought": 1}}
    players = [{**p, "policy": {"assign": assign, **(LEAVES if p["name"] == leaving else {})}} for p in (red, blue)]
    solution = fought(*players)
    hurt = sum(chance for chance, units in left(solution) if units == {"dreadnought": (0, 1)})
    assert hurt == (Fraction(3, 5) if leaving == "Red" else 0)
    # no retreat where the enemy's last ship is gone: then the card is played as ever
    beaten = fought(players[0], {**players[1], "damaged": {"dreadnought": 1}})
    hurt = sum(chance for chance, units in left(beaten) if units == {"dreadnought": (0, 1)})
    assert hurt == (Fraction(3, 5) * Fraction(2, 5) if leaving == "Red" else 0)


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
@pytest.mark.parametrize(("red", "missed"), [(LETNEV, Fraction(2, 5) ** 2), (NAAZ, Fraction(3, 10) ** 4)])
def test_devotion_strikes_before_the_next_round_repairs_what_this_one_has_damaged(
    red: Data, missed: Fraction, assign: str
) -> None:
    yin = {**WINNU, "faction": "yin-brotherhood", "effects": {"devotion": 1}, "space": {"destroyer": 1}}
    solution = fought({**red, "policy": {"assign": assign}}, yin)
    # only a destroyer that lives on, and has hit with 1/5, brings the second hit
    assert solution.winner["draw"] == missed / 5


def test_duranium_armor_mends_another_unit_than_the_one_that_the_next_round_repairs_anyway() -> None:
    red = {
        **NAAZ, "technologies": ["absolute-synergy", "duranium-armor"], "space": {"mech": 1, "dreadnought": 1},
        "damaged": {"mech": 1, "dreadnought": 1}, "policy": {"assign": ["mech", "dreadnought"]},
    }  # fmt: skip
    blue = {**WINNU, "technologies": ["war-sun"], "space": {"war-sun": 2}}
    solution = fought(red, blue, stop_after=1)
    open_yet = [units for (_, units), (_, theirs) in zip(left(solution), left(solution, "Blue"), strict=True)
                if len(units) == 2 and theirs]  # fmt: skip
    assert open_yet
    assert all(units == {"mech": units["mech"], "dreadnought": (1, 0)} for units in open_yet)
    assert {units["mech"] for units in open_yet} == {(1, 0), (0, 1)}  # hit or not: the next round has not started


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_combat_that_is_stopped_shows_who_is_damaged_before_the_next_round_starts(rounds: int, assign: str) -> None:
    # both are there yet where every die of Arc Secundus has missed, and the cruiser has hit in the last round with 2/5
    red = {**LETNEV, "policy": {"assign": assign}}
    solution = fought(red, {**WINNU, "space": {"cruiser": 1}}, stop_after=rounds)
    undecided = {str(units): chance for (chance, units), (_, theirs)
                 in zip(left(solution), left(solution, "Blue"), strict=True) if theirs}  # fmt: skip
    on = Fraction(4, 25) ** rounds
    assert undecided == {str({"flagship": (0, 1)}): on * Fraction(2, 5), str({"flagship": (1, 0)}): on * Fraction(3, 5)}
    assert not [row for row in solution.trace if "Arc Secundus" in row["text"] and "before every" in row["text"]]


def test_emergency_repairs_that_are_used_as_the_last_round_shown_ends_repair_the_flagship_as_well() -> None:
    red = {
        **LETNEV, "space": {"flagship": 1, "dreadnought": 1}, "effects": {"emergency-repairs": 1},
        "policy": {"assign": "sustain-first"},
    }  # fmt: skip
    solution = fought(red, {**WINNU, "space": {"cruiser": 2}}, stop_after=1)
    seen: dict[str, Fraction] = {}
    for (chance, units), (_, theirs) in zip(left(solution), left(solution, "Blue"), strict=True):
        if theirs == {"cruiser": (2, 0)}:
            seen[str(units)] = chance
    # one hit damages the dreadnought and two both: the card is used on the dreadnought, whatever the next round brings
    assert seen == {str({"dreadnought": (1, 0), "flagship": (1, 0)}): Fraction(2, 5) ** 3}


def test_the_defenders_maximum_is_damaged_yet_after_a_bombardment_between_rounds() -> None:
    l1z1x = {
        "name": "Red", "faction": "l1z1x-mindnet", "space": {"dreadnought": 1}, "planets": {"meer": {"infantry": 9}},
    }  # fmt: skip
    naaz = {"name": "Blue", "faction": "naaz-rokha-alliance", "technologies": ["absolute-synergy"],
            "planets": {"meer": {"mech": 1}}}  # fmt: skip
    solution = mecatol.solve({"step": "ground-combat", "players": [l1z1x, naaz], "stop_after": 1}, exact=True)
    there = {s for _, holdings in solution.outcomes for s in holdings["Blue"].at("meer") if holdings["Red"].at("meer")}
    assert {(s.healthy, s.damaged) for s in there} == {(1, 0), (0, 1)}


def test_a_maximum_counts_as_the_four_mechs_that_it_was_formed_of() -> None:
    red = {**NAAZ, "space": {"mech": 1, "carrier": 1, "flagship": 1}, "policy": {"assign": "sustain-first"}}
    hits = {"source": "space-combat", "count": 4, "against": "Red"}
    scenario = {"step": "sustain-damage", "players": [red, {**WINNU, "space": {"cruiser": 1}}], "hits": hits}
    assert left(mecatol.solve(scenario)) == [(1, {"mech": (0, 1)})]
    lost = fought({**NAAZ, "policy": LEAVES}, {**WINNU, "space": {"war-sun": 2}, "technologies": ["war-sun"]})
    gone = sum(chance for chance, units in left(lost) if not units)
    assert lost.expected_losses["Red"]["mech"] == gone
    assert lost.expected_cost["Red"] == 8 * gone


def test_it_is_spared_by_a_barrage_but_not_by_cards_that_answer_it() -> None:
    # two hits of the barrage, 1/25: the destroyer is lost and the dreadnought sustains, for which Blue takes two
    red = {**WINNU, "name": "Red", "space": {"destroyer": 1, "dreadnought": 1}, "effects": {"reflective-shielding": 1}}
    blue = {**NAAZ, "name": "Blue", "space": {"destroyer": 1, "mech": 1}, "effects": {"waylay": 1}}
    policy = {"assign": "cheapest-first"}
    scenario = {"step": "anti-fighter-barrage", "players": [red, blue], "policy": policy}
    chances = {str(units): chance for chance, units in left(mecatol.solve(scenario, exact=True), "Blue")}
    assert chances[str({"mech": (0, 1)})] == Fraction(1, 25)


GRID: Data = {
    "name": "Blue", "technologies": ["magen-defense-grid-omega-omega"],
    "planets": {"abaddon": {"infantry": 1, "pds": 1}},
}  # fmt: skip
MECH: Data = {"planets": {"abaddon": {"mech": 1}}, "damaged": {"abaddon": {"mech": 1}}}


def test_an_attacker_plays_emergency_repairs_before_the_defender_s_first_turn() -> None:
    # the grid destroys a damaged mech at once; a repaired one sustains, and then hits with 1/2 against 3/10: it alone
    # with 7/20 in a round, the infantry alone with 3/20, both with 3/20
    red = {"name": "Red", "faction": "federation-of-sol", **MECH}
    for effects, wins in (({}, (0, 1, 0)), ({"emergency-repairs": 1}, (Fraction(7, 13), *[Fraction(3, 13)] * 2))):
        players = [{**red, "effects": effects}, GRID]
        solution = mecatol.solve({"step": "ground-combat", "players": players}, exact=True)
        assert solution.winner == dict(zip(("Red", "Blue", "draw"), wins, strict=True))


def test_an_attacking_eidolon_is_repaired_before_the_defender_s_first_turn() -> None:
    # it has sustained the grid's hit in the first round, and falls to the infantry's with 3/10; from then on it is
    # repaired before each hit. Four dice at 4 miss with 81/10,000.
    players = [{**NAAZ, **MECH, "space": {}}, GRID]
    solution = mecatol.solve({"step": "ground-combat", "players": players}, exact=True)
    falls, misses = Fraction(3, 10), Fraction(81, 10000)
    assert solution.winner == {"Red": 1 - falls, "Blue": falls * misses, "draw": falls * (1 - misses)}


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
def test_emergency_repairs_that_wait_for_a_round_are_played_as_it_starts(assign: str) -> None:
    # A damaged dreadnought (3/5) against a cruiser (2/5): in round 1 it wins with 3/5 · 3/5 and is there yet, as is the
    # cruiser, with 2/5 · 3/5. It is repaired then. Damaged it wins with 9/25 : 19/25, repaired with 15/25 : 19/25 at
    # once, and is damaged again with 4/25 : 19/25.
    waits = {"assign": assign, "play": {"emergency-repairs": 2}}
    red = {"name": "Red", "effects": {"emergency-repairs": 1}, "space": {"dreadnought": 1},
           "damaged": {"dreadnought": 1}, "policy": waits}  # fmt: skip
    blue = {**WINNU, "space": {"cruiser": 1}}
    repaired = Fraction(15, 19) + Fraction(4, 19) * Fraction(9, 19)
    assert fought(red, blue).winner["Red"] == Fraction(9, 25) + Fraction(6, 25) * repaired
    with reference_only():
        assert fought(red, blue).winner["Red"] == Fraction(9, 25) + Fraction(6, 25) * repaired
    # a combat that is stopped before that round, or that has no such round, does not use it
    stopped = fought(red, blue, stop_after=1)
    assert not [units for _, units in left(stopped) if units == {"dreadnought": (1, 0)}]
    last = fought(red, {**blue, "policy": LEAVES})
    assert not [units for _, units in left(last) if units == {"dreadnought": (1, 0)}]


def test_emergency_repairs_that_wait_are_played_before_the_round_of_a_ground_combat_with_harrow() -> None:
    # L1Z1X: a damaged mech (6) against an infantry (8); a carrier cannot bombard, so Harrow has nothing to do
    red = {"name": "Red", "faction": "l1z1x-mindnet", "effects": {"emergency-repairs": 1},
           "planets": {"abaddon": {"mech": 1}}, "damaged": {"abaddon": {"mech": 1}},
           "policy": {"play": {"emergency-repairs": 2}}}  # fmt: skip
    blue = {**WINNU, "planets": {"abaddon": {"infantry": 1}}}
    half, three = Fraction(1, 2), Fraction(3, 10)
    stays = half * (1 - three)  # nobody hits
    damaged = half * (1 - three) / (1 - stays)
    repaired = (half + half * three * damaged) / (1 - stays)
    won = half * (1 - three) + stays * repaired
    for ships in ({"carrier": 1}, {}):
        game = {"step": "ground-combat", "players": [{**red, "space": ships}, blue]}
        assert mecatol.solve(game, exact=True).winner["Red"] == won
