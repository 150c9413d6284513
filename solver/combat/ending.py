"""Combats to their end: in one table where losses follow a fixed order, else as a chain; and how large they may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from solver.combat import lattice, table
from solver.combat.apart import Apart
from solver.combat.fight import Fight
from solver.combat.grid import Grid
from solver.combat.line import Line
from solver.combat.order import Order, located, orders
from solver.combat.sequence import copies_used, marked, settle
from solver.combat.spent import Spent
from solver.combat.standing import Standing, Standings, only
from solver.errors import LimitError, Problem
from solver.game.stages import count_work
from solver.game.state import Force
from solver.probability import chain
from solver.probability.dice import Number, by_shape, surplus
from solver.probability.limits import has_time

type Strategy = Callable[[Standing, int], Mapping[Standing, Number]]
"""Where a round, by its number, leads from a standing when those who search do what is best, with the chances."""


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
    fight = grid.fight
    if grid.over(standing):
        return {standing: fight.game.one}
    if strategy is None:
        return grid.moves(standing, number)
    return {grid.number(after): chance for after, chance in strategy(grid.standing(standing), number).items()}


def _alone(side: int, force: Force, spent: Spent) -> Standing:
    """Return a standing that tells one side's force."""
    return Standing(only(side, (force, force)), spent)


def _line(fight: Fight, order: Order, side: int, spent: Spent, number: int) -> Line:
    """Return an order of losses as a line, with the rolls of its forces."""

    rolled = [fight.rolled(_alone(side, force, spent), side, number) for force in order.nodes()[:-1]]

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
            lambda force, side=side: fight.one_hit(side, force),  # type: ignore[misc]
        )
        for side in (0, 1)
    )
    places = located(known[0]), located(known[1])
    tables: dict[tuple[int, int, Spent], dict[tuple[int, int], Number]] = {}
    for standing, mass in start.items():
        (mine, row), (theirs, column) = (places[side][standing.forces[side]] for side in (0, 1))
        cells = tables.setdefault((mine, theirs, standing.spent), {})
        cells[row, column] = cells.get((row, column), 0) + mass
    endless: Standings = {}
    for (mine, theirs, spent), cells in tables.items():
        pair = known[0][mine], known[1][theirs]
        nodes = pair[0].nodes(), pair[1].nodes()
        _check_size(fight, nodes, number)
        if fight.step != fight.game.scenario.step:  # one of many combats, perhaps: they share a limit
            count_work(fight.game, (len(nodes[0]) * len(nodes[1])) ** 2 // _TABLE_WORK_A_LOOK)
        lines = [_line(fight, pair[side], side, spent, number) for side in (0, 1)]
        ends = table.absorb(lines[0], lines[1], cells)
        for result, into in ((ends.decided, final), (ends.endless, endless)):
            for (i, j), mass in result.items():
                standing = Standing((nodes[0][i], nodes[1][j]), spent)
                into[standing] = into.get(standing, 0) + mass
    return final, endless


MOST_TABLE_WORK = 1_000_000_000
"""How many products of chances a table may take: the limit for combats in a fixed order, met after some ten seconds."""
_TABLE_WORK_A_LOOK = 4_000
"""How many products take as long as one look at an outcome, for which the engine has a limit."""
MOST_UNITS_IN_CHAIN = 60
"""How many units and uses of Sustain Damage a side may have where cards and repairs forbid a fixed order."""


def _beyond(text: str) -> LimitError:
    return LimitError(
        [Problem("players", f"this combat is beyond an exact answer: {text}; use fewer units, or grant a time")]
    )


def _check_size(fight: Fight, nodes: tuple[list[Force], list[Force]], number: int) -> None:
    """Raise LimitError for a table that would take too long."""
    sizes = [len(side) for side in nodes]
    if (sizes[0] * sizes[1]) ** 2 <= MOST_TABLE_WORK:  # however many dice
        return
    dice = [
        max(sum(d.dice for d in fight.dice(Standing(only(side, (force, force))), side, number)) for force in forces)
        for side, forces in enumerate((nodes[0][:1], nodes[1][:1]))
    ]
    _check_work(sizes, dice)


def _check_work(sizes: list[int], dice: list[int]) -> None:
    if sizes[0] * sizes[1] * min(dice[0], sizes[1]) * min(dice[1], sizes[0]) > MOST_TABLE_WORK and not has_time():
        raise _beyond(f"{sizes[0]:,} by {sizes[1]:,} standings and up to {max(dice):,} dice in one roll")


def check_start(fight: Fight, standing: Standing, searching: bool) -> None:
    """Raise LimitError for a combat that is too large however it starts, before any work is done on it."""
    if fight.special_rounds or searching or not fight.in_order:
        _check_strength(fight, {standing: fight.game.one})
        return
    sizes = [_strength(fight, side, standing.forces[side]) for side in (0, 1)]
    if (sizes[0] * sizes[1]) ** 2 <= MOST_TABLE_WORK:
        return
    dice = [sum(d.dice for d in fight.dice(standing, side, 1)) for side in (0, 1)]
    _check_work(sizes, dice)


def _strength(fight: Fight, side: int, force: Force) -> int:
    """Return how many units and uses of Sustain Damage a side has: the hits that it can take."""
    units = fight.sides[side].units
    fighting = [s for s in force if fight.fights(side, units[s.unit])]
    return sum(s.total + s.healthy * units[s.unit].sustain_damage for s in fighting)


def _check_strength(fight: Fight, start: Mapping[Standing, Number]) -> None:
    """Raise LimitError for a combat that is too large for rounds to be played one by one."""
    for side, force in dict.fromkeys(each for standing in start for each in enumerate(standing.forces)):
        strength = _strength(fight, side, force)
        if strength > MOST_UNITS_IN_CHAIN and not has_time():
            raise _beyond(
                f"with the effects, policies and retreats at play it takes at most {MOST_UNITS_IN_CHAIN} units and "
                f"uses of Sustain Damage a side, and {fight.sides[side].name} has {strength}"
            )


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
    Raises LimitError for more standings than are solved exactly.
    """
    if fight.special_rounds or strategy or not fight.in_order:
        _check_strength(fight, start)
    final: Standings = {}
    endless: Standings = {}
    now = settle(fight, dict(start), 0, final)
    for number in range(1, fight.special_rounds + 1):
        now = settle(fight, one_round(fight, now, number, strategy), number, final)
    last = fight.special_rounds + 1

    ordered = fight.in_order and strategy is None
    ends = _orderly(fight, now, last) if ordered else _unordered(fight, now, last, strategy)
    used = copies_used(fight, last)
    for ended_so, into in zip(ends, (final, endless), strict=True):
        for standing, mass in ended_so.items():
            ended = marked(standing, used) if used else standing
            into[ended] = into.get(ended, 0) + mass
    return final, endless
