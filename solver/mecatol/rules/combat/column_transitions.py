"""The columns of the joint chain: how what one side does moves mass along the graph of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, sumprod
from operator import itemgetter
from typing import Any, NamedTuple

from mecatol.probability.linear import Vector
from mecatol.rules.combat.reachable import ReachableNodes, RollAndObservation
from mecatol.rules.combat.side_graph import SideGraph
from mecatol.rules.combat.state import Event, Numbers

type RollReply = tuple[int, int, int]
"""What a row does to the columns: the numbers of its roll, of its losses' reply, and of what they observe of it."""
type ColumnKind = tuple[int, int]
"""Columns that are moved alike: the numbers of the reply of the losses meant, and of what a row's rolls observe."""
type MoveKey = tuple[int, int, int, int]
"""What a row does to the columns, and the number of a kind of them."""
type Leading = dict[tuple[bool, int, int], list[Event]]
"""By whether a column's side still fights after a round, and its nodes then, opposed or not: the events of that."""
type Link = tuple[int, int, int]
"""From a column to a node, by which set of events."""
type Pick = Callable[[Sequence[Any]], Sequence[Any]]
"""Picks the entries of a vector at some places."""
type Inflow = tuple[int, Pick, Sequence[Any]]
"""A way to a column: of a flow, what leads there, with the chances of that."""
type Stay = tuple[int, int, int, Any]
"""A way within a group: from a column, its place in a flow, to a column, with the chance of that."""


class Events:
    """Sets of events by number, and their chances."""

    def __init__(self, graph: SideGraph, weights: dict[RollReply, Mapping[Event, Any]] | None = None) -> None:
        """Start empty; `graph` is that of the side whose rolls and losses cause the events.

        `weights` keeps the chance of each event, by its cause.
        """
        self.graph = graph
        self.known = Numbers[tuple[Event, ...]]()
        self._by_roll_and_reply = {} if weights is None else weights

    def chance(self, roll_and_reply: RollReply, number: int) -> Any:
        """Return the chance of a set of events for a roll and a reply; certainty is exactly 1."""
        weights = self._weights(roll_and_reply)
        found = [weights[event] for event in self.known[number] if event in weights]
        return 1.0 if len(found) == len(weights) else fsum(found)

    def _weights(self, roll_and_reply: RollReply) -> Mapping[Event, Any]:
        """Return the chance of each event for a roll and a reply."""
        if roll_and_reply not in self._by_roll_and_reply:
            weights: dict[Event, Any] = {}
            roll, reply, seen = roll_and_reply
            for side_effects, share in self.graph.replies[reply]:
                if share:
                    for hits, chance in self.graph.rolls[roll]:
                        event = Event(hits, side_effects, seen)
                        weights[event] = weights.get(event, 0) + chance * share
            self._by_roll_and_reply[roll_and_reply] = weights
        return self._by_roll_and_reply[roll_and_reply]


class Into(NamedTuple):
    """How mass comes to some nodes from the columns."""

    targets: list[int]
    sources: list[Pick]
    """For each target: its share of a vector, the columns that lead there."""
    events: list[Pick]
    """For each target: of the chances of all sets of events, those that lead there from these columns."""

    @classmethod
    def of(cls, links: Iterable[Link]) -> Into:
        """Return it for these links."""
        into: dict[int, list[tuple[int, int]]] = {}
        for source, target, events in links:
            into.setdefault(target, []).append((source, events))
        ways = [list(zip(*found, strict=True)) for found in into.values()]
        return cls(list(into), [_picked(sources) for sources, _ in ways], [_picked(events) for _, events in ways])

    def ways(self, chances: Vector) -> Iterable[Inflow]:
        """Return the ways to these nodes, by the chances of all sets of events."""
        return zip(self.targets, self.sources, [events(chances) for events in self.events], strict=True)


def _picked(places: Sequence[int]) -> Pick:
    if len(places) > 1:
        return itemgetter(*places)
    place = places[0]
    return lambda vector: vector[place : place + 1]


