"""What the sides of a combat may reach, each on its own: the nodes that count, the steps there, what nothing leaves.

The labels of both sides' steps are entered where a combat reaches them (`TransitionLabels`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from functools import cache
from itertools import accumulate, product, starmap
from typing import NamedTuple

from mecatol.game.labels import Label
from mecatol.probability.chain import strongly_connected_components
from mecatol.rules.combat.side_graph import NO_REPLY, SideGraph
from mecatol.rules.combat.state import Event, NodeRoll, Pair, SideEffects, SideTransition, Volley, number_of

type RollAndObservation = tuple[int, int]
"""What a side does to the other in a round: the number of its roll, and that of what the other observes of it."""


class ReachableNodes:
    """The nodes of both sides that a combat may come to from some pairs of them, and the steps that lead there.

    Each side is followed on its own, so a few of the nodes may be ones that no combat reaches. A side whose own rolls
    may destroy its units would have many of those, as each unit that it has left has hit: it is followed only as far
    as the other side can be left by then.
    """

    def __init__(self, graphs: Sequence[SideGraph], start: Iterable[tuple[int, int]], number: int, once: bool) -> None:
        """Follow both sides from these pairs of nodes in rounds like this one, to their end or for one round."""
        self.graphs, self.number, self.once = graphs, number, once
        self.steps: Pair[dict[int, dict[Event, SideTransition]]] = ({}, {})
        """By side and node at which the side fights: where events lead."""
        self.rolls: Pair[dict[int, dict[int, int]]] = ({}, {})
        """By side, such a node and what its rolls observe, by number: the number of the roll without own losses."""
        self.own_losses: Pair[dict[int, dict[int, NodeRoll]]] = ({}, {})
        """By side, a node whose own roll may destroy units of it, and what its rolls observe, by number: that roll."""
        self.faced_by_rolls: Pair[dict[int, None]] = ({}, {})
        """By side: the numbers of what its rolls may observe of the other side."""
        self._seen: Pair[dict[int, None]] = ({}, {})
        """By side: the numbers of what it may observe of the other side as it takes hits."""
        self._hits: Pair[dict[int | Volley, None]] = ({}, {})
        """By side: what may come of the other side's rolls."""
        self._replies: Pair[dict[SideEffects, None]] = ({}, {})
        """By side: the side effects that the other side's losses may have on it."""
        self._come_to: Pair[dict[tuple[int, bool], int]] = ({}, {})
        """By side: the nodes where it fights, each with whether the other side's losses may still give it anything.

        For a side at risk of its own rolls, how strong the other is there at most."""
        self.at_risk = graphs[0].independence.at_risk
        """The side whose own rolls may destroy its units, None if neither."""
        self.parting = bool(graphs[0].fight.retreat) and not once
        """Whether somebody may announce a retreat: then nothing is followed on from there."""
        self._followed: list[tuple[object, ...]] = [(), ()]
        """By side: how many hits, replies and observations it has been followed by, and what is left of the other."""
        going = [nodes for nodes in start if all(map(self.goes_on, (0, 1), nodes))]
        for nodes, side in product(going, (0, 1)):
            strength = graphs[1 - side].strength(nodes[1 - side]) if side == self.at_risk else 0
            self._come(side, nodes[side], graphs[1 - side].may_reply(nodes[1 - side]), strength)
        while self._follow(0) | self._follow(1):
            pass

    def goes_on(self, side: int, node: int) -> bool:
        """Tell whether a side fights on at a node: it has what fights, and does not retreat."""
        graph = self.graphs[side]
        return graph.alive[node] and not (self.parting and graph.would_retreat(node, self.number))

    def _come(self, side: int, node: int, wary: bool, strength: int) -> bool:
        """Enter that a side may come to a node at which it fights; tell whether that is new.

        `wary` says whether the other side's losses may still give it anything, `strength` how strong the other is
        there at most if the side is at risk of its own rolls, else 0.
        """
        if self._come_to[side].get((node, wary), -1) >= strength:
            return False
        self._come_to[side][node, wary] = strength
        if node not in self.steps[side]:
            graph = self.graphs[side]
            self.steps[side][node] = {}
            self.rolls[side][node] = {}
            self._seen[1 - side][graph.observed[node]] = None
            observation = graph.observed_by_rolls[node]
            if observation not in self.faced_by_rolls[1 - side]:
                self.faced_by_rolls[1 - side][observation] = None
                for there in self.rolls[1 - side]:
                    self._roll(1 - side, there, observation)
            for facing in self.faced_by_rolls[side]:
                self._roll(side, node, facing)
        return True

    def _roll(self, side: int, node: int, facing: int) -> None:
        """Enter what a side may roll at a node against what is observed so."""
        graph = self.graphs[side]
        found = graph.roll(node, self.number, facing)
        self.rolls[side][node][facing] = found.roll
        if found.losses:
            self.own_losses[side].setdefault(node, {})[facing] = found
        self._hits[1 - side].update(dict.fromkeys([hits for hits, _ in graph.rolls[found.roll]]))

    def lost_to(self, side: int, node: int) -> Iterable[int]:
        """Return the nodes in the midst of a round that a side's own roll may lead to from a node."""
        known = self.own_losses[side].get(node)
        return dict.fromkeys([after for roll in known.values() for after, _ in roll.losses]) if known else ()

    def act(self, side: int, node: int, other: int) -> RollAndObservation:
        """Return what a side at a node does to another node: the numbers of its roll and of what is observed of it."""
        roll = self.rolls[side][node][self.graphs[1 - side].observed_by_rolls[other]]
        return roll, self.graphs[side].observed[node]

    def _follow(self, side: int) -> bool:
        """Follow a side as far as it comes by what is known of the other; tell whether anything was new."""
        known: list[Sized] = [self._hits[side], self._replies[side], self._seen[side], self.faced_by_rolls[side]]
        left = self._left(1 - side) if side == self.at_risk else ()
        befalling = (*map(len, known), left)
        if befalling == self._followed[side]:
            return False
        self._followed[side] = befalling
        graph, again = self.graphs[side], self.graphs[side].independence.repeatable[1 - side]
        plain, echoed = self._events(side)
        come_to = self._come_to[side]
        work, new = list(come_to), False
        while work:
            node, wary = work.pop()
            steps, strength = self.steps[side][node], come_to[node, wary]
            work += [(after, wary) for after in self.lost_to(side, node) if self._come(side, after, wary, strength)]
            if graph.in_roll(node):
                continue
            if left:
                strength = left[min(strength, len(left) - 1)][min(self._fewest(side, node), len(left[0]) - 1)]
            for events, still in ((plain, wary), (echoed if wary else [], again)):
                if missing := [event for event in events if event not in steps]:
                    new = True
                    found = graph.steps(node, missing)
                    steps.update(zip(missing, found, strict=True))
                    self._hear(side, found)
                if self.once or (left and not strength):
                    continue
                for after in {step.opposed for step in map(steps.__getitem__, events) if step.fights}:
                    if self.goes_on(side, after) and self._come(side, after, still, strength):
                        work.append((after, still))
        return new

    def _events(self, side: int) -> tuple[list[Event], list[Event]]:
        """Return all that may befall a side: by the other's rolls, and also by what the other's losses send."""
        hits, seen = self._hits[side], self._seen[side]
        plain = [Event(count, observed=observation) for count, observation in product(hits, seen)]
        return plain, list(starmap(Event, product(hits, self._replies[side], seen)))

    def _hear(self, side: int, steps: Iterable[SideTransition]) -> None:
        """Note what a side's losses send the other."""
        replies = self.graphs[side].replies
        for reply in {step.reply for step in steps} - {NO_REPLY}:
            with_effects = [side_effects for side_effects, _ in replies[reply] if any(side_effects)]
            self._replies[1 - side].update(dict.fromkeys(with_effects))

    def _fewest(self, side: int, node: int) -> int:
        """Return how many hits a side's roll comes to at least at a node."""
        rolls = self.graphs[side].rolls
        return min([number_of(hits) for roll in set(self.rolls[side][node].values()) for hits, _ in rolls[roll]])

    def _left(self, side: int) -> tuple[tuple[int, ...], ...]:
        """Return how strong a side may be at most after a round, by how strong it was and the fewest hits it suffers.

        0 is a side that does not fight on.
        """
        graph = self.graphs[side]
        strengths = {node: graph.strength(node) for node in self.steps[side]}
        most = 1 + max(map(number_of, self._hits[side]), default=0)
        left = [[0] * most for _ in range(1 + max(strengths.values(), default=0))]
        for node, steps in self.steps[side].items():
            row = left[strengths[node]]
            for event, step in steps.items():
                if step.fights:
                    row[number_of(event.hits)] = max(row[number_of(event.hits)], graph.strength(step.opposed))
        for row in left:
            row[:] = list(accumulate(row[::-1], max))[::-1]
        columns = [list(accumulate(column, max)) for column in zip(*left, strict=True)]
        return tuple(zip(*columns, strict=True))

    def order(self, side: int) -> list[list[int]]:
        """Return the nodes at which a side fights, those that lead to each other together, each before those after.

        Of those together the most damaged come first: then what is solved together is all but a triangle, for repairs
        go one way and hits the other.
        """
        steps, nodes = self.steps[side], self.graphs[side].nodes

        def successors(node: int) -> list[int]:
            ways = dict.fromkeys([step.opposed for step in steps[node].values() if step.fights])
            ways.update(dict.fromkeys(self.lost_to(side, node)))
            return [after for after in ways if after in steps]

        def hurt(node: int) -> int:
            return sum([there.damaged for there in nodes[node][0]])

        return [
            sorted(group, key=hurt, reverse=True) for group in strongly_connected_components(list(steps), successors)
        ]


