"""The columns of a combat's table: how the hits of one side move mass along the line of the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from math import sumprod
from operator import add
from typing import Any, NamedTuple

from solver.combat.line import Line, Vector

NOTHING = 1e-30
"""Masses below this are far under the rounding of a float and are not carried on."""


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
        joining: dict[int, list[tuple[int, int]]] = {}
        for branch in line.branches:
            joining.setdefault(branch.joins, []).append((branch.first, branch.length))
        pad = max([0, *(branch.length - branch.joins for branch in line.branches)])
        self.lanes = [_Lane(branch.first, branch.length, 0, {}) for branch in line.branches]
        self.lanes.append(_Lane(trunk, length, pad, joining))
        self.reach = min(most, length + pad)
        self.to_go = [len(ways) for ways in line.ways()]
        self.misses = [roll[0] for roll in line.rolls]
        self.nothing: Vector = [zero] * line.end
        self.zero = zero

    def tails(self, roll: Sequence[Any]) -> Vector:
        """Return for each node the chance that a roll takes the side from there to its end."""
        at_least = [roll[-1]]
        for chance in roll[-2::-1]:
            at_least.append(at_least[-1] + chance)
        at_least.reverse()
        return [at_least[hits] if hits < len(roll) else self.zero for hits in self.to_go]

    def backwards(self, roll: Sequence[Any]) -> Vector:
        """Return the chances of reach, …, 1, 0 hits."""
        known = list(roll[: self.reach + 1])
        return [self.zero] * (self.reach + 1 - len(known)) + known[::-1]

    def moved(self, flows: Sequence[Vector], rolls: Sequence[Vector]) -> Vector:
        """Return the mass at each node after each flow was hit by its roll (`backwards`), the end left out."""
        wide, reach = len(flows), self.reach
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

    def settled(self, mass: Vector, flow: Vector, weights: Vector) -> Settled:
        """Return how often each node is visited while the row's side takes no hit.

        `mass` has come to the nodes, `flow` is about to be hit by a roll like the row's own, `weights` is that roll
        `backwards`.
        """
        reach, hits, misses, zero = self.reach, weights[:-1], weights[-1], self.zero
        visits, passing = self.nothing.copy(), flow.copy()
        endless: dict[int, Any] = {}
        for lane in self.lanes:
            way = [zero] * lane.pad
            for place, node in enumerate(range(lane.first, lane.first + lane.length)):
                if place in lane.joining:
                    lane.join(place, way, passing)
                total = mass[node] + flow[node] * misses
                if way:
                    size = min(len(way), reach)
                    total += sumprod(way[-size:], hits[-size:]) if size else zero
                if total > NOTHING:
                    miss = self.misses[node]
                    if misses * miss == 1:
                        endless[node] = total
                    else:
                        visits[node] = visited = total / (1 - misses * miss)
                        passing[node] += visited * miss
                way.append(passing[node])
        return Settled(visits, passing, endless)
