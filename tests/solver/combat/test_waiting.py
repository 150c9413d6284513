"""Cards that their owner holds back until a round of combat."""

from __future__ import annotations

from fractions import Fraction
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
        ("space-combat", {"morale-boost": 0}, "no round from 1 to 20"),
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
