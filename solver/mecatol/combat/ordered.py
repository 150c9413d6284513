"""Combats in which both sides lose their units in a fixed order: as tables of two lines, to the end or for a round."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property

from mecatol.combat import table
from mecatol.combat.fight import Fight
from mecatol.combat.line import Line
from mecatol.combat.order import Order, located, orders
from mecatol.combat.retreat import announces
from mecatol.combat.round import left_by
from mecatol.combat.spent import Spent
from mecatol.combat.standing import Rolling, Standing, Standings, only
from mecatol.game.state import Force, totals
from mecatol.probability.dice import Number, add_mass, by_shape, surplus

type _Pairs = dict[tuple[int, int], Number]
"""The masses of pairs of nodes: the attacker's, the defender's."""


class Ordered:
    """The orders in which both sides lose the forces that they begin with, and all that these come to."""

    def __init__(self, fight: Fight, start: Iterable[Standing]) -> None:
        """Begin with these standings, in none of which the combat is over."""
        self.fight, self._forces = fight, [standing.forces for standing in start]

    @cached_property
    def _orders(self) -> tuple[list[Order], ...]:
        """By side."""
        fight = self.fight
        return tuple(
            orders(
                (forces[side] for forces in self._forces),
                lambda force, side=side: fight.strength(side, force),  # type: ignore[misc]
                lambda force, side=side: fight.losing(side, force),  # type: ignore[misc]
            )
            for side in (0, 1)
        )

    @cached_property
    def _places(self) -> tuple[dict[Force, tuple[int, int]], ...]:
        """By side and force: which of the orders it is in, and its node there."""
        return tuple(map(located, self._orders))

    def to_the_end(self, now: Mapping[Standing, Number], number: int) -> tuple[Standings, Standings]:
        """Return how combats end whose rounds all go like the one with this number, and where nobody can ever hit."""
        final: Standings = {}
        endless: Standings = {}
        for (mine, theirs, spent), begun in self._tables(now).items():
            pair = self._orders[0][mine], self._orders[1][theirs]
            lines = [self._line(pair[side], side, number, {}) for side in (0, 1)]
            ends = table.absorb(lines[0], lines[1], begun)
            for masses, into in ((ends.decided, final), (ends.endless, endless)):
                _enter(pair, masses, spent, into)
        return final, endless

    def one_round(self, now: Mapping[Standing, Number], number: int) -> Standings:
        """Return the standings after one more round of combats that are not over; a side that announces it leaves."""
        fight = self.fight
        by_leaver: dict[int | None, Standings] = {}
        for standing, mass in now.items():
            leaving = announces(fight.retreat, fight.sides, standing.forces, number) if fight.retreat else None
            by_leaver.setdefault(leaving, {})[standing] = mass
        found: Standings = {}
        for leaving, some in by_leaver.items():
            for standing, mass in self._after_round(some, number).items():
                add_mass(found, standing if leaving is None else left_by(fight, standing, leaving), mass)
        return found

    def _after_round(self, now: Mapping[Standing, Number], number: int) -> Standings:
        """Return the standings after a round of dice, which are rolled before anybody looks for losses."""
        found: Standings = {}
        rolled: tuple[dict[Hashable, Rolling], dict[Hashable, Rolling]] = ({}, {})
        for side, known in enumerate(rolled):
            for force in dict.fromkeys([standing.forces[side] for standing in now]):
                self._roll(side, force, number, known)
        for (mine, theirs, spent), begun in self._tables(now).items():
            pair = self._orders[0][mine], self._orders[1][theirs]
            lines = [self._line(pair[side], side, None, rolled[side]) for side in (0, 1)]
            _enter(pair, table.one_round(lines[0], lines[1], begun), spent, found)
        return found

    def _tables(self, now: Mapping[Standing, Number]) -> dict[tuple[int, int, Spent], _Pairs]:
        """Return what of these standings goes into which table: by both sides' orders, and what is used up."""
        tables: dict[tuple[int, int, Spent], _Pairs] = {}
        for standing, mass in now.items():
            (mine, row), (theirs, column) = (self._places[side][standing.forces[side]] for side in (0, 1))
            begun = tables.setdefault((mine, theirs, standing.spent), {})
            begun[row, column] = begun.get((row, column), 0) + mass
        return tables

    def _roll(self, side: int, force: Force, number: int, known: dict[Hashable, Rolling]) -> Rolling:
        """Return what a side rolls with a force in a round; `known` is a table to fill, by who is there."""
        there = totals(force)  # whoever is damaged, they roll the same
        if there not in known:
            known[there] = self.fight.rolled(Standing(only(side, (force, force))), side, number)
        return known[there]

    def _line(self, order: Order, side: int, number: int | None, known: dict[Hashable, Rolling]) -> Line:
        """Return an order of losses as a line, with the rolls of its forces in a round; None: of those known alone."""
        forces = order.nodes()[:-1]
        if number is None:
            nothing: Rolling = (), [self.fight.game.one]
            rolled = [known.get(totals(force), nothing) for force in forces]
        else:
            rolled = [self._roll(side, force, number, known) for force in forces]

        def over(node: int, other: int) -> Sequence[Number] | None:
            ways = surplus(by_shape(rolled[node][0]), by_shape(rolled[other][0]))
            return ways and self.fight.game.chances(ways)

        return order.line([chances for _, chances in rolled], over)


def _enter(pair: tuple[Order, Order], masses: Mapping[tuple[int, int], Number], spent: Spent, into: Standings) -> None:
    """Add masses at pairs of nodes of two orders to those of the standings that they are."""
    mine, theirs = pair[0].nodes(), pair[1].nodes()
    for (row, column), mass in masses.items():
        standing = Standing((mine[row], theirs[column]), spent)
        into[standing] = into.get(standing, 0) + mass
