"""Cards that their owner holds back until a round of combat."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from tests.solver.combat.test_effects_by_hand import CRUISER, DREADNOUGHT, INFANTRY, Player, cards, solve


def waiting(red: Player, blue: Player, step: str = "space-combat", **play: Any) -> mecatol.Solution:
    policy = {"play": {slug.replace("_", "-"): when for slug, when in play.items()}}
    return solve(step, {**red, "policy": policy}, blue)


def test_a_morale_boost_that_waits_for_the_second_round() -> None:
    # round 1 as without it: 6/25 alone, 9/25 nobody; then the 33/80 of a boost in the first round
    solution = waiting(cards(CRUISER, morale_boost=1), CRUISER, morale_boost=2)
    assert solution.winner["Red"] == Fraction(6, 25) + Fraction(9, 25) * Fraction(33, 80)


def test_two_copies_wait_together_and_follow_each_other() -> None:
    solution = waiting(cards(CRUISER, morale_boost=2), CRUISER, morale_boost=2)
    assert solution.winner["Red"] == Fraction(6, 25) + Fraction(9, 25) * Fraction(339, 800)


def test_shields_that_hold_from_the_second_round_on() -> None:
    solution = waiting(cards(CRUISER, shields_holding=1), CRUISER, shields_holding=2)
    assert solution.winner["Red"] == Fraction(6, 25) + Fraction(9, 25) * Fraction(49, 64)


def test_a_direct_hit_that_waits_lets_the_first_dreadnought_sustain() -> None:
    # Red hits alone (4/25), or nobody hits (6/25): either way 4/19 from then on
    solution = waiting(cards(CRUISER, direct_hit=1), DREADNOUGHT, direct_hit=2)
    assert solution.winner["Red"] == Fraction(2, 5) * Fraction(4, 19)


def test_a_direct_hit_for_another_type_lets_a_dreadnought_sustain() -> None:
    # as against a Dreadnought II: fresh F = (3/5 + 4/25 D) / (19/25), worn D = 9/19
    named = {**cards(CRUISER, direct_hit=1), "policy": {"direct_hit": ["flagship"]}}
    assert solve("space-combat", named, DREADNOUGHT).winner["Red"] == Fraction(16, 361)


@pytest.mark.parametrize("step", ["space-combat", "sustain-damage", "space-cannon-offense"])
def test_sustain_damage_that_is_declined_saves_nobody(step: str) -> None:
    # the dreadnought hits with 3/5, the cruiser with 2/5: 9/25 alone, 4/25 Blue alone, of 19/25
    declines = {**DREADNOUGHT, "policy": {"decline": ["sustain-damage"]}}
    if step == "space-combat":
        assert solve(step, declines, CRUISER).winner["Red"] == Fraction(9, 19)
        return
    more = {"hits": {"source": "space-combat"}} if step == "sustain-damage" else {}
    blue = {"planets": {"abaddon": {"pds": 1}}}
    solution = solve(step, declines, blue, **more)
    gone = sum(chance for chance, left in solution.outcomes if not left["Red"].space)
    assert gone == (1 if more else Fraction(1, 2))


def test_a_fire_team_that_waits() -> None:
    # 21/100 alone, 49/100 nobody, then the 847/1700 of rerolls in the first round
    solution = waiting(cards(INFANTRY, fire_team=1), INFANTRY, "ground-combat", fire_team=2)
    assert solution.winner["Red"] == Fraction(21, 100) + Fraction(49, 100) * Fraction(847, 1700)


def test_a_card_that_waited_in_space_is_left_for_the_ground() -> None:
    # without a boost a carrier wins with 6/25 + 14/25 · 22/45 over two rounds; over one, with 4/25, the card is left
    red = {"space": {"carrier": 1, "infantry": 1}, "effects": {"morale-boost": 1}}
    blue = {"space": {"carrier": 1}, **INFANTRY}
    players = [{"name": "Red", **red, "policy": {"play": {"morale-boost": 2}}}, {"name": "Blue", **blue}]
    solution = mecatol.solve({"step": "tactical-action", "players": players}, exact=True)
    taken = sum(chance for chance, holdings in solution.outcomes if holdings["Red"].at("abaddon"))
    first, later = Fraction(4, 25), Fraction(16, 25) * Fraction(22, 45)
    # held for round 2, on the ground: 21/100 alone, 49/100 nobody and then the boost
    waited = Fraction(21, 100) + Fraction(49, 100) * Fraction(77, 170)
    assert taken == first * waited + later * Fraction(7, 17)


def test_the_best_round_is_named_with_its_margin() -> None:
    red = cards({"space": {"cruiser": 3}}, shields_holding=1)
    solution = waiting(red, {"space": {"cruiser": 3}}, shields_holding="best")
    chances = [waiting(red, {"space": {"cruiser": 3}}, shields_holding=number).winner["Red"] for number in range(1, 7)]
    (choice,) = solution.choices
    assert solution.winner["Red"] == max(chances)
    assert choice["margin"] == max(chances) - chances[0]
    assert choice["choice"] == "play.shields-holding"


@pytest.mark.parametrize(
    ("step", "play", "words"),
    [
        ("space-combat", {"nebula": 2}, "what can wait: morale-boost"),
        ("space-combat", {"fighter-prototype": 2}, "not played in a round of its owner's choice"),
        ("space-combat", {"morale-boost": 0}, "not a round from 1 to 20"),
        ("space-combat", {"moral-boost": 2}, "did you mean 'morale-boost'"),
        ("tactical-action", {"morale-boost": "best"}, "name a round"),
    ],
)
def test_what_cannot_wait_is_refused(step: str, play: dict[str, Any], words: str) -> None:
    red = {"name": "Red", **cards(CRUISER, morale_boost=1), "policy": {"play": play}}
    with pytest.raises(mecatol.ScenarioError, match=words) as caught:
        mecatol.solve({"step": step, "players": [red, {"name": "Blue", **CRUISER}]})
    assert caught.value.problems[0].field == f"players.0.policy.play.{next(iter(play))}"


def test_each_side_plays_its_own_copies_round_by_round() -> None:
    # the copies of the one side once counted for the other, so that the attacker's second boost lasted for ever
    twice, once = cards(CRUISER, morale_boost=2), cards(CRUISER, morale_boost=1)
    first, second = waiting(twice, once), waiting(once, twice)
    assert abs(first.winner["Red"] - second.winner["Blue"]) < 1e-12
    assert abs(first.winner["draw"] - second.winner["draw"]) < 1e-12


# --- Cards played on a result of the dice -----------------------------------------------------------------------------


def _brute_cruisers(mine: int, theirs: int, cards_left: int, on: int) -> tuple[Fraction, Fraction]:
    """Return the chances of both sides of cruisers where the first may cancel up to two hits, on at least so many."""
    known: dict[tuple[int, int, int], tuple[Fraction, Fraction]] = {}

    def hits(dice: int) -> list[Fraction]:
        return [comb(dice, k) * Fraction(2, 5) ** k * Fraction(3, 5) ** (dice - k) for k in range(dice + 1)]

    def odds(one: int, other: int, left: int) -> tuple[Fraction, Fraction]:
        if not (one and other):
            return Fraction(bool(one) and not other), Fraction(bool(other) and not one)
        if (one, other, left) not in known:
            again, won, lost = Fraction(0), Fraction(0), Fraction(0)
            for my, chance in enumerate(hits(one)):
                for their, more in enumerate(hits(other)):
                    play = bool(left and their and their >= on)
                    key = max(0, one - max(0, their - 2 * play)), max(0, other - my), left - play
                    if key == (one, other, left):
                        again += chance * more
                    else:
                        then = odds(*key)
                        won, lost = won + chance * more * then[0], lost + chance * more * then[1]
            known[one, other, left] = won / (1 - again), lost / (1 - again)
        return known[one, other, left]

    return odds(mine, theirs, cards_left)


@pytest.mark.parametrize("on", [1, 2, 3])
@pytest.mark.parametrize(("mine", "theirs", "copies"), [(2, 2, 1), (2, 2, 2), (3, 3, 2), (4, 3, 1)])
def test_shields_that_hold_when_so_many_hits_come(mine: int, theirs: int, copies: int, on: int) -> None:
    red = cards({"space": {"cruiser": mine}}, shields_holding=copies)
    solution = waiting(red, {"space": {"cruiser": theirs}}, shields_holding={"when": {"hits": on}})
    assert (solution.winner["Red"], solution.winner["Blue"]) == _brute_cruisers(mine, theirs, copies, on)


def test_shields_that_hold_when_two_hits_come_as_asked_in_public() -> None:
    red = cards({"space": {"cruiser": 2}}, shields_holding=1)
    won = waiting(red, {"space": {"cruiser": 2}}, shields_holding={"when": {"hits": 2}}).winner
    assert [float(won[who]) for who in ("Red", "Blue", "draw")] == pytest.approx(
        [0.587682, 0.311158, 0.101161], abs=1e-6
    )


def test_a_card_waits_for_a_round_and_a_result_at_once() -> None:
    red, blue = cards({"space": {"cruiser": 2}}, shields_holding=1), {"space": {"cruiser": 2}}
    both = waiting(red, blue, shields_holding={"from_round": 2, "when": {"hits": 2}}).winner
    # one round without it, then as with it from the first: of what the first round leaves
    found = Fraction(0)
    for my, chance in ((0, Fraction(9, 25)), (1, Fraction(12, 25)), (2, Fraction(4, 25))):
        for their, more in ((0, Fraction(9, 25)), (1, Fraction(12, 25)), (2, Fraction(4, 25))):
            found += chance * more * _brute_cruisers(2 - their, 2 - my, 1, 2)[0]
    assert both["Red"] == found


def test_the_best_time_is_searched_among_results_too() -> None:
    red, blue = cards({"space": {"cruiser": 3}}, shields_holding=1), {"space": {"cruiser": 3}}
    best = waiting(red, blue, shields_holding="best").winner["Red"]
    tried = [
        waiting(red, blue, shields_holding={"from_round": number, "when": when}).winner["Red"]
        for number in (1, 2)
        for when in ({}, {"hits": 2})
    ]
    assert best == max(tried)


def test_emergency_repairs_wait_until_two_units_are_damaged() -> None:
    red = {**cards({"space": {"dreadnought": 2}}, emergency_repairs=1), "damaged": {"dreadnought": 1}}
    blue = {"space": {"fighter": 1}}
    waits = solve("space-combat", {**red, "policy": {"play": {"emergency-repairs": {"when": {"damaged": 2}}}}}, blue,
                  stop_after=1)  # fmt: skip
    # the fighter misses (4/5): one is damaged, and the card stays; it hits (1/5): both were, and are repaired
    hurt = sum(chance for chance, left in waits.outcomes if any(s.damaged for s in left["Red"].space))
    assert hurt == Fraction(4, 5)


@pytest.mark.parametrize(
    ("card", "time", "field"),
    [
        ("shields-holding", {"when": {"damaged": 2}}, "shields-holding.when.damaged"),
        ("morale-boost", {"when": {"hits": 2}}, "morale-boost"),
        ("shields-holding", {"when": {"hits": 0}}, "shields-holding.when.hits"),
        ("shields-holding", {"at": 2}, "shields-holding.at"),
        ("maneuvering-jets", {"from_round": 2, "when": {"hits": 2}}, "maneuvering-jets"),
    ],
)
def test_a_result_that_a_card_cannot_wait_for_is_refused(card: str, time: dict[str, Any], field: str) -> None:
    red = {"name": "Red", **cards(CRUISER, **{card.replace("-", "_"): 1}), "policy": {"play": {card: time}}}
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve({"step": "space-combat", "players": [red, {"name": "Blue", **CRUISER}]})
    assert caught.value.problems[0].field == f"players.0.policy.play.{field}"


def test_maneuvering_jets_wait_for_two_hits_of_one_roll() -> None:
    # two PDS: two hits with 1/4, of which one is cancelled; one hit with 1/2 destroys the cruiser
    red = {**cards(CRUISER, maneuvering_jets=1), "policy": {"play": {"maneuvering-jets": {"when": {"hits": 2}}}}}
    red["space"] = {"cruiser": 2}
    solution = solve("space-cannon-offense", red, {"planets": {"abaddon": {"pds": 2}}})
    left = {sum(s.total for s in found["Red"].space): chance for chance, found in solution.outcomes}
    assert left == {2: Fraction(1, 4), 1: Fraction(3, 4)}
