"""The lines in which sides lose units, and how the hits of the one side move mass along the line of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, islice, repeat, takewhile
from math import sumprod
from operator import add
from typing import Any, NamedTuple

from mecatol.probability.dice import Number
from mecatol.probability.limits import steadily
from mecatol.probability.linear import Vector


class Absorbed(NamedTuple):
    """Where a combat can end: (node of the one side, of the other) with probabilities."""

    decided: dict[tuple[int, int], Number]
    """One side or both have no unit left."""
    endless: dict[tuple[int, int], Number]
    """Both have units that cannot hit: the combat would go on for ever."""


class SideLine(NamedTuple):
    """Nodes of a line, one hit apart, that lead into its trunk."""

    first: int
    """Its first node."""
    length: int
    """How many nodes it has, at least one."""
    joins: int
    """The place in the trunk, from 0, that follows its last node; the trunk's length if that is its end."""


def _unknown(node: int, other: int) -> None:
    """Know nothing of the dice behind the rolls."""


class Line(NamedTuple):
    """The order in which a side loses its units. Its nodes are those of the branches, then those of the trunk."""

    rolls: Sequence[Sequence[Number]]
    """For each node, the chances of producing 0, 1, 2, … hits."""
    branches: tuple[SideLine, ...] = ()
    surplus: Callable[[int, int], Sequence[Number] | None] = _unknown
    """The chances of 0, 1, 2, … hits of the dice that one node has and another has not; None where it is not so that
    the one has all dice of the other."""

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


_SHORT = 6
"""Up to so many nodes a lane is short: what stands at each is carried on to the others, in place of sums over them."""


class _Lane(NamedTuple):
    """Nodes one hit apart: a branch, or the trunk with the branches that join it."""

    first: int
    length: int
    pad: int
    """How far before its first node a branch that joins may begin."""
    joining: list[list[slice]]
    """For each place, the nodes of the branches whose last node comes right before it."""


def _is_short(lane: _Lane) -> bool:
    return lane.length <= _SHORT and not any(lane.joining)


def join(way: Vector, coming: Vector, joining: Sequence[slice], wide: int = 1) -> None:
    """Add to the end of a way what stands on the branches that join there, `wide` numbers a node."""
    for nodes in joining:
        branch = coming[nodes.start * wide : nodes.stop * wide]
        way[-len(branch) :] = map(add, way[-len(branch) :], branch)


class RollAgainst(NamedTuple):
    """A roll of the one side, as the other side's line sees it."""

    backwards: Vector
    """The chances of reach, …, 1, 0 hits."""
    hits: list[Vector]
    """For each number n up to reach, the chances of n, …, 2, 1 hits."""
    few: Vector
    """The chances of 1, 2, … hits, as many as a short lane takes from its first node to its last."""
    tails: Vector
    """For each node the chance that the roll takes the side from there to its end."""
    visits: Vector
    """For each node, how often it is visited while both sides miss, for each time that it is reached."""
    passing: Vector
    """For each node, in how many of these rounds that node's own roll misses."""
    stuck: list[int]
    """The nodes where nobody can ever hit."""


def _picked(values: Vector, places: Iterable[int]) -> Vector:
    """Return the values at these places, in this order."""
    return list(map(values.__getitem__, places))


def _along_short(
    lengths: Iterable[int], nodes: Iterator[tuple[Any, ...]], misses: Any, few: Vector, visits: Vector, passing: Vector
) -> None:
    """Add to visits and passing those of some short lanes' nodes, which come with what `Columns.settled` knows of each.

    `misses` and `few` are the chances of no hit, and of 1, 2, … What has passed a node and comes to the next five is
    carried along: for so few that takes half the time of sums.
    """
    one, two, three, four, five = few
    for length in lengths:
        next_one = next_two = next_three = next_four = next_five = 0
        for total, passed, visits_each, passing_each in islice(nodes, length):
            total += passed * misses + next_one
            visits.append(total * visits_each)
            passed += total * passing_each
            passing.append(passed)
            next_one = next_two + passed * one
            next_two = next_three + passed * two
            next_three = next_four + passed * three
            next_four = next_five + passed * four
            next_five = passed * five


