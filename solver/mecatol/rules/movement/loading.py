"""Who goes and who is carried: the ships of a fleet that arrive, and on which of them each transported unit is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations_with_replacement

from mecatol.domain.clauses import cites
from mecatol.domain.units import Unit
from mecatol.game.model import Side
from mecatol.rules.movement.route import START, Fleet, Pushes, Rules, arriving, lacking, movers
from mecatol.rules.movement.windows import Moving
from mecatol.scenario.movement import ACTIVE_SYSTEM, TOKEN

CARGO = ("mech", "infantry", "fighter")
"""Types that are transported, in the order in which they get the room that there is; what takes none comes before."""


@dataclass
class Ship:
    """One ship that moves, and what it carries: where each unit came on board, and its type."""

    kind: str
    capacity: int
    cargo: list[tuple[int, str]] = field(default_factory=list)
    beside: int = 0
    """How many of them take no capacity."""
    risky: bool = False
    """Whether the gravity rift that it starts in gives it 1 more, at a greater risk."""


@dataclass
class Convoy:
    """What happens to one fleet."""

    fleet: Fleet
    ships: list[Ship]
    """Those that can arrive, fighters that need no ship among them."""
    stays: dict[str, int]
    """Ships that cannot arrive, by type."""
    left: dict[int, dict[str, int]]
    """Units that nobody carries, by where they are and by type."""
    flying: int = 0
    """Fighters among them that need no ship."""

    @property
    def carried(self) -> dict[str, int]:
        """Units that are carried, by type, wherever they come on board."""
        counts: dict[str, int] = {}
        for ship in self.ships:
            for _, kind in ship.cargo:
                counts[kind] = counts.get(kind, 0) + 1
        return counts

    @property
    def going(self) -> dict[str, int]:
        """Ships that can arrive, by type."""
        counts: dict[str, int] = {}
        for ship in self.ships:
            counts[ship.kind] = counts.get(ship.kind, 0) + 1
        return counts

    def risky(self, kind: str) -> int:
        """Return how many of its ships of a type arrive only because of a rift's stronger pull."""
        return sum(ship.risky and ship.kind == kind for ship in self.ships)


def transported(side: Side) -> list[str]:
    """Return the types of units that a player's ships can transport, in the order in which they come on board."""
    carried = [window.carries for _, window in side.acting(Moving) if window.carries]
    more = []
    for kind, unit in side.units.items():
        if any(fits(unit) for fits in carried):
            more.append(kind)
    return [*more, *(kind for kind in CARGO if kind in side.units)]


def barred(law: Rules, fleet: Fleet, place: int, ship: Unit) -> bool:
    """Tell whether a ship cannot pick units up in a system: a command token is there, and it is not the active one."""
    if place == len(fleet.through):
        return False
    there = fleet.start if place == START else fleet.through[place]
    return TOKEN in there and ACTIVE_SYSTEM not in there and not law.leaves_tokens(ship)


def _waiting(side: Side, fleet: Fleet) -> Iterator[tuple[int, str, int]]:
    """Yield the units that want to be carried, in order: where they are, their type, how many.

    What is worth more comes first, wherever it comes on board.
    """
    for kind in transported(side):
        if side.units[kind].move is None and fleet.units.get(kind):
            yield START, kind, fleet.units[kind]
        for place in sorted(fleet.picks_up):
            if count := fleet.picks_up[place].get(kind, 0):
                yield place, kind, count


@cites("58.5", "95.1", "95.1.a", "95.3")
def load(law: Rules, side: Side, fleet: Fleet, push: Pushes = ()) -> Convoy:
    """Return who of a fleet arrives: ships first, then what finds room, spread over the ships as evenly as possible.

    Fighters that can fly are carried while there is room, and fly where there is none.
    """
    ships: list[Ship] = []
    stays: dict[str, int] = {}
    for kind in movers(side, fleet):
        unit, count = side.units[kind], fleet.units[kind]
        if unit.is_fighter:
            continue
        able, risky = arriving(law, fleet, unit, count, push)
        ships += [Ship(kind, unit.capacity, risky=place < risky) for place in range(able)]
        if able < count:
            stays[kind] = count - able
    left: dict[int, dict[str, int]] = {}
    convoy = Convoy(fleet, ships, stays, left)

    def free(place: int, kind: str) -> list[Ship]:
        anywhere, spare = kind not in CARGO, _beside(side, kind)
        return [
            ship for ship in ships
            if (anywhere or (ship.capacity and (spare or len(ship.cargo) - ship.beside < ship.capacity)))
            and not barred(law, fleet, place, side.units[ship.kind])
            and not law.passes_unladen(fleet, side.units[ship.kind])
        ]  # fmt: skip

    def board(place: int, kind: str) -> bool:
        open_to_it = free(place, kind) or _after_a_change(law, side, convoy, place, free)
        if not open_to_it:
            return False
        ship = min(open_to_it, key=lambda ship: len(ship.cargo))
        ship.cargo.append((place, kind))
        ship.beside += _beside(side, kind)
        return True

    for place, kind, count in _waiting(side, fleet):
        for _ in range(count):
            if not board(place, kind):
                there = left.setdefault(place, {})
                there[kind] = there.get(kind, 0) + 1
    fighter = side.units.get("fighter")
    if fighter and fighter.move is not None and fleet.units.get("fighter"):
        _squadron(law, side, convoy, push, board)
    return convoy


