"""The fast way to the end of a combat: where the order of losses is fixed, a table of hits taken is enough.

A side's forces form a line: its trunk, from the strongest force to none, and branches that join the trunk, such as
fleets that lost fighters to a barrage and have not sustained yet. Row i, column j of the table hold the expected
number of times that the combat stands with the one side at node i of its line and the other at node j. A round moves
both sides along their lines, independently; the round in which nobody hits is divided out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import sumprod
from operator import add, mul
from typing import Any, NamedTuple

from solver.dice import Number

_NOTHING = 1e-30
"""Masses below this are far under the rounding of a float and are not carried on."""

type Vector = list[Any]
"""A number for each node of a line."""


class Branch(NamedTuple):
    """Nodes of a line, one hit apart, that lead into its trunk."""

    first: int
    """Its first node."""
    length: int
    """How many nodes it has, at least one."""
    joins: int
    """The place in the trunk, from 0, that follows its last node; the trunk's length if that is its end."""


class Line(NamedTuple):
    """The order in which a side loses its units. Its nodes are those of the branches, then those of the trunk."""

    rolls: Sequence[Sequence[Number]]
    """For each node, the chances of producing 0, 1, 2, … hits."""
    branches: tuple[Branch, ...] = ()

    @property
    def trunk(self) -> int:
        """The trunk's first node."""
        return sum(branch.length for branch in self.branches)

    @property
    def end(self) -> int:
        """The node past the last one: no unit left."""
        return len(self.rolls)

    def ways(self) -> list[list[int]]:
        """Return, for each node, the nodes that 1, 2, … hits lead to, down to the end."""
        ways = [list(range(node + 1, self.end + 1)) for node in range(self.trunk, self.end)]
        branched: list[list[int]] = []
        for branch in self.branches:
            rest = list(range(self.trunk + branch.joins, self.end + 1))
            stop = branch.first + branch.length
            branched += [[*range(node + 1, stop), *rest] for node in range(branch.first, stop)]
        return branched + ways


class Ends(NamedTuple):
    """Where a combat can end: (node of the one side, of the other) with probabilities."""

    decided: dict[tuple[int, int], Number]
    """One side or both have no unit left."""
    endless: dict[tuple[int, int], Number]
    """Both have units that cannot hit: the combat would go on for ever."""


class _Columns:
    """The other side's line, and how the one side's hits move mass along it."""

    def __init__(self, line: Line, most: int) -> None:
        """Prepare for rolls of at most so many hits."""
        self.size, self.trunk, self.length = line.end, line.trunk, line.end - line.trunk
        self.branches = sorted(line.branches, key=lambda branch: branch.joins)
        before = max((branch.length - branch.joins for branch in self.branches), default=0)
        self.pad = max(0, before)  # branches may begin earlier than the trunk does
        self.reach = min(most, self.length + self.pad)
        self.to_go = [len(ways) for ways in line.ways()]
        self.misses = [roll[0] for roll in line.rolls]

    def tails(self, roll: Sequence[Any]) -> Vector:
        """Return for each node the chance that a roll takes the side from there to its end."""
        at_least = [roll[-1]]
        for chance in roll[-2::-1]:
            at_least.append(at_least[-1] + chance)
        at_least.reverse()
        return [at_least[hits] if hits < len(roll) else 0 for hits in self.to_go]

    def backwards(self, roll: Sequence[Any]) -> Vector:
        """Return the chances of reach, …, 1, 0 hits."""
        known = list(roll[: self.reach + 1])
        return [0] * (self.reach + 1 - len(known)) + known[::-1]

    def moved(self, flows: Sequence[Vector], rolls: Sequence[Vector]) -> Vector:
        """Return the mass at each node after each flow was hit by its roll (`backwards`), the end left out."""
        wide, reach, pad = len(flows), self.reach, self.pad
        flat = list(chain.from_iterable(zip(*flows, strict=True))) if wide > 1 else flows[0]
        weights = list(chain.from_iterable(zip(*rolls, strict=True))) if wide > 1 else rolls[0]
        result: Vector = [0] * self.size
        for first, length, _ in self.branches:
            for step in range(length):
                back = min(step, reach)
                part = flat[(first + step - back) * wide : (first + step + 1) * wide]
                result[first + step] = sumprod(part, weights[-(back + 1) * wide :])
        way = [0] * (pad * wide) + flat[self.trunk * wide :]
        for place in self._places(way, flat, wide):
            back = min(pad + place, reach)
            part = way[(pad + place - back) * wide : (pad + place + 1) * wide]
            result[self.trunk + place] = sumprod(part, weights[-(back + 1) * wide :])
        return result

    def _places(self, way: Vector, flat: Vector, wide: int) -> Iterator[int]:
        """Yield the places of the trunk in turn; what comes out of branches is on the way by then."""
        rest = iter(self.branches)
        branch = next(rest, None)
        for place in range(self.length):
            while branch and branch.joins <= place:
                until = (self.pad + branch.joins) * wide
                since = until - branch.length * wide
                coming = flat[branch.first * wide : (branch.first + branch.length) * wide]
                way[since:until] = map(add, way[since:until], coming)
                branch = next(rest, None)
            yield place

    def settled(self, mass: Vector, misses: Any, weights: Vector) -> tuple[Vector, Vector, list[int]]:
        """Play the rounds in which the one side takes no hit: return visits, what its hits move on, endless nodes.

        `misses` is the chance that it hits nothing, `weights` its roll backwards.
        """
        reach, hits = self.reach, weights[:-1]
        visits: Vector = [0] * self.size
        passing: Vector = [0] * self.size
        endless: list[int] = []

        def visit(node: int, coming: Any) -> None:
            total = mass[node] + coming
            if total <= _NOTHING:
                return
            stay = misses * self.misses[node]
            if stay == 1:
                mass[node] = total
                endless.append(node)
                return
            visits[node] = total / (1 - stay)
            passing[node] = visits[node] * self.misses[node]

        for first, length, _ in self.branches:
            for step in range(length):
                back = min(step, reach)
                coming = sumprod(passing[first + step - back : first + step], hits[reach - back :]) if back else 0
                visit(first + step, coming)
        way: Vector = [0] * (self.pad + self.length)
        for place in self._places(way, passing, 1):
            here = self.pad + place
            back = min(here, reach)
            visit(self.trunk + place, sumprod(way[here - back : here], hits[reach - back :]) if back else 0)
            way[here] += passing[self.trunk + place]
        return visits, passing, endless


