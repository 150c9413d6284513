"""What the transitions of both sides say, where a combat comes to them: labels are entered where mass flows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import cache
from typing import NamedTuple

from mecatol.combat.reachable import ReachableNodes
from mecatol.combat.side_graph import Event
from mecatol.game.journal import Journal, Label, Labels


class _WaitingLabel(NamedTuple):
    """A label of a node's transition or roll."""

    event: Event | int
    """The event; for the side's own roll, what it observes."""
    label: Label
    faced: bool | None
    """Whether it is said only where the other side fights on after the round, or only where it does not; None: in both
    cases."""


class TransitionLabels:
    """The labels of nodes that a combat may come to, as long as they are not entered yet."""

    def __init__(self, reach: ReachableNodes) -> None:
        """Look for labels that are new."""
        self._reach = reach
        self._journal: Journal = reach.graphs[0].fight.game.journal
        self._waiting: tuple[dict[int, list[_WaitingLabel]], dict[int, list[_WaitingLabel]]] = ({}, {})
        """By side and node."""
        self._unknown: set[Label] = set()
        knows = cache(self._journal.knows)
        new: dict[int, Labels] = {}

        def unknown(labels: Labels) -> Labels:
            found = new.get(id(labels))
            if found is None:
                found = new[id(labels)] = tuple([label for label in labels if not knows(label)])
            return found

        for side, graph in enumerate(reach.graphs):
            for node in reach.steps[side] if graph.says else ():
                said = list(self._labels(side, node, unknown))
                if said:
                    self._waiting[side][node] = said
                    self._unknown.update([each.label for each in said])

    def __bool__(self) -> bool:
        """Tell whether any label is not entered yet."""
        return bool(self._unknown)

    def _labels(self, side: int, node: int, unknown: Callable[[Labels], Labels]) -> Iterable[_WaitingLabel]:
        """Yield the labels of a node's roll and transitions that are not entered yet."""
        reach, graph = self._reach, self._reach.graphs[side]
        for observation in reach.faced_by_rolls[side]:
            for label in unknown(graph.labels_of_rolls.get((node, reach.number, observation), ())):
                yield _WaitingLabel(observation, label, None)
        for event, step in reach.steps[side][node].items():
            for labels, faced in ((step.labels, None), (step.labels_faced, True), (step.labels_alone, False)):
                if some := unknown(labels):
                    yield from [_WaitingLabel(event, label, faced) for label in some]

    def meet(self, row: int, columns: Iterable[int]) -> None:
        """Enter what is said where the first side's node meets these of the other side's with a chance above 0."""
        if self:
            met = list(columns)
            self._say(0, row, met)
            for column in met:
                if column in self._waiting[1]:
                    self._say(1, column, (row,))

    def _say(self, side: int, node: int, others: Collection[int]) -> None:
        """Enter what is said of a node where it meets one of these; the rest goes on waiting."""
        left: list[_WaitingLabel] = []
        for said in self._waiting[side].pop(node, []):
            if said.label not in self._unknown:
                continue
            if any(self._happens(side, node, said, other) for other in others):
                self._journal.put(said.label)
                self._unknown.remove(said.label)
            else:
                left.append(said)
        if left:
            self._waiting[side][node] = left

    def _happens(self, side: int, node: int, said: _WaitingLabel, other: int) -> bool:
        """Tell whether what is said may befall a node that meets another."""
        reach, graph, facing = self._reach, self._reach.graphs[side], self._reach.graphs[1 - side]
        event = said.event
        if isinstance(event, int):
            return facing.observed_by_rolls[other] == event
        steps = reach.steps[1 - side][other]
        roll, seen = reach.act(1 - side, other, node)
        if event.observed != seen or all(hits != event.hits for hits, _ in facing.rolls[roll]):
            return False
        reply = graph.replies[reach.steps[side][node][event].reply]
        roll, seen = reach.act(side, node, other)
        mine = [Event(hits, effects, seen) for hits, _ in graph.rolls[roll] for effects, share in reply if share]
        return any(
            effects == event.side_effects and share and said.faced in (None, steps[what].fights)
            for what in mine if what in steps for effects, share in facing.replies[steps[what].reply]
        )  # fmt: skip
