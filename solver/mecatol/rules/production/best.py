"""The best build: of all orders that can be paid for and may stay, the one that does most for an aim.

Exact: types of units are added one after the other, and of all ways to reach the same position (slots used, cost,
ships, room) the one that does most is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf
from operator import le
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.units import Unit
from mecatol.game.limits import TOKENS
from mecatol.game.state import stack
from mecatol.probability.limits import count_work
from mecatol.rules.capacity.carrying import (
    carried_ground_forces,
    fleet_limit,
    fleet_ships,
    ground_ships,
    room,
    sheltered,
    waived,
)
from mecatol.rules.production.board import Board
from mecatol.rules.production.order import Terms
from mecatol.rules.production.placement import plastic, sites
from mecatol.rules.production.windows import FleetToken

type BuildMerit = tuple[int, int, int]
"""What is compared: the aim, then combat hits in tenths, then hit points."""


class Build(NamedTuple):
    """An order that can be produced here."""

    cost: int
    """Resources to spend, reductions taken off."""
    merit: int
    """What it does for the aim; combat hits in tenths."""
    order: tuple[tuple[str, int], ...]
    """Types with their numbers."""


def _dice(unit: Unit) -> int:
    return unit.combat.dice if unit.combat else 0


AIMS: dict[str, Callable[[Unit], int]] = {
    "units": lambda unit: 1,
    "ships": lambda unit: int(unit.is_ship and not unit.is_fighter),
    "ground-forces": lambda unit: int(unit.is_ground_force),
    "combat-dice": _dice,
    "combat-hits": lambda unit: unit.tenths,
    "hit-points": lambda unit: 1 + unit.sustain_damage,
    "capacity": lambda unit: unit.capacity,
}
"""What one unit does for each aim; combat hits in tenths."""


class _BuildState(NamedTuple):
    """How far a build has come."""

    slots: tuple[int, ...]
    """What counts against the limit, by group of types that the same works can make."""
    cost: int
    ships: int
    """Ships other than fighters in the system, where the fleet pool is known."""
    room: int
    """Capacity that is left for ground forces and fighters in space, and for those that are ships themselves."""
    spare: int
    """Fighters and infantry that will not count against the limit."""
    carried: int
    """Fighters and ground forces that will not count, for ships produced can carry them."""

    def leaves_as_much(self, other: _BuildState) -> bool:
        """Tell whether it leaves open whatever another of the same cost leaves open."""
        return (
            self.room >= other.room
            and self.carried >= other.carried
            and self.spare >= other.spare
            and all(map(le, self.slots, other.slots))
        )


type Found = tuple[BuildMerit, tuple[tuple[str, int], ...]]
"""What a build does, and the build."""
type Reached = dict[_BuildState, Found]


@dataclass
class _BuildSearch:
    """What stays the same while builds are compared."""

    board: Board
    terms: Terms
    funds: int
    """The combined cost that can be borne, reductions included."""
    aim: str

    def __post_init__(self) -> None:
        side, holdings = self.board.side, self.board.game.start.players[0]
        kinds = self.terms.kinds
        self.left = plastic(self.board)
        self.slugs = [slug for slug in kinds if kinds[slug].makers and self._most(slug)]
        self.open = sites(self.board, self.terms, dict.fromkeys(self.slugs, 1)).open
        self.slugs = [slug for slug in self.slugs if self.open[slug]]
        signatures = list(dict.fromkeys(kinds[slug].makers for slug in self.slugs))
        self.group = {slug: signatures.index(kinds[slug].makers) for slug in self.slugs}
        self.bounds = []
        for size in range(1, len(signatures) + 1):
            for chosen in combinations(range(len(signatures)), size):
                makers = frozenset[int]().union(*[signatures[group] for group in chosen])
                self.bounds.append((chosen, sum(self.terms.works[maker].total for maker in makers)))
        self.groups = len(signatures)
        self.fleet = fleet_limit(side)
        self.token_ships = [actor.window.ships for actor in self.board.opened(FleetToken)]
        self.ships = fleet_ships(side, holdings.space)
        self.fighters = stack(holdings.space, "fighter").total - sheltered(side, holdings)
        self.both = ground_ships(side, holdings.space)
        self.room = room(side, holdings) - carried_ground_forces(side, holdings) + self._moved(self.ships)
        self.free = waived(self.board.game, side, "capacity")
        self.most_room = self.terms.limit + self.terms.uncounted + max(0, self.fighters) + 20
        self.share = side.units["fighter"].excess_fleet_pool if "fighter" in side.units else None

    def _most(self, slug: str) -> int:
        """Return how many units of a type can be produced at most, as far as plastic and tokens go."""
        holdings, left = self.board.game.start.players[0], self.left.get(slug, 0)
        if slug == "fighter":
            there = stack(holdings.space, slug).total
        elif slug == "infantry":
            forces = (holdings.space, *[force for _, force in holdings.planets])
            there = sum(stack(force, slug).total for force in forces)
        else:
            return left
        return 99 if left or there else 0

    def fits(self, slots: tuple[int, ...]) -> bool:
        """Tell whether the works can make what counts against the limit."""
        return all(sum(map(slots.__getitem__, chosen)) <= bound for chosen, bound in self.bounds)

    def merit(self, unit: Unit) -> BuildMerit:
        """Return what one unit adds."""
        return AIMS[self.aim](unit), unit.tenths, 1 + unit.sustain_damage

    def _flying(self, state: _BuildState) -> float:
        if self.share is None:
            return 0
        limit = self._fleet_with(state.ships)
        return inf if limit is None else max(0, limit - state.ships - self.both) // self.share

    def _fleet_with(self, ships: int) -> int | None:
        """Return the limit of ships once so many are in the system: producing some of them may have raised it."""
        if self.fleet is None:
            return None
        return self.fleet + sum(ships - self.ships >= needed for needed in self.token_ships)

    def _moved(self, ships: int) -> int:
        """Return how many ground forces that are ships leave the fleet pool to so many ships and take capacity."""
        limit = self._fleet_with(ships)
        return 0 if limit is None else min(self.both, max(0, ships + self.both - limit))

    def _left(self, state: _BuildState) -> int:
        """Return the capacity that is left once such ground forces have taken theirs."""
        return state.room - self._moved(state.ships)

    def _stay(self, state: _BuildState) -> bool:
        """Tell whether all ships can stay, and what was there before: fighters, and ground forces that are ships."""
        limit = self._fleet_with(state.ships)
        if limit is not None and state.ships > max(self.ships, limit):
            return False
        left = self._left(state)
        return self.free or (left >= 0 and max(0, self.fighters) <= left + self._flying(state))

    def _after(self, state: _BuildState, slug: str, number: int, cost: int, counted: int) -> _BuildState | None:
        """Return the position with so many more units of a type; None if they cannot be produced or stay."""
        unit = self.terms.kinds[slug].unit
        slots, paid, ships, space, spare, carried = state
        if (paid := paid + cost) > self.funds:
            return None
        if unit.is_ship and not unit.is_fighter:
            # How many ships are produced in all is known only later: until then, every token is granted.
            if self.fleet is not None and (ships := ships + number) > self.fleet + len(self.token_ships):
                return None
            space = min(self.most_room, space + unit.capacity * number)
            if self.terms.carried_uncounted:
                carried = min(self.most_room, carried + unit.capacity * number)
        else:
            if not self.free and unit.is_fighter:
                if self.fighters + number > self._left(state) + self._flying(state):
                    return None
            elif not self.free and self.open[slug] == (SPACE,) and (space := space - number) < self._moved(ships):
                return None
            if slug in TOKENS:
                used = min(spare, counted)
                spare, counted = spare - used, counted - used
            used = min(carried, counted)
            carried, counted = carried - used, counted - used
        index = self.group[slug]
        slots = (*slots[:index], slots[index] + counted, *slots[index + 1 :])
        return _BuildState(slots, paid, ships, space, spare, carried) if self.fits(slots) else None

    def undominated(self, reached: Reached) -> Reached:
        """Return the positions without those that another of the same cost outdoes and leaves as much open as."""
        alike: dict[tuple[int, int], list[_BuildState]] = {}
        for state in reached:
            alike.setdefault((state.cost, state.ships), []).append(state)
        kept: Reached = {}
        for states in alike.values():
            best: list[_BuildState] = []
            for state in sorted(states, key=lambda s: (reached[s][0], s.room, s.carried, s.spare), reverse=True):
                count_work(1 + len(best) // 8)
                if not any(other.leaves_as_much(state) for other in best):
                    best.append(state)
            kept |= {state: reached[state] for state in best}
        return kept

    def stages(self) -> Iterator[str]:
        """Yield the types in the order in which they are added: what carries before what is carried."""
        small = [slug for slug in ("infantry", "mech", "fighter") if slug in self.slugs]
        yield from (slug for slug in self.slugs if slug not in small)
        yield from small

    def run(self) -> dict[int, Found]:
        """Return the best build for each combined cost."""
        ships = self.ships if self.fleet is not None else 0
        start = _BuildState((0,) * self.groups, 0, ships, min(self.most_room, self.room), self.terms.uncounted, 0)
        reached: Reached = {start: ((0, 0, 0), ())}
        for slug in self.stages():
            kind = self.terms.kinds[slug]
            if slug == "fighter":
                reached = {state: found for state, found in reached.items() if self._stay(state)}
            one, most = self.merit(kind.unit), self._most(slug)
            options = [kind.options(number) for number in range(most + 1)]
            after = dict(reached)
            for state, (merit, order) in reached.items():
                for number in range(1, most + 1):
                    ways = [self._after(state, slug, number, *option) for option in options[number]]
                    count_work(len(ways))
                    if not any(ways):
                        break
                    total = (merit[0] + one[0] * number, merit[1] + one[1] * number, merit[2] + one[2] * number)
                    for way in ways:
                        if way and (way not in after or after[way][0] < total):
                            after[way] = (total, (*order, (slug, number)))
            reached = self.undominated(after)
        best: dict[int, Found] = {}
        for state, found in reached.items():
            if not self._stay(state):
                continue
            if state.cost not in best or best[state.cost][0] < found[0]:
                best[state.cost] = found
        return best


@cites("68.1.a", "37.1", "16.2", "67.1.c", "67.5")
def frontier(board: Board, terms: Terms, resources: int, aim: str) -> list[Build]:
    """Return the best builds by cost, each doing more for the aim than all that cost less; the last is the best.

    `resources` can be spent. Whatever could not stay, for want of capacity or of places in the fleet pool, is left out,
    and so is what would have to be taken back first.

    Raises LimitError where the time that was granted is over.
    """
    found = _BuildSearch(board, terms, resources + terms.reduction, aim).run()
    builds: list[Build] = []
    by_price: dict[int, Found] = {}
    for cost, (merit, order) in found.items():
        price = max(0, cost - terms.reduction)
        if price not in by_price or by_price[price][0] < merit:
            by_price[price] = (merit, order)
    for price in sorted(by_price):
        merit, order = by_price[price]
        if order and merit[0] > (builds[-1].merit if builds else 0):
            builds.append(Build(price, merit[0], order))
    return builds
