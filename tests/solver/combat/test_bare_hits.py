"""Heart of Ixth on the opponent's dice: of every roll all results are listed, die by die."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import mecatol
from mecatol.probability.dice import Dice, hits_and_bare_hits
from mecatol.rules.combat.windows import reference_only
from tests.solver.combat.test_rerolls_at_risk import Fleet, battle, fleet, hit
from tests.solver.effects.battles import ABADDON, CRUISER, after, duel, space, winners
from tests.solver.helpers import Data

HEART: Data = {"effects": {"heart-of-ixth-opponent": 1}}
BARE = Fraction(1, 10)
"""The chance of one result of a die, such as the least one that hits."""


def rolled(ships: Fleet, left: int) -> dict[tuple[int, int], Fraction]:
    """Return the chances of a roll's hits, and of how many bare hits were made misses, up to as many as are left."""
    found: dict[tuple[int, int], Fraction] = {}
    values = [ship.value for ship in ships for _ in range(ship.dice)]
    for results in product(("hit", "bare", "miss"), repeat=len(values)):
        chance = Fraction(1)
        for value, result in zip(values, results, strict=True):
            chance *= {"hit": Fraction(10 - value, 10), "bare": BARE, "miss": Fraction(value - 1, 10)}[result]
        spent = min(left, results.count("bare"))
        key = len(values) - results.count("miss") - spent, spent
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def battle_with_a_heart(mine: Fleet, theirs: Fleet) -> tuple[Fraction, ...]:
    """Return the chances of the side with the heart, of a draw and of the other."""

    @cache
    def odds(one: Fleet, other: Fleet, left: int) -> tuple[Fraction, ...]:
        if not (one and other):
            return Fraction(bool(one)), Fraction(not one and not other), Fraction(bool(other))
        again, found = Fraction(0), [Fraction(0)] * 3
        for (my, _), chance in rolled(one, 0).items():
            for (their, spent), part in rolled(other, left).items():
                key = hit(one, their), hit(other, my), left - spent
                if key == (one, other, left):
                    again += chance * part
                else:
                    found = [had + chance * part * more for had, more in zip(found, odds(*key), strict=True)]
        return tuple(value / (1 - again) for value in found)

    return odds(hit(mine, 0), hit(theirs, 0), 1)


def test_a_seven_of_the_opponents_cruiser_misses_once() -> None:
    # Red hits with 4/10, Blue with 3/10; with 6/10 · 1/10 the heart is used up and both are alive
    later = duel(CRUISER, CRUISER)
    both_miss = Fraction(6, 10) * Fraction(6, 10)
    now = (Fraction(4, 10) * Fraction(7, 10), Fraction(4, 10) * Fraction(3, 10), Fraction(6, 10) * Fraction(3, 10))
    expected = tuple(
        (at_once + Fraction(6, 100) * then) / (1 - both_miss) for at_once, then in zip(now, later, strict=True)
    )
    assert winners("space-combat", {**space(cruiser=1), **HEART}, space(cruiser=1)) == expected


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ({"cruiser": 2}, {"cruiser": 2}),
        ({"destroyer": 1, "dreadnought": 1}, {"cruiser": 1, "dreadnought": 1}),
        ({"fighter": 2, "cruiser": 1}, {"fighter": 2, "flagship": 1}),
    ],
)
@pytest.mark.parametrize("attacker", [True, False])
def test_a_bare_hit_of_either_side_is_made_a_miss(mine: dict[str, int], theirs: dict[str, int], attacker: bool) -> None:
    red, blue = {**space(**mine), **HEART}, {"faction": "emirates-of-hacan", **space(**theirs)}
    found = winners("space-combat", red, blue) if attacker else winners("space-combat", blue, red)[::-1]
    assert found == battle_with_a_heart(fleet(mine), fleet(theirs))


