"""Every fleet that a number of resources buys, within capacity, fleet pool and what the box holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from mecatol.domain.units import Unit
from mecatol.errors import fault, number_within, shown

MOST_COST = 60
"""Resources of the dearest fleets that are listed: a stated limit, so that a list ends."""
CARRIED = ("fighter", "infantry", "mech")


class Bounds(NamedTuple):
    """What a fleet must keep to."""

    least: float
    """Resources that it costs at the least."""
    most: float
    """Resources that it costs at most."""
    fleet_pool: int | None = None
    """Ships other than fighters that it may have (37.1); None for as many as there are."""
    production_limit: int | None = None
    """Units that may be produced at once (67.2); None for as many as there are."""
    within_capacity: bool = True
    """Whether fighters and ground forces must be carried (16.1)."""
    within_box: bool = True
    """Whether it holds no more of a unit than a player has plastic ones (ships and mechs; fighters have tokens)."""
    whole_pairs: bool = False
    """Whether units that come two for one cost are bought only in twos, so that nobody pays for half."""


def fleets(units: Mapping[str, Unit], bounds: Bounds) -> Iterator[dict[str, int]]:
    """Yield every fleet of these units within the bounds, as counts by type, in a fixed order.

    Two fighters or infantry come for one resource, and one of them alone costs as much as both (67.1).

    Raises:
        ScenarioError: a unit cannot be bought, a bound is not a number, or the bounds ask for more than MOST_COST
            resources.
    """
    checked(bounds)
    for kind, unit in units.items():
        if not unit.cost:
            raise fault("units", f"{kind} has no cost, so no resources buy it", kind)
    for counts in _counts(list(units.items()), bounds, bounds.most):
        if any(counts.values()) and cost(units, counts) >= bounds.least and _lawful(units, counts, bounds):
            yield counts


def checked(bounds: Bounds) -> Bounds:
    """Return bounds as they are; raises ScenarioError where one is no number or no switch, or more than MOST_COST."""
    if not isinstance(bounds, Bounds):
        raise fault("bounds", f"is {shown(bounds)}; give mecatol.advice.fleets.Bounds(0, 10)", bounds)
    number_within("cost", bounds.least, "a number of resources, 0 or more")
    most = number_within("cost", bounds.most, "a number of resources, 0 or more")
    if most > MOST_COST:
        raise fault("cost", f"{most:g} is more than the {MOST_COST} resources that a search allows", bounds.most)
    for name, limit in (("fleet_pool", bounds.fleet_pool), ("production_limit", bounds.production_limit)):
        if limit is not None:
            number_within(name, limit, "a whole number, 0 or more, or None", whole=True)
    for name in ("within_capacity", "within_box", "whole_pairs"):
        if not isinstance(value := getattr(bounds, name), bool):
            raise fault(name, f"is {shown(value)}; give True or False", value)
    return bounds


def cost(units: Mapping[str, Unit], counts: Mapping[str, int]) -> float:
    """Return the resources that units cost together: of those that come in pairs, an odd one costs as much as two."""
    return sum((units[kind].cost or 0) * -(-number // units[kind].produces) for kind, number in counts.items())


def _counts(units: Sequence[tuple[str, Unit]], bounds: Bounds, left: float) -> Iterator[dict[str, int]]:
    """Yield every choice of counts for at most so many resources."""
    if not units:
        yield {}
        return
    (kind, unit), *others = units
    price = unit.cost or 0
    most = int(left // price) * unit.produces
    if bounds.within_box and unit.limit and kind not in CARRIED[:2]:
        most = min(most, unit.limit)
    for number in range(0, most + 1, unit.produces if bounds.whole_pairs else 1):
        for more in _counts(others, bounds, left - price * -(-number // unit.produces)):
            yield {kind: number, **more} if number else more


def _lawful(units: Mapping[str, Unit], counts: Mapping[str, int], bounds: Bounds) -> bool:
    """Tell whether a fleet keeps to fleet pool, capacity and the production limit."""
    if bounds.production_limit is not None and sum(counts.values()) > bounds.production_limit:
        return False
    ships = sum(number for kind, number in counts.items() if units[kind].is_ship and not units[kind].is_fighter)
    flying = units["fighter"].excess_fleet_pool if "fighter" in units else None
    carried = [kind for kind in CARRIED if kind == "fighter" or (kind in units and not units[kind].is_ship)]
    over = max(0, _number(counts, carried) - sum(units[kind].capacity * number for kind, number in counts.items()))
    if flying is None:
        if bounds.within_capacity and over:
            return False
        over = 0
    elif bounds.within_capacity and over > counts.get("fighter", 0):
        return False
    return bounds.fleet_pool is None or ships + over * (flying or 0) <= bounds.fleet_pool


def _number(counts: Mapping[str, int], kinds: Collection[str]) -> int:
    return sum(counts.get(kind, 0) for kind in kinds)
