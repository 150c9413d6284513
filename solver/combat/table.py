"""The fast way to the end of a combat: where the order of losses is fixed, a table of hits taken is enough.

A side's forces form a line: its trunk, from the strongest force to none, and branches that join the trunk, such as
fleets that lost fighters to a barrage and have not sustained yet. Row i, column j of the table hold the expected
number of times that the combat stands with the one side at node i of its line and the other at node j. A round moves
both sides along their lines, independently; the round in which nobody hits is divided out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from math import sumprod
from operator import add, mul
from typing import Any, NamedTuple

from solver.combat.columns import NOTHING, Columns
from solver.combat.line import Line, Vector
from solver.dice import Number


class Ends(NamedTuple):
    """Where a combat can end: (node of the one side, of the other) with probabilities."""

    decided: dict[tuple[int, int], Number]
    """One side or both have no unit left."""
    endless: dict[tuple[int, int], Number]
    """Both have units that cannot hit: the combat would go on for ever."""


class _Hits:
    """What the other side's rolls do to the rows."""

    def __init__(self, line: Line, zero: Any, longest: int) -> None:
        """Prepare for runs of at most so many rows."""
        self.most = max((len(roll) for roll in line.rolls), default=1) - 1
        self.nothing: Vector = [zero] * line.end
        width = self.most + 1 + longest
        exactly = [[*roll, *[zero] * (width - len(roll))] for roll in line.rolls]
        at_least = [list(accumulate(reversed(roll)))[::-1] for roll in exactly]
        self._rolls = {False: exactly, True: at_least}
        self._by_hits = {last: list(zip(*rolls, strict=True)) for last, rolls in self._rolls.items()}
        self._windows: dict[tuple[bool, int, int], list[Vector]] = {}
        can = [[node for node, roll in enumerate(line.rolls, start=1) if len(roll) > hits] for hits in range(width)]
        self.nodes = [max(nodes, default=0) for nodes in can]
        """By number of hits: how many nodes, from the first, there are up to the last that can produce so many."""

    def chances(self, hits: int, last: bool) -> Sequence[Any]:
        """Return for each node the chance of so many hits; of at least so many, if no unit is left after the last."""
        return self._by_hits[last][hits]

    def window(self, first: int, size: int, last: bool) -> list[Vector]:
        """Return for each node that can hit `first` times the chances of `size` numbers of hits, as for `chances`."""
        key = last, first, size
        if key not in self._windows:
            rolls = self._rolls[last][: self.nodes[first]]
            self._windows[key] = [roll[first : first + size] for roll in rolls]
        return self._windows[key]


class _Rows:
    """The one side's line: the kinds of its rolls, and what flows into each row."""

    def __init__(self, line: Line) -> None:
        self.line = line
        kinds: dict[tuple[Number, ...], int] = {}
        self.kind_of = [kinds.setdefault(tuple(roll), len(kinds)) for roll in line.rolls]
        self.kinds = list(kinds)
        self.flows: list[dict[int, Vector]] = [{} for _ in range(line.end + 1)]

    def runs(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield rows in a row whose rolls are alike, in order, with the rows outside that hits on the last lead to."""
        ways = self.line.ways()
        lanes = [range(branch.first, branch.first + branch.length) for branch in self.line.branches]
        for lane in (*lanes, range(self.line.trunk, self.line.end)):
            for _, run in groupby(lane, key=self.kind_of.__getitem__):
                rows = list(run)
                yield rows, ways[rows[-1]]

    def add(self, row: int, kind: int, flow: Vector) -> None:
        """Let mass flow into a row, about to be hit by a roll of a kind."""
        known = self.flows[row].get(kind)
        self.flows[row][kind] = list(map(add, known, flow)) if known else flow


def absorb(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> Ends:
    """Return how a combat ends, from a distribution of starting positions (node of the one side, of the other).

    Numbers may be floats or Fractions; the sum of the probabilities is that of `start`.
    """
    zero: Any = 0 * next(iter(start.values()), 0.0)
    rows = _Rows(mine)
    runs = list(rows.runs())
    hits = _Hits(theirs, zero, max(len(run) for run, _ in runs))
    columns = Columns(theirs, max((len(roll) for roll in rows.kinds), default=1) - 1, zero)
    kinds = [columns.kind(roll) for roll in rows.kinds]
    given: list[Vector] = [[zero] * (theirs.end + 1) for _ in range(mine.end + 1)]
    for (row, column), mass in start.items():
        given[row][column] += mass
    ends = Ends({}, {})

    def arrived(row: int) -> tuple[Vector, Any]:
        """Return the mass that has come to a row: at each node, and with no unit left."""
        *line, gone = given[row]
        if flows := rows.flows[row]:
            line = list(map(add, line, columns.moved(list(flows.values()), [kinds[kind] for kind in flows])))
            gone += sum(sumprod(flow, kinds[kind].tails) for kind, flow in flows.items())
        return line, gone

    for run, after in runs:
        kind = rows.kind_of[run[0]]
        visited: list[Vector] = []
        for row in run:
            flow = rows.flows[row].pop(kind, columns.nothing)
            line, gone = arrived(row)
            for back, visits in enumerate(reversed(visited), start=1):
                if back <= hits.most:
                    flow = list(map(add, flow, map(mul, visits, hits.chances(back, last=False))))
            settled = columns.settled(line, flow, kinds[kind])
            ends.endless.update({(row, column): mass for column, mass in settled.endless.items()})
            gone += sumprod(settled.passing, kinds[kind].tails)
            if gone:
                ends.decided[row, theirs.end] = gone
            visited.append(settled.visits)
        _scatter(rows, hits, kind, visited, after)
    line, gone = arrived(mine.end)
    ends.decided.update({(mine.end, column): mass for column, mass in enumerate([*line, gone]) if mass})
    return ends


def _scatter(rows: _Rows, hits: _Hits, kind: int, visited: Sequence[Vector], after: Sequence[int]) -> None:
    """Let what stands on rows in a row flow to those after them: hits on the last row lead to `after`."""
    if max(map(max, visited)) <= NOTHING:
        return
    size = len(visited)
    together = list(zip(*reversed(visited), strict=True)) if size > 1 else []
    for first, row in zip(range(1, hits.most + 1), after, strict=False):
        last = row == rows.line.end
        if size > 1:
            flow = list(map(sumprod, together, hits.window(first, size, last)))
        else:
            flow = list(map(mul, visited[0][: hits.nodes[first]], hits.chances(first, last)))
        rows.add(row, kind, flow + hits.nothing[len(flow) :])
