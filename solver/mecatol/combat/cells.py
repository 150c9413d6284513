"""A combat's table cell by cell: for small combats that takes less than what whole rows need first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mecatol.combat.line import Ends, Line
from mecatol.probability.dice import Number
from mecatol.probability.limits import count_work

_SMALL = 2500
"""Up to so many ways from cell to cell take less time than whole rows."""


def is_small(mine: Line, theirs: Line) -> bool:
    """Tell whether there are so few cells, and rolls from them, that each is best played by itself."""
    return sum(map(len, mine.rolls)) * sum(map(len, theirs.rolls)) <= _SMALL


def absorb(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> Ends:
    """Return the same as `mecatol.combat.table.absorb`."""
    count_work(mine.end * theirs.end)
    zero: Any = 0 * next(iter(start.values()), 0.0)
    cells = [[zero] * (theirs.end + 1) for _ in range(mine.end + 1)]
    for (row, column), mass in start.items():
        cells[row][column] += mass
    endless: dict[tuple[int, int], Number] = {}
    down, across = _ways(mine, theirs), _ways(theirs, mine)
    for row, (roll, here) in enumerate(zip(mine.rolls, cells, strict=False)):
        rows = [cells[to] for to in down[row]]
        for column, against in enumerate(theirs.rolls):
            mass = here[column]
            if not mass:
                continue
            moves = 1 - roll[0] * against[0]
            if not moves:
                endless[row, column] = mass
                continue
            mass /= moves
            ways = list(zip(across[column], roll, strict=False))
            for there, chance in zip(rows, against, strict=False):
                part = mass * chance
                for way, other in ways:
                    there[way] += part * other
    decided = {(row, theirs.end): here[-1] for row, here in enumerate(cells) if here[-1]}
    decided |= {(mine.end, column): mass for column, mass in enumerate(cells[-1]) if mass}
    return Ends(decided, endless)


def is_brief(mine: Line, theirs: Line, start: Iterable[tuple[int, int]]) -> bool:
    """Tell whether one round leads from these places to so few that each is best played by itself."""
    return sum([len(mine.rolls[row]) * len(theirs.rolls[column]) for row, column in start]) <= _SMALL


def one_round(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> dict[tuple[int, int], Number]:
    """Return the same as `mecatol.combat.table.one_round`."""
    count_work(len(start))
    down, across = _ways(mine, theirs), _ways(theirs, mine)
    found: dict[tuple[int, int], Number] = {}
    for (row, column), mass in start.items():
        ways = list(zip(across[column], mine.rolls[row], strict=False))
        for to, chance in zip(down[row], theirs.rolls[column], strict=False):
            part = mass * chance
            for way, other in ways:
                found[to, way] = found.get((to, way), 0) + part * other
    return {place: mass for place, mass in found.items() if mass}


def _ways(line: Line, other: Line) -> list[list[int]]:
    """Return for each node where 0, 1, 2, … hits lead, as many as the other side may score."""
    most = max(map(len, other.rolls), default=0)
    return [[node, *way, *[line.end] * (most - len(way))] for node, way in enumerate(line.ways())]
