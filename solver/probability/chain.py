"""The general way to the end of a combat: an absorbing Markov chain on any states, cycles and all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from solver.probability.dice import Number
from solver.probability.limits import MOST_EXACT, MOST_POSITIONS, too_large, too_large_for_fractions

type Moves[S] = Sequence[tuple[S, Number]]
"""Where a round leads: (state, probability) pairs."""
type _Edges = list[tuple[int, Number]]


def absorb[S: Hashable](
    start: Mapping[S, Number], moves: Callable[[S], Moves[S]], ended: Callable[[S], bool]
) -> tuple[dict[S, Number], dict[S, Number]]:
    """Return (final states, states that are never left), each with its probability.

    `moves(state)` is asked once for each state that is reached and has not `ended`; its probabilities sum to 1.
    Groups of states that lead to each other (units that are damaged and repaired) are solved together by
    elimination; a single state that leads to itself is a division.
    Raises LimitError when more states are reached than are solved exactly.
    """
    states: list[S] = list(start)
    ids: dict[S, int] = {state: index for index, state in enumerate(states)}
    known: list[_Edges | None] = [None] * len(states)
    exact = any(isinstance(mass, Fraction) for mass in start.values())

    def look(index: int) -> _Edges:
        """Return where a state leads, by the numbers of the states, which are hashed once alone."""
        edges = known[index]
        if edges is None:
            edges = []
            for after, probability in () if ended(states[index]) else moves(states[index]):
                number = ids.setdefault(after, len(states))
                if number == len(states):
                    states.append(after)
                    known.append(None)
                edges.append((number, probability))
            known[index] = edges
            if len(states) > MOST_POSITIONS:
                raise too_large()
            if exact and len(states) > MOST_EXACT:
                raise too_large_for_fractions()
        return edges

    roots = len(states)
    groups = _groups(roots, look)
    mass: list[Any] = [*start.values(), *[0] * (len(states) - roots)]
    final: dict[S, Number] = {}
    endless: dict[S, Number] = {}
    for group in groups:
        inflow = [mass[state] for state in group]
        if not look(group[0]):  # where a combat goes on it leads somewhere
            final[states[group[0]]] = inflow[0]
            continue
        visits = _visits(group, inflow, look)
        if visits is None:
            endless.update(zip([states[state] for state in group], inflow, strict=True))
            continue
        for state, count in zip(group, visits, strict=True):
            for after, probability in look(state):
                mass[after] += count * probability  # those of the group itself are not asked again
    return final, endless


def _visits(group: Sequence[int], inflow: list[Any], look: Callable[[int], _Edges]) -> list[Any] | None:
    """Return how often each state of a group is visited, None if the group is never left."""
    place = {state: index for index, state in enumerate(group)}
    inner: list[dict[int, Any]] = [{} for _ in group]  # inner[to][from]: probability
    leaves = False
    for source, state in enumerate(group):
        for after, probability in look(state):
            if after in place:
                row = inner[place[after]]
                row[source] = row.get(source, 0) + probability
            elif probability:
                leaves = True
    if not leaves:
        return None
    if len(group) == 1:
        return [inflow[0] / (1 - inner[0].get(0, 0))]
    return _eliminate(
        [{**{k: -p for k, p in row.items()}, i: 1 - row.get(i, 0)} for i, row in enumerate(inner)], inflow
    )


def _eliminate(rows: list[dict[int, Any]], right: list[Any]) -> list[Any]:
    """Solve rows · x = right by Gaussian elimination; the matrix is diagonally dominant by columns, so no pivoting."""
    right = list(right)
    users: list[set[int]] = [set() for _ in rows]
    for index, row in enumerate(rows):
        for column in row:
            users[column].add(index)
    for pivot, row in enumerate(rows):
        for below in [index for index in users[pivot] if index > pivot]:
            factor = rows[below].pop(pivot) / row[pivot]
            for column, value in row.items():
                if column > pivot:
                    rows[below][column] = rows[below].get(column, 0) - factor * value
                    users[column].add(below)
            right[below] -= factor * right[pivot]
    solution: list[Any] = [0] * len(rows)
    for index in range(len(rows) - 1, -1, -1):
        rest = sum(value * solution[column] for column, value in rows[index].items() if column > index)
        solution[index] = (right[index] - rest) / rows[index][index]
    return solution


def _groups(roots: int, look: Callable[[int], _Edges]) -> list[list[int]]:
    """Return the strongly connected groups of states that 0 to `roots` lead to, each before those after it (Tarjan)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    stacked: set[int] = set()
    groups: list[list[int]] = []
    for root in range(roots):
        if root in order:
            continue
        work: list[tuple[int, Iterator[tuple[int, Number]]]] = [(root, iter(look(root)))]
        order[root] = low[root] = len(order)
        stack.append(root)
        stacked.add(root)
        while work:
            state, rest = work[-1]
            lowest = low[state]
            for after, _ in rest:
                if after not in order:
                    order[after] = low[after] = len(order)
                    stack.append(after)
                    stacked.add(after)
                    work.append((after, iter(look(after))))
                    break
                if after in stacked and order[after] < lowest:
                    low[state] = lowest = order[after]
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == order[state]:
                    group = []
                    while True:
                        member = stack.pop()
                        stacked.discard(member)
                        group.append(member)
                        if member == state:
                            break
                    groups.append(group)
    return groups[::-1]
