"""The order in which a side loses its units, as a line of nodes: what the table of a combat is indexed by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mecatol.probability.dice import Number

type Vector = list[Any]
"""A number for each node of a line; the node past the last one is left out."""


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
