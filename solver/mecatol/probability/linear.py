"""Systems of linear equations for how often states are visited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Any

type Matrix = list[list[Any]]
"""Numbers in rows and columns."""

_ENOUGH = 1e-18
"""What is left out of a sum that never ends, as a part of what is in it: less than a hundredth of a rounding."""
_MOST_TURNS = 200
"""How many turns are taken at most."""


def solved(rows: Sequence[list[Any]], right: Sequence[Any]) -> list[Any]:
    """Solve rows · x = right by elimination; the matrix is diagonally dominant by columns, so no pivoting.

    The rows are used up.
    """
    system = [[*row, value] for row, value in zip(rows, right, strict=True)]
    size = len(system)
    for pivot, row in enumerate(system):
        tail = row[pivot + 1 :]
        for below in system[pivot + 1 :]:
            if below[pivot]:
                factor = below[pivot] / row[pivot]
                rest = zip(below[pivot + 1 :], tail, strict=True)
                below[pivot + 1 :] = [value - factor * other for value, other in rest]
    found: list[Any] = [0] * size
    for index in range(size - 1, -1, -1):
        row = system[index]
        found[index] = (row[size] - sum([row[at] * found[at] for at in range(index + 1, size) if row[at]])) / row[index]
    return found


def summed(start: Matrix, turn: Callable[[Matrix], Matrix], kept: float) -> Matrix | None:
    """Return start + turn(start) + turn(turn(start)) + …, none of its numbers below nought; None where that takes long.

    A turn keeps no more than the part `kept` of what it is given, so all that follow one add but a part of what it
    adds; it ends when that is less than a rounding of the whole.
    """
    total = more = start
    size = sum(map(sum, start))
    rest = kept / (1 - kept) if kept < 0.5 else 1  # turns shrink what they are given, if by little
    for _ in range(_MOST_TURNS):
        more = turn(more)
        added = sum(map(sum, more))
        total = [list(map(add, one, other)) for one, other in zip(total, more, strict=True)]
        size += added
        if added * rest <= _ENOUGH * size:
            return total
    return None
