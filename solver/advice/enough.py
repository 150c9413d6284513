"""What would be enough for a chance of winning: the cheapest units to add, within fleet pool, capacity and the box."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple

from solver.advice.variations import Data, add, places, where
from solver.advice.winning import EACH, chances
from solver.domain.editions import LATEST
from solver.domain.units import unit_of
from solver.errors import ScenarioError, fault
from solver.scenario.reading import read
from solver.scenario.sentence import in_words

MOST_COST = 20
"""Resources of the dearest additions that are looked at: a stated limit, so that the search ends."""
MOST_TRIES = 2_000
"""Additions that are solved before the search gives up: a stated limit as well."""


class Purchase(NamedTuple):
    """What one cost buys: one unit, or the two that come for it."""

    place: str
    unit: str
    number: int
    cost: float


class Addition(NamedTuple):
    """Units added for a cost, and the chance of winning with them."""

    cost: float
    """Resources."""
    text: str
    """`1 cruiser and 2 fighters more`."""
    scenario: Data
    chance: float | None
    """In 0..1; None where the rules refuse it: too little capacity, or more than the fleet pool or the box holds."""


def purchases(data: Data, index: int) -> list[Purchase]:
    """Return what a player could add in the step's places: units with a cost that may stand there."""
    player = data["players"][index]
    found = []
    for place, kind in dict.fromkeys(places(data, index)):
        unit = unit_of(kind, player.get("faction"), player.get("technologies", ()), data.get("edition", LATEST))
        assert unit
        if unit.cost and (unit.is_ship or unit.is_ground_force):
            found.append(Purchase(place, kind, unit.produces, unit.cost))
    return found


def additions(scenario: object, player: str, reach: float = 0.8) -> Iterator[Addition]:
    """Yield additions to a player's units from the cheapest on, until one gives the chance of winning that is wanted.

    All of the same cost are still tried, so that the best of the cheapest is among them. The search ends without one
    at MOST_COST resources or MOST_TRIES tries. Raises ScenarioError where the scenario itself cannot be solved,
    nobody has the player's name, or `reach` is no chance (above 0, at most 1).
    """
    data = read(scenario).data()
    index = next((i for i, one in enumerate(data["players"]) if one["name"] == player), None)
    if index is None:
        names = ", ".join(one["name"] for one in data["players"])
        raise fault("player", f"{player!r} is nobody here; name one of {names}", player)
    if not 0 < reach <= 1:
        raise fault("reach", f"{reach} is no chance to reach: name one above 0 and at most 1, such as 0.8", reach)
    chances(data)
    offered = purchases(data, index)
    tries, best = 0, float("inf")
    for cost, bought in _by_cost(offered):
        if cost > best or cost > MOST_COST or tries >= MOST_TRIES:
            return
        changed = deepcopy(data)
        for purchase, number in bought:
            add(changed["players"][index], purchase.place, purchase.unit, purchase.number * number)
        chance = _chance(changed, index)
        tries += chance is not None
        if chance is not None and chance >= reach:
            best = cost
        yield Addition(cost, _text(bought), changed, chance)


def _by_cost(offered: list[Purchase]) -> Iterator[tuple[float, list[tuple[Purchase, int]]]]:
    """Yield every choice of purchases with its cost, the cheapest first, beginning with none."""
    waiting: list[tuple[float, tuple[int, ...]]] = [(0, ())]
    while waiting:
        cost, chosen = heapq.heappop(waiting)
        yield cost, [(one, chosen.count(i)) for i, one in enumerate(offered) if i in chosen]
        for i in range(chosen[-1] if chosen else 0, len(offered)):
            heapq.heappush(waiting, (cost + offered[i].cost, (*chosen, i)))


def _chance(data: Data, index: int) -> float | None:
    """Return the chance of winning with additions, None where the rules do not allow them."""
    try:
        return chances(data, EACH)[data["players"][index]["name"]]
    except ScenarioError:
        return None


def _text(bought: list[tuple[Purchase, int]]) -> str:
    parts = [
        f"{one.number * number} {in_words(one.unit, one.number * number)}{where(one.place)}" for one, number in bought
    ]
    *most, last = parts or ["nothing"]
    return f"{', '.join(most)} and {last} more" if most else f"{last} more"


def cheapest(found: list[Addition], reach: float) -> list[Addition]:
    """Return the additions of least cost that give the chance that is wanted, the best chance first."""
    enough = [one for one in found if one.chance is not None and one.chance >= reach]
    least = min((one.cost for one in enough), default=0)
    return sorted((one for one in enough if one.cost == least), key=lambda one: -(one.chance or 0))