def test_it_acts_on_the_ground_too() -> None:
    two = {"planets": {ABADDON: {"infantry": 2}}}
    found = winners("ground-combat", {**two, **HEART}, two)
    assert found == battle_with_a_heart(fleet({"infantry": 2}), fleet({"infantry": 2}))


def test_without_dice_to_change_it_changes_nothing() -> None:
    # bonus 9: every result hits with points to spare
    sure = {**space(cruiser=1), "by_hand": {"bonus": 9}}
    assert winners("space-combat", {**space(cruiser=1), **HEART}, sure) == duel(CRUISER, Fraction(1))


def test_it_may_be_kept_for_a_later_round() -> None:
    # a fighter hits a carrier with 2/10, and with 1/10 in the round of the heart
    red = {**space(carrier=1), **HEART, "policy": {"play": {"heart-of-ixth-opponent": 2}}, "by_hand": {"bonus": -9}}
    found = after("space-combat", red, space(fighter=1), rounds=2, player=0)
    assert found[1] == Fraction(8, 10) * Fraction(9, 10)


def test_a_die_with_further_hits_keeps_them() -> None:
    # J.N.S. Hylarim, two dice at 6 with 1 less each (Fragile): a 7 misses once; a 9 or 10 is three hits still
    red = {**space(cruiser=6), **HEART}
    found = after("space-combat", red, {"faction": "universities-of-jol-nar", **space(flagship=1)}, player=0)
    assert found[0] == Fraction(2, 10) ** 2
    assert found[6] == Fraction(6, 10) ** 2 + 2 * Fraction(6, 10) * BARE


def test_hits_that_must_spare_fighters_are_made_misses_first() -> None:
    # 0.0.1 at 5, two dice, and no fighters of its own: its hits go to the cruiser, then to the fighter
    red = {**space(cruiser=1, fighter=1), **HEART, "by_hand": {"bonus": -9}}
    blue = {"faction": "l1z1x-mindnet", **space(flagship=1)}
    found = after("space-combat", red, blue, player=0)
    hits = rolled(fleet({"flagship": 1})[:1] and (fleet({"flagship": 1})[0]._replace(value=5),), 1)
    assert found == {2 - n: sum(c for (h, _), c in hits.items() if h == n) for n in (0, 1, 2)}


def test_dice_of_other_cards_are_left_alone_and_that_is_said() -> None:
    crowned = {"name": "Blue", **space(cruiser=1), "effects": {"crown-of-thalnos": 1}, "policy": {"risk": ["cruiser"]}}
    red = {"name": "Red", **space(cruiser=1), **HEART}
    found = mecatol.solve({"step": "space-combat", "players": [red, crowned]}, exact=True)
    plain = battle(fleet({"cruiser": 1}), fleet({"cruiser": 1}), (False, True))
    assert (found.winner["Red"], found.winner["draw"], found.winner["Blue"]) == plain
    assert any("Heart of Ixth (opponent’s die) is not worked out against dice" in said for said in found.warnings)
    with pytest.raises(ValueError, match="depends on the die"):
        hits_and_bare_hits(Dice("cruiser", 1, 1, 7, at_risk=1))


def test_it_is_one_card_with_the_heart_for_own_dice() -> None:
    both = {"name": "Red", **space(cruiser=1), "effects": {"heart-of-ixth": 1, "heart-of-ixth-opponent": 1}}
    found = mecatol.solve({"step": "space-combat", "players": [both, {"name": "Blue", **space(cruiser=1)}]})
    assert any("Heart of Ixth (opponent’s die) is the same card as another" in said for said in found.warnings)


def test_floats_by_one_side_agree_with_the_chain_that_follows_both() -> None:
    one = space(dreadnought=2, cruiser=2, fighter=3, carrier=1)
    red, blue = {"name": "Red", **one, **HEART}, {"name": "Blue", **one, "technologies": ["duranium-armor"]}
    found = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    with reference_only():
        expected = mecatol.solve({"step": "space-combat", "players": [red, blue]})
    assert found.winner == pytest.approx(expected.winner, abs=1e-12)
