"""The forces that a side goes through where the order of its losses is fixed: a line for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mecatol.combat.line import Line, SideLine
from mecatol.game.state import Force
from mecatol.probability.dice import Number


class LossOrder:
    """One trunk of forces, each left by one hit more than the last, and branches that join it."""

    def __init__(self, forces: list[Force]) -> None:
        """Begin with the trunk; the last force has no unit that fights."""
        self.trunk = forces
        self.branches: list[tuple[list[Force], int]] = []
        """The forces of each branch, and the place of the trunk that it leads to."""

    def nodes(self) -> list[Force]:
        """Return the force at each node, the end included: branches, then the trunk."""
        return [force for forces, _ in self.branches for force in forces] + self.trunk

    def line(self, rolls: Sequence[Sequence[Number]], surplus: Callable[[int, int], Sequence[Number] | None]) -> Line:
        """Return the line for the table, given the roll of each node but the end, and that of the dice between two."""
        branches, first = [], 0
        for forces, joins in self.branches:
            branches.append(SideLine(first, len(forces), joins))
            first += len(forces)
        return Line(rolls, tuple(branches), surplus)


def orders(
    forces: Iterable[Force], strength: Callable[[Force], int], losing: Callable[[Force], Iterable[Force]]
) -> list[LossOrder]:
    """Return the orders in which these forces are lost; forces that come to the same end share one.

    `strength` counts the units that fight, `losing` gives what 1, 2, … hits leave of a force at least until none of
    them is left.
    """
    found: list[LossOrder] = []
    place_units: dict[
        Force, tuple[LossOrder, int, int]
    ] = {}  # the order, its branch, -1 for the trunk, and the place in that
    for start in sorted(set(forces), key=lambda force: (-strength(force), force)):
        if start in place_units:
            continue
        path = [start]
        meets: tuple[LossOrder, int, int] | None = None
        for here in losing(start):
            if meets := place_units.get(here):
                break
            path.append(here)
            if not strength(here):
                break
        if meets:
            order, branch, index = meets
            rest, joins = order.branches[branch] if branch >= 0 else ([], index)
            order.branches.append(([*path, *rest[index:]], joins))
            place_units.update({force: (order, len(order.branches) - 1, place) for place, force in enumerate(path)})
        else:
            found.append(LossOrder(path))
            place_units.update({force: (found[-1], -1, place) for place, force in enumerate(path)})
    return found


def located(orders: Iterable[LossOrder]) -> dict[Force, tuple[int, int]]:
    """Return for each force in which of these orders it stands, and its node there: the first where it has several."""
    found: dict[Force, tuple[int, int]] = {}
    for number, order in enumerate(orders):
        for node, force in enumerate(order.nodes()):
            found.setdefault(force, (number, node))
    return found
