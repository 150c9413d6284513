"""The fast way to the end of a combat: both sides lose units in a fixed order, so a table of hits taken is enough.

Row i, column j hold the expected number of times that the combat stands with i hits taken by the one side and j by
the other. A round moves to (i + l, j + k) with independent k and l; the round in which nobody hits is divided out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from math import sumprod
from operator import mul
from typing import Any, NamedTuple

from solver.dice import Number

_NOTHING = 1e-30
"""Masses below this are far under the rounding of a float and are not carried on."""

type Rolls = Sequence[Sequence[Number]]
"""For each number of hits taken, the chances of producing 0, 1, 2, … hits."""


class Ends(NamedTuple):
    """Where a combat can end: (hits taken by one side, by the other) with probabilities."""

    decided: dict[tuple[int, int], Number]
    """One side or both have no unit left."""
    endless: dict[tuple[int, int], Number]
    """Both have units that cannot hit: the combat would go on for ever."""


def _columns(rolls: Rolls, most: int) -> list[list[Any]]:
    """Return for each number of hits the chance of it in every state: the rolls, turned by a quarter."""
    return [[roll[hits] if hits < len(roll) else 0 for roll in rolls] for hits in range(most + 1)]


def _tails(roll: Sequence[Any], size: int) -> list[Any]:
    """Return the chances of at least size, size - 1, …, 1 hits."""
    tails: list[Any] = []
    for hits in range(size, 0, -1):
        if hits >= len(roll):
            tails.append(0)
        else:
            tails.append((tails[-1] if tails else 0) + roll[hits] if hits < size else sum(roll[hits:]))
    return tails


def absorb(mine: Rolls, theirs: Rolls, start: Mapping[tuple[int, int], Number]) -> Ends:
    """Return how a combat ends, from a distribution of starting positions.

    `mine[i]` is the roll of the one side after i hits taken, for every i before its last unit is gone; `theirs[j]`
    that of the other. Numbers may be floats or Fractions; the sum of the probabilities is that of `start`.
    """
    rows, columns = len(mine), len(theirs)
    reach = max((len(roll) for roll in mine), default=1) - 1  # most hits of the one side: columns per round
    depth = max((len(roll) for roll in theirs), default=1) - 1  # most hits of the other: rows per round
    ends = Ends({}, {})
    their = _columns(theirs, depth)
    lost = [[sum(roll[hits:]) for roll in theirs] for hits in range(depth + 1)]  # at least that many hits
    visits: list[list[Any]] = []
    reversed_rolls = [[0] * (reach + 1 - len(roll)) + list(roll)[::-1] for roll in mine]
    tails = [_tails(roll, columns) for roll in mine]
    given: dict[int, list[tuple[int, Number]]] = {}
    for (i, j), mass in start.items():
        given.setdefault(min(i, rows), []).append((min(j, columns), mass))
    for row in range(rows + 1):
        line: list[Any] = [0] * (columns + 1)
        for column, mass in given.get(row, ()):
            line[column] += mass
        first = max(0, row - depth)
        sources = range(first, row)
        their_hits = lost if row == rows else their
        flows = [list(map(mul, visits[i], their_hits[row - i])) for i in sources]
        live = [index for index, flow in enumerate(flows) if flow and max(flow) > _NOTHING]
        if live:
            width = len(live)
            flat = [0] * (reach * width) + list(chain.from_iterable(zip(*(flows[k] for k in live), strict=True)))
            weights = list(chain.from_iterable(zip(*(reversed_rolls[first + k] for k in live), strict=True)))
            size = (reach + 1) * width
            for column in range(columns):
                line[column] += sumprod(flat[column * width : column * width + size], weights)
            line[columns] += sum(sumprod(flows[k], tails[first + k]) for k in live)
        if row < rows:
            visits.append(_settle(row, line, mine[row], theirs, reversed_rolls[row], tails[row], ends))
            if line[columns]:
                ends.decided[row, columns] = line[columns]
        else:
            ends.decided.update({(row, column): mass for column, mass in enumerate(line) if mass})
    return ends


def _settle(
    row: int, line: list[Any], mine: Sequence[Any], theirs: Rolls, weights: list[Any], tail: list[Any], ends: Ends
) -> list[Any]:
    """Play the rounds of one row in which this side takes no hit, and return how often each column is visited."""
    reach, columns = len(weights) - 1, len(theirs)
    passing = [0] * reach  # visits times the chance that the other side misses, after a margin of zeros
    visits: list[Any] = []
    for column, theirs_here in enumerate(theirs):
        mass = line[column] + sumprod(passing[column : column + reach], weights[:-1])
        if mass <= _NOTHING:
            visits.append(0)
            passing.append(0)
            continue
        stay = mine[0] * theirs_here[0]
        if stay == 1:
            ends.endless[row, column] = mass
            visits.append(0)
            passing.append(0)
            continue
        visit = mass / (1 - stay)
        visits.append(visit)
        passing.append(visit * theirs_here[0])
    line[columns] += sumprod(passing[reach:], tail)
    return visits
