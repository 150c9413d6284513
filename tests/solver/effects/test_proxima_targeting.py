"""Proxima Targeting: three bombardment dice at the enemy and three at home before each round of ground combat."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from tests.solver.effects.battles import ABADDON, ground, solved, winners
from tests.solver.helpers import Data

PROXIMA: Data = {"faction": "last-bastion", "technologies": ["proxima-targeting-v1"]}
HIT = Fraction(3, 10)  # infantry and the card alike: 8 or more


def binomial(dice: int, hit: Fraction = HIT) -> list[Fraction]:
    return [comb(dice, k) * hit**k * (1 - hit) ** (dice - k) for k in range(dice + 1)]


def battle(mine: int, theirs: int, dice: int = 3, hit: Fraction = HIT) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of the side with the card, of a draw and of the other, every roll listed.

    The card rolls so many dice with such a chance to hit at the enemy, and three plain ones at home.
    """
    known: dict[tuple[int, int], tuple[Fraction, Fraction, Fraction]] = {}

    def odds(one: int, other: int) -> tuple[Fraction, Fraction, Fraction]:
        if not (one and other):
            return Fraction(bool(one)), Fraction(not one and not other), Fraction(bool(other))
        if (one, other) not in known:
            again, found = Fraction(0), [Fraction(0)] * 3
            for at_them, first in enumerate(binomial(dice, hit)):
                for at_home, second in enumerate(binomial(3)):
                    left, stay = max(0, one - at_home), max(0, other - at_them)
                    fights = bool(left and stay)
                    for my, third in enumerate(binomial(left) if fights else [Fraction(1)]):
                        for their, fourth in enumerate(binomial(stay) if fights else [Fraction(1)]):
                            key = max(0, left - their), max(0, stay - my)
                            chance = first * second * third * fourth
                            if key == (one, other):
                                again += chance
                            else:
                                for place, value in enumerate(odds(*key)):
                                    found[place] += chance * value
            known[one, other] = tuple(value / (1 - again) for value in found)  # type: ignore[assignment]
        return known[one, other]

    return odds(mine, theirs)


def test_infantry_against_infantry_as_asked_in_public() -> None:
    won = winners("ground-combat", {**ground(infantry=1), **PROXIMA}, ground(infantry=1))
    assert [float(chance) for chance in won] == pytest.approx([0.265354, 0.469291, 0.265354], abs=1e-6)


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (2, 3), (4, 2), (5, 5)])
@pytest.mark.parametrize("defends", [False, True])
def test_the_card_against_every_roll_listed(mine: int, theirs: int, defends: bool) -> None:
    own, other = {**ground(infantry=mine), **PROXIMA}, ground(infantry=theirs)
    found = winners("ground-combat", *((other, own) if defends else (own, other)))
    assert found == (battle(mine, theirs)[::-1] if defends else battle(mine, theirs))


def test_it_fires_at_home_though_the_enemy_is_gone() -> None:
    one = solved("ground-combat", {**ground(infantry=1), **PROXIMA}, ground(infantry=1), stop_after=1)
    # the enemy falls to the first roll or to infantry; a draw needs more than the dice of the round
    assert one.winner["draw"] >= (1 - Fraction(343, 1000)) ** 2


def test_it_acts_in_an_invasion_too() -> None:
    red: Data = {"name": "Red", "space": {"carrier": 1, "infantry": 2}, **PROXIMA}
    blue = {"name": "Blue", "planets": {ABADDON: {"infantry": 2}}}
    scenario: dict[str, Any] = {"step": "invasion", "players": [red, blue]}
    solution = mecatol.solve(scenario, exact=True)
    taken = sum(chance for chance, left in solution.outcomes if left["Red"].at(ABADDON))
    assert taken == battle(2, 2)[0]


def test_it_is_left_out_by_choice_and_where_a_shield_stands() -> None:
    plain = winners("ground-combat", ground(infantry=1), ground(infantry=1))
    declined = {**ground(infantry=1), **PROXIMA, "policy": {"decline": ["proxima-targeting-v1"]}}
    assert winners("ground-combat", declined, ground(infantry=1)) == plain
    shielded = solved("ground-combat", {**ground(infantry=1), **PROXIMA}, ground(infantry=1, pds=1))
    assert (shielded.winner["Red"], shielded.winner["draw"], shielded.winner["Blue"]) == plain
    assert [text for text in shielded.warnings if "Planetary Shield" in text]


@pytest.mark.parametrize(
    "own",
    [
        {"space": {"war-sun": 1}, "technologies": [*PROXIMA["technologies"], "war-sun"]},
        {"effects": {"disable": 1}},
        {"effects": {"2ram": 1}},  # by an Alliance note: the shield stays, and does not keep the owner from bombarding
    ],
    ids=["war sun", "Disable", "2RAM"],
)
def test_what_takes_the_shield_away_or_overlooks_it_lets_it_fire(own: Data) -> None:
    solution = solved("ground-combat", {**ground(infantry=1), **PROXIMA, **own}, ground(infantry=1, pds=1))
    assert (solution.winner["Red"], solution.winner["draw"], solution.winner["Blue"]) == battle(1, 1)
    assert not [text for text in solution.warnings if "Proxima" in text]


def test_a_shield_of_its_own_side_stops_it_as_the_open_ruling_is_read() -> None:
    red: Data = {**ground(infantry=1, pds=1), **PROXIMA}
    plain = winners("ground-combat", ground(infantry=1), ground(infantry=1))
    assert winners("ground-combat", ground(infantry=1), red) == plain
    free = winners("ground-combat", ground(infantry=1), red, rulings={"65": "binds-not"})
    assert free == battle(1, 1)[::-1]


