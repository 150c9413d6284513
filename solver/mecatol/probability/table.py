"""The fast way to the end of a combat: where the order of losses is fixed, a table of hits taken is enough.

A side's forces form a line: its trunk, from the strongest force to none, and branches that join the trunk, such as
fleets that lost fighters to a barrage and have not sustained yet. Row i, column j of the table hold the expected
number of times that the combat stands with the one side at node i of its line and the other at node j. A round moves
both sides along their lines, independently; the round in which nobody hits is divided out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import add, mul
from typing import Any

from mecatol.probability.dice import Number
from mecatol.probability.limits import check_positions, count_work, steadily
from mecatol.probability.linear import Vector
from mecatol.probability.lines import Absorbed, Columns, Line, Lone

_NOTHING = 1e-30
"""Masses below this are far under the rounding of a float and are not carried on; Fractions all are."""
_NUMBERS = 32
"""How many numbers take as much memory as a position."""
_FEW, _MANY = 3, 6
"""How many rows whose rolls are alike flow on together: in short runs of rows and in long ones."""
_WORTH_IT = 6
"""How far a roll must reach, for each further hit of a few dice, before it pays to roll these by themselves."""


def _by_hits(chances: Mapping[int, Sequence[Any]], line: Line) -> list[tuple[Any, ...]]:
    """Return the chances of each number of hits, each for all rolls of a line; `chances` has those of a roll."""
    return list(zip(*[chances[id(roll)] for roll in line.rolls], strict=True))


class _ColumnHits:
    """What the other side's rolls do to the rows."""

    def __init__(self, line: Line, columns: Columns, longest: int) -> None:
        """Prepare for runs of at most so many rows, where the other side's line is that of the columns."""
        self.most = max((len(roll) for roll in line.rolls), default=1) - 1
        self.nothing, zero = columns.nothing, columns.zero
        width = self.most + 1 + (longest + _MANY if longest > 1 else 0)
        exactly = {id(roll): [*roll, *[zero] * (width - len(roll))] for roll in line.rolls}
        at_least = {roll: list(accumulate(steadily(chances[::-1], chances)))[::-1] for roll, chances in exactly.items()}
        self._chances = {False: _by_hits(exactly, line), True: _by_hits(at_least, line)}
        self._windows: dict[tuple[bool, int, int], list[tuple[Any, ...]]] = {}

    def chances(self, hits: int, last: bool) -> Sequence[Any]:
        """Return for each node the chance of so many hits; of at least so many, if no unit is left after the last."""
        return self._chances[last][hits]

    def window(self, hits: int, size: int, last: bool) -> list[tuple[Any, ...]]:
        """Return for each node the chances of `hits`, one more, … `size` numbers in all, as for `chances`."""
        key = last, hits, size
        if key not in self._windows:
            self._windows[key] = list(zip(*self._chances[last][hits : hits + size], strict=True))
        return self._windows[key]

    def sent(self, flow: Vector, parts: Sequence[Any], first: int, last: bool) -> Vector:
        """Return a flow plus what stands on rows in a row, after `first` hits on the last of them, one more before."""
        for number, part in enumerate(parts):
            hits = first + number * _MANY
            if isinstance(part[0], tuple):
                flow = _plus_products(flow, part, self.window(hits, len(part[0]), last))
            elif hits <= self.most:
                flow = _plus_product(flow, part, self.chances(hits, last), self.nothing)
        return flow


