"""Combats in which both sides lose their units in a fixed order: as tables of two lines, to the end or for a round."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from mecatol.game.state import Force, totals
from mecatol.probability import table
from mecatol.probability.dice import Distribution, Number, add_mass, by_shape, surplus
from mecatol.probability.lines import Line, SideLine
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import ATTACKER, DEFENDER, CombatState, Pair, Rolling, UsedEffects, only

type _PlaceMasses = dict[tuple[int, int], Number]
"""The masses of pairs of nodes: the attacker's, the defender's."""


class LossSequence:
    """One trunk of forces, each left by one hit more than the last, and branches that join it."""

    def __init__(self, forces: list[Force]) -> None:
        """Begin with the trunk; the last force has no unit that fights."""
        self.trunk = forces
        self.branches: list[tuple[list[Force], int]] = []
        """The forces of each branch, and the place of the trunk that it leads to."""

    def nodes(self) -> list[Force]:
        """Return the force at each node, the end included: branches, then the trunk."""
        return [force for forces, _ in self.branches for force in forces] + self.trunk

    def line(self, rolls: Sequence[Sequence[Number]], surplus: Callable[[int, int], Sequence[Number] | None]) -> Line:
        """Return the line for the table, given the roll of each node but the end, and that of the dice between two."""
        branches, first = [], 0
        for forces, joins in self.branches:
            branches.append(SideLine(first, len(forces), joins))
            first += len(forces)
        return Line(rolls, tuple(branches), surplus)


def orders(
    forces: Iterable[Force], strength: Callable[[Force], int], losing: Callable[[Force], Iterable[Force]]
) -> list[LossSequence]:
    """Return the orders in which these forces are lost; forces that come to the same end share one.

    `strength` counts the units that fight, `losing` gives what 1, 2, … hits leave of a force at least until none of
    them is left.
    """
    found: list[LossSequence] = []
    # by force: the order, its branch, -1 for the trunk, and the place in that
    places: dict[Force, tuple[LossSequence, int, int]] = {}
    for start in sorted(set(forces), key=lambda force: (-strength(force), force)):
        if start in places:
            continue
        path = [start]
        meets: tuple[LossSequence, int, int] | None = None
        for here in losing(start):
            if meets := places.get(here):
                break
            path.append(here)
            if not strength(here):
                break
        if meets:
            order, branch, index = meets
            rest, joins = order.branches[branch] if branch >= 0 else ([], index)
            order.branches.append(([*path, *rest[index:]], joins))
            places.update({force: (order, len(order.branches) - 1, place) for place, force in enumerate(path)})
        else:
            found.append(LossSequence(path))
            places.update({force: (found[-1], -1, place) for place, force in enumerate(path)})
    return found


def located(orders: Iterable[LossSequence]) -> dict[Force, tuple[int, int]]:
    """Return for each force the order that it is in, and its node there: the first where it is in several."""
    found: dict[Force, tuple[int, int]] = {}
    for number, order in enumerate(orders):
        for node, force in enumerate(order.nodes()):
            found.setdefault(force, (number, node))
    return found


class FixedOrder:
    """The orders in which both sides lose the forces that they begin with, and all forces that losses leave."""

    def __init__(self, fight: Fight, start: Iterable[CombatState]) -> None:
        """Begin with these states, in none of which the combat is over."""
        self.fight, self._forces = fight, [state.forces for state in start]

    # Only some ways to solve a combat ask for the orders; those that do ask in every round.
    @cached_property
    def _orders(self) -> Pair[list[LossSequence]]:
        """By side."""
        fight = self.fight

        def of(side: int) -> list[LossSequence]:
            forces = (forces[side] for forces in self._forces)
            return orders(forces, partial(fight.strength, side), partial(fight.losses_in_order, side))

        return of(ATTACKER), of(DEFENDER)

    @cached_property
    def _places(self) -> Pair[dict[Force, tuple[int, int]]]:
        """By side and force: which of the orders it is in, and its node there."""
        return located(self._orders[ATTACKER]), located(self._orders[DEFENDER])

    def solve_to_end(
        self, now: Mapping[CombatState, Number], number: int
    ) -> tuple[Distribution[CombatState], Distribution[CombatState]]:
        """Return how combats end whose rounds all go like the one with this number, and where nobody can ever hit."""
        final: Distribution[CombatState] = {}
        endless: Distribution[CombatState] = {}
        for (mine, theirs, spent), begun in self._tables(now).items():
            pair = self._orders[0][mine], self._orders[1][theirs]
            lines = [self._line(pair[side], side, number, {}) for side in (0, 1)]
            ends = table.absorb(lines[0], lines[1], begun)
            for masses, into in ((ends.decided, final), (ends.endless, endless)):
                _enter(pair, masses, spent, into)
        return final, endless

    def one_round(self, now: Mapping[CombatState, Number], number: int) -> Distribution[CombatState]:
        """Return the states after one more round of combats that are not over; a side that announces it leaves."""
        fight = self.fight
        found: Distribution[CombatState] = {}
        for leaving, some in fight.by_leaver(now, number).items():
            for state, mass in self._after_round(some, number).items():
                add_mass(found, state if leaving is None else fight.retreated(state, leaving), mass)
        return found

    def _after_round(self, now: Mapping[CombatState, Number], number: int) -> Distribution[CombatState]:
        """Return the states after a round of dice, which are rolled before losses are worked out."""
        found: Distribution[CombatState] = {}
        rolled: Pair[dict[Hashable, Rolling]] = ({}, {})
        for side, known in enumerate(rolled):
            for force in dict.fromkeys([state.forces[side] for state in now]):
                self._roll(side, force, number, known)
        for (mine, theirs, spent), begun in self._tables(now).items():
            pair = self._orders[0][mine], self._orders[1][theirs]
            lines = [self._line(pair[side], side, None, rolled[side]) for side in (0, 1)]
            _enter(pair, table.one_round(lines[0], lines[1], begun), spent, found)
        return found

    def _tables(self, now: Mapping[CombatState, Number]) -> dict[tuple[int, int, UsedEffects], _PlaceMasses]:
        """Return which of these states go into which table: by both sides' orders, and what is used up."""
        tables: dict[tuple[int, int, UsedEffects], _PlaceMasses] = {}
        for state, mass in now.items():
            (mine, row), (theirs, column) = (self._place(side, state.forces[side]) for side in (0, 1))
            begun = tables.setdefault((mine, theirs, state.spent), {})
            begun[row, column] = begun.get((row, column), 0) + mass
        return tables

    def _place(self, side: int, force: Force) -> tuple[int, int]:
        """Return which of a side's orders of losses a force is in, and its node there."""
        place = self._places[side].get(force)
        if place is None:
            name, strongest = self.fight.sides[side].name, [order.nodes()[0] for order in self._orders[side]]
            raise AssertionError(
                f"{name} has {force}, which no order of losses from {strongest} comes to: what hits leave differs "
                "between `hits.assignment.one_by_one` (orders) and `after_one_hit` (rounds)"
            )
        return place

    def _roll(self, side: int, force: Force, number: int, known: dict[Hashable, Rolling]) -> Rolling:
        """Return what a side rolls with a force in a round; `known` is a table to fill, by who is there."""
        there = totals(force)  # damaged or not, they roll the same
        if there not in known:
            known[there], labels = self.fight.rolled(CombatState(only(side, (force, force))), side, number)
            self.fight.game.say(labels)
        return known[there]

    def _line(self, order: LossSequence, side: int, number: int | None, known: dict[Hashable, Rolling]) -> Line:
        """Return an order of losses as a line, with the rolls of its forces in a round; None: of those known alone."""
        forces = order.nodes()[:-1]
        if number is None:
            nothing = Rolling((), [self.fight.game.one])
            rolled = [known.get(totals(force), nothing) for force in forces]
        else:
            rolled = [self._roll(side, force, number, known) for force in forces]

        def over(node: int, other: int) -> Sequence[Number] | None:
            ways = surplus(by_shape(rolled[node][0]), by_shape(rolled[other][0]))
            return ways and self.fight.game.chances(ways)

        return order.line([chances for _, chances in rolled], over)


def _enter(
    pair: Pair[LossSequence],
    masses: Mapping[tuple[int, int], Number],
    spent: UsedEffects,
    into: Distribution[CombatState],
) -> None:
    """Add masses at pairs of nodes of two orders to those of the states that they are."""
    mine, theirs = pair[0].nodes(), pair[1].nodes()
    for (row, column), mass in masses.items():
        state = CombatState((mine[row], theirs[column]), spent)
        into[state] = into.get(state, 0) + mass
