"""An order: what each type of unit costs, how it counts against the production limit, and who can make it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of_type
from mecatol.domain.units import UNIT_TYPES, Unit
from mecatol.errors import Problem, ScenarioError
from mecatol.rules.production.board import Board
from mecatol.rules.production.windows import (
    CannotMake,
    CarriedUncounted,
    CombinedCost,
    FreeUnits,
    Price,
    Uncounted,
    UnitPrice,
    Work,
)


class Option(NamedTuple):
    """One way to produce some units of a type."""

    cost: int
    counted: int
    """How many of them count against the limit."""


@dataclass(frozen=True)
class Product:
    """A type of unit that the player may produce, under the terms that hold."""

    unit: Unit
    price: Price
    free: int
    """How many of them are produced without spending resources."""
    makers: frozenset[int]
    """Indexes of the works that can make it."""
    barred: tuple[str, ...]
    """Clauses that keep some works from making it."""

    @cites("67.1", "67.2", "67.2.a", "67.2.b", "68.1.b", "68.1.c", "26.2")
    def options(self, number: int) -> list[Option]:
        """Return the ways to produce so many, none of which is worse than another in cost and count both.

        A group costs as much as a whole one even if it is not full. Where further units come with each group, more
        and smaller groups count less and cost more. A unit for which nothing is spent is a group of one.
        """
        cost, group, extra = self.price
        ways: list[Option] = []
        for groups in range(number + 1):
            counts = [
                max(groups + free, number - extra * (groups + free))
                for free in range(min(self.free, number - groups) + 1)
                if groups * (group + extra) + free * (1 + extra) >= number
            ]
            if counts and (not ways or min(counts) < ways[-1].counted):
                ways.append(Option(groups * cost, min(counts)))
        return ways

    @cites("67.2.b", "68.1.c")
    def more_for(self, number: int, cost: int) -> int:
        """Return how many more of them would come for what so many cost: there are some where a group is not full."""
        group, extra = self.price.group, self.price.extra
        groups = cost // self.price.cost if self.price.cost else 0
        return groups * (group + extra) + min(number, self.free) * (1 + extra) - number if group > 1 else 0


@dataclass(frozen=True)
class Terms:
    """What holds for every order that these works produce."""

    works: tuple[Work, ...]
    kinds: Mapping[str, Product]
    """What the player may produce, by type, cheapest ships first."""
    reductions: tuple[tuple[str, int], ...]
    """By how much each effect reduces the combined cost."""
    uncounted: int
    """How many fighters and infantry do not count against the limit."""
    carried_uncounted: bool
    """Whether fighters and ground forces up to the capacity of the ships produced do not count against it."""

    @property
    @cites("68.1.a")
    def limit(self) -> int:
        """How many units can be produced in all."""
        return sum(work.total for work in self.works)

    @property
    def reduction(self) -> int:
        """By how much the combined cost is reduced."""
        return sum(amount for _, amount in self.reductions)

    def pools(self, order: Mapping[str, int]) -> list[tuple[int, frozenset[str]]]:
        """Return what does not count against the limit: how many units of which types."""
        small = {slug for slug, kind in self.kinds.items() if kind.unit.is_ground_force} | {"fighter"}
        pools = []
        if self.uncounted:
            pools.append((self.uncounted, frozenset({"fighter", "infantry"})))
        if self.carried_uncounted:
            room = sum(self.kinds[slug].unit.capacity * n for slug, n in order.items() if slug not in small)
            pools.append((room, frozenset(small)))
        return pools

    def sources(self, order: Mapping[str, int]) -> list[tuple[int, frozenset[str]]]:
        """Return who can make how many units of which types."""
        made = []
        for index, work in enumerate(self.works):
            kinds = frozenset(slug for slug, kind in self.kinds.items() if index in kind.makers)
            made.append((work.total, kinds))
        return made + self.pools(order)


def _bars(board: Board, work: Work, unit: Unit) -> tuple[str, ...] | None:
    """Return the clauses that keep a work from making a unit, None if it can."""
    if unit.is_ship and (board.enemies or work.blockaded):
        return ("14.1",) if work.blockaded else ("67.6",)
    for actor in board.opened(CannotMake):
        if actor.window.act(board.moment, actor.owner, work, unit):
            actor.note()
            return actor.effect.clauses
    return None


def _kind(board: Board, works: Sequence[Work], unit: Unit) -> Product:
    price = Price(int(unit.cost or 0), unit.produces)
    for actor in board.opened(UnitPrice):
        if (changed := actor.window.act(board.moment, actor.owner, unit, price)) != price:
            price = changed
            actor.note()
    free = sum(actor.window.act(board.moment, actor.owner, unit) for actor in board.opened(FreeUnits))
    bars = [_bars(board, work, unit) for work in works]
    makers = frozenset(index for index, barred in enumerate(bars) if barred is None)
    return Product(unit, price, free, makers, tuple(dict.fromkeys(c for barred in bars for c in barred or ())))


@cites("26.3", "26.3.a", "67.1.c")
def terms(board: Board, works: tuple[Work, ...]) -> Terms:
    """Return the terms on which a player produces with these works."""
    kinds = {
        slug: _kind(board, works, unit)
        for slug in UNIT_TYPES
        if (unit := board.side.units.get(slug)) and unit.cost is not None
    }
    reductions = []
    for actor in board.opened(CombinedCost) if works else ():
        if amount := actor.window.act(board.moment, actor.owner):
            reductions.append((actor.effect.name, amount))
            actor.note()
    uncounted = sum(actor.window.number for actor in board.opened(Uncounted))
    carried = any(board.opened(CarriedUncounted))
    return Terms(works, kinds, tuple(reductions), uncounted, carried)


@cites("68.1", "68.1.d")
def shortfall(
    needs: Mapping[str, int], sources: Sequence[tuple[int, frozenset[str]]]
) -> tuple[frozenset[str], int] | None:
    """Return a smallest set of types of which more are needed than can be made, and how many can; None if all fit.

    `needs` counts by type what the production limit must hold; each source makes so many of these types.
    """
    types = [slug for slug, number in needs.items() if number]
    for size in range(1, len(types) + 1):
        for chosen in combinations(types, size):
            wanted = frozenset(chosen)
            most = sum(number for number, makes in sources if makes & wanted)
            if sum(needs[slug] for slug in chosen) > most:
                return wanted, most
    return None


def ways_to_make(terms: Terms, order: Mapping[str, int]) -> Iterator[dict[str, Option]]:
    """Yield the ways to produce an order, by type, that with the least combined cost first."""
    slugs = list(order)
    choices = product(*(terms.kinds[slug].options(order[slug]) for slug in slugs))
    for chosen in sorted(choices, key=lambda options: sum(option.cost for option in options)):
        yield dict(zip(slugs, chosen, strict=True))


def read_order(board: Board) -> dict[str, int]:
    """Return the order of the scenario by type.

    Raises ScenarioError for a unit that needs a faction to be known, and for more units placed than ordered.
    """
    player, found = board.side.player, []
    order = {slug: player.produce[slug] for slug in UNIT_TYPES if player.produce.get(slug)}
    for slug in order:
        unit = board.side.units.get(slug)
        if not player.faction and slug in ("flagship", "mech") and (unit is None or unit.cost is None):
            message = f"a {UNIT_TYPES[slug]} needs its owner's faction: name {player.name}'s faction"
            found.append(Problem(f"players.0.produce.{slug}", message, order[slug]))
    for slug in UNIT_TYPES:
        placed = sum(units.get(slug, 0) for units in player.place.values())
        if placed > order.get(slug, 0):
            where = next(place for place, units in player.place.items() if units.get(slug))
            said, ordered = count_of_type(placed, UNIT_TYPES[slug]), order.get(slug, 0)
            message = f"{said} placed, but {ordered or 'none'} ordered; order as many as you place"
            found.append(Problem(f"players.0.place.{where}.{slug}", message, placed))
    if found:
        raise ScenarioError(found)
    return order
