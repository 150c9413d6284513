"""Games of two who choose at the same time: what is found is an equilibrium, by its definition."""

import random
from fractions import Fraction

import pytest

from mecatol.probability.bimatrix import Payoffs, equilibrium


def worth(payoffs: Payoffs, mine: list[Fraction], theirs: list[Fraction]) -> Fraction:
    return sum(
        (Fraction(payoffs[i][j]) * chance * other for i, chance in enumerate(mine) for j, other in enumerate(theirs)),
        Fraction(0),
    )


def pure(at: int, size: int) -> list[Fraction]:
    return [Fraction(index == at) for index in range(size)]


@pytest.mark.parametrize("steps", [2, 3, 100])
@pytest.mark.parametrize("opposed", [True, False])
def test_nobody_gains_by_choosing_otherwise(steps: int, opposed: bool) -> None:
    rng = random.Random(f"{steps} {opposed}")
    mixed = 0
    for _ in range(200):
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        first = [[Fraction(rng.randint(0, steps), steps) for _ in range(columns)] for _ in range(rows)]
        second = [[1 - at if opposed else Fraction(rng.randint(0, steps), steps) for at in row] for row in first]
        mine, theirs = ([Fraction(chance) for chance in mix] for mix in equilibrium(first, second))
        assert sum(mine) == sum(theirs) == 1
        assert min(*mine, *theirs) >= 0
        assert worth(first, mine, theirs) == max(worth(first, pure(at, rows), theirs) for at in range(rows))
        assert worth(second, mine, theirs) == max(worth(second, mine, pure(at, columns)) for at in range(columns))
        mixed += max(mine) < 1
    assert mixed


def test_rock_paper_scissors_is_mixed_in_thirds() -> None:
    first = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]
    second = [[-at for at in row] for row in first]
    third = pytest.approx([1 / 3] * 3, abs=1e-15)
    assert equilibrium(first, second) == (third, third)


def test_nobody_gives_the_other_what_costs_the_other_nothing_to_take_away() -> None:
    # each may go down with the other or alone: to go down alone wins no more, and would make a present of the combat
    first, second = [[0.0, 1.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 0.0]]
    assert equilibrium(first, second) == ([1, 0], [1, 0])


def test_of_several_pairs_the_one_that_is_worth_most_to_both_is_taken() -> None:
    first, second = [[1.0, 0.0], [0.0, 3.0]], [[3.0, 0.0], [0.0, 2.0]]
    assert equilibrium(first, second) == ([0, 1], [0, 1])
