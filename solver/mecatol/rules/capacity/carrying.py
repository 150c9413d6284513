"""Capacity: how many fighters and ground forces ships hold up in a system's space area, and what must go (16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of, count_of_type
from mecatol.domain.steps import INVASION, SPACE_CANNON_OFFENSE, SPACE_COMBAT, TACTICAL_ACTION
from mecatol.effects.model import EFFECTS
from mecatol.errors import Problem
from mecatol.game.limits import REMOVED, Exceeded
from mecatol.game.model import Game, Side
from mecatol.game.state import Force, Holdings, State, changed, stack
from mecatol.game.windows import FleetPool
from mecatol.probability.limits import watched
from mecatol.scenario.assumptions import ENFORCED, IGNORED, TOLD

CARRIED = ("fighter", "infantry", "mech")
"""Types that need capacity in space, in the order in which excess ones are removed unless the policy says otherwise."""


def room(side: Side, holdings: Holdings) -> int:
    """Return the combined capacity of the player's ships in the system (16.2)."""
    return sum([side.units[unit].capacity * (healthy + damaged) for unit, healthy, damaged in holdings.space])


def _ground_ship(side: Side, kind: str) -> bool:
    """Tell whether a type of ground force is a ship as well: it counts against the fleet pool or capacity."""
    return kind in side.ships and kind in side.ground_forces


def fleet_ships(side: Side, space: Force) -> int:
    """Return how many ships there count against the fleet pool whatever capacity there is (37.1)."""
    kinds = [s for s in space if side.units[s.unit].is_ship and s.unit != "fighter"]
    return sum(s.total for s in kinds if not _ground_ship(side, s.unit))


def ground_ships(side: Side, space: Force) -> int:
    """Return how many ground forces there are ships as well, so that the fleet pool or capacity holds them."""
    return sum(s.total for s in space if s.unit != "fighter" and _ground_ship(side, s.unit))


def _ships_over(side: Side, space: Force) -> int:
    """Return how many ground forces that are ships find no place in the fleet pool and need capacity."""
    limit = fleet_limit(side)
    if limit is None:
        return 0
    both = ground_ships(side, space)
    return min(both, max(0, fleet_ships(side, space) + both - limit))


def _carried(side: Side, space: Force) -> list[str]:
    """Return the types of units there that ships must carry."""
    kinds = [s.unit for s in space if s.unit in CARRIED and not side.units[s.unit].capacity]
    kinds = [kind for kind in kinds if not _ground_ship(side, kind) or _ships_over(side, space)]
    if any(s.unit in side.ships and side.units[s.unit].capacity for s in space):
        kinds = [unit for unit in kinds if not side.units[unit].rides_free]
    return kinds


@cites("37.1")
def fleet_limit(side: Side) -> int | None:
    """Return how many ships other than fighters a player may have in a system; None if the scenario does not say."""
    pool = side.player.fleet_pool
    return (
        None
        if pool is None
        else pool + sum(window.ships for slug in side.effects for window in EFFECTS[slug].acts_in(FleetPool))
    )


def _flying(side: Side, space: Force) -> float:
    """Return how many fighters may stay without being carried: none, or as many as the fleet pool takes."""
    share = side.units["fighter"].excess_fleet_pool
    if share is None:
        return 0
    if (limit := fleet_limit(side)) is None:
        return inf
    return max(0, limit - fleet_ships(side, space) - ground_ships(side, space)) // share


def sheltered(side: Side, holdings: Holdings) -> int:
    """Return how many fighters of the system space docks keep from counting against capacity."""
    return sum((side.units[s.unit].holds_fighters or 0) * s.total for _, there in holdings.planets for s in there)


def carried_ground_forces(side: Side, holdings: Holdings) -> int:
    """Return how many ground forces in space count against capacity."""
    return _ground_forces(side, holdings.space, _carried(side, holdings.space))


def _ground_forces(side: Side, space: Force, carried: list[str]) -> int:
    """Return how many ground forces in space count against capacity, given which types must be carried."""
    kinds = [unit for unit in carried if unit != "fighter" and not _ground_ship(side, unit)]
    return sum([healthy + damaged for unit, healthy, damaged in space if unit in kinds]) + _ships_over(side, space)


@cites("16.1", "16.2", "16.3", "16.3.b", "16.4")
def excess(side: Side, holdings: Holdings) -> int:
    """Return how many fighters and ground forces must be removed from the space area.

    Space docks in the system take fighters off the count. Fighters that need no ship (Fighter II) count
    against the fleet pool instead: they are only in excess where the scenario names a fleet pool that is too small.
    """
    held = sum([
        healthy + damaged
        for unit, healthy, damaged in holdings.space
        if unit in CARRIED or _ground_ship(side, unit)
    ])  # fmt: skip
    free = room(side, holdings) if held else 0
    if held <= free:
        return 0
    carried = _carried(side, holdings.space)
    fighters = stack(holdings.space, "fighter").total if "fighter" in carried else 0
    fighters = max(0, fighters - sheltered(side, holdings)) if fighters else 0
    ground = _ground_forces(side, holdings.space, carried)
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


