"""The table of a combat, worked out a row at a time, comes to what single cells come to, from any lines."""

import random
from collections.abc import Mapping
from fractions import Fraction
from math import comb

import pytest

from mecatol.errors import LimitError
from mecatol.probability import table
from mecatol.probability.limits import time_limit
from mecatol.probability.lines import Line, SideLine


def drawn_line(draw: random.Random) -> Line:
    """Return a trunk of up to seven nodes, up to two branches that join it, and rolls that are often alike."""
    trunk = draw.randint(1, 7)
    branches: list[SideLine] = []
    first = 0
    for _ in range(draw.randint(0, 2)):
        branches.append(SideLine(first, draw.randint(1, 3), draw.randint(1, trunk)))
        first += branches[-1].length
    some = [drawn_roll(draw) for _ in range(4)]
    return Line([draw.choice(some) for _ in range(first + trunk)], tuple(branches))


def drawn_roll(draw: random.Random) -> list[Fraction]:
    """Return chances of 0, 1, 2, … hits; sometimes no hit is possible."""
    weights = [draw.randint(1, 9) for _ in range(draw.choice((1, 2, 3, 5)))]
    return [Fraction(weight, sum(weights)) for weight in weights]


def drawn_fleet(draw: random.Random) -> Line:
    """Return a line of units that are lost with their dice, with short branches and long ones in which none is lost.

    Of any two rolls the stronger has all dice of the weaker.
    """
    hits = Fraction(draw.randint(1, 3), 4)
    trunk = sorted((draw.randint(0, 13) for _ in range(draw.randint(7, 14))), reverse=True)
    branches: list[SideLine] = []
    dice: list[int] = []
    for _ in range(draw.randint(0, 3)):
        branches.append(SideLine(len(dice), draw.choice((1, 2, 6, 7, 8)), draw.randint(1, len(trunk))))
        dice += [trunk[branches[-1].joins - 1]] * branches[-1].length
    dice += trunk
    rolls = [[comb(n, k) * hits**k * (1 - hits) ** (n - k) for k in range(n + 1)] for n in range(14)]

    def surplus(node: int, other: int) -> list[Fraction] | None:
        return rolls[dice[node] - dice[other]] if dice[node] >= dice[other] else None

    return Line([rolls[number] for number in dice], tuple(branches), surplus)


@pytest.mark.parametrize("seed", range(150))
def test_cells_and_rows_come_to_the_same(seed: int) -> None:
    draw = random.Random(seed)
    compare(draw, drawn_line(draw), drawn_line(draw))


@pytest.mark.parametrize("seed", range(30))
def test_cells_and_rows_come_to_the_same_where_dice_are_lost_with_units(seed: int) -> None:
    draw = random.Random(seed)
    compare(draw, drawn_fleet(draw), drawn_fleet(draw))


type Cells = dict[tuple[int, int], Fraction]
"""Masses by the places of both sides on their lines."""


def ways(line: Line, node: int, most: int) -> list[int]:
    """Return where 0, 1, 2, … hits lead from a node."""
    way = [node, *line.ways()[node]]
    return [*way, *[line.end] * most][: most + 1]


def cell_by_cell(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Fraction]) -> tuple[Cells, Cells]:
    """Return how the combat ends, and the masses that nothing ever moves: each cell is played by itself."""
    masses: Cells = dict(start)
    decided: Cells = {}
    endless: Cells = {}
    for place in [(row, column) for row in range(mine.end + 1) for column in range(theirs.end + 1)]:
        mass = masses.pop(place, Fraction(0))
        if not mass:
            continue
        if place[0] == mine.end or place[1] == theirs.end:
            decided[place] = mass
            continue
        after = one_cell(mine, theirs, place, mass)
        stays = after.pop(place, Fraction(0))
        if stays == mass:
            endless[place] = mass
            continue
        for there, part in after.items():
            masses[there] = masses.get(there, Fraction(0)) + part * mass / (mass - stays)
    return decided, endless


def one_cell(mine: Line, theirs: Line, place: tuple[int, int], mass: Fraction) -> Cells:
    """Return where a round takes a mass from one place."""
    roll, against = mine.rolls[place[0]], theirs.rolls[place[1]]
    found: Cells = {}
    for row, chance in zip(ways(mine, place[0], len(against) - 1), against, strict=True):
        for column, other in zip(ways(theirs, place[1], len(roll) - 1), roll, strict=True):
            found[row, column] = found.get((row, column), Fraction(0)) + mass * chance * other
    return {there: part for there, part in found.items() if part}


def compare(draw: random.Random, mine: Line, theirs: Line) -> None:
    """Hold both ways against each other, from a few places by lot."""
    places = [(draw.randrange(mine.end), draw.randrange(theirs.end)) for _ in range(draw.randint(1, 3))]
    start = {place: Fraction(1, len(set(places))) for place in places}
    ends, by_cells = table.absorb(mine, theirs, start), cell_by_cell(mine, theirs, start)
    for rows, single in zip(ends, by_cells, strict=True):
        assert {place: mass for place, mass in rows.items() if mass} == single
    after: Cells = {}
    for place, mass in start.items():
        for there, part in one_cell(mine, theirs, place, mass).items():
            after[there] = after.get(there, Fraction(0)) + part
    assert table.one_round(mine, theirs, start) == after


def test_a_round_that_leads_to_more_positions_than_are_granted_is_refused() -> None:
    line = Line([[Fraction(1, 4)] * 4] * 9)
    start = {(row, row): Fraction(1, 9) for row in range(9)}
    with time_limit(60, 200):
        assert len(table.one_round(line, line, start)) < 200
    with time_limit(60, 20), pytest.raises(LimitError, match="20 positions"):
        table.one_round(line, line, start)