def _beside(side: Side, kind: str) -> bool:
    """Tell whether a type of unit takes no capacity."""
    return kind not in CARGO or side.units[kind].rides_free


def _after_a_change(
    law: Rules, side: Side, convoy: Convoy, place: int, free: Callable[[int, str], list[Ship]]
) -> list[Ship]:
    """Return a full ship that can pick up in a system, once a unit of its cargo is on another ship; none if none can.

    Where a command token is, some ships can pick units up and others cannot.
    """
    for ship in convoy.ships:
        if ship.capacity and not barred(law, convoy.fleet, place, side.units[ship.kind]):
            for one in ship.cargo:
                if not _beside(side, one[1]) and (others := free(*one)):
                    ship.cargo.remove(one)
                    min(others, key=lambda other: len(other.cargo)).cargo.append(one)
                    return [ship]
    return []


def _squadron(law: Rules, side: Side, convoy: Convoy, push: Pushes, board: Callable[[int, str], bool]) -> None:
    """Let the fighters that can fly be carried while there is room, and fly where there is none."""
    fleet, unit = convoy.fleet, side.units["fighter"]
    rest = sum(not board(START, "fighter") for _ in range(fleet.units["fighter"]))
    able, risky = arriving(law, fleet, unit, rest, push)
    convoy.ships += [Ship("fighter", 0, risky=place < risky) for place in range(able)]
    convoy.flying = able
    if able < rest:
        convoy.left.setdefault(START, {})["fighter"] = rest - able


def pushes(law: Rules, side: Side, fleets: list[Fleet]) -> list[Pushes]:
    """Return what the effects for one ship each may add to: ships that lack no more than they add, or one pace-maker.

    None of them pushes a ship in some of these ways, and each of them another in others.
    """
    most = len(law.one_more)
    useful = []
    for fleet in fleets if most else ():
        for kind in movers(side, fleet):
            if law.alike or _falls_short(law, side, fleet, kind, most):
                useful.append((fleet.index, kind))
    return [ways for size in range(most + 1) for ways in combinations_with_replacement(useful, size)]


def _falls_short(law: Rules, side: Side, fleet: Fleet, kind: str, most: int) -> bool:
    """Tell whether a ship, moved by its own value or as the fastest, lacks something, and no more than can be added."""
    added = most + bool(law.pulls_harder(fleet))
    for matched in {False, law.matched == (fleet.index, kind)}:
        if 0 < (lacking(law, fleet, side.units[kind], matched=matched) or 0) <= added:
            return True
    return False


def merit(side: Side, convoys: list[Convoy]) -> tuple[int, float, float]:
    """Return what is to be as large as possible when the player has a choice.

    Units that arrive come first, then their worth, then how little of it a rift's stronger pull puts at risk.
    """
    arriving = [counts for convoy in convoys for counts in (convoy.going, convoy.carried)]
    number = sum(sum(counts.values()) for counts in arriving)
    risky = []
    for ship in chain.from_iterable(convoy.ships for convoy in convoys):
        if ship.risky:
            risky += [ship.kind, *[kind for _, kind in ship.cargo]]
    worth = sum(side.units[kind].price * count for counts in arriving for kind, count in counts.items())
    return number, worth, -sum(side.units[kind].price for kind in risky)


def set_out(law: Rules, side: Side, fleets: list[Fleet]) -> tuple[list[Convoy], Pushes]:
    """Return who arrives of each fleet, and the ships that are pushed so that as much as possible arrives."""
    loaded = []
    for push in pushes(law, side, fleets):
        convoys = [load(law, side, fleet, push) for fleet in fleets]
        loaded.append((convoys, push))
    return max(loaded, key=lambda item: merit(side, item[0]))
