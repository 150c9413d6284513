"""Every way to come within the fleet pool (37.3) and capacity (16.3): what a player may choose to remove."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mecatol.domain.clauses import cites
from mecatol.game.model import Game, Side
from mecatol.game.state import Force, Holdings, changed, stack
from mecatol.probability.limits import check_positions, count_work
from mecatol.rules.capacity.carrying import excess, fleet_excess, fleet_limit, without_excess


def _without(space: Force, kind: str, count: int) -> Force:
    """Return the force without so many units of a type, damaged ones first."""
    damaged = min(count, stack(space, kind).damaged)
    return changed(space, kind, healthy=damaged - count, damaged=-damaged)


def _fewer_ships(space: Force, kinds: Sequence[str], count: int) -> Iterator[Force]:
    """Yield the force without so many ships of these types, in every way."""
    count_work()
    if not kinds:
        if not count:
            yield space
        return
    for taken in range(min(count, stack(space, kinds[0]).total) + 1):
        yield from _fewer_ships(_without(space, kinds[0], taken), kinds[1:], count - taken)


def removed(before: Holdings, after: Holdings) -> dict[str, int]:
    """Return the units that are gone from the space area, by type."""
    left = {there.unit: there.total for there in after.space}
    gone = {there.unit: there.total - left.get(there.unit, 0) for there in before.space}
    return {kind: count for kind, count in gone.items() if count}


def worth(side: Side, gone: dict[str, int]) -> float:
    """Return the resources that units are worth."""
    return sum(side.units[kind].price * count for kind, count in gone.items())


@cites("16.3", "16.3.a", "37.3")
def ways_to_keep(game: Game, side: Side, holdings: Holdings) -> list[Holdings]:
    """Return every largest part of a player's units that may stay, the one that loses least resources first.

    A part is as large as possible where nothing that was removed could be left in place without removing something
    else. Where fighters that fly count against the fleet pool, a ship may go to make place for them.
    Raises LimitError where the time that was granted is over.
    """
    ships = [s.unit for s in holdings.space if side.units[s.unit].is_ship and not side.units[s.unit].is_fighter]
    over, flies = fleet_excess(side, holdings), side.units["fighter"].excess_fleet_pool is not None
    further = excess(side, holdings) if flies and fleet_limit(side) is not None else 0
    candidates: dict[Holdings, dict[str, int]] = {}
    number = sum(stack(holdings.space, kind).total for kind in ships)
    for count in range(over, min(number, over + further) + 1):
        for space in _fewer_ships(holdings.space, ships, count):
            kept = holdings._replace(space=space)
            count_work()
            if fleet_excess(side, kept):
                continue
            for way in without_excess(side, kept):
                count_work()
                candidates[way] = removed(holdings, way)
                check_positions(len(candidates))
    largest = []
    for way, gone in candidates.items():
        count_work(1 + len(candidates) // 8)
        if not any(_less(other, gone) for other in candidates.values()):
            largest.append(way)
    return sorted(largest, key=lambda way: (worth(side, candidates[way]), sum(candidates[way].values())))


def _less(one: dict[str, int], other: dict[str, int]) -> bool:
    """Tell whether less is removed: no more of any type, and not the same."""
    return one != other and all(count <= other.get(kind, 0) for kind, count in one.items())