def fleet_excess(side: Side, holdings: Holdings) -> int:
    """Return how many ships must leave the system because the fleet pool does not allow them (37.3)."""
    limit = fleet_limit(side)
    return 0 if limit is None else max(0, fleet_ships(side, holdings.space) - limit)


def waived(game: Game, side: Side, assumption: str) -> bool:
    """Tell whether a player may keep what is in excess: the scenario has it ignored, or starts with an excess."""
    assumed = game.assumes(assumption)
    if assumed != TOLD:
        return assumed == IGNORED
    start = game.start.players[side.index]
    return bool(fleet_excess(side, start) if assumption == "limits" else excess(side, start))


def _allowed(game: Game, side: Side, holdings: Holdings) -> float:
    """Return how many units in excess of capacity a player may keep.

    A scenario may have capacity ignored. If it starts with an excess that was not removed (`within_capacity`), so many
    may stay as long as any ships are left that carry units; without such ships from the start, all may.
    """
    assumed, start = game.assumes("capacity"), game.start.players[side.index]
    if assumed != TOLD:
        return inf if assumed == IGNORED else 0
    over = excess(side, start)
    if not (over and room(side, start)):
        return inf if over else 0
    return over if room(side, holdings) else 0


@cites("37.3")
def without_ships_over(game: Game, side: Side, holdings: Holdings) -> Holdings:
    """Return the player's holdings without the ships that the fleet pool does not allow.

    Which ones go is the player's choice; here the cheapest, of equals those that carry least, damaged ones first.
    """
    if not (count := fleet_excess(side, holdings)) or waived(game, side, "limits"):
        return holdings
    units, space = side.units, holdings.space
    many = f"{count} ships over" if count > 1 else "1 ship over"
    game.note("37.3", f"If {side.name} has {many} the fleet pool, {side.name} removes the excess, the cheapest first.")
    kinds = [s.unit for s in space if units[s.unit].is_ship and s.unit != "fighter" and not _ground_ship(side, s.unit)]
    for kind in sorted(kinds, key=lambda kind: (units[kind].price, units[kind].capacity)):
        there = stack(space, kind)
        damaged = min(count, there.damaged)
        healthy = min(count - damaged, there.healthy)
        space = changed(space, kind, healthy=-healthy, damaged=-damaged)
        count -= damaged + healthy
    return holdings._replace(space=space)


def over_pool_only(side: Side, holdings: Holdings) -> bool:
    """Tell whether what is in excess could stay but for a fleet pool too small for fighters that fly or for ships."""
    free = room(side, holdings)
    if carried_ground_forces(side, holdings) - _ships_over(side, holdings.space) > free:
        return False
    return bool(_ships_over(side, holdings.space)) or bool(
        "fighter" in side.units and side.units["fighter"].excess_fleet_pool
    )


def removed_first(side: Side) -> list[str]:
    """Return the types of units that are carried in the order in which a player removes what is in excess."""
    return list(dict.fromkeys((*side.policy.capacity, *CARRIED)))


@cites("16.3", "16.3.a")
def removals(game: Game, side: Side, holdings: Holdings) -> list[Holdings]:
    """Return the player's holdings without what is in excess: one way under a fixed policy, all under `best`.

    The default removes fighters before infantry before mechs; `policy.capacity` names another order. What leaves as
    much in excess as before is passed over: a fighter that flies or lives at a dock makes no room for infantry.
    """
    holdings = _without_stranded(side, holdings)
    allowed = _allowed(game, side, holdings)
    if excess(side, holdings) <= allowed:
        return [holdings]
    if over_pool_only(side, holdings):
        game.note(
            "37.3",
            f"If {side.name} has more units in space than capacity and the fleet pool allow, {side.name} removes the "
            "excess.",
        )
    else:
        game.note(
            "16.3",
            f"If {side.name} has more fighters and ground forces in space than the ships can hold, {side.name} removes "
            "the excess.",
        )
    lawful = without_excess(side, holdings, removed_first(side), int(allowed))
    return list(lawful) if side.policy.searches else [next(lawful)]


def removals_of(game: Game, sides: Sequence[Side], state: State) -> list[State]:
    """Return the positions after each of these players has removed what is in excess, in every combination of ways."""
    ways = [state]
    for side in sides:
        before, ways = ways, []
        for way in before:
            left = watched(removals(game, side, way.players[side.index]))
            ways += [way.with_holdings(side.index, holdings) for holdings in left]
    return ways


