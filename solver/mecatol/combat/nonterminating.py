"""States that no combat ever leaves: both sides repair, shield or miss for ever."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import product

from mecatol.combat.reachable import Act, ReachableNodes
from mecatol.combat.side_graph import Event


class NonterminatingPairs:
    """Finds them among pairs of nodes, one of each side's, that lead to each other."""

    def __init__(self, reach: ReachableNodes) -> None:
        """Look at what two sides may come to."""
        graphs, steps = reach.graphs, reach.steps
        self._reach = reach

        @cache
        def hits(side: int, roll: int) -> Collection[object]:
            return frozenset(hits for hits, _ in graphs[side].rolls[roll])

        @cache
        def after(side: int, node: int, act: Act) -> frozenset[int]:
            ways: Iterable[Event] = steps[side][node]
            roll, seen = act
            some = [
                steps[side][node][event] for event in ways
                if event.observed == seen and event.hits in hits(1 - side, roll)
            ]  # fmt: skip
            return frozenset(step.faced if step.fights else _LOST for step in some)

        @cache
        def kept(side: int, nodes: tuple[int, ...], acts: frozenset[Act]) -> frozenset[int]:
            most = {(roll, seen): Event(graphs[1 - side].rolls[roll][-1][0], observed=seen) for roll, seen in acts}
            inside = frozenset(nodes)
            able: dict[int, list[Act]] = {}  # by node: what leaves the side there by the most hits that may come of it
            for node in nodes:
                for act, event in most.items():
                    step = steps[side][node][event]
                    if step.fights and step.faced in inside:
                        able.setdefault(node, []).append(act)
            left = frozenset(able)
            while left:
                rest = frozenset(node for node in left if any(after(side, node, act) <= left for act in able[node]))
                if rest == left:
                    return left
                left = rest
            return left

        self._after, self._kept = after, kept
        self._all_acts = [
            frozenset((roll, graph.observed[node]) for node, by_look in rolls.items() for roll in by_look.values())
            for graph, rolls in zip(graphs, reach.rolls, strict=True)
        ]

    def among(self, mine: Sequence[int], theirs: Sequence[int]) -> set[tuple[int, int]]:
        """Return the pairs, of these nodes of the one side and of the other, that no combat leaves once it is there."""
        nodes = tuple(mine), tuple(theirs)
        left: set[tuple[int, int]] = set()
        if not all(map(self._kept, (0, 1), nodes, self._all_acts[::-1])):  # for which no rolls need be looked up
            return left
        act = self._reach.act
        acts = {(one, other): (act(0, one, other), act(1, other, one)) for one, other in product(*nodes)}
        kept = [self._kept(side, nodes[side], frozenset(both[1 - side] for both in acts.values())) for side in (0, 1)]
        left.update(product(kept[0], kept[1]))
        while left:
            rest = {
                (one, other)
                for one, other in left
                if all(
                    pair in left
                    for pair in product(
                        self._after(0, one, acts[one, other][1]), self._after(1, other, acts[one, other][0])
                    )
                )
            }
            if rest == left:
                return left
            left = rest
        return left


_LOST = -1
"""Stands for any node at which the side no longer fights."""
