"""Combats whose sides meet only in rolls, observations and side effects: a state is a node of each side's graph.

One side's nodes are rows, the other's columns. A round takes mass from a row to others by the columns' rolls,
and along the columns by the row's roll; both are done for a whole row at once. Nodes that lead to each other, units
that are damaged and repaired, are solved together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, compress, product
from math import sumprod
from operator import add, mul
from typing import Any, NamedTuple

from mecatol.probability.dice import Distribution, Number, add_mass, add_masses
from mecatol.probability.limits import check_time, count_work
from mecatol.probability.linear import Vector, solved_dense, summed
from mecatol.rules.combat.column_transitions import ColumnTransitions, Events, MoveKey
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.reachable import NonterminatingPairs, ReachableNodes, TransitionLabels
from mecatol.rules.combat.side_graph import Independence, SideGraph
from mecatol.rules.combat.state import SIDES, CombatState, Event, ObservedForces, Pair, SideEffects, UsedEffects, mapped

_CELLS_A_LOOK = 64
"""How many columns count as one outcome toward the engine's limit."""

_MANY = 12
"""More pairs than this that lead to each other are not solved by elimination."""

type NodePairs = dict[tuple[int, int], Any]
"""Masses of pairs of nodes."""
type _Inner = tuple[int, int, MoveKey, Sequence[Any]]
"""How a row leads to one of its group: the places of both, by what moves the mass, with the chances for a flow."""
type _Flows = dict[int, dict[MoveKey, Vector]]
"""By row: the mass that reaches it and is about to be moved along the columns, by what moves it."""


class _RowTransition(NamedTuple):
    """Where a row leads by some of what the columns do."""

    fights: bool
    opposed: int
    unopposed: int
    key: MoveKey
    events: int
    observation: int
    """The number of what the columns' rolls observe of the row."""
    part: Any
    """The chance that the row's own roll destroys none of its units."""


class _Block(NamedTuple):
    """A group of rows, solved."""

    visits: list[Vector]
    """For each row: how often the combat visits each column."""
    endless: list[tuple[int, int, Any]]
    """Places in the group, columns and masses that nothing ever moves."""