def _without_stranded(side: Side, holdings: Holdings) -> Holdings:
    """Return holdings without structures that were carried in space, where no ship is left to carry them."""
    units = side.units
    stranded = [s for s in holdings.space if units[s.unit].is_structure and units[s.unit].move is None]
    if not stranded or any(units[s.unit].is_ship for s in holdings.space):
        return holdings
    return holdings._replace(space=tuple(s for s in holdings.space if s not in stranded))


def without_excess(
    side: Side, holdings: Holdings, order: Sequence[str] = CARRIED, allowed: int = 0
) -> Iterator[Holdings]:
    """Yield the player's holdings without what is in excess, in every way, types removed first by this order.

    Of what is in excess so many units are `allowed` to stay.
    """
    kinds = [kind for kind in order if kind in _carried(side, holdings.space)]
    for space in watched(_removals(side, holdings.space, excess(side, holdings) - allowed, kinds)):
        way = holdings._replace(space=space)
        if excess(side, way) <= allowed:
            yield way


_FOUGHT = (SPACE_CANNON_OFFENSE, SPACE_COMBAT, INVASION, TACTICAL_ACTION)
"""The steps that begin with what ships can hold."""


@cites("16.3", "16.3.a")
def within_capacity(game: Game) -> Game:
    """Return the game without what is in excess of capacity as it starts; it says what is removed.

    Nothing is where a player has no ship that carries anything, for then it is not known what the units came with, nor
    ground forces where they are to land: those who ask for it leave their ships out.
    """
    if game.assumes("capacity") != TOLD or game.scenario.step not in _FOUGHT:
        return game
    start = game.start
    for side in game.sides:
        kinds = removed_first(side)
        if game.scenario.step in (INVASION, TACTICAL_ACTION):
            kinds = [kind for kind in kinds if kind == "fighter"]
        holdings = start.players[side.index]
        kept = _without_first(side, holdings, kinds) if room(side, holdings) else holdings
        if kept is not holdings:
            gone = [
                count_of_type(there.total - stack(kept.space, there.unit).total, side.units[there.unit].name)
                for there in holdings.space
                if there.total > stack(kept.space, there.unit).total
            ]
            game.warn(f"{_over_capacity(side, holdings).told} {side.name} removes {' and '.join(gone)} {REMOVED}")
            start = start.with_holdings(side.index, kept)
    return game if start is game.start else replace(game, start=start)


def _without_first(side: Side, holdings: Holdings, kinds: Sequence[str]) -> Holdings:
    """Return holdings without units of these types, in this order, as long as fewer are in excess by that."""
    kept, over = holdings, excess(side, holdings)
    for kind in kinds:
        while over and (there := stack(kept.space, kind)).total:
            one = (0, -1) if there.damaged else (-1, 0)
            fewer = kept._replace(space=changed(kept.space, kind, *one))
            if excess(side, fewer) >= over:
                break
            kept, over = fewer, excess(side, fewer)
    return kept


def _over_capacity(side: Side, holdings: Holdings) -> Exceeded:
    """Return by how much a player has more in space than ships and space docks hold."""
    needed = sum(stack(holdings.space, unit).total for unit in _carried(side, holdings.space))
    those = count_of(needed, "fighter or ground force", "fighters and ground forces")
    return Exceeded(
        f"players.{side.index}.space",
        f"Over capacity: {excess(side, holdings)} too many",
        f"{side.name} has {those} in space; ships and space docks there hold {room(side, holdings)}",
        "add ships, take units away", needed, "capacity",
    )  # fmt: skip


def exceeded_at_start(game: Game) -> Iterator[Exceeded]:
    """Yield by how much each player starts with more than the fleet pool (37.3) or capacity (16.3) allows.

    What a scenario has ignored is passed over.
    """
    for side in game.sides if game.assumes("limits") != IGNORED else ():
        holdings = game.start.players[side.index]
        if over := fleet_excess(side, holdings):
            there = count_of(fleet_ships(side, holdings.space), "ship")
            yield Exceeded(
                f"players.{side.index}.fleet_pool",
                f"Over the fleet pool: {count_of(over, 'ship')} too many",
                f"{side.name} has {there} other than fighters in space; the fleet pool allows {fleet_limit(side)}",
                "take ships away, name a larger pool or none", side.player.fleet_pool,
            )  # fmt: skip
    if game.assumes("capacity") == IGNORED:
        return
    for side in game.sides:
        holdings = game.start.players[side.index]
        if excess(side, holdings):
            yield _over_capacity(side, holdings)


def problems_at_start(game: Game) -> Iterator[Problem]:
    """Yield a problem for each player who starts over a limit that the scenario enforces; warn of the others."""
    for one in exceeded_at_start(game):
        if game.assumes(one.assumption) == ENFORCED:
            yield one.problem()
        else:
            game.warn(one.warning())
