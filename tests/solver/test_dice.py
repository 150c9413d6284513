"""Distributions of hits, against what can be counted by hand and against every face of every die."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from mecatol.probability.dice import Dice, Ways, roll, surplus


def d(dice: int, value: int, **more: int) -> Dice:
    return Dice("pds", units=dice, dice=dice, value=value, **more)


def test_one_die() -> None:
    assert roll([d(1, 6)]) == Ways((5, 5), 10)
    assert roll([d(1, 5)]) == Ways((4, 6), 10)
    assert roll([d(1, 10)]) == Ways((9, 1), 10)


def test_the_side_0_is_a_ten() -> None:
    assert roll([d(1, 10)]).ways[1] == 1


def test_a_certain_and_an_impossible_die() -> None:
    assert roll([d(2, 1)]) == Ways((0, 0, 100), 100)
    assert roll([d(2, 2, modifier=1)]) == Ways((0, 0, 100), 100)
    assert roll([d(3, 11)]) == Ways((1000,), 1000)
    assert roll([d(1, 10, modifier=-1)]) == Ways((10,), 10)


def test_no_dice() -> None:
    assert roll([]) == Ways((1,), 1)
    assert roll([d(0, 6)]) == Ways((1,), 1)


@pytest.mark.parametrize("value", range(1, 11))
@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_dice_alike_are_binomial(value: int, count: int) -> None:
    hit = 11 - value
    expected = [comb(count, k) * hit**k * (10 - hit) ** (count - k) for k in range(count + 1)]
    assert roll([d(count, value)]) == Ways(tuple(expected), 10**count)


def test_mixed_dice_equal_every_face() -> None:
    rng = Random("mixed dice")
    for _ in range(40):
        groups = [d(rng.randint(1, 2), rng.randint(1, 11), modifier=rng.randint(-2, 2)) for _ in range(2)]
        least = [g.value - g.modifier for g in groups for _ in range(g.dice)]
        counts: dict[int, int] = {}
        for faces in product(range(1, 11), repeat=len(least)):
            hits = sum(face >= need for face, need in zip(faces, least, strict=True))
            counts[hits] = counts.get(hits, 0) + 1
        ways, total = roll(groups)
        assert total == 10 ** len(least)
        assert {n: w for n, w in enumerate(ways) if w} == counts


def test_a_reroll_gives_a_miss_a_second_chance() -> None:
    # 0.5 + 0.5 * 0.5
    again = Dice("pds", 1, 1, 6, reroll=True)
    assert roll([again]) == Ways((25, 75), 100)
    assert again.chance == Fraction(3, 4)


def test_a_natural_result_may_bring_more_hits() -> None:
    # 1 to 5 nothing, 6 to 8 one, 9 and 10 three; natural, so a modifier does not move it
    assert roll([Dice("flagship", 1, 1, 6, bonus_value=9, bonus_hits=2)]) == Ways((5, 3, 0, 2), 10)
    assert roll([Dice("flagship", 1, 1, 6, modifier=1, bonus_value=9, bonus_hits=2)]) == Ways((4, 4, 0, 2), 10)
    assert roll([Dice("flagship", 1, 1, 6, modifier=-5, bonus_value=9, bonus_hits=2)]) == Ways((8, 0, 2), 10)


def test_chances_are_floats_or_fractions() -> None:
    ways = roll([d(2, 6)])
    assert ways.chances() == [0.25, 0.5, 0.25]
    assert ways.chances(exact=True) == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]


@pytest.mark.parametrize("count", [1, 7, 99, 300])
def test_chances_sum_to_one(count: int) -> None:
    ways = roll([d(count, 6), d(count, 9)])
    assert sum(ways.ways) == ways.total
    assert abs(sum(ways.chances()) - 1) < 1e-12
    assert sum(ways.chances(exact=True)) == 1


def test_the_dice_that_one_roll_has_over_another() -> None:
    fives, nines = d(1, 5).shape, d(1, 9).shape
    assert surplus(Counter({fives: 3, nines: 2}), Counter({fives: 1})) == roll([d(2, 5), d(2, 9)])
    assert surplus(Counter({fives: 3}), Counter({fives: 3})) == Ways((1,), 1)
    assert surplus(Counter({fives: 3}), Counter({nines: 1})) is None
