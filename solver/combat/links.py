"""The columns of a lattice: how what one side does moves mass along the graph of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, sumprod
from operator import add, itemgetter, mul
from typing import Any, NamedTuple

from solver.combat.line import Vector
from solver.combat.reach import Reach
from solver.combat.side_graph import Event, SideGraph

type RollEcho = tuple[int, int]
"""What a row does to the columns: the number of its roll, and that of its losses' echo."""
type Key = tuple[int, int, int]
"""A roll and its echo, and the number of the echo of those of the columns' losses that are meant."""
type Link = tuple[int, int, int]
"""From a column to a node, by which set of events."""
type Pick = Callable[[Sequence[Any]], Sequence[Any]]


NEVER = 0
"""The number of the empty set of events."""


class Events:
    """Sets of events by number, and their chances."""

    def __init__(self, graph: SideGraph) -> None:
        """Begin with the empty one; `graph` is that of the side whose rolls and losses bring the events."""
        self.graph = graph
        self.known: list[tuple[Event, ...]] = [()]
        self._number: dict[tuple[Event, ...], int] = {(): NEVER}
        self._by_roll_echo: dict[RollEcho, Mapping[Event, Any]] = {}

    def number(self, events: Iterable[Event]) -> int:
        """Return the number of a set of events."""
        key = tuple(events)
        if key not in self._number:
            self._number[key] = len(self.known)
            self.known.append(key)
        return self._number[key]

    def chance(self, roll_echo: RollEcho, number: int) -> Any:
        """Return the chance of a set of events for a roll and an echo; certainty is 1 exactly."""
        weights = self._weights(roll_echo)
        found = [weights[event] for event in self.known[number] if event in weights]
        return 1.0 if len(found) == len(weights) else fsum(found)

    def _weights(self, roll_echo: RollEcho) -> Mapping[Event, Any]:
        """Return the chance of each event for a roll and an echo."""
        if roll_echo not in self._by_roll_echo:
            weights: dict[Event, Any] = {}
            roll, echo = roll_echo
            for blow, share in self.graph.echoes[echo]:
                if share:
                    for hits, chance in self.graph.rolls[roll]:
                        event = Event(hits, blow)
                        weights[event] = weights.get(event, 0) + chance * share
            self._by_roll_echo[roll_echo] = weights
        return self._by_roll_echo[roll_echo]


class Into(NamedTuple):
    """How mass comes to some nodes from the columns."""

    targets: list[int]
    sources: list[Pick]
    """For each target: its share of a vector, the columns that lead there."""
    events: list[Pick]
    """For each target: of the chances of all sets of events, those that lead there from these columns."""

    @classmethod
    def of(cls, links: Iterable[Link], targets: Iterable[int] = ()) -> Into:
        """Return it for these links; these targets come first, whether anything leads there or not."""
        into: dict[int, list[tuple[int, int]]] = {target: [] for target in targets}
        for source, target, events in links:
            into.setdefault(target, []).append((source, events))
        ways = [list(zip(*(found or [(0, NEVER)]), strict=True)) for found in into.values()]
        return cls(list(into), [_picked(sources) for sources, _ in ways], [_picked(events) for _, events in ways])


def _picked(places: Sequence[int]) -> Pick:
    if len(places) > 1:
        return itemgetter(*places)
    place = places[0]
    return lambda vector: vector[place : place + 1]


class Columns:
    """The nodes of a side at which it fights, as columns, and where mass goes from there."""

    def __init__(self, reach: Reach, side: int) -> None:
        """Order the nodes that a combat may come to."""
        order = reach.order(side)
        self.nodes = [node for group in order for node in group]
        self.column = {node: column for column, node in enumerate(self.nodes)}
        self.groups = [[self.column[node] for node in group] for group in order]
        """Columns that lead to each other."""
        self.single = all(len(group) == 1 for group in self.groups)
        self.rolls = [reach.roll(side, node) for node in self.nodes]
        self.events = Events(reach.graphs[1 - side])
        group_of = {column: number for number, group in enumerate(self.groups) for column in group}
        on: dict[int, list[Link]] = {}
        self.within: dict[int, list[list[Link]]] = {}
        """By echo and group: the links from the group's columns to themselves and to each other."""
        others: dict[tuple[int, bool, bool], list[Link]] = {}
        for column, node in enumerate(self.nodes):
            ways: dict[tuple[int, bool, int, int], list[Event]] = {}
            for event, step in reach.steps[side][node].items():
                ways.setdefault((step.echo, step.fights, step.faced, step.alone), []).append(event)
            for (echo, fights, faced, alone), events in ways.items():
                number = self.events.number(events)
                if fights and faced in self.column:
                    here = self.column[faced]
                    if group_of[here] == group_of[column]:
                        groups = self.within.setdefault(echo, [[] for _ in self.groups])
                        groups[group_of[column]].append((column, here, number))
                    else:
                        on.setdefault(echo, []).append((column, here, number))
                others.setdefault((echo, fights, True), []).append((column, faced, number))
                others.setdefault((echo, fights, False), []).append((column, alone, number))
        self.echoes = sorted({echo for echo, _, _ in others})
        """The numbers of the echoes that losses of this side may have."""
        self._on = {echo: Into.of(on.get(echo, ()), range(len(self.nodes))) for echo in self.echoes}
        self._others = {key: Into.of(links) for key, links in others.items()}
        self._chances: dict[RollEcho, Vector] = {}
        self._weights: dict[Key, list[Sequence[Any]]] = {}
        self._stays: dict[Key, Vector] = {}

    def chances(self, roll_echo: RollEcho) -> Vector:
        """Return the chances of all sets of events for what a row does."""
        if roll_echo not in self._chances:
            self._chances[roll_echo] = [
                self.events.chance(roll_echo, number) for number in range(len(self.events.known))
            ]
        return self._chances[roll_echo]

    def on(self, key: Key) -> tuple[list[Pick], list[Sequence[Any]]]:
        """Return for each column those that lead there from other groups, and by which chances."""
        into = self._on[key[2]]
        if key not in self._weights:
            chances = self.chances(key[:2])
            self._weights[key] = [pick(chances) for pick in into.events]
        return into.sources, self._weights[key]

    def stays(self, key: Key) -> Vector:
        """Return for each column the chance that mass stays there."""
        if key not in self._stays:
            chances = self.chances(key[:2])
            stays: Vector = [0.0] * len(self.nodes)
            for links in self.within.get(key[2], ()):
                for source, target, events in links:
                    if source == target:
                        stays[source] += chances[events]
            self._stays[key] = stays
        return self._stays[key]

    def moved(self, key: Key, flow: Vector) -> Vector:
        """Return the mass at each column after a flow was hit."""
        sources, weights = self.on(key)
        found = map(sumprod, [pick(flow) for pick in sources], weights)
        result = list(map(add, found, map(mul, flow, self.stays(key))))
        if not self.single:
            chances = self.chances(key[:2])
            for links in self.within.get(key[2], ()):
                for source, target, events in links:
                    if source != target:
                        result[target] += flow[source] * chances[events]
        return result

    def ended(self, key: Key, flow: Vector, fights: bool, faced: bool) -> Iterable[tuple[int, Any]]:
        """Yield the mass at each node after a flow was hit: where the side still fights or not, and faces anybody."""
        into = self._others.get((key[2], fights, faced))
        if into is None:
            return ()
        chances = self.chances(key[:2])
        masses = [sumprod(pick(flow), events(chances)) for pick, events in zip(into.sources, into.events, strict=True)]
        return zip(into.targets, masses, strict=True)