def absorb(mine: Line, theirs: Line, start: Mapping[tuple[int, int], Number]) -> Ends:
    """Return how a combat ends, from a distribution of starting positions (node of the one side, of the other).

    Numbers may be floats or Fractions; the sum of the probabilities is that of `start`.
    """
    kinds: dict[tuple[Number, ...], int] = {}
    kind_of = [kinds.setdefault(tuple(roll), len(kinds)) for roll in mine.rolls]
    columns = _Columns(theirs, max((len(roll) for roll in kinds), default=1) - 1)
    weights = [columns.backwards(roll) for roll in kinds]
    tails = [columns.tails(roll) for roll in kinds]
    depth = max((len(roll) for roll in theirs.rolls), default=1)
    chances = [[roll[hits] if hits < len(roll) else 0 for roll in theirs.rolls] for hits in range(depth)]
    at_least = [[sum(roll[hits:]) for roll in theirs.rolls] for hits in range(depth)]
    ends = Ends({}, {})
    given: list[Vector] = [[0] * (theirs.end + 1) for _ in range(mine.end + 1)]
    for (row, column), mass in start.items():
        given[row][column] += mass
    flows: list[dict[int, Vector]] = [{} for _ in range(mine.end + 1)]  # into each row, by the kind of roll to come
    for row, ways in enumerate([*mine.ways(), []]):
        *line, gone = given[row]
        if flows[row]:
            into, rolls = list(flows[row].values()), [weights[kind] for kind in flows[row]]
            line = list(map(add, line, columns.moved(into, rolls)))
            gone += sum(sumprod(flow, tails[kind]) for kind, flow in flows[row].items())
        if row == mine.end:
            ends.decided.update({(row, column): mass for column, mass in enumerate([*line, gone]) if mass})
            break
        kind = kind_of[row]
        visits, passing, endless = columns.settled(line, mine.rolls[row][0], weights[kind])
        ends.endless.update({(row, column): line[column] for column in endless})
        gone += sumprod(passing, tails[kind])
        if gone:
            ends.decided[row, theirs.end] = gone
        if max(visits, default=0) > _NOTHING:
            for hits, after in zip(range(1, depth), ways, strict=False):
                flow = list(map(mul, visits, (at_least if after == mine.end else chances)[hits]))
                known = flows[after].get(kind)
                flows[after][kind] = list(map(add, known, flow)) if known else flow
    return ends
