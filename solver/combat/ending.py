"""Combats to their end: in one table where losses follow a fixed order, else as a chain; and how large they may be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from solver.combat import cells, lattice, table
from solver.combat.apart import Apart
from solver.combat.destruction import bystanders
from solver.combat.fight import Fight
from solver.combat.grid import Grid
from solver.combat.line import Line
from solver.combat.order import Order, located, orders
from solver.combat.sequence import copies_used, marked, settle
from solver.combat.spent import Spent
from solver.combat.standing import ATTACKER, DEFENDER, RETREATS, Rolling, Standing, Standings, only
from solver.game.state import Force, totals
from solver.probability import chain
from solver.probability.dice import Number, by_shape, surplus

type Strategy = Callable[[int, int], Mapping[int, Number]]
"""Where a round leads from a standing, both by number, when those who search do what is best, with the chances."""


def one_round(fight: Fight, now: Mapping[Standing, Number], number: int, strategy: Strategy | None = None) -> Standings:
    """Return the standings after one more round of those combats that are not over."""
    apart = Apart(fight)
    if strategy is None and apart.holds and not _meeting(apart, now):
        return lattice.one_round(fight, apart, now, min(number, fight.special_rounds + 1))
    grid = Grid.of(fight)
    after: dict[int, Number] = {}
    for standing, mass in now.items():
        for then, chance in _moves(grid, grid.number(standing), number, strategy).items():
            after[then] = after.get(then, 0) + mass * chance
    return grid.standings(after)


def _moves(grid: Grid, standing: int, number: int, strategy: Strategy | None) -> Mapping[int, Number]:
    """Return where a round leads from a standing, with the chances: both by number; itself where the combat is over."""
    if grid.over(standing):
        return {standing: grid.fight.game.one}
    return (strategy or grid.moves)(standing, number)


def _alone(side: int, force: Force, spent: Spent) -> Standing:
    """Return a standing that tells one side's force."""
    return Standing(only(side, (force, force)), spent)


def _line(fight: Fight, order: Order, side: int, spent: Spent, number: int) -> Line:
    """Return an order of losses as a line, with the rolls of its forces."""
    known: dict[Hashable, Rolling] = {}
    rolled: list[Rolling] = []
    for force in order.nodes()[:-1]:
        there = totals(force)  # whoever is damaged, they roll the same
        if there not in known:
            known[there] = fight.rolled(_alone(side, force, spent), side, number)
        rolled.append(known[there])

    def over(node: int, other: int) -> Sequence[Number] | None:
        ways = surplus(by_shape(rolled[node][0]), by_shape(rolled[other][0]))
        return ways and fight.game.chances(ways)

    return order.line([chances for _, chances in rolled], over)


def _orderly(fight: Fight, start: Mapping[Standing, Number], number: int) -> tuple[Standings, Standings]:
    """Return how combats that are not over end where units are lost in a fixed order: a table for two orders each."""
    final: Standings = {}
    if not start:
        return final, {}
    known = tuple(
        orders(
            (standing.forces[side] for standing in start),
            lambda force, side=side: fight.strength(side, force),  # type: ignore[misc]
            lambda force, side=side: fight.losing(side, force),  # type: ignore[misc]
        )
        for side in (0, 1)
    )
    places = located(known[0]), located(known[1])
    tables: dict[tuple[int, int, Spent], dict[tuple[int, int], Number]] = {}
    for standing, mass in start.items():
        (mine, row), (theirs, column) = (places[side][standing.forces[side]] for side in (0, 1))
        begun = tables.setdefault((mine, theirs, standing.spent), {})
        begun[row, column] = begun.get((row, column), 0) + mass
    endless: Standings = {}
    for (mine, theirs, spent), begun in tables.items():
        pair = known[0][mine], known[1][theirs]
        nodes = pair[0].nodes(), pair[1].nodes()
        lines = [_line(fight, pair[side], side, spent, number) for side in (0, 1)]
        absorb = cells.absorb if cells.is_small(lines[0], lines[1]) else table.absorb
        ends = absorb(lines[0], lines[1], begun)
        for result, into in ((ends.decided, final), (ends.endless, endless)):
            for (i, j), mass in result.items():
                standing = Standing((nodes[0][i], nodes[1][j]), spent)
                into[standing] = into.get(standing, 0) + mass
    return final, endless


def _meeting(apart: Apart, standings: Iterable[Standing]) -> bool:
    """Tell whether in any of these standings more than their rolls may still bring both sides together."""
    return any(map(apart.meets, standings))


def _unordered(
    fight: Fight, start: Mapping[Standing, Number], number: int, strategy: Strategy | None
) -> tuple[Standings, Standings]:
    """Return how combats end where units are lost in no fixed order.

    Each side is worked out by itself as soon as only one is left whose losses bring the other more.
    """
    apart = Apart(fight)
    parts = strategy is None and apart.holds
    endless: Standings = {}
    if not parts or _meeting(apart, start):
        grid = Grid.of(fight)
        numbers = {grid.number(standing): mass for standing, mass in start.items()}

        def over(standing: int) -> bool:
            return grid.over(standing) or (parts and not apart.meets(grid.standing(standing)))

        found = chain.absorb(numbers, lambda standing: _moves(grid, standing, number, strategy), over)
        start, endless = grid.standings(found[0]), grid.standings(found[1])
    if not parts:
        return dict(start), endless
    decided, stuck = lattice.absorb(fight, apart, start, number)
    return decided, {**endless, **stuck}


def to_the_end(
    fight: Fight, start: Mapping[Standing, Number], strategy: Strategy | None = None
) -> tuple[Standings, Standings]:
    """Play combats to their end: return (final standings, standings in which nobody can ever hit).

    `strategy` tells what those do who search; where it is left out nobody does.
    Raises LimitError where the time or the positions that were granted do not suffice.
    """
    final: Standings = {}
    endless: Standings = {}
    now = settle(fight, dict(start), 0, final)
    for number in range(1, fight.special_rounds + 1):
        now = settle(fight, one_round(fight, now, number, strategy), number, final)
    last = fight.special_rounds + 1

    ordered = fight.in_order and strategy is None
    ends = _orderly(fight, now, last) if ordered else _unordered(fight, now, last, strategy)
    used = copies_used(fight, last, now)
    if not (used or final):
        return ends
    for ended_so, into in zip(ends, (final, endless), strict=True):
        for standing, mass in ended_so.items():
            ended = marked(standing, used) if used else standing
            into[ended] = into.get(ended, 0) + mass
    return final, endless


def given_up(fight: Fight, standing: Standing) -> Standing:
    """Return how a combat ends that neither side can win: the attacker retreats, or loses all that fights there."""
    if fight.retreat.attacker:
        return standing._replace(fate=RETREATS[ATTACKER])
    left = bystanders(fight, ATTACKER, standing.forces[ATTACKER])
    return standing._replace(forces=(left, standing.forces[DEFENDER]))
