"""What was said where a side was followed by itself, until it is known that a combat comes there: then it is noted."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from mecatol.combat.reachable import ReachableNodes
from mecatol.combat.side_graph import Event
from mecatol.game.journal import Journal, Note


class TransitionNotes:
    """What is to be noted of the nodes and steps that a combat may come to, once it does."""

    def __init__(self, reach: ReachableNodes) -> None:
        """Hold what is not noted yet."""
        self._reach = reach
        self._journal: Journal = reach.graphs[0].fight.game.journal
        self._held: tuple[dict[int, list[tuple[Event | int, Note]]], ...] = ({}, {})
        """By side and node: events, for the side's own roll how what it faces looks, and what is said of them."""
        self._unknown: set[Note] = set()
        """What of it is not noted yet."""
        knows = cache(self._journal.knows)
        for graph, steps, held in zip(reach.graphs, reach.steps, self._held, strict=True):
            for node, ways in steps.items() if graph.said or graph.said_of_rolls else ():
                of_events = graph.said.get(node, {})
                said: list[tuple[Event | int, Note]]
                said = [
                    (observation, note) for observation in reach.faced_by_rolls[graph.side]
                    for note in graph.said_of_rolls.get((node, reach.number, observation), ())
                ]  # fmt: skip
                said += [(event, note) for event in ways if event in of_events for note in of_events[event]]
                if unknown := [(event, note) for event, note in said if not knows(note)]:
                    held[node] = unknown
                    self._unknown.update([note for _, note in unknown])

    def __bool__(self) -> bool:
        """Tell whether there is anything that is not noted yet."""
        return bool(self._unknown)

    def meet(self, row: int, columns: Iterable[int]) -> None:
        """Note what is said where the first side's node meets these of the other side's with a chance above 0."""
        if self:
            met = list(columns)
            self._settle(0, row, met)
            for column in met:
                if column in self._held[1]:
                    self._settle(1, column, (row,))

    def _settle(self, side: int, node: int, others: Collection[int]) -> None:
        """Note what is said of a node where it meets one of these, and hold back the rest."""
        held = self._held[side].pop(node, [])
        left: list[tuple[Event | int, Note]] = []
        for event, note in held:
            if note not in self._unknown:
                continue
            if any(self._happens(side, node, event, other, note.alone) for other in others):
                self._journal.put(note)
                self._unknown.remove(note)
            else:
                left.append((event, note))
        if left:
            self._held[side][node] = left

    def _happens(self, side: int, node: int, event: Event | int, other: int, alone: bool) -> bool:
        """Tell whether an event may befall a node that meets another, or whether that looks so to its roll.

        `alone` leaves only events in which the other has nothing left that fights.
        """
        reach, graph, facing = self._reach, self._reach.graphs[side], self._reach.graphs[1 - side]
        if isinstance(event, int):
            return facing.observed_by_rolls[other] == event
        steps = reach.steps[1 - side][other]
        roll, seen = reach.act(1 - side, other, node)
        if event.observed != seen or all(hits != event.hits for hits, _ in facing.rolls[roll]):
            return False
        reply = graph.further_hits[reach.steps[side][node][event].reply]
        roll, seen = reach.act(side, node, other)
        mine = [
            Event(hits, side_effects, seen) for hits, _ in graph.rolls[roll] for side_effects, share in reply if share
        ]
        return any(
            side_effects == event.side_effects and share and not (alone and steps[what].fights)
            for what in mine if what in steps for side_effects, share in facing.further_hits[steps[what].reply]
        )  # fmt: skip