TOKEN: Data = {**PROXIMA, "effects": {"galvanized-infantry": 1}}


def test_a_galvanized_unit_cancels_one_hit_of_a_bombardment() -> None:
    red: Data = {"name": "Red", "space": {"dreadnought": 2}}
    blue: Data = {"name": "Blue", **ground(infantry=2), **TOKEN}
    solution = mecatol.solve({"step": "bombardment", "players": [red, blue]}, exact=True)
    # only where both dice hit is one hit left
    assert solution.expected_losses["Blue"]["infantry"] == Fraction(6, 10) ** 2
    assert not [text for text in solution.warnings if "does not affect" in text]


def test_a_galvanized_unit_cancels_no_hit_of_deorbit_barrage() -> None:
    # its dice hit at 4, and are no bombardment
    red: Data = {"faction": "clan-of-saar", "effects": {"deorbit-barrage": 1}}
    solution = solved("bombardment", red, {**ground(infantry=1), **TOKEN})
    assert sum(chance for chance, left in solution.outcomes if not left["Blue"].at(ABADDON)) == Fraction(7, 10)


def test_a_galvanized_unit_cancels_one_hit_of_the_roll_at_home() -> None:
    zero, one, two, three = binomial(3)
    falls, stays = two + three, zero + one
    mine, theirs = 1 - (1 - HIT) ** 2, HIT  # the galvanized infantry rolls two dice
    again = zero * stays * (1 - mine) * (1 - theirs)
    wins = (1 - zero) * stays + zero * stays * mine * (1 - theirs)
    loses = zero * falls + zero * stays * theirs * (1 - mine)
    found = winners("ground-combat", {**ground(infantry=1), **TOKEN}, ground(infantry=1))
    assert (found[0], found[2]) == (wins / (1 - again), loses / (1 - again))


@pytest.mark.parametrize("card", ["tellurian", "scramble-frequency"])
def test_nothing_is_said_against_a_card_that_changes_its_rolls(card: str) -> None:
    other = {**ground(infantry=1), "effects": {card: 1}}
    solution = solved("ground-combat", other, {**ground(infantry=1), **PROXIMA})
    assert not [text for text in solution.warnings if "does not affect" in text or "change nothing" in text]
    plain = solved("ground-combat", ground(infantry=1), {**ground(infantry=1), **PROXIMA})
    assert solution.winner["Red"] > plain.winner["Red"]


@pytest.mark.parametrize("card", ["bunker", "conventions-of-war", "entropic-scar"])
def test_what_hinders_every_bombardment_hinders_it_too(card: str) -> None:
    # 8 or more is never rolled with −4, and Abaddon is a cultural planet: infantry against infantry, 3/10 each
    red: Data = {"space": {"carrier": 1, "infantry": 1}, **PROXIMA}
    blue: Data = {**ground(infantry=1), "controls": [ABADDON], "effects": {card: 1}}
    solution = solved("invasion", red, blue)
    taken = sum(chance for chance, left in solution.outcomes if left["Red"].at(ABADDON))
    assert taken == HIT * (1 - HIT) / (1 - (1 - HIT) ** 2)
    idle = [text for text in solution.warnings if "Proxima" in text]
    assert idle == ([] if card == "bunker" else ["Red’s Proxima Targeting V1 finds nothing to do here."])


def test_bunker_of_its_own_side_hinders_its_rolls_on_the_planet_that_they_control() -> None:
    blue: Data = {**ground(infantry=1), **PROXIMA, "controls": [ABADDON], "effects": {"bunker": 1}}
    solution = solved("invasion", {"space": {"carrier": 1, "infantry": 1}}, blue)
    taken = sum(chance for chance, left in solution.outcomes if left["Red"].at(ABADDON))
    assert taken == HIT * (1 - HIT) / (1 - (1 - HIT) ** 2)


@pytest.mark.parametrize(
    "helper",
    [{"technologies": [*PROXIMA["technologies"], "plasma-scoring"]}, {"effects": {"trrakan-aun-zulok": 1}}],
)
def test_what_helps_a_unit_s_bombardment_helps_the_card_as_if_a_unit_rolled(helper: Data) -> None:
    """One more die at the enemy, four in all; its owner does not add one to the roll at home."""
    own = {**ground(infantry=2), **PROXIMA, **helper}
    assert winners("ground-combat", own, ground(infantry=2)) == battle(2, 2, dice=4)


def test_a_commander_that_rerolls_bombardment_helps_only_the_roll_at_the_enemy() -> None:
    """Ta Zern: a die that misses is rolled once more, so one die hits with 1 − (7/10)² = 51/100."""
    own = {**ground(infantry=2), **PROXIMA, "effects": {"ta-zern": 1}}
    assert winners("ground-combat", own, ground(infantry=2)) == battle(2, 2, hit=Fraction(51, 100))


def test_what_takes_the_ability_from_every_unit_takes_it_from_the_card() -> None:
    """The Quietus of the opponent: infantry against infantry, 3/10 each, without the card."""
    red: Data = {**ground(infantry=1), **PROXIMA}
    blue: Data = {
        **ground(infantry=1),
        "faction": "crimson-rebellion",
        "space": {"flagship": 1},
        "effects": {"quietus": 1},
    }
    plain = winners("ground-combat", ground(infantry=1), ground(infantry=1))
    assert winners("ground-combat", red, blue) == plain