def _acts(graph: SideGraph, rolls: Mapping[int, Mapping[int, int]]) -> frozenset[RollAndObservation]:
    """Return all that the nodes of a side may do to the other: a roll, with what the other's losses observe of them."""
    found = set()
    for node, by_look in rolls.items():
        for roll in by_look.values():
            found.add((roll, graph.observed[node]))
    return frozenset(found)


class NonterminatingPairs:
    """Finds pairs of nodes, one of each side's, at which a combat never ends, among nodes that lead to each other."""

    def __init__(self, reach: ReachableNodes) -> None:
        """Prepare for what two sides may come to."""
        graphs, steps = reach.graphs, reach.steps
        self._reach = reach

        @cache  # asked for each pair of nodes, and the answer depends only on the roll
        def hits(side: int, roll: int) -> Collection[object]:
            return frozenset(hits for hits, _ in graphs[side].rolls[roll])

        @cache  # many rows lead to the same node
        def after(side: int, node: int, act: RollAndObservation) -> frozenset[int]:
            ways: Iterable[Event] = steps[side][node]
            roll, seen = act
            some = [
                steps[side][node][event] for event in ways
                if event.observed == seen and event.hits in hits(1 - side, roll)
            ]  # fmt: skip
            return frozenset(step.opposed if step.fights else _LOST for step in some)

        @cache  # many groups of nodes are the same
        def kept(side: int, nodes: tuple[int, ...], acts: frozenset[RollAndObservation]) -> frozenset[int]:
            most = {(roll, seen): Event(graphs[1 - side].rolls[roll][-1][0], observed=seen) for roll, seen in acts}
            inside = frozenset(nodes)
            # By node: what leaves the side there by the most hits that may come of it.
            able: dict[int, list[RollAndObservation]] = {}
            for node in nodes:
                if node in reach.own_losses[side]:
                    continue
                for act, event in most.items():
                    step = steps[side][node][event]
                    if step.fights and step.opposed in inside:
                        able.setdefault(node, []).append(act)

            def may_stay(node: int, among: frozenset[int]) -> bool:
                return any(after(side, node, act) <= among for act in able[node])

            left = frozenset(able)
            while left:
                rest = frozenset(node for node in left if may_stay(node, left))
                if rest == left:
                    return left
                left = rest
            return left

        self._after, self._kept = after, kept
        self._all_acts = list(map(_acts, graphs, reach.rolls))

    def among(self, mine: Sequence[int], theirs: Sequence[int]) -> set[tuple[int, int]]:
        """Return the pairs, of these nodes of the one side and of the other, that no combat leaves once it is there."""
        nodes = tuple(mine), tuple(theirs)
        left: set[tuple[int, int]] = set()
        if not all(map(self._kept, (0, 1), nodes, self._all_acts[::-1])):  # for which no rolls need be looked up
            return left
        act = self._reach.act
        acts = {(one, other): (act(0, one, other), act(1, other, one)) for one, other in product(*nodes)}
        first = frozenset(mine for mine, _ in acts.values())
        second = frozenset(theirs for _, theirs in acts.values())
        left.update(product(self._kept(0, nodes[0], second), self._kept(1, nodes[1], first)))

        def stays(one: int, other: int, among: Collection[tuple[int, int]]) -> bool:
            mine, theirs = acts[one, other]
            return all(pair in among for pair in product(self._after(0, one, theirs), self._after(1, other, mine)))

        while left:
            rest = {pair for pair in left if stays(*pair, left)}
            if rest == left:
                return left
            left = rest
        return left


