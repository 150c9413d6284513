"""The columns of a combat's table: how the hits of one side move mass along the line of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from math import sumprod
from operator import add
from typing import Any, NamedTuple

from solver.combat.line import Line, Vector


class _Lane(NamedTuple):
    """Nodes one hit apart, and where other lanes come in: a branch, or the trunk with the branches that join it."""

    first: int
    length: int
    pad: int
    """How far before its first node a lane that joins may begin."""
    joining: Mapping[int, list[tuple[int, int]]]
    """By place: first node and length of the lanes whose last node comes right before it."""

    def join(self, place: int, way: Vector, coming: Vector, wide: int = 1) -> None:
        """Add to the way behind a place what stands on the lanes that join there, `wide` numbers a node."""
        for first, length in self.joining[place]:
            until = (self.pad + place) * wide
            since = until - length * wide
            way[since:until] = map(add, way[since:until], coming[first * wide : (first + length) * wide])


class Kind(NamedTuple):
    """A kind of roll of the one side, as the other side's line sees it."""

    backwards: Vector
    """The chances of reach, …, 1, 0 hits."""
    hits: list[Vector]
    """For each number n up to reach, the chances of n, …, 2, 1 hits."""
    tails: Vector
    """For each node the chance that the roll takes the side from there to its end."""
    leaving: Vector
    """For each node the chance that not both sides miss."""


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

    def __init__(self, line: Line, most: int, zero: Any, least: Any) -> None:
        """Prepare for rolls of at most so many hits; `zero` is nought in the numbers used, `least` a mass like it."""
        trunk, length = line.trunk, line.end - line.trunk
        joining: dict[int, list[tuple[int, int]]] = {}
        for branch in line.branches:
            joining.setdefault(branch.joins, []).append((branch.first, branch.length))
        pad = max([0, *(branch.length - branch.joins for branch in line.branches)])
        self.lanes = [_Lane(branch.first, branch.length, 0, {}) for branch in line.branches]
        self.lanes.append(_Lane(trunk, length, pad, joining))
        self.firsts = [lane.first for lane in self.lanes if lane.length]
        self.joints = [(trunk + b.joins, b.first + b.length - 1) for b in line.branches if b.joins < length]
        """Nodes of the trunk, each with the last node of a branch that leads there."""
        self.reach = min(most, length + pad)
        self.to_go = [len(ways) for ways in line.ways()]
        self.misses = [roll[0] for roll in line.rolls]
        self.nothing: Vector = [zero] * line.end
        self.zero, self.least = zero, least

    def kind(self, roll: Sequence[Any]) -> Kind:
        """Return what a roll, the chances of 0, 1, 2, … hits, does to this side."""
        known = list(roll[: self.reach + 1])
        backwards = [self.zero] * (self.reach + 1 - len(known)) + known[::-1]
        at_least = list(accumulate(reversed(roll)))[::-1]
        return Kind(
            backwards,
            [backwards[self.reach - size : -1] for size in range(self.reach + 1)],
            [at_least[hits] if hits < len(roll) else self.zero for hits in self.to_go],
            [1 - roll[0] * miss for miss in self.misses],
        )

    def moved(self, flows: Sequence[Vector], kinds: Sequence[Kind]) -> Vector:
        """Return the mass at each node after each flow was hit by its kind of roll, the end left out."""
        wide, reach = len(flows), self.reach
        rolls = [kind.backwards for kind in kinds]
        flat = list(chain.from_iterable(zip(*flows, strict=True))) if wide > 1 else flows[0]
        weights = list(chain.from_iterable(zip(*rolls, strict=True))) if wide > 1 else rolls[0]
        result = self.nothing.copy()
        for lane in self.lanes:
            way = [self.zero] * (lane.pad * wide) + flat[lane.first * wide : (lane.first + lane.length) * wide]
            for place in range(lane.length):
                if place in lane.joining:
                    lane.join(place, way, flat, wide)
                stop = (lane.pad + place + 1) * wide
                size = min(stop, (reach + 1) * wide)
                result[lane.first + place] = sumprod(way[stop - size : stop], weights[-size:])
        return result

    def pushed(self, mass: Vector, roll: Sequence[Any], flow: Vector) -> Vector:
        """Return a flow with the mass at each node after a roll of few dice, of at least one hit, the end left out."""
        steps, stays = mass, roll[0]
        for hits, chance in enumerate(roll[1:]):
            behind = steps
            steps = [self.zero, *behind[:-1]]
            for node in self.firsts:
                steps[node] = self.zero
            for node, last in self.joints:
                steps[node] += behind[last]
            if hits:
                flow = [known + chance * moves for known, moves in zip(flow, steps, strict=True)]
            else:
                flow = [known + stays * m + chance * moves for known, m, moves in zip(flow, mass, steps, strict=True)]
        return flow

    def settled(self, mass: Vector, flow: Vector, roll: Kind) -> Settled:
        """Return how often each node is visited while the row's side takes no hit.

        `mass` has come to the nodes, `flow` is about to be hit by a roll like the row's own, which is `roll`.
        """
        reach, misses, hits = self.reach, roll.backwards[-1], roll.hits
        zero, least, farthest = self.zero, self.least, hits[-1]
        visits: Vector = []
        passing: Vector = []
        endless: dict[int, Any] = {}
        if flow is not self.nothing:
            mass = [total + coming * misses for total, coming in zip(mass, flow, strict=True)]
        for lane in self.lanes:
            span = slice(lane.first, lane.first + lane.length)
            way = [zero] * lane.pad
            known = hits[lane.pad : lane.pad + lane.length]
            known += [farthest] * (lane.length - len(known))
            nodes = zip(mass[span], flow[span], self.misses[span], roll.leaving[span], known, strict=True)
            for place, (total, passed, miss, leaves, back) in enumerate(nodes):
                if place in lane.joining:
                    lane.join(place, way, passing)
                total += sumprod(way, back) if back is not farthest else sumprod(way[len(way) - reach :], back)
                visited = zero
                if total > least:
                    if leaves:
                        visited = total / leaves
                        passed += visited * miss
                    else:
                        endless[lane.first + place] = total
                visits.append(visited)
                passing.append(passed)
                way.append(passed)
        return Settled(visits, passing, endless)
