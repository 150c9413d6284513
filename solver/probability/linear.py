"""Small systems of linear equations, solved as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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