_LOST = -1
"""Represents any node at which the side no longer fights."""


class _WaitingLabel(NamedTuple):
    """A label of a node's transition or roll."""

    event: Event | int
    """The event; for the side's own roll, what it observes."""
    label: Label
    opposed: bool | None
    """Whether it is said only where the other side fights on after the round, or only where it does not; None: in both
    cases."""


class TransitionLabels:
    """The labels of nodes that a combat may come to, as long as they are not entered yet."""

    def __init__(self, reach: ReachableNodes) -> None:
        """Look for labels that are new."""
        self._reach = reach
        self._game = reach.graphs[0].fight.game
        self._waiting: Pair[dict[int, list[_WaitingLabel]]] = ({}, {})
        """By side and node."""
        self._unknown: set[Label] = set()
        self._knows = cache(self._game.knows)  # many nodes share a label
        for side, graph in enumerate(reach.graphs):
            for node in reach.steps[side] if graph.says else ():
                said = list(self._labels(side, node))
                if said:
                    self._waiting[side][node] = said
                    self._unknown.update([each.label for each in said])

    def __bool__(self) -> bool:
        """Tell whether any label is not entered yet."""
        return bool(self._unknown)

    def _labels(self, side: int, node: int) -> Iterable[_WaitingLabel]:
        """Yield the labels of a node's roll and transitions that are not entered yet."""
        reach, graph = self._reach, self._reach.graphs[side]
        for observation in reach.faced_by_rolls[side]:
            for label in graph.labels_of_rolls.get((node, reach.number, observation), ()):
                if not self._knows(label):
                    yield _WaitingLabel(observation, label, None)
        for event, step in reach.steps[side][node].items():
            if not (step.labels or step.labels_opposed or step.labels_unopposed):
                continue
            for labels, opposed in ((step.labels, None), (step.labels_opposed, True), (step.labels_unopposed, False)):
                for label in labels:
                    if not self._knows(label):
                        yield _WaitingLabel(event, label, opposed)

    def meet(self, row: int, columns: Iterable[int]) -> None:
        """Enter what is said where the first side's node meets these of the other side's with a chance above 0."""
        if self:
            met = list(columns)
            self._say(0, row, met)
            for column in met:
                if column in self._waiting[1]:
                    self._say(1, column, (row,))

    def _say(self, side: int, node: int, others: Collection[int]) -> None:
        """Enter what a label says about a node where it meets one of these; the rest goes on waiting."""
        left: list[_WaitingLabel] = []
        for said in self._waiting[side].pop(node, []):
            if said.label not in self._unknown:
                continue
            if any(self._happens(side, node, said, other) for other in others):
                self._game.say([said.label])
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
            effects == event.side_effects and share and said.opposed in (None, steps[what].fights)
            for what in mine if what in steps for effects, share in facing.replies[steps[what].reply]
        )  # fmt: skip
