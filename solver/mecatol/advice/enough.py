"""What would be enough for a chance of winning: the cheapest units to add, within fleet pool, capacity and the box."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from copy import deepcopy
from itertools import combinations
from typing import NamedTuple

from mecatol.advice.forces import Data, add, index_of, landing_with_it, own_unit, places, where
from mecatol.advice.landing import landing_as
from mecatol.advice.winning import EACH, Stakes, chances, kept, stakes
from mecatol.domain.counts import in_words
from mecatol.errors import LimitError, ScenarioError, number_within
from mecatol.probability.dice import TIE
from mecatol.scenario.reading import read

MOST_COST = 20
"""Resources of the dearest additions that are looked at: a stated limit, so that the search ends."""
MOST_TRIES = 2_000
"""Additions that are solved before the search gives up: a stated limit as well."""
MOST_TOO_LARGE = 10
"""Additions that take too long to be solved before it does."""


class Purchase(NamedTuple):
    """What one cost buys: one unit, or the two that come for it."""

    place: str
    unit: str
    number: int
    cost: float
    words: str = ""
    """Where it lands, if that has to be said."""


class Addition(NamedTuple):
    """Units added for a cost, and the chance of winning with them."""

    cost: float
    """Resources."""
    text: str
    """`1 more cruiser and 2 more fighters`."""
    scenario: Data
    chance: float | None
    """In 0..1; None where the rules refuse it: too little capacity, or more than the fleet pool or the box holds."""
    limit: bool = False
    """Whether it has no chance because it takes too long to be solved."""


def purchases(data: Data, index: int) -> list[Purchase]:
    """Return what a player could add in the step's places: units with a cost that may stand there."""
    found = []
    for place, kind in dict.fromkeys(places(data, index)):
        unit = own_unit(data, index, kind)
        assert unit
        if unit.cost and (unit.is_ship or unit.is_ground_force):
            words = landing_with_it(data, index, place, kind)
            found.append(Purchase(place, kind, unit.produces, unit.cost, words))
    return found


def additions(scenario: object, player: str, reach: float = 0.8) -> Iterator[Addition]:
    """Yield additions to a player's units from the cheapest on, until one gives the chance of winning that is wanted.

    All of the same cost are still tried, so that the best of the cheapest is among them; where the second of two
    units that come for one cost finds no place, one of them is. The search ends without one at MOST_COST resources,
    MOST_TRIES tries or MOST_TOO_LARGE that take too long. Raises ScenarioError where the scenario itself cannot be
    solved, nobody has the player's name, or `reach` is no chance (above 0, at most 1).
    """
    data = read(scenario).data()
    index = index_of(data, player)
    reach = number_within("reach", reach, "a chance above 0 and at most 1, such as 0.8", 0, 1, above=True)
    chances(data)
    of, keeping = stakes(data), kept(data)
    offered = purchases(data, index)
    tries, too_large, best = 0, 0, float("inf")
    for cost, bought in _by_cost(offered):
        if cost > best or cost > MOST_COST or tries >= MOST_TRIES or too_large >= MOST_TOO_LARGE:
            return
        for tried in _tried(data, index, cost, bought, of, keeping):
            tries += tried.chance is not None
            too_large += tried.limit
            if tried.chance is not None and is_enough(tried.chance, reach):
                best = cost
            yield tried


def _tried(
    data: Data, index: int, cost: float, bought: list[tuple[Purchase, int]], of: Stakes, keeping: Collection[str]
) -> Iterator[Addition]:
    """Yield what a cost buys; where the rules refuse it, with one unit less of those that come in twos, or several."""
    pairs = [at for at, (purchase, _) in enumerate(bought) if purchase.number > 1]
    for spared in range(len(pairs) + 1):
        refused = True
        for without in combinations(pairs, spared):
            units = [
                (purchase, purchase.number * number - (at in without)) for at, (purchase, number) in enumerate(bought)
            ]
            changed = deepcopy(data)
            for purchase, number in units:
                add(changed, index, purchase.place, purchase.unit, number)
            landing_as(data, changed)
            chance, limit = _chance(changed, index, of, keeping)
            refused = refused and chance is None and not limit
            yield Addition(cost, _text(units), changed, chance, limit)
        if not refused:
            return


def is_enough(chance: float, reach: float) -> bool:
    """Tell whether a chance is what is wanted, but for rounding."""
    return chance >= reach - TIE


def looked_through(found: list[Addition]) -> float:
    """Return the cost up to which everything has been tried, of additions in the order of a search that has ended."""
    if not found:
        return 0
    ended = found[-1].cost
    if any(one.limit for one in found):
        ended = min(one.cost for one in found if one.limit)
    elif sum(one.chance is not None for one in found) < MOST_TRIES:
        return ended
    return max((one.cost for one in found if one.cost < ended), default=0)


def _by_cost(offered: list[Purchase]) -> Iterator[tuple[float, list[tuple[Purchase, int]]]]:
    """Yield every choice of purchases with its cost, the cheapest first, beginning with none."""
    waiting: list[tuple[float, tuple[int, ...]]] = [(0, ())]
    while waiting:
        cost, chosen = heapq.heappop(waiting)
        yield cost, [(one, chosen.count(i)) for i, one in enumerate(offered) if i in chosen]
        for i in range(chosen[-1] if chosen else 0, len(offered)):
            heapq.heappush(waiting, (cost + offered[i].cost, (*chosen, i)))


def _chance(data: Data, index: int, of: Stakes, keeping: Collection[str]) -> tuple[float | None, bool]:
    """Return the chance of winning with additions, None where there is none, and whether it takes too long to tell."""
    try:
        return chances(data, EACH, of, keeping)[data["players"][index]["name"]], False
    except ScenarioError as error:
        return None, isinstance(error, LimitError)


def _text(bought: list[tuple[Purchase, int]]) -> str:
    parts = [f"{number} more {in_words(one.unit, number)}{where(one.place)}" for one, number in bought]
    landing = "".join(dict.fromkeys(one.words for one, _ in bought))
    *most, last = parts or ["nothing more"]
    return f"{', '.join(most)} and {last}{landing}" if most else f"{last}{landing}"


def cheapest(found: list[Addition], reach: float) -> list[Addition]:
    """Return the additions of least cost that give the chance that is wanted, the best chance first."""
    enough = [one for one in found if one.chance is not None and is_enough(one.chance, reach)]
    least = min((one.cost for one in enough), default=0)
    return sorted((one for one in enough if one.cost == least), key=lambda one: -(one.chance or 0))
