"""Games in which two players choose at the same time: a pair of choices that neither gains by leaving alone."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mecatol.probability.dice import TIE, Number, first_best

type Payoffs = Sequence[Sequence[Number]]
"""What each pair of choices is worth to one of the players: a row for each choice of the first player."""
type Mix = list[Number]
"""How often a player makes each choice; the sum is 1."""


def equilibrium(first: Payoffs, second: Payoffs) -> tuple[Mix, Mix]:
    """Return how often each player makes each choice in a Nash equilibrium.

    Where two choices hold each other, they are taken; of several such pairs one in which neither gives the other more
    than it has to, and of these the one that is worth most to both together, of equals the first. Else both mix, and
    the mixes are exact for the payoffs given.
    """
    tops = [max(column) - TIE for column in zip(*first, strict=True)]
    held: list[tuple[int, int]] = []
    for at, row in enumerate(second):
        most = max(row) - TIE
        held += [
            (at, column) for column, worth in enumerate(row) if worth >= most and first[at][column] >= tops[column]
        ]
    if not held:
        return mixed(first, second)
    best = _most_to_both(first, second, held)
    if len(held) > 1 and _gives(first, second, best):
        held = [pair for pair in held if not _gives(first, second, pair)] or held
        best = _most_to_both(first, second, held)
    return [int(row == best[0]) for row in range(len(first))], [int(column == best[1]) for column in range(len(tops))]


def _most_to_both(first: Payoffs, second: Payoffs, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return pairs[first_best([first[row][column] + second[row][column] for row, column in pairs])]


def _gives(first: Payoffs, second: Payoffs, pair: tuple[int, int]) -> bool:
    """Tell whether one of two whose choices hold each other gives the other more than it has to, for nothing."""
    at, column = pair
    mine, theirs = first[at][column] - TIE, second[at][column] - TIE
    by_first = any(own[column] >= mine and other[column] < theirs for own, other in zip(first, second, strict=True))
    return by_first or any(own < mine and other >= theirs for own, other in zip(first[at], second[at], strict=True))


class _Corner:
    """A player's weights, at which the opponent's choices gain at most 1: a corner of what these bounds leave.

    Each label is a choice of one of the two: of the player's own, its weight, of the opponent's, how much less than 1
    it gains. Those outside of the basis are 0.
    """

    def __init__(self, bounds: Sequence[Sequence[Fraction]], own: range, others: range) -> None:
        """Begin without any weight; `bounds` holds for each choice of the opponent what it gains by each of these."""
        self.own, self.others, self.basis = own, others, list(others)
        self.rows: list[dict[int, Fraction]] = []
        for other, bound in zip(others, bounds, strict=True):
            row = dict(zip(own, bound, strict=True)) | dict.fromkeys(others, Fraction(0))
            row[other] = Fraction(1)
            self.rows.append(row)
        self.right = [Fraction(1)] * len(bounds)

    def enter(self, label: int) -> int:
        """Take a label into the basis and return the one that leaves it.

        Ties are broken as if each bound were a little wider than the one before, so no basis comes twice.
        """
        able = [at for at, row in enumerate(self.rows) if row[label] > 0]
        out = min(able, key=lambda at: self._reached(at, label))
        pivot = self.rows[out][label]
        self.rows[out] = {at: value / pivot for at, value in self.rows[out].items()}
        self.right[out] /= pivot
        for at, row in enumerate(self.rows):
            if at != out and (factor := row[label]):
                self.rows[at] = {column: value - factor * self.rows[out][column] for column, value in row.items()}
                self.right[at] -= factor * self.right[out]
        left, self.basis[out] = self.basis[out], label
        return left

    def _reached(self, at: int, label: int) -> list[Fraction]:
        """Return how far a label can grow before a row's bound is reached, and by what ties are broken."""
        row = self.rows[at]
        return [self.right[at] / row[label], *[row[other] / row[label] for other in self.others]]

    def mix(self) -> list[Fraction]:
        """Return the weights as shares of 1."""
        weights = dict(zip(self.basis, self.right, strict=True))
        found = [weights.get(label, Fraction(0)) for label in self.own]
        return [weight / sum(found) for weight in found]


def _above(payoffs: Payoffs, below: Fraction) -> list[list[Fraction]]:
    """Return by how much payoffs are above a number."""
    found = []
    for row in payoffs:
        found.append([Fraction(worth) - below for worth in row])
    return found


def mixed(first: Payoffs, second: Payoffs) -> tuple[Mix, Mix]:
    """Return an equilibrium by the algorithm of Lemke and Howson, in fractions."""
    exact = isinstance(first[0][0], Fraction)
    below = Fraction(min(map(min, (*first, *second)))) - 1  # less than any of them, so that all are positive above it
    mine, theirs = _above(first, below), _above(second, below)
    rows = range(len(first))
    columns = range(len(first), len(first) + len(first[0]))
    corners = _Corner([*zip(*theirs, strict=True)], rows, columns), _Corner(mine, columns, rows)
    label, turn = corners[0].enter(0), 1
    while label:  # the one that was dropped is taken up again at the end
        label, turn = corners[turn].enter(label), 1 - turn
    one, other = (corner.mix() for corner in corners)
    return ([*one], [*other]) if exact else ([float(weight) for weight in one], [float(weight) for weight in other])
