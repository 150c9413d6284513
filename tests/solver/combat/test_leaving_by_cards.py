"""Cards about leaving a space combat: Skilled Retreat, Rout and Intercept, against figures worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest

import mecatol
from tests.solver.effects.battles import CRUISER, solved, space, winners
from tests.solver.helpers import Data


def binomial(dice: int) -> list[Fraction]:
    return [comb(dice, k) * CRUISER**k * (1 - CRUISER) ** (dice - k) for k in range(dice + 1)]


def rounds(mine: int, theirs: int, number: int) -> dict[tuple[int, int], Fraction]:
    """Return the chances of so many cruisers a side after some rounds, every roll listed."""
    now = {(mine, theirs): Fraction(1)}
    for _ in range(number):
        after: dict[tuple[int, int], Fraction] = {}
        for (one, other), chance in now.items():
            fights = one and other
            for my, first in enumerate(binomial(one) if fights else [Fraction(1)]):
                for their, second in enumerate(binomial(other) if fights else [Fraction(1)]):
                    key = max(0, one - their), max(0, other - my)
                    after[key] = after.get(key, 0) + chance * first * second
        now = after
    return now


def fled(mine: int, theirs: int, before: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of the first side, of a draw and of the other where all is over as a round starts."""
    ends = rounds(mine, theirs, before - 1)
    won = sum(chance for (one, other), chance in ends.items() if one and not other)
    lost = sum(chance for (one, other), chance in ends.items() if other and not one)
    return Fraction(won), 1 - won - lost, Fraction(lost)


def test_skilled_retreat_at_the_start_of_the_second_round_as_asked_in_public() -> None:
    red = {**space(cruiser=2), "effects": {"skilled-retreat": 1}}
    solution = solved("space-combat", red, space(cruiser=3))
    away = sum(chance for chance, left in solution.outcomes if left["Red"].adjacent)
    assert away == Fraction(648, 1000)
    assert solution.winner["draw"] == away
    assert solution.winner["Red"] == 0
    assert not any(left["Red"].space for _, left in solution.outcomes)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("defends", [False, True])
@pytest.mark.parametrize(("mine", "theirs"), [(2, 3), (3, 3), (4, 1)])
def test_skilled_retreat_in_a_round_of_choice(mine: int, theirs: int, number: int, defends: bool) -> None:
    own = {**space(cruiser=mine), "effects": {"skilled-retreat": 1}, "policy": {"play": {"skilled-retreat": number}}}
    found = winners("space-combat", *((space(cruiser=theirs), own) if defends else (own, space(cruiser=theirs))))
    expected = fled(mine, theirs, number)
    assert found == (expected[::-1] if defends else expected)


def test_the_round_of_skilled_retreat_may_be_named_as_that_of_other_cards() -> None:
    own = {**space(cruiser=3), "effects": {"skilled-retreat": 1}}
    named = {**own, "policy": {"play": {"skilled-retreat": {"from_round": 3}}}}
    assert winners("space-combat", named, space(cruiser=3)) == fled(3, 3, 3)


def test_fighters_leave_with_skilled_retreat_as_far_as_the_ships_hold_them() -> None:
    red: Data = {"name": "Red", "space": {"carrier": 1, "fighter": 3, "infantry": 1},
                 "effects": {"skilled-retreat": 1}, "policy": {"play": {"skilled-retreat": 1}}}  # fmt: skip
    solution = mecatol.solve({"step": "space-combat", "players": [red, {"name": "Blue", **space(cruiser=1)}]})
    ((_, left),) = solution.outcomes
    assert {s.unit: s.total for s in left["Red"].adjacent} == {"carrier": 1, "fighter": 3, "infantry": 1}


def test_an_attacker_who_is_away_by_skilled_retreat_invades_nothing() -> None:
    red: Data = {"name": "Red", "space": {"carrier": 1, "infantry": 2}, "effects": {"skilled-retreat": 1}}
    blue: Data = {"name": "Blue", "space": {"cruiser": 1}, "planets": {"abaddon": {"infantry": 1}}}
    solution = mecatol.solve({"step": "tactical-action", "players": [red, blue]}, exact=True)
    for _, left in solution.outcomes:
        if left["Red"].adjacent:
            assert left["Blue"].at("abaddon") == left["Blue"].planets[0][1]
            assert not left["Red"].at("abaddon")
    away = sum(chance for chance, left in solution.outcomes if left["Red"].adjacent)
    # carrier 9 and cruiser 7: both miss in the first round with 8/10 · 6/10
    assert away == Fraction(48, 100)


def test_skilled_retreat_shows_round_by_round() -> None:
    red: Data = {"name": "Red", **space(cruiser=2), "effects": {"skilled-retreat": 1}}
    solution = mecatol.solve(
        {"step": "space-combat", "players": [red, {"name": "Blue", **space(cruiser=3)}], "rounds": 3}
    )
    assert [row["fought"] for row in solution.rounds] == pytest.approx([1, 0, 0])
    assert solution.rounds[0]["winner"]["draw"] == pytest.approx(0.648)


def test_rout_has_the_attacker_leave_at_the_end_of_the_round() -> None:
    blue = {**space(cruiser=2), "effects": {"rout": 1}}
    solution = solved("space-combat", space(cruiser=3), blue)
    away = sum(chance for (one, other), chance in rounds(3, 2, 1).items() if one and other)
    assert sum(chance for chance, left in solution.outcomes if left["Red"].adjacent) == away
    later = {**blue, "policy": {"play": {"rout": 2}}}
    away = sum(chance for (one, other), chance in rounds(3, 2, 2).items() if one and other)
    assert (
        sum(c for c, left in solved("space-combat", space(cruiser=3), later).outcomes if left["Red"].adjacent) == away
    )


def test_rout_is_the_defenders() -> None:
    red = {"name": "Red", **space(cruiser=2), "effects": {"rout": 1}}
    with pytest.raises(mecatol.ScenarioError, match="other than the active one"):
        mecatol.solve({"step": "space-combat", "players": [red, {"name": "Blue", **space(cruiser=2)}]})


def test_intercept_holds_a_retreat_for_a_round() -> None:
    flees: dict[str, Any] = {"policy": {"retreat": {"from_round": 1}}}
    held = {**space(cruiser=2), "effects": {"intercept": 1}}
    solution = solved("space-combat", {**space(cruiser=3), **flees}, held)
    away = sum(chance for (one, other), chance in rounds(3, 2, 2).items() if one and other)
    assert sum(chance for chance, left in solution.outcomes if left["Red"].adjacent) == away


def test_intercept_is_refused_where_a_retreat_waits_for_losses() -> None:
    red = {"name": "Red", **space(cruiser=2), "policy": {"retreat": {"ships_at_most": 1}}}
    blue = {"name": "Blue", **space(cruiser=2), "effects": {"intercept": 1}}
    with pytest.raises(mecatol.ScenarioError) as caught:
        mecatol.solve({"step": "space-combat", "players": [red, blue]})
    assert caught.value.problems[0].field == "players.1.effects.intercept"


def test_the_search_for_the_best_losses_knows_that_ships_leave_in_a_draw() -> None:
    # of ships of one type there is nothing to choose
    red = {**space(cruiser=2), "effects": {"skilled-retreat": 1}}
    searched = solved("space-combat", {**red, "policy": {"assign": "best"}}, space(cruiser=2))
    assert searched.winner == solved("space-combat", red, space(cruiser=2)).winner