class JointChain:
    """The pairs of nodes that combats may come to from a start."""

    def __init__(
        self, graphs: Sequence[SideGraph], start: Mapping[tuple[int, int], Number], number: int, once: bool
    ) -> None:
        """Find the nodes, and how they lead to each other: to the end, or in one round."""
        self.graphs, self.start = graphs, start
        self.reach = ReachableNodes(graphs, start, number, once)
        kinds = [
            len(graph.replies) * len(graph.shown.to_rolls.examples) * len(self.reach.steps[1 - graph.side])
            for graph in graphs
        ]
        at_risk = self.reach.at_risk
        self.column_side = int(kinds[0] >= kinds[1]) if at_risk is None else 1 - at_risk
        """The side whose nodes are columns: each row moves them a kind at a time, so fewer of both is better.

        A side whose own rolls may destroy its units has the rows."""
        self.groups = self.reach.order(1 - self.column_side)
        """The rows, those that lead to each other together."""
        self.columns = ColumnTransitions(self.reach, self.column_side)
        self.events = Events(graphs[self.column_side])
        self._bringing: dict[SideEffects, list[int]] = {}
        """By side effects of the columns' losses on the rows: the numbers of the kinds that may have them."""
        for kind, (reply, _) in enumerate(self.columns.kinds):
            for side_effects, _ in graphs[self.column_side].replies[reply]:
                self._bringing.setdefault(side_effects, []).append(kind)
        self._chances: dict[tuple[int, int, int, Any], Sequence[Any]] = {}
        self._ways: dict[int, list[_RowTransition]] = {}
        self._arrive: dict[tuple[bool, bool], _Flows] = {both: {} for both in product((True, False), (True, False))}
        """What comes to rows: by whether the row's side still fights, and whether the columns' does."""
        self._rolled: dict[int, Vector] = {}
        """What comes to rows in the midst of a round: those whose own roll has destroyed units."""
        self._parting: _Flows = {}
        """What comes to rows while the columns' side may be about to leave."""
        self.closed = NonterminatingPairs(self.reach)
        self.said = TransitionLabels(self.reach)
        self._met: dict[int, list[int]] = {}
        """By column's node: what rows meet it, where the columns are the first side's."""

    def rounds(self) -> tuple[NodePairs, NodePairs]:
        """Return how the combats end, and the masses that nothing ever moves."""
        decided: NodePairs = {}
        endless: NodePairs = {}
        given = self._given(decided)
        for rows in self.groups:
            if rows[0] in self._rolled:
                self._scatter(rows[0], self._rolled.pop(rows[0]), ())
                continue
            arrived = [self._arrived(row, given.get(row)) for row in rows]
            if not any(map(any, arrived)):
                continue
            block = self._settled(rows, arrived)
            for place, column, mass in block.endless:
                node = self.columns.nodes[column]
                endless[self._pair(rows[place], node)] = mass
                self._meet(rows[place], (node,))
            for row, visits in zip(rows, block.visits, strict=True):
                self._scatter(row, visits, rows)
        self._end(decided)
        return decided, endless

    def once(self) -> NodePairs:
        """Return the states of the combats after one round."""
        found: NodePairs = {}
        for row, masses in self._given(found).items():
            self._scatter(row, masses, ())
        while self._rolled:
            rolled, self._rolled = self._rolled, {}
            for row, masses in rolled.items():
                self._scatter(row, masses, ())
        self._end(found)
        return found

    def _pair(self, row: int, node: int) -> tuple[int, int]:
        """Return the pair that a row's node makes with one of a column's, the first side's first."""
        return (row, node) if self.column_side else (node, row)

    def _given(self, over: NodePairs) -> dict[int, Vector]:
        """Return the masses of the start by row; those of combats that are over go to `over`."""
        given: dict[int, Vector] = {}
        for pair, mass in self.start.items():
            if all(map(self.reach.goes_on, (0, 1), pair)):
                masses = given.setdefault(pair[1 - self.column_side], [0.0] * len(self.columns.nodes))
                masses[self.columns.column[pair[self.column_side]]] += mass
            else:
                over[pair] = over.get(pair, 0) + mass
        return given

    def _arrived(self, row: int, given: Vector | None) -> Vector:
        """Return the mass that has come to each column of a row."""
        total: Vector = given or [0.0] * len(self.columns.nodes)
        for key, flow in self._arrive[True, True].pop(row, {}).items():
            self.columns.move(key, flow, total)
            count_work(1 + len(flow) // _CELLS_A_LOOK)
        return total

    def _leaving(self, row: int) -> list[_RowTransition]:
        """Return where a row leads."""
        if row not in self._ways:
            side, kinds = 1 - self.column_side, self.columns.kinds
            graph, rolls = self.graphs[side], self.reach.rolls[side][row]
            seen, observation = graph.observed[row], graph.observed_by_rolls[row]
            found: dict[tuple[int, int, bool, int, int], list[Event]] = {}
            for event, step in self.reach.steps[side][row].items():
                for kind in self._bringing.get(event.side_effects, ()):
                    found.setdefault((kind, step.reply, step.fights, step.opposed, step.unopposed), []).append(event)
            own_losses = self.reach.own_losses[side].get(row, {})
            self._ways[row] = [
                _RowTransition(
                    fights,
                    opposed,
                    unopposed,
                    (rolls[kinds[kind][1]], own, seen, kind),
                    self.events.known.of(tuple(events)),
                    observation,
                    own_losses[kinds[kind][1]].chance if kinds[kind][1] in own_losses else 1,
                )
                for (kind, own, fights, opposed, unopposed), events in found.items()
            ]
        return self._ways[row]

    def _chance(self, way: _RowTransition) -> Sequence[Any]:
        """Return the chance of a way for each place of its flow."""
        kind = way.key[3]
        key = way.events, kind, way.observation, way.part
        if key not in self._chances:
            reply, acts = self.columns.kinds[kind][0], self.columns.flow(kind, self.columns.acts[way.observation])
            by_act = {act: way.part * self.events.chance((act[0], reply, act[1]), way.events) for act in set(acts)}
            self._chances[key] = [by_act[act] for act in acts]
        return self._chances[key]

    def _scatter(self, row: int, visits: Vector, group: Sequence[int]) -> None:
        """Let the mass on a row flow on; what stays in its group has done so already."""
        self._meet(row, compress(self.columns.nodes, visits))
        ways = self._leaving(row)
        masses = [self.columns.flow(kind, visits) for kind in range(len(self.columns.kinds))] if ways else []
        for way in ways:
            flow = list(map(mul, masses[way.key[3]], self._chance(way)))
            if self.reach.parting and way.fights and way.opposed in self.reach.steps[1 - self.column_side]:
                _add(self._parting.setdefault(way.opposed, {}), way.key, flow)
            for opposed, target in ((True, way.opposed), (False, way.unopposed)):
                if not (way.fights and opposed and target in group):
                    _add(self._arrive[way.fights, opposed].setdefault(target, {}), way.key, flow)
        self._destroy(row, visits)

    def _destroy(self, row: int, visits: Vector) -> None:
        """Let the mass on a row flow on to the rows in the midst of a round that its own roll leads to."""
        rolls = self.reach.own_losses[1 - self.column_side].get(row, {})
        seen = [self.graphs[self.column_side].observed_by_rolls[node] for node in self.columns.nodes] if rolls else []
        for facing, roll in rolls.items():
            opposed = (
                visits
                if len(rolls) == 1
                else [mass * (look == facing) for mass, look in zip(visits, seen, strict=True)]
            )
            for after, chance in roll.losses:
                _add(self._rolled, after, [chance * mass for mass in opposed])

    def _meet(self, row: int, nodes: Iterable[int]) -> None:
        """Enter the labels of a row, and of columns' nodes that it meets, in the first side's order."""
        if self.column_side:
            self.said.meet(row, nodes)
        elif self.said:
            for node in nodes:
                self._met.setdefault(node, []).append(row)

    def _end(self, into: NodePairs) -> None:
        """Move what still flows to where it ends."""
        for node in self.columns.nodes if self._met else ():
            self.said.meet(node, self._met.get(node, ()))
        for (fights, opposed), arriving in self._arrive.items():
            for row, flows in arriving.items():
                count_work(len(flows))
                for key, flow in flows.items():
                    self._keep(row, self.columns.ended(key, flow, fights=opposed, opposed=fights), into)
        for row, flows in self._parting.items():
            count_work(len(flows))
            for key, flow in flows.items():
                self._keep(row, self.columns.parted(key, flow), into)

    def _keep(self, row: int, masses: Iterable[tuple[int, Any]], into: NodePairs) -> None:
        """Add masses at a row's node and these of the columns'."""
        for node, mass in masses:
            if mass:
                pair = self._pair(row, node)
                into[pair] = into.get(pair, 0) + mass

    def _settled(self, rows: Sequence[int], arrived: list[Vector]) -> _Block:
        """Return how often each row of a group and column is visited, once all that stays in the group is played."""
        columns = self.columns
        place = {row: index for index, row in enumerate(rows)}
        inner: list[_Inner] = [
            (source, place[way.opposed], way.key, self._chance(way))
            for source, row in enumerate(rows)
            for way in self._leaving(row)
            if way.fights and way.opposed in place
        ]
        if len(rows) == len(inner) == 1 and columns.single:
            return self._alone(arrived[0], *inner[0][2:])
        size = len(columns.nodes)
        visits: list[Vector] = [[0.0] * size for _ in rows]
        passing: list[dict[MoveKey, Vector]] = [{} for _ in rows]
        for _, target, key, _ in inner:
            passing[target].setdefault(key, [0.0] * len(columns.place[key[3]]))
        on = {key: columns.on(key) for _, _, key, _ in inner}
        endless: list[tuple[int, int, Any]] = []
        for number, group in enumerate(columns.groups):
            first, wide = group[0], len(group)
            right: Vector = []
            for masses, flows in zip(arrived, passing, strict=True):
                some = masses[first : first + wide]
                for key, flow in flows.items():
                    for column, pick, chances in on[key][number]:
                        some[column - first] += sumprod(pick(flow), chances)
                right += some
            if not any(right):
                continue
            for index, (mass, stuck) in enumerate(self._solved(rows, inner, number, right)):
                where, column = index // wide, first + index % wide
                if stuck:
                    endless.append((where, column, mass))
                else:
                    visits[where][column] = mass
            for source, target, key, chance in inner:
                flow, visited = passing[target][key], visits[source]
                for column, at in columns.placed_in_group[key[3]][number]:
                    flow[at] += visited[column] * chance[at]
        return _Block(visits, endless)

    def _solved(
        self, rows: Sequence[int], inner: Sequence[_Inner], number: int, right: Vector
    ) -> list[tuple[Any, bool]]:
        """Return how often each pair of a block, a group of rows by a group of columns, is visited.

        `right` is the mass that reaches each. With each comes whether nothing ever moves the pair; then its number is
        that mass.
        """
        group = self.columns.groups[number]
        nodes = [self.columns.nodes[column] for column in group]
        closed = self.closed.among(*((rows, nodes) if self.column_side else (nodes, rows)))
        if len(right) > _MANY and not closed and (found := self._summed(inner, number, right)):
            return [(mass, False) for mass in found]
        matrix = self._matrix(inner, number, len(right))
        stuck = [self._pair(row, node) in closed for row in rows for node in nodes]
        for index, never in enumerate(stuck):
            if never:
                for row in matrix:
                    row[index] = 0.0
                matrix[index][index] = 1.0
        visits = solved_dense(matrix, right) if len(right) > 1 else [right[0] / matrix[0][0]]
        return list(zip(visits, stuck, strict=True))

    def _summed(self, inner: Sequence[_Inner], number: int, right: Vector) -> Vector | None:
        """Return the visits of a block in which all columns roll alike, round by round; None for others."""
        columns = self.columns
        group = columns.groups[number]
        first, wide, high = group[0], len(group), len(right) // len(group)
        staying = [way for way in inner if columns.stays(way[2])[number]]
        keys = {source: key for source, _, key, _ in staying}
        if not columns.alike[number] or any(keys[one] != key for one, _, key, _ in staying):
            return None
        down = [[0.0] * high for _ in range(high)]
        for source, target, key, chance in staying:
            down[target][source] += chance[columns.stays(key)[number][0][1]]  # it is the same for all of the group
        across: dict[MoveKey, list[Vector]] = {}
        for key in keys.values():
            if key not in across:
                across[key] = [[0.0] * wide for _ in group]
                for here, _, there, chance in columns.stays(key)[number]:
                    across[key][there - first][here - first] += chance
        nothing = [[0.0] * wide for _ in group]
        ways = [across[keys[source]] if source in keys else nothing for source in range(high)]

        def turn(masses: list[Vector]) -> list[Vector]:
            moved, found = [], []
            for mass, way in zip(masses, ways, strict=True):
                moved.append([sumprod(mass, into) for into in way])
            turned = list(zip(*moved, strict=True))
            for into in down:
                found.append([sumprod(column, into) for column in turned])
            return found

        kept = _most_kept(down) * max(map(_most_kept, across.values()), default=0.0)
        found = summed([right[at : at + wide] for at in range(0, len(right), wide)], turn, kept)
        return None if found is None else list(chain.from_iterable(found))

    def _matrix(self, inner: Sequence[_Inner], number: int, size: int) -> list[Vector]:
        """Return what the visits of a block, a group of rows by a group of columns, are multiplied by."""
        columns = self.columns
        group = columns.groups[number]
        wide, first = len(group), group[0]
        matrix = [[0.0] * size for _ in range(size)]
        for index, row in enumerate(matrix):
            row[index] = 1.0
        for source, target, key, chance in inner:
            for here, place, there, stays in columns.stays(key)[number]:
                matrix[target * wide + there - first][source * wide + here - first] -= chance[place] * stays
        return matrix

    def _alone(self, arrived: Vector, key: MoveKey, chance: Sequence[Any]) -> _Block:
        """Return the visits of one row where no columns lead to each other and one transition keeps mass on it."""
        visits: Vector = []
        place = self.columns.place[key[3]]
        passing: Vector = [0.0] * len(place)
        endless: list[tuple[int, int, Any]] = []
        for column, (total, ways, stays) in enumerate(
            zip(arrived, self.columns.on(key), self.columns.stays(key), strict=True)
        ):
            for _, pick, chances in ways:
                total += sumprod(pick(passing), chances)
            if not total or column not in place:
                visits.append(total)
                continue
            stay = chance[place[column]]
            leaves = 1 - stay * sum([part for _, _, _, part in stays])
            if leaves:
                total /= leaves
                passing[place[column]] = total * stay
                visits.append(total)
            else:
                endless.append((0, column, total))
                visits.append(0.0)
        return _Block([visits], endless)


def absorb(
    fight: Fight, independence: Independence, start: Mapping[CombatState, Number], number: int
) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
    """Return how combats end whose rounds all go like the one with this number, and what nothing ever moves."""
    final, now = fight.parted(start)
    if not now:
        return final, {}
    graphs = _graphs(fight, independence, number)
    decided, endless = JointChain(graphs, _pairs(graphs, independence, now), number, once=False).rounds()
    ended = _states(graphs, decided)
    if fight.retreat:  # what is not over yet is about to be left
        ended = one_round(fight, independence, ended, number)
    add_masses(final, ended)
    return final, _states(graphs, endless)


def one_round(
    fight: Fight, independence: Independence, now: Mapping[CombatState, Number], number: int
) -> Distribution[CombatState]:
    """Return the states after one more round of those combats that are not over."""
    final, going = fight.parted(now)
    for leaving, some in fight.by_leaver(going, number).items() if going else ():
        graphs = _graphs(fight, independence, number, leaving)
        after = _states(graphs, JointChain(graphs, _pairs(graphs, independence, some), number, once=True).once())
        if leaving is not None:
            after = {fight.retreated(state, leaving): mass for state, mass in after.items()}
        add_masses(final, after)
    return final


def _graphs(fight: Fight, independence: Independence, number: int, leaving: int | None = None) -> Pair[SideGraph]:
    """Return the graphs of both sides, with all that combats in the same circumstances have found out."""
    number = min(number, fight.hit_rounds + 1)
    leaving = leaving if fight.can.repairs_units else None  # it only makes a difference to repairs
    shown = [fight.memory.of(ObservedForces, (side, number, leaving), ObservedForces) for side in SIDES]

    def graph(side: int) -> SideGraph:
        found = fight.memory.of(
            SideGraph, (side, number, leaving),
            lambda: SideGraph(fight, independence, side, number, shown[side], shown[1 - side], leaving),
        )  # fmt: skip
        found.fight = fight
        return found

    return mapped(SIDES, graph)


def _pairs(graphs: Sequence[SideGraph], independence: Independence, start: Mapping[CombatState, Number]) -> NodePairs:
    pairs: NodePairs = {}
    own: dict[UsedEffects, list[UsedEffects]] = {}
    for state, mass in start.items():
        if state.spent not in own:
            own[state.spent] = [independence.own(state.spent, side) for side in (0, 1)]
        one, other = map(SideGraph.node, graphs, state.forces, own[state.spent])
        pairs[one, other] = pairs.get((one, other), 0) + mass
    return pairs


def _states(graphs: Sequence[SideGraph], pairs: NodePairs) -> Distribution[CombatState]:
    check_time()  # the nodes of large fleets make as many states as all rounds have taken steps
    found: Distribution[CombatState] = {}
    for (one, other), mass in pairs.items():
        (mine, spent, _), (theirs, more, _) = graphs[0].nodes[one], graphs[1].nodes[other]
        state = CombatState((mine, theirs), tuple(sorted((*spent, *more))) if spent and more else spent or more)
        add_mass(found, state, mass)
    return found


def _most_kept(matrix: Sequence[Vector]) -> float:
    """Return how much of a vector a matrix keeps at most."""
    return max(map(sum, zip(*matrix, strict=True)))


def _add[K](flows: dict[K, Vector], key: K, flow: Vector) -> None:
    """Add a flow to the one under a key."""
    known = flows.get(key)
    flows[key] = flow if known is None else list(map(add, known, flow))
