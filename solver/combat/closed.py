"""Standings that no combat ever leaves: both sides repair, shield or miss for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import product

from solver.combat.reach import Reach
from solver.combat.side_graph import Event


class Closed:
    """Finds them among pairs of nodes, one of each side's, that lead to each other."""

    def __init__(self, reach: Reach) -> None:
        """Look at what two sides may come to."""
        graphs, steps = reach.graphs, reach.steps
        self._reach = reach

        @cache
        def hits(side: int, roll: int) -> Collection[object]:
            return frozenset(hits for hits, _ in graphs[side].rolls[roll])

        @cache
        def after(side: int, node: int, roll: int) -> frozenset[int]:
            ways: Iterable[Event] = steps[side][node]
            some = [steps[side][node][event] for event in ways if event.hits in hits(1 - side, roll)]
            return frozenset(step.faced if step.fights else _LOST for step in some)

        @cache
        def kept(side: int, nodes: tuple[int, ...], rolls: frozenset[int]) -> frozenset[int]:
            most = {Event(graphs[1 - side].rolls[roll][-1][0]) for roll in rolls}  # that is enough for nearly all
            ways = {node: [steps[side][node][event] for event in most] for node in nodes}
            left = frozenset(node for node in nodes if any(step.fights and step.faced in ways for step in ways[node]))
            while left:
                rest = frozenset(node for node in left if any(after(side, node, roll) <= left for roll in rolls))
                if rest == left:
                    return left
                left = rest
            return left

        self._after, self._kept = after, kept

    def among(self, rows: Sequence[int], columns: Sequence[int]) -> set[tuple[int, int]]:
        """Return the pairs, of these nodes of the one side and of the other, that no combat leaves once it is there."""
        nodes = tuple(rows), tuple(columns)
        rolls = [{node: self._reach.roll(side, node) for node in some} for side, some in enumerate(nodes)]
        left: set[tuple[int, int]] = set()
        if mine := self._kept(0, nodes[0], frozenset(rolls[1].values())):
            left = set(product(mine, self._kept(1, nodes[1], frozenset(rolls[0].values()))))
        while left:
            rest = {
                (row, column)
                for row, column in left
                if all(
                    pair in left
                    for pair in product(self._after(0, row, rolls[1][column]), self._after(1, column, rolls[0][row]))
                )
            }
            if rest == left:
                return left
            left = rest
        return left


_LOST = -1
"""Stands for any node at which the side no longer fights."""
