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
            most = {roll: Event(graphs[1 - side].rolls[roll][-1][0]) for roll in rolls}
            inside = frozenset(nodes)
            able: dict[int, list[int]] = {}  # by node: the rolls of which the most hits leave the side there
            for node in nodes:
                for roll, event in most.items():
                    step = steps[side][node][event]
                    if step.fights and step.faced in inside:
                        able.setdefault(node, []).append(roll)
            left = frozenset(able)
            while left:
                rest = frozenset(node for node in left if any(after(side, node, roll) <= left for roll in able[node]))
                if rest == left:
                    return left
                left = rest
            return left

        self._after, self._kept = after, kept
        self._all_rolls = [frozenset(rolls.values()) for rolls in reach.rolls]

    def among(self, mine: Sequence[int], theirs: Sequence[int]) -> set[tuple[int, int]]:
        """Return the pairs, of these nodes of the one side and of the other, that no combat leaves once it is there."""
        nodes = tuple(mine), tuple(theirs)
        left: set[tuple[int, int]] = set()
        if not all(map(self._kept, (0, 1), nodes, self._all_rolls[::-1])):  # for which no rolls need be looked up
            return left
        rolls = [{node: self._reach.rolls[side][node] for node in some} for side, some in enumerate(nodes)]
        kept = [self._kept(side, nodes[side], frozenset(rolls[1 - side].values())) for side in (0, 1)]
        left.update(product(kept[0], kept[1]))
        while left:
            rest = {
                (one, other)
                for one, other in left
                if all(
                    pair in left
                    for pair in product(self._after(0, one, rolls[1][other]), self._after(1, other, rolls[0][one]))
                )
            }
            if rest == left:
                return left
            left = rest
        return left


_LOST = -1
"""Stands for any node at which the side no longer fights."""