def _sum_of_products(one: Vector, other: Vector) -> Any:
    """Return the sum of the products of Fractions, which may have thousands of digits."""
    return sumprod(steadily(one, one), other)


class Lone(NamedTuple):
    """A flow that has not been worked out yet: what stands on one row, and how likely it is to come from there."""

    mass: Vector
    """The mass at each node."""
    chances: Sequence[Any]
    """For each node, the chance of the hits that lead to where it flows."""


class Settled(NamedTuple):
    """A row of the table, once the rounds are played in which its side takes no hit."""

    visits: Vector
    """How often the combat stands at each node."""
    passing: Vector
    """The mass that meets the row's roll and leaves a node by it, or stays."""
    endless: dict[int, Any]
    """The mass at nodes where nobody can hit."""


class Columns:
    """The other side's line, ready to be moved along."""

    def __init__(self, line: Line, most: int, zero: Any) -> None:
        """Prepare for rolls of at most so many hits; `zero` is nought in the numbers used."""
        trunk, length = line.trunk, line.end - line.trunk
        joining: list[list[slice]] = [[] for _ in range(length + 1)]
        for branch in line.branches:
            joining[branch.joins].append(slice(branch.first, branch.first + branch.length))
        pad = max([0, *(branch.length - branch.joins for branch in line.branches)])
        self.lanes = [_Lane(branch.first, branch.length, 0, [[]] * branch.length) for branch in line.branches]
        self.lanes.append(_Lane(trunk, length, pad, joining[:length]))
        self.short = [lane.length for lane in takewhile(_is_short, self.lanes)]
        """The lengths of the first lanes, as far as they are short."""
        self.firsts = [lane.first for lane in self.lanes if lane.length]
        self.joints = [(trunk + b.joins, b.first + b.length - 1) for b in line.branches if b.joins < length]
        """Nodes of the trunk, each with the last node of a branch that leads there."""
        self.lasts = [line.end - 1, *(b.first + b.length - 1 for b in line.branches if b.joins == length)]
        """Nodes that one hit takes to the end."""
        self.reach = min(most, length + pad)
        self.to_go = [len(ways) for ways in line.ways()]
        """For each node, how many hits take the side to its end."""
        misses = [roll[0] for roll in line.rolls]
        self.misses = list(dict.fromkeys(misses))
        """The chances that a node's own roll makes no hit, each once."""
        self.miss_of = [self.misses.index(miss) for miss in misses]
        """For each node, which of these is its own."""
        self.nothing: Vector = [zero] * line.end
        self.sumprod: Callable[[Vector, Vector], Any] = _sum_of_products if isinstance(zero, Fraction) else sumprod
        self.zero = zero

    def against(self, roll: Sequence[Any]) -> RollAgainst:
        """Return what a roll, the chances of 0, 1, 2, … hits, does to this side."""
        known = list(roll[: self.reach + 1])
        backwards = [self.zero] * (self.reach + 1 - len(known)) + known[::-1]
        at_least = list(accumulate(steadily(reversed(roll), roll)))[::-1]
        at_least += [self.zero] * (max(self.to_go, default=0) + 1 - len(at_least))
        hits = [backwards[size:-1] for size in range(self.reach, -1, -1)]
        few = [*known[1:_SHORT], *[self.zero] * (_SHORT - max(len(known), 1))]
        leaving = [1 - roll[0] * miss for miss in self.misses]
        visits = [1 / leaves if leaves else 1 / (1 + self.zero) for leaves in leaving]
        passing = [miss / leaves if leaves else self.zero for miss, leaves in zip(self.misses, leaving, strict=True)]
        stuck = [] if all(leaving) else [node for node, own in enumerate(self.miss_of) if not leaving[own]]
        return RollAgainst(
            backwards, hits, few, _picked(at_least, self.to_go), _picked(visits, self.miss_of),
            _picked(passing, self.miss_of), stuck,
        )  # fmt: skip

    def moved(self, flows: Sequence[Vector], rolls: Sequence[RollAgainst]) -> Vector:
        """Return the mass at each node after each flow was hit by its roll, the end left out."""
        wide, reach = len(flows), self.reach
        chances = [roll.backwards for roll in rolls]
        flat = list(chain.from_iterable(zip(*flows, strict=True))) if wide > 1 else flows[0]
        weights = list(chain.from_iterable(zip(*chances, strict=True))) if wide > 1 else chances[0]
        result = self.nothing.copy()
        for lane in self.lanes:
            way = [self.zero] * (lane.pad * wide)
            for node, joining in steadily(enumerate(lane.joining, start=lane.first), self.nothing):
                if joining:
                    join(way, flat, joining, wide)
                way += flat[node * wide : (node + 1) * wide]
                size = min(len(way), (reach + 1) * wide)
                result[node] = self.sumprod(way[-size:], weights[-size:])
        return result

    def rolled(self, flows: Mapping[int, Vector], rolls: Sequence[RollAgainst]) -> tuple[Vector, Any]:
        """Return the mass at each node after flows, by the places of their rolls among all, were hit by these.

        With it comes what they take to the end.
        """
        moved = self.moved(list(flows.values()), [rolls[kind] for kind in flows])
        return moved, sum([self.sumprod(flow, rolls[kind].tails) for kind, flow in flows.items()])

    def pushed(self, mass: Vector, roll: Sequence[Any], flow: Vector, more: Lone | None) -> tuple[Vector, Any]:
        """Return a flow, and what flows beside, with the mass at each node after a roll of few dice; and what is lost.

        That is the mass which the roll, of at least one hit, takes to the end.
        """
        steps, stays, lost, gone = mass, roll[0], self.zero, self.zero
        for hits, chance in steadily(enumerate(roll[1:]), self.nothing):
            behind = steps
            steps = [self.zero, *behind[:-1]]
            for node in self.firsts:
                steps[node] = self.zero
            for node, last in self.joints:
                steps[node] += behind[last]
            lost += sum([behind[last] for last in self.lasts])
            gone += chance * lost
            if hits:
                flow = [known + chance * moves for known, moves in zip(flow, steps, strict=True)]
            elif more is None:
                flow = [known + stays * m + chance * moves for known, m, moves in zip(flow, mass, steps, strict=True)]
            elif flow is self.nothing:
                nodes = zip(*more, mass, steps, strict=True)
                flow = [a * u + stays * m + chance * moves for a, u, m, moves in nodes]
            else:
                beside = zip(flow, *more, mass, steps, strict=True)
                flow = [known + a * u + stays * m + chance * moves for known, a, u, m, moves in beside]
        return flow, gone

    def settled(self, mass: Vector, flow: Vector, roll: RollAgainst) -> Settled:
        """Return how often each node is visited while the row's side takes no hit.

        `mass` has come to the nodes, `flow` is about to be hit by a roll like the row's own, which is `roll`.
        """
        reach, farthest = self.reach, roll.hits[-1]
        misses, products = roll.backwards[-1], self.sumprod
        visits: Vector = []
        passing: Vector = []
        nodes = iter(steadily(zip(mass, flow, roll.visits, roll.passing, strict=True), self.nothing))
        _along_short(self.short, nodes, misses, roll.few, visits, passing)
        for lane in self.lanes[len(self.short) :]:
            own = islice(nodes, lane.length)
            way = [self.zero] * lane.pad
            hits = chain(roll.hits[lane.pad :], repeat(None))
            for (total, passed, visits_each, passing_each), joining, back in zip(own, lane.joining, hits, strict=False):
                if joining:
                    join(way, passing, joining)
                total += passed * misses
                total += products(way[len(way) - reach :], farthest) if back is None else products(way, back)
                visits.append(total * visits_each)
                passed += total * passing_each
                passing.append(passed)
                way.append(passed)
        endless = {node: visits[node] for node in roll.stuck if visits[node]}
        for node in roll.stuck:
            visits[node] = self.zero
        return Settled(visits, passing, endless)
