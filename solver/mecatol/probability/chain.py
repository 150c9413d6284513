"""The general way to the end of a combat: an absorbing Markov chain on any states, cycles and all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from mecatol.probability.dice import Number
from mecatol.probability.limits import check_positions, count_work
from mecatol.probability.linear import solved

type Moves[S] = Mapping[S, Number]
"""Where a round leads, with the probabilities."""


def absorb[S: Hashable](
    start: Mapping[S, Number], moves: Callable[[S], Moves[S]], ended: Callable[[S], bool]
) -> tuple[dict[S, Number], dict[S, Number]]:
    """Return (final states, states that are never left), each with its probability.

    `moves(state)` is asked once for each state that is reached and has not `ended`; its probabilities sum to 1.
    Groups of states that lead to each other (units that are damaged and repaired) are solved together by
    elimination; a single state that leads to itself is a division.
    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    known: dict[S, Moves[S]] = {}  # several states lead to the same one

    def look(state: S) -> Moves[S]:
        """Return where a state leads."""
        found = known.get(state)
        if found is None:
            found = known[state] = {} if ended(state) else moves(state)
            if found:
                check_positions(len(known))
                count_work()
        return found

    mass: dict[S, Any] = dict(start)
    final: dict[S, Number] = {}
    endless: dict[S, Number] = {}
    for group in strongly_connected_components(list(start), look):
        inflow = [mass.get(state, 0) for state in group]
        if not look(group[0]):  # where a combat goes on it leads somewhere
            final[group[0]] = inflow[0]
            continue
        visits = _visits(group, inflow, look)
        if visits is None:
            endless.update(zip(group, inflow, strict=True))
            continue
        for state, count in zip(group, visits, strict=True):
            for after, probability in look(state).items():
                mass[after] = mass.get(after, 0) + count * probability  # those of the group itself are not asked again
    return final, endless


def _visits[S: Hashable](group: Sequence[S], inflow: list[Any], look: Callable[[S], Moves[S]]) -> list[Any] | None:
    """Return how often each state of a group is visited, None if the group is never left."""
    if len(group) == 1:
        state, moves = group[0], look(group[0])
        stays = moves.get(state, 0)
        if stays and not any(probability for after, probability in moves.items() if after != state):
            return None
        return [inflow[0] / (1 - stays)]
    place = {state: index for index, state in enumerate(group)}
    inner: list[dict[int, Any]] = [{} for _ in group]  # inner[to][from]: probability
    leaves = False
    for source, state in enumerate(group):
        for after, probability in look(state).items():
            if after in place:
                row = inner[place[after]]
                row[source] = row.get(source, 0) + probability
            elif probability:
                leaves = True
    if not leaves:
        return None
    equations = []
    for at, row in enumerate(inner):
        equation = {source: -probability for source, probability in row.items()}
        equation[at] = 1 - row.get(at, 0)
        equations.append(equation)
    return solved(equations, inflow)


def strongly_connected_components[S: Hashable](roots: Sequence[S], look: Callable[[S], Collection[S]]) -> list[list[S]]:
    """Return the strongly connected groups of states that the roots lead to, each before those after it.

    `look` tells which states a state leads to.
    """
    return list(components_from_the_end(roots, look))[::-1]


def components_from_the_end[S: Hashable](roots: Sequence[S], look: Callable[[S], Collection[S]]) -> Iterator[list[S]]:
    """Yield the strongly connected components, each after those that it leads to, as soon as it is known (Tarjan).

    `look` is asked once about each state, and may leave out states of groups that have been yielded.
    """
    order: dict[S, int] = {}
    """When a state was first come to; `done` once its group is known."""
    low: dict[S, int] = {}
    done = sys.maxsize
    stack: list[S] = []
    for root in roots:
        if root in order:
            continue
        work: list[tuple[S, Iterator[S]]] = [(root, iter(look(root)))]
        order[root] = low[root] = len(order)
        stack.append(root)
        while work:
            state, rest = work[-1]
            lowest = low[state]
            for after in rest:
                seen = order.get(after)
                if seen is None:
                    ways = look(after)
                    if not ways:  # it leads nowhere, and so is a group by itself
                        order[after] = done
                        yield [after]
                        continue
                    low[state] = lowest
                    order[after] = low[after] = len(order)
                    stack.append(after)
                    work.append((after, iter(ways)))
                    break
                if seen < lowest:
                    lowest = seen
            else:
                low[state] = lowest
                work.pop()
                if work and lowest < low[work[-1][0]]:
                    low[work[-1][0]] = lowest
                if lowest == order[state]:
                    group = []
                    while True:
                        member = stack.pop()
                        order[member] = done
                        group.append(member)
                        if member == state:
                            break
                    yield group
