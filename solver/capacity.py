"""Capacity: how many fighters and ground forces ships hold up in a system's space area, and what must go (16)."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from solver.clauses import cites
from solver.effects.model import EFFECTS
from solver.errors import Problem
from solver.game import Game, Side
from solver.state import Force, Holdings, changed, stack

CARRIED = ("fighter", "infantry", "mech")
"""Types that need capacity in space, in the order in which excess ones are removed unless the policy says otherwise."""


def room(side: Side, holdings: Holdings) -> int:
    """Return the combined capacity of the player's ships in the system (16.2)."""
    return sum(side.units[s.unit].capacity * s.total for s in holdings.space)


def _carried(side: Side, space: Force) -> list[str]:
    """Return the types of units there that ships must carry."""
    kinds = [s.unit for s in space if s.unit in CARRIED and not side.units[s.unit].capacity]
    if any(side.units[s.unit].is_ship and side.units[s.unit].capacity for s in space):
        kinds = [unit for unit in kinds if not side.units[unit].rides_free]
    return kinds


@cites("37.1")
def fleet_limit(side: Side) -> int | None:
    """Return how many ships other than fighters a player may have in a system; None if the scenario does not say."""
    pool = side.player.fleet_pool
    return None if pool is None else pool + sum(EFFECTS[slug].fleet for slug in side.effects)


def _flying(side: Side, space: Force) -> float:
    """Return how many fighters may stay without being carried: none, or as many as the fleet pool takes."""
    share = side.units["fighter"].excess_fleet_pool
    if share is None:
        return 0
    if (limit := fleet_limit(side)) is None:
        return inf
    ships = sum(s.total for s in space if side.units[s.unit].is_ship and s.unit != "fighter")
    return max(0, limit - ships) // share


def sheltered(side: Side, holdings: Holdings) -> int:
    """Return how many fighters of the system space docks keep from counting against capacity."""
    return sum((side.units[s.unit].holds_fighters or 0) * s.total for _, there in holdings.planets for s in there)


def carried_ground_forces(side: Side, holdings: Holdings) -> int:
    """Return how many ground forces in space count against capacity."""
    return sum(stack(holdings.space, unit).total for unit in _carried(side, holdings.space) if unit != "fighter")


@cites("16.1", "16.2", "16.3", "16.3.b", "16.4")
def excess(side: Side, holdings: Holdings) -> int:
    """Return how many fighters and ground forces must be removed from the space area.

    Space docks in the system take fighters off the count. Fighters that fly by themselves (Fighter II) count
    against the fleet pool instead: they are only in excess where the scenario names a fleet pool that is too small.
    """
    fighters = stack(holdings.space, "fighter").total if "fighter" in _carried(side, holdings.space) else 0
    fighters = max(0, fighters - sheltered(side, holdings))
    ground, free = carried_ground_forces(side, holdings), room(side, holdings)
    return int(max(0, ground - free, fighters + ground - free - _flying(side, holdings.space)))


def _removals(side: Side, space: Force, count: int, kinds: list[str]) -> Iterator[Force]:
    if not count:
        yield space
        return
    if not kinds:
        return
    there = stack(space, kinds[0])
    for taken in range(min(count, there.total), -1, -1):
        damaged = min(taken, there.damaged)
        after = changed(space, kinds[0], healthy=damaged - taken, damaged=-damaged)
        yield from _removals(side, after, count - taken, kinds[1:])


@cites("16.3", "16.3.a")
def removals(game: Game, side: Side, holdings: Holdings) -> list[Holdings]:
    """Return the player's holdings without what is in excess: one way under a fixed policy, all under `best`.

    The default removes fighters before infantry before mechs; `policy.capacity` names another order. What leaves as
    much in excess as before is passed over: a fighter that flies or lives at a dock makes no room for infantry.
    """
    if game.assumes("capacity") == "ignored" or not (count := excess(side, holdings)):
        return [holdings]
    first = side.policy.get("capacity", ())
    kinds = [*first, *(unit for unit in CARRIED if unit not in first)]
    kinds = [unit for unit in kinds if unit in _carried(side, holdings.space)]
    game.note(
        "16.3", f"{side.name} has more fighters and ground forces in space than capacity, and removes the excess."
    )
    ways = (holdings._replace(space=space) for space in _removals(side, holdings.space, count, kinds))
    lawful = (way for way in ways if not excess(side, way))
    return list(lawful) if side.policy.get("assign") == "best" else [next(lawful)]


def problems_at_start(game: Game) -> Iterator[Problem]:
    """Yield a problem for each player who starts with more in space than ships can hold (16.3)."""
    if game.assumes("capacity") == "ignored":
        return
    for side in game.sides:
        holdings = game.start.players[side.index]
        if over := excess(side, holdings):
            needed = sum(stack(holdings.space, unit).total for unit in _carried(side, holdings.space))
            yield Problem(
                f"players.{side.index}.space",
                f"{side.name} has {needed} fighters and ground forces in space, {over} more than ships and space "
                f"docks there can hold (capacity {room(side, holdings)}); add ships, take units away, or have capacity "
                "ignored (`assume: {capacity: ignored}`)",
                needed,
            )
