"""Combats to their end: in one table where losses follow a fixed order, else as a chain; and how large they may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from mecatol.combat import lattice
from mecatol.combat.apart import Apart
from mecatol.combat.destruction import bystanders
from mecatol.combat.fight import Fight
from mecatol.combat.grid import Grid
from mecatol.combat.ordered import Ordered
from mecatol.combat.retreat import announces
from mecatol.combat.sequence import copies_used, marked, settle
from mecatol.combat.standing import ATTACKER, DEFENDER, RETREATS, Standing, Standings
from mecatol.probability import chain
from mecatol.probability.dice import Number, add_masses

type Strategy = Callable[[int, int], Mapping[int, Number]]
"""Where a round leads from a standing, both by number, when those who search do what is best, with the chances."""


def one_round(
    fight: Fight,
    now: Mapping[Standing, Number],
    number: int,
    strategy: Strategy | None = None,
    ordered: Ordered | None = None,
) -> Standings:
    """Return the standings after one more round of those combats that are not over.

    `ordered` has the orders of losses that all of these are in, where somebody has found them already.
    """
    alike = min(number, fight.special_rounds + 1)
    if strategy is None and fight.in_order and number > fight.hit_rounds:
        parts: tuple[Standings, Standings] = ({}, {})
        for standing, mass in now.items():
            parts[fight.over(standing)][standing] = mass
        going, after = parts
        add_masses(after, (ordered or Ordered(fight, going)).one_round(going, alike))
        return after
    apart = Apart(fight)
    if strategy is None and apart.holds and not _meeting(apart, now):
        return lattice.one_round(fight, apart, now, alike)
    grid = Grid.of(fight)
    moved: dict[int, Number] = {}
    for standing, mass in now.items():
        for then, chance in _moves(grid, grid.number(standing), number, strategy).items():
            moved[then] = moved.get(then, 0) + mass * chance
    return grid.standings(moved)


def _moves(grid: Grid, standing: int, number: int, strategy: Strategy | None) -> Mapping[int, Number]:
    """Return where a round leads from a standing, with the chances: both by number; itself where the combat is over."""
    if grid.over(standing):
        return {standing: grid.fight.game.one}
    return (strategy or grid.moves)(standing, number)


def _orderly(
    fight: Fight, ordered: Ordered, now: Mapping[Standing, Number], number: int
) -> tuple[Standings, Standings]:
    """Return how combats end in which units are lost in a fixed order: who announces a retreat leaves after a round."""
    if not fight.retreat:
        return ordered.to_the_end(now, number)
    parts: tuple[Standings, Standings] = ({}, {})
    for standing, mass in now.items():
        leaving = announces(fight.retreat, fight.sides, standing.forces, number)
        parts[leaving is None][standing] = mass
    ended = ordered.one_round(parts[0], number)
    if not parts[1]:
        return ended, {}
    others, endless = _unordered(fight, parts[1], number, None)
    add_masses(ended, others)
    return ended, endless


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
    ordered: Ordered | None = None
    in_order = fight.in_order and strategy is None
    last = fight.special_rounds + 1
    for number in range(1, last):
        if in_order and number > fight.hit_rounds:
            ordered = ordered or Ordered(fight, now)
        now = settle(fight, one_round(fight, now, number, strategy, ordered), number, final)
    if in_order:
        ends = _orderly(fight, ordered or Ordered(fight, now), now, last)
    else:
        ends = _unordered(fight, now, last, strategy)
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