class _TableRows:
    """The one side's line: the kinds of its rolls, and what flows into each row."""

    def __init__(self, line: Line, reach: int) -> None:
        """Begin with nothing; rolls move mass along the columns by so many hits at most."""
        self.line, self._reach = line, reach
        kinds: dict[tuple[Number, ...], int] = {}
        self.kind_of = [kinds.setdefault(tuple(roll), len(kinds)) for roll in line.rolls]
        self.kinds = list(kinds)
        self._place = {kind: place for place, kind in enumerate(sorted(range(len(kinds)), key=self._misses))}
        """Of each kind, the place from the one that misses least to the one that misses most."""
        self._few: dict[tuple[int, int], Sequence[Number] | None] = {}
        self.flows: list[dict[int, Vector]] = [{} for _ in range(line.end + 1)]
        self.lone: list[dict[int, Lone]] = [{} for _ in range(line.end + 1)]
        """What flows there beside, by the same kinds."""
        self.kept = 0
        """How many numbers all flows have."""

    def _misses(self, kind: int) -> Number:
        return self.kinds[kind][0]

    def few(self, kind: int, other: int) -> Sequence[Number] | None:
        """Return the roll of the few dice that one kind has over another; None where it is not so."""
        key = kind, other
        if key not in self._few:
            found = None
            if self._reach >= _WORTH_IT:
                found = self.line.surplus(self.kind_of.index(kind), self.kind_of.index(other))
            self._few[key] = found if found and 0 < _WORTH_IT * (len(found) - 1) <= self._reach else None
        return self._few[key]

    def wait(self, row: int, kind: int, lone: Lone, nothing: Vector) -> None:
        """Let a flow to a row wait until it is asked for, together with what else comes there."""
        if before := self.lone[row].get(kind):
            self.flows[row][kind] = _plus_product(self.flows[row].get(kind, nothing), *before, nothing)
        self.lone[row][kind] = lone

    def runs(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield rows in a row whose rolls are alike, in order, with the rows outside that hits on the last lead to."""
        ways = self.line.ways()
        lanes = [range(branch.first, branch.first + branch.length) for branch in self.line.branches]
        for lane in (*lanes, range(self.line.trunk, self.line.end)):
            for _, run in groupby(lane, key=self.kind_of.__getitem__):
                rows = list(run)
                yield rows, ways[rows[-1]]

    def coming(self, row: int, own: int | None, columns: Columns) -> tuple[dict[int, Vector], Any]:
        """Return what flows into a row and is about to be rolled for, by as few kinds of rolls as possible.

        Where a roll has all dice of a weaker one and few more, these few are rolled at once, the rest with the weaker;
        the row's `own` is rolled last. Also returns the mass that those few have taken to the end.
        """
        flows, lone = self.flows[row], self.lone[row]
        kinds = {*flows, *lone} if own is None else {*flows, *lone, own}
        coming: dict[int, Vector] = {}
        gone, before = columns.zero, None
        for kind in sorted(kinds, key=self._place.__getitem__):
            flow, more = flows.get(kind, columns.nothing), lone.get(kind)
            if before is not None and before != own and (few := self.few(before, kind)):
                flow, lost = columns.pushed(coming.pop(before), few, flow, more)
                gone += lost
            elif more:
                flow = _plus_product(flow, *more, columns.nothing)
            coming[kind], before = flow, kind
        return coming, gone


def absorb(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> Absorbed:
    """Return how a combat ends, from a distribution of starting positions (node of the one side, of the other).

    Numbers may be floats or Fractions; the sum of the probabilities is that of `start`.
    Raises LimitError where the time that was granted is over.
    """
    return _Table(mine, theirs, start).absorbed()


class _Table:
    """The table of a combat that is played to its end."""

    def __init__(self, mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> None:
        """Begin with the masses of the start; nothing has flowed yet."""
        zero: Any = 0 * next(iter(start.values()), 0.0)
        self.columns = Columns(theirs, max(map(len, mine.rolls), default=1) - 1, zero)
        self.rows = _TableRows(mine, self.columns.reach)
        self.runs = list(self.rows.runs())
        self.hits = _ColumnHits(theirs, self.columns, max(len(run) for run, _ in self.runs))
        self.rolls = [self.columns.against(roll) for roll in self.rows.kinds]
        self.least = _NOTHING if isinstance(zero, float) else zero
        self.given: list[Vector] = [[zero] * (theirs.end + 1) for _ in range(mine.end + 1)]
        for (row, column), mass in start.items():
            self.given[row][column] += mass

    def absorbed(self) -> Absorbed:
        """Return how the combat ends: rows are worked out in order, those in a row whose rolls are alike together."""
        ends, rows, hits = Absorbed({}, {}), self.rows, self.hits
        for run, after in self.runs:
            kind = rows.kind_of[run[0]]
            visited: list[Vector] = []
            for row in run:
                visited.append(self._visits(row, kind, visited, ends))
            if max(map(max, visited)) > self.least:
                _scatter(rows, hits, kind, visited, after)
        last = rows.line.end
        line, _, gone = self._arrived(last, None)
        ends.decided.update({(last, column): mass for column, mass in enumerate([*line, gone]) if mass})
        return ends

    def _visits(self, row: int, kind: int, visited: Sequence[Vector], ends: Absorbed) -> Vector:
        """Return how often the combat stands at each node of a row, after those of its run that are `visited` already.

        What ends there is entered in `ends`.
        """
        columns, roll = self.columns, self.rolls[kind]
        count_work(len(columns.to_go))
        line, flow, gone = self._arrived(row, kind)
        flow = self.hits.sent(flow, _parts(visited, columns.nothing), 1, last=False)
        settled = columns.settled(line, flow, roll)
        ends.endless.update({(row, column): mass for column, mass in settled.endless.items()})
        gone += columns.sumprod(settled.passing, roll.tails)
        if gone:
            ends.decided[row, len(columns.to_go)] = gone
        return settled.visits

    def _arrived(self, row: int, own: int | None) -> tuple[Vector, Vector, Any]:
        """Return the mass that has come to a row: at nodes, there but for a roll like its `own`, with no unit left."""
        *line, gone = self.given[row]
        coming, lost = self.rows.coming(row, own, self.columns)
        flow = self.columns.nothing if own is None else coming.pop(own)
        if coming:
            moved, more = self.columns.rolled(coming, self.rolls)
            line, gone = list(map(add, line, moved)), gone + more
        return line, flow, gone + lost


def one_round(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> dict[tuple[int, int], Number]:
    """Return where one round leads, from a distribution of positions in which both sides have units.

    Only the rolls of these positions matter.
    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    zero: Any = 0 * next(iter(start.values()), 0.0)
    columns = Columns(theirs, max(map(len, mine.rolls), default=1) - 1, zero)
    rows = _TableRows(mine, columns.reach)
    hits = _ColumnHits(theirs, columns, 1)
    begun: dict[int, Vector] = {}
    for (row, column), mass in start.items():
        begun.setdefault(row, columns.nothing.copy())[column] += mass
    ways = mine.ways()
    for row, masses in begun.items():
        count_work(theirs.end)
        for number, to in zip(range(hits.most + 1), [row, *ways[row]], strict=False):
            rows.wait(to, rows.kind_of[row], Lone(masses, hits.chances(number, to == mine.end)), columns.nothing)
    rolls = [columns.against(roll) for roll in rows.kinds]
    found: dict[tuple[int, int], Number] = {}
    for row in range(mine.end + 1):
        coming, gone = rows.coming(row, None, columns)
        if coming:
            count_work(theirs.end)
            line, lost = columns.rolled(coming, rolls)
            masses = [*line, gone + lost]
            found.update({(row, column): mass for column, mass in enumerate(masses) if mass})
            check_positions(len(found))
    return found


def _scatter(rows: _TableRows, hits: _ColumnHits, kind: int, visited: Sequence[Vector], after: Sequence[int]) -> None:
    """Let what stands on rows in a row flow to those after them: hits on the last row lead to `after`."""
    ways = zip(range(1, hits.most + 1), after, strict=False)
    if len(visited) == 1:
        count_work(len(after))
        for first, row in ways:
            rows.wait(row, kind, Lone(visited[0], hits.chances(first, row == rows.line.end)), hits.nothing)
        return
    parts = _parts(visited, hits.nothing)
    for first, row in ways:
        flow = rows.flows[row].get(kind, hits.nothing)
        if flow is hits.nothing:
            rows.kept += len(flow)
            check_positions(rows.kept // _NUMBERS)
        count_work(len(parts))
        rows.flows[row][kind] = hits.sent(flow, parts, first, row == rows.line.end)


def _parts(visited: Sequence[Vector], nothing: Vector) -> list[Vector | list[tuple[Any, ...]]]:
    """Return what stands on rows in a row, the last first: for each node the masses of a few rows, or that of one."""
    found: list[Vector | list[tuple[Any, ...]]] = []
    for end in range(len(visited), 0, -_MANY):
        some = visited[max(0, end - _MANY) : end][::-1]
        size = 1 if len(some) == 1 else _FEW if len(some) <= _FEW else _MANY
        found.append(some[0] if size == 1 else list(zip(*some, *[nothing] * (size - len(some)), strict=True)))
    return found


def _plus_product(flow: Vector, mass: Vector, chances: Sequence[Any], nothing: Vector) -> Vector:
    """Return a flow plus, for each node, a mass by its chance."""
    if flow is nothing:
        return list(map(mul, steadily(mass, mass), chances))
    nodes = zip(flow, mass, chances, strict=True)
    return [x + a * u for x, a, u in steadily(nodes, flow)]


def _plus_products(flow: Vector, masses: list[tuple[Any, ...]], chances: list[tuple[Any, ...]]) -> Vector:
    """Return a flow plus, for each node, the sum of a few masses by their chances.

    Written out: for so few products that takes half the time of math.sumprod.
    """
    nodes = steadily(zip(flow, masses, chances, strict=True), flow)
    if len(masses[0]) == _FEW:
        return [x + a * u + b * v + c * w for x, (a, b, c), (u, v, w) in nodes]
    return [
        x + a * u + b * v + c * w + d * p + e * q + f * r
        for x, (a, b, c, d, e, f), (u, v, w, p, q, r) in nodes
    ]  # fmt: skip
