"""The forces that a side goes through where the order of its losses is fixed: a line for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from solver.combat.line import Line, SideLine
from solver.game.state import Force
from solver.probability.dice import Number


class Order:
    """One trunk of forces, each left by one hit more than the last, and branches that join it."""

    def __init__(self, forces: list[Force]) -> None:
        """Begin with the trunk; the last force has no unit that fights."""
        self.trunk = forces
        self.branches: list[tuple[list[Force], int]] = []
        self.place = {force: (-1, index) for index, force in enumerate(forces)}

    def join(self, forces: list[Force], joins: int) -> None:
        """Add a branch that leads to a place of the trunk."""
        for index, force in enumerate(forces):
            self.place.setdefault(force, (len(self.branches), index))
        self.branches.append((forces, joins))

    def nodes(self) -> list[Force]:
        """Return the force at each node, the end included: branches, then the trunk."""
        return [force for forces, _ in self.branches for force in forces] + self.trunk

    def node(self, force: Force) -> int:
        """Return the node of a force."""
        branch, index = self.place[force]
        return sum(len(forces) for forces, _ in self.branches[: branch if branch >= 0 else None]) + index

    def line(
        self, rolls: Sequence[Sequence[Number]], surplus: Callable[[Force, Force], Sequence[Number] | None]
    ) -> Line:
        """Return the line for the table, given the roll of each node but the end, and that of the dice between two."""
        branches, first = [], 0
        for forces, joins in self.branches:
            branches.append(SideLine(first, len(forces), joins))
            first += len(forces)
        nodes = self.nodes()
        return Line(rolls, tuple(branches), lambda node, other: surplus(nodes[node], nodes[other]))


def orders(forces: Iterable[Force], strength: Callable[[Force], int], hit: Callable[[Force], Force]) -> list[Order]:
    """Return the orders in which these forces are lost; forces that come to the same end share one.

    `strength` counts the units that fight, `hit` gives what one hit leaves of a force with some.
    """
    found: list[Order] = []
    for start in sorted(set(forces), key=lambda force: (-strength(force), force)):
        path: list[Force] = []
        here = start
        while (order := next((o for o in found if here in o.place), None)) is None and strength(here):
            path.append(here)
            here = hit(here)
        if order is None:
            found.append(Order([*path, here]))
            continue
        branch, index = order.place[here]
        if branch >= 0:
            rest, joins = order.branches[branch]
            path, index = [*path, *rest[index:]], joins
        if start not in order.place:
            order.join(path, index)
    return found
