"""Systems of linear equations for how often states are visited."""

from __future__ import annotations

from collections.abc import Callable
from math import sumprod
from operator import add
from typing import Any

from mecatol.probability.limits import count_work

type Vector = list[Any]
"""A number for each state, node or place."""
type Matrix = list[list[Any]]
"""Numbers in rows and columns."""

_ENOUGH = 1e-18
"""What is left out of a sum that never ends, as a part of what is in it: less than a hundredth of a rounding."""
_MOST_TURNS = 200
"""How many turns are taken at most."""


def solved(rows: list[dict[int, Any]], right: list[Any]) -> list[Any]:
    """Solve rows · x = right by Gaussian elimination; the matrix is 1 less chances of moving on, so no pivoting.

    The rows are used up. Raises LimitError where the time that was granted is over.
    """
    right = list(right)
    users: list[set[int]] = [set() for _ in rows]
    for index, row in enumerate(rows):
        for column in row:
            users[column].add(index)
    for pivot, row in enumerate(rows):
        for below in [index for index in users[pivot] if index > pivot]:
            count_work(len(row))
            factor = rows[below].pop(pivot) / row[pivot]
            for column, value in row.items():
                if column > pivot:
                    rows[below][column] = rows[below].get(column, 0) - factor * value
                    users[column].add(below)
            right[below] -= factor * right[pivot]
    solution: list[Any] = [0] * len(rows)
    for index in range(len(rows) - 1, -1, -1):
        rest = sum(value * solution[column] for column, value in rows[index].items() if column > index)
        solution[index] = (right[index] - rest) / rows[index][index]
    return solution


def solved_dense(matrix: Matrix, right: Vector) -> Vector:
    """Solve matrix · x = right as `solved` does, where few places of the matrix are nought: small ones take a third.

    The matrix is used up. Raises LimitError where the time that was granted is over.
    """
    right = list(right)
    for pivot, row in enumerate(matrix):
        count_work()
        tail, first = row[pivot + 1 :], row[pivot]
        for below in range(pivot + 1, len(matrix)):
            if part := matrix[below][pivot]:
                factor = part / first
                rest = zip(matrix[below][pivot + 1 :], tail, strict=True)
                matrix[below][pivot + 1 :] = [value - factor * other for value, other in rest]
                right[below] -= factor * right[pivot]
    for index in range(len(matrix) - 1, -1, -1):
        row = matrix[index]
        right[index] = (right[index] - sumprod(row[index + 1 :], right[index + 1 :])) / row[index]
    return right


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