class ColumnTransitions:
    """The nodes of a side at which it fights, as columns, and where mass goes from there.

    A row moves the columns by one reply of their losses at a time, and those of which its rolls observe the same: such
    a flow tells the masses of columns of that kind alone, each at its place among them.
    """

    def __init__(self, reach: ReachableNodes, side: int) -> None:
        """Order the nodes that a combat may come to."""
        order = reach.order(side)
        self.nodes = [node for group in order for node in group]
        self.column = {node: column for column, node in enumerate(self.nodes)}
        self.groups = [list(map(self.column.__getitem__, group)) for group in order]
        """Columns that lead to each other."""
        self.single = all(len(group) == 1 for group in self.groups)
        graph = reach.graphs[side]
        self.acts: dict[int, list[RollAndObservation]] = {}
        """By the number of what the columns' rolls observe of a row: what each column does to it."""
        rolls = reach.rolls[side]
        for observation in reach.faced_by_rolls[side]:
            self.acts[observation] = [(rolls[node][observation], graph.observed[node]) for node in self.nodes]
        self.alike = list(map(self._are_alike, self.groups))
        """By group: whether all its columns do the same to a row."""
        ways = self._leading(reach, side)
        self.kinds = sorted(ways)
        """What columns there are to be moved alike, each with its number."""
        found = [ways[kind] for kind in self.kinds]
        weights: dict[RollReply, Mapping[Event, Any]] = {}
        self._events = [Events(reach.graphs[1 - side], weights) for _ in self.kinds]
        self.place = [dict(zip(some, range(len(some)), strict=True)) for some in found]
        """By kind: the columns that are of it, each with its place in a flow."""
        self.placed_in_group = list(map(self._placed, self.place))
        """The same by kind and group, as pairs."""
        self._flow = [_picked(list(some)) for some in found]
        self._within: list[list[list[Link]]] = []
        """By kind and group: the links from the group's columns to themselves and to each other."""
        self._on: list[Into] = []
        self._others: dict[tuple[int, bool, bool], Into] = {}
        for kind, some in enumerate(found):
            self._link(kind, some)
        self._chances: dict[MoveKey, Vector] = {}
        self._moves: dict[MoveKey, list[Inflow]] = {}
        self._ways_on: dict[MoveKey, list[list[Inflow]]] = {}
        self._stays: dict[MoveKey, list[list[Stay]]] = {}

    def _leading(self, reach: ReachableNodes, side: int) -> dict[ColumnKind, dict[int, Leading]]:
        """Return by kind and column where which events lead."""
        seen = reach.graphs[side].observed_by_rolls
        ways: dict[ColumnKind, dict[int, Leading]] = {}
        for column, node in enumerate(self.nodes):
            for event, step in reach.steps[side][node].items():
                leading = ways.setdefault((step.reply, seen[node]), {}).setdefault(column, {})
                leading.setdefault((step.fights, step.opposed, step.unopposed), []).append(event)
        return ways

    def _link(self, kind: int, ways: Mapping[int, Leading]) -> None:
        """Find the links from the columns of a kind: by column, where which events lead."""
        group_of = [number for number, group in enumerate(self.groups) for _ in group]
        within: list[list[Link]] = [[] for _ in self.groups]
        on: list[Link] = []
        others: dict[tuple[int, bool, bool], list[Link]] = {}
        for place, (column, leading) in enumerate(ways.items()):
            for (fights, opposed, unopposed), events in leading.items():
                number = self._events[kind].known.of(tuple(events))
                here = self.column.get(opposed) if fights else None
                if here is not None:
                    group = group_of[here]
                    if group == group_of[column]:
                        within[group].append((column, here, number))
                    else:
                        on.append((place, here, number))
                others.setdefault((kind, fights, True), []).append((place, opposed, number))
                others.setdefault((kind, fights, False), []).append((place, unopposed, number))
        self._within.append(within)
        self._on.append(Into.of(on))
        self._others.update({key: Into.of(links) for key, links in others.items()})

    def flow(self, kind: int, masses: Sequence[Any]) -> Sequence[Any]:
        """Return the masses of the columns of a kind, given those of all columns."""
        return masses if len(self.place[kind]) == len(masses) else self._flow[kind](masses)

    def chances(self, key: MoveKey) -> Vector:
        """Return the chances of all sets of events that move a kind of columns, for what a row does."""
        if key not in self._chances:
            events = self._events[key[3]]
            self._chances[key] = [events.chance(key[:3], number) for number in range(len(events.known))]
        return self._chances[key]

    def _are_alike(self, group: Sequence[int]) -> bool:
        """Tell whether the columns of a group do the same to every row."""
        first, *others = group
        return all(acts[column] == acts[first] for acts in self.acts.values() for column in others)

    def _placed(self, places: Mapping[int, int]) -> list[list[tuple[int, int]]]:
        """Return by group those of its columns that are of a kind, each with its place in a flow."""
        by_group = []
        for group in self.groups:
            by_group.append([(column, places[column]) for column in group if column in places])
        return by_group

    def on(self, key: MoveKey) -> list[list[Inflow]]:
        """Return by group the ways to its columns from those of other groups."""
        if key not in self._ways_on:
            ways = {way[0]: way for way in self._on[key[3]].ways(self.chances(key))}
            self._ways_on[key] = by_group = []
            for group in self.groups:
                by_group.append([ways[column] for column in group if column in ways])
        return self._ways_on[key]

    def stays(self, key: MoveKey) -> list[list[Stay]]:
        """Return by group the ways from its columns to themselves and to each other."""
        if key not in self._stays:
            chances, place = self.chances(key), self.place[key[3]]
            self._stays[key] = by_group = []
            for links in self._within[key[3]]:
                by_group.append([(here, place[here], there, chances[events]) for here, there, events in links])
        return self._stays[key]

    def move(self, key: MoveKey, flow: Sequence[Any], onto: Vector) -> None:
        """Add to the masses of all columns what reaches them of a flow that is hit."""
        if key not in self._moves:
            ways = self._ways(key, fights=True, opposed=True)
            self._moves[key] = [(self.column[node], pick, some) for node, pick, some in ways if node in self.column]
        for column, pick, chances in self._moves[key]:
            onto[column] += sumprod(pick(flow), chances)

    def ended(self, key: MoveKey, flow: Sequence[Any], fights: bool, opposed: bool) -> Iterable[tuple[int, Any]]:
        """Return the mass at each node after a flow was hit: where the side still fights or not, and faces anybody."""
        return [(node, sumprod(pick(flow), chances)) for node, pick, chances in self._ways(key, fights, opposed)]

    def parted(self, key: MoveKey, flow: Sequence[Any]) -> Iterable[tuple[int, Any]]:
        """Return the mass at each node at which the side is about to leave, after a flow was hit."""
        ways = self._ways(key, fights=True, opposed=True)
        return [(node, sumprod(pick(flow), chances)) for node, pick, chances in ways if node not in self.column]

    def _ways(self, key: MoveKey, fights: bool, opposed: bool) -> Iterable[Inflow]:
        """Return the ways to nodes where the side still fights or not, and faces anybody or not."""
        into = self._others.get((key[3], fights, opposed))
        return into.ways(self.chances(key)) if into else ()
