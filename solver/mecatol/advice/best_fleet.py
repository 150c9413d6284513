"""The best fleet for a number of resources: the frontier of cost and chance, against one fleet or a weighted mix.

Every lawful fleet is solved exactly, unless a larger one that was solved proves that it is neither the best nor the
runner-up for its cost. That proof needs a battle in which one more ship never hurts: see `_is_monotone`.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple

from mecatol.advice.fleets import Bounds, checked, fleets
from mecatol.advice.fleets import cost as cost_of
from mecatol.advice.forces import Data, index_of, own_unit, places
from mecatol.advice.winning import EACH, chances, stakes
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import Unit
from mecatol.errors import LimitError, ScenarioError, fault, number_within, shown
from mecatol.preparing.prepare import prepare
from mecatol.probability.dice import TIE
from mecatol.scenario.reading import read

type Fleet = tuple[int, ...]
"""How many of each type it has, in the order of the types that are looked at."""

MOST_FLEETS = 20_000
"""Fleets of the largest search: a stated limit, so that a budget with a zero too many is refused at once."""
MOST_MIXED = 50
"""Enemy fleets of the largest mix."""
FIRST = 3
"""Fleets of each cost that are tried before all others: those that hit and last most."""
_ORDERLY = {"assign": ("sustain-first", "cheapest-first")}
"""The choices of a player under which one more ship never hurts its owner."""


class Frontier(NamedTuple):
    """The best fleet of those that cost no more, where no cheaper one is as good."""

    cost: float
    """Resources."""
    space: dict[str, int]
    """Counts by type of unit."""
    chance: float
    """Of winning, in 0..1; against a mix, the weighted mean."""
    second: dict[str, int] | None
    """The runner-up of those that cost no more; None where there is no other."""
    margin: float | None
    """How much more the best one's chance is than the runner-up's, in 0..1."""
    gap: float
    """No fleet that costs no more has a chance that is higher by more than this: 0 once the search is over."""
    scenario: Data
    """The battle with this fleet, against the first fleet of a mix."""


@dataclass
class _Fleet:
    """A fleet of the search."""

    price: float
    spare: bool
    """Whether one more unit comes for nothing and finds a place, so that nobody would leave it out."""
    chance: float | None = None
    bound: float = 1.0
    """The chance is no higher; 1 where nothing is proved."""
    settled: bool = False
    """Whether it has been solved, refused, or needs no solution."""
    larger: list[_Fleet] = field(default_factory=list, repr=False)
    """The fleets with one more unit."""


@dataclass
class BestFleet:
    """A search for the best fleets, one battle after the other, so that it can be watched and stopped.

    Raises ScenarioError where the scenario is not one with two players that somebody wins, a type of unit cannot be
    bought, the bounds allow no fleet or more than MOST_FLEETS, or the mix is not a list of fleets with weights.
    """

    scenario: object
    player: str
    bounds: Bounds
    """The budget is `most`; `least` is not looked at, since the frontier begins with the cheapest fleet."""
    units: Collection[str] | None = None
    """Types of units that may be bought; every ship by default, and ground forces that the player has aboard."""
    mix: Sequence[Mapping[str, Any]] = ()
    """Fields of the other player that replace those of the scenario, each with its `weight`; none: as they are."""
    solved: int = field(default=0, init=False)
    """Fleets that have been solved."""
    proved: int = field(default=0, init=False)
    """Fleets that needed no solution: a larger fleet proved that they are not among the best two."""
    untried: int = field(default=0, init=False)
    """Fleets that take too long to be solved; they keep the gap open."""

    def __post_init__(self) -> None:
        self._data = read(self.scenario).data()
        self._index = _index(self._data, self.player)
        self._types = _types(self._data, self._index, self.units)
        self._enemies = _enemies(self._data, 1 - self._index, self.mix)
        self._stakes = stakes(self._data)
        self._fleets = self._listed()
        self._falling = [self._fleets[key] for key in sorted(self._fleets, key=sum, reverse=True)]
        self._spread_for = -1.0
        """The price of the fleets whose bounds are up to date."""
        self.monotone = all(_is_monotone(self._with(tuple([1] * len(self._types)), one)) for _, one in self._enemies)
        """Whether a larger fleet never has a lower chance, so that fleets can be proved worse without being solved."""
        self._best: dict[float, list[float]] = {}
        """The two best chances by cost."""
        self._waiting = self._order()
        self.whole = len(self._waiting)
        """Fleets of the search."""
        for _, enemy in self._enemies:  # its faults are told at once, and not as refused fleets
            chances(self._with(self._waiting[0], enemy), EACH, self._stakes)

    @property
    def over(self) -> bool:
        """Whether every fleet has been looked at."""
        return not self._waiting

    @property
    def left(self) -> int:
        """How many fleets have not been looked at."""
        return len(self._waiting)

    def step(self) -> None:
        """Look at the next fleet. Raises IndexError when the search is over."""
        key = self._waiting.pop(0)
        fleet = self._fleets[key]
        if fleet.price != self._spread_for:  # a bound comes from dearer fleets alone, and those have been looked at
            self._spread()
            self._spread_for = fleet.price
        if fleet.bound <= self._second(fleet.price):
            fleet.settled = True
            self.proved += 1
            return
        try:
            fleet.chance = sum(
                weight * chances(self._with(key, enemy), EACH, self._stakes)[self.player]
                for weight, enemy in self._enemies
            )
        except LimitError:
            self.untried += 1
            return
        except ScenarioError:  # the rules refuse it: it is not a fleet
            fleet.settled = True
            return
        fleet.settled = True
        self.solved += 1
        self._best[fleet.price] = sorted([*self._best.get(fleet.price, ()), fleet.chance])[-2:]

    def frontier(self) -> list[Frontier]:
        """Return the frontier as far as it is known: rising costs, each with a higher chance than all before."""
        self._spread()
        gaps = self._unsettled()
        found: list[Frontier] = []
        known = sorted(
            ((one.chance, key) for key, one in self._fleets.items() if one.chance is not None),
            key=lambda pair: (-pair[0], self._fleets[pair[1]].price, pair[1]),
        )
        for price in sorted({one.price for one in self._fleets.values()}):
            within = [pair for pair in known if self._fleets[pair[1]].price <= price][:2]
            if not within or (found and within[0][0] <= found[-1].chance + TIE):
                continue
            chance, key = within[0]
            second = within[1] if len(within) > 1 else None
            found.append(
                Frontier(
                    self._fleets[key].price,
                    self._counts(key),
                    chance,
                    self._counts(second[1]) if second else None,
                    chance - second[0] if second else None,
                    max(0.0, gaps[price] - chance),
                    self._with(key, self._enemies[0][1]),
                )
            )
        return found

    def _unsettled(self) -> dict[float, float]:
        """Return by price the highest chance that a fleet may have which costs no more and has not been settled."""
        found: dict[float, float] = {}
        for one in self._fleets.values():
            found[one.price] = max(found.get(one.price, 0.0), 0.0 if one.settled or one.spare else one.bound)
        prices = sorted(found)
        return dict(zip(prices, accumulate([found[price] for price in prices], max), strict=True))

    def _listed(self) -> dict[Fleet, _Fleet]:
        kinds, found = list(self._types), {}
        for counts in fleets(self._types, checked(self.bounds)._replace(least=0)):
            key = tuple(counts.get(kind, 0) for kind in kinds)
            found[key] = _Fleet(cost_of(self._types, counts), spare=False)
            if len(found) > MOST_FLEETS:
                raise fault("cost", f"allows more than {MOST_FLEETS:,} fleets; give fewer resources or units")
        if not found:
            raise fault("cost", "buys no fleet; give more resources, a larger fleet pool or other units")
        for key, one in found.items():
            one.larger = [found[more] for more in _larger(key) if more in found]
            one.spare = any(more.price == one.price for more in one.larger)
        return found

    def _order(self) -> list[Fleet]:
        """Return the fleets in the order in which they are looked at: the likeliest of each cost, then the dearest."""
        by_cost: dict[float, list[Fleet]] = {}
        for key, one in self._fleets.items():
            if not one.spare:
                by_cost.setdefault(one.price, []).append(key)
        first, others = [], []
        for _, keys in sorted(by_cost.items(), reverse=True):
            keys.sort(key=lambda key: (-self._strength(key), key))
            first += keys[:FIRST]
            others += keys[FIRST:]
        return first + others

    def _strength(self, key: Fleet) -> float:
        """Return what a fleet hits in a round times what it takes to destroy it: only for the order of the search."""
        hits = lasting = 0.0
        for unit, number in zip(self._types.values(), key, strict=True):
            if unit.combat:
                hits += number * unit.combat.dice * (11 - unit.combat.value) / 10
            lasting += number * (2 if unit.sustain_damage else 1)
        return hits * lasting

    def _spread(self) -> None:
        """Bring up to date what no fleet can exceed: the chance, or the bound, of each that has one more unit."""
        if not self.monotone:
            return
        for one in self._falling:
            for larger in one.larger:
                known = TIE + (larger.bound if larger.chance is None else larger.chance)
                if known < one.bound:
                    one.bound = known

    def _second(self, price: float) -> float:
        """Return the second best chance among the fleets that cost no more; -1 where fewer than two are known."""
        known = sorted(chance for cost, best in self._best.items() if cost <= price for chance in best)
        return known[-2] if len(known) > 1 else -1.0

    def _counts(self, key: Fleet) -> dict[str, int]:
        return {kind: number for kind, number in zip(self._types, key, strict=True) if number}

    def _with(self, key: Fleet, enemy: Mapping[str, Any]) -> Data:
        """Return the battle with a fleet against an enemy."""
        data = deepcopy(self._data)
        data["players"][1 - self._index] = deepcopy(dict(enemy))
        own = data["players"][self._index]
        own[SPACE] = self._counts(key)
        on_planets = {place: hurt for place, hurt in own.pop("damaged", {}).items() if isinstance(hurt, Mapping)}
        own |= {"damaged": on_planets} if on_planets else {}
        return data


def _larger(key: Fleet) -> list[Fleet]:
    """Return the fleets with one more unit."""
    return [(*key[:at], number + 1, *key[at + 1 :]) for at, number in enumerate(key)]


def _index(data: Data, player: str) -> int:
    index, number = index_of(data, player), len(data["players"])
    if number != 2:
        raise fault("players", f"are {number}; the search is for one player against another", number)
    return index


def _types(data: Data, index: int, named: Collection[str] | None) -> dict[str, Unit]:
    """Return the units that may be bought, by type."""
    aboard = data["players"][index].get(SPACE, {})
    found = {}
    for place, kind in dict.fromkeys(places(data, index)):
        unit = own_unit(data, index, kind)
        if place == SPACE and unit and unit.cost and (unit.is_ship or (unit.is_ground_force and aboard.get(kind))):
            found[kind] = unit
    if named is None:
        return found
    if isinstance(named, str) or not isinstance(named, Collection):
        raise fault("units", f"is {shown(named)}; give a list such as ['fighter', 'cruiser']", named)
    for kind in named:
        unit = own_unit(data, index, kind)
        if unit is None or not unit.cost or not (unit.is_ship or unit.is_ground_force):
            name = data["players"][index]["name"]
            raise fault(
                "units", f"{shown(kind)} is not a unit that {name} can buy here; give some of {', '.join(found)}", kind
            )
        found[kind] = unit
    return {kind: found[kind] for kind in dict.fromkeys(named)}


def _enemies(data: Data, index: int, mix: Sequence[Mapping[str, Any]]) -> list[tuple[float, Data]]:
    """Return the other player as each entry of a mix has them, with their share of the whole."""
    now = data["players"][index]
    if not isinstance(mix, Sequence) or isinstance(mix, str):
        raise fault("mix", f"is {shown(mix)}; give a list of fleets", mix)
    if not mix:
        return [(1.0, now)]
    if len(mix) > MOST_MIXED:
        raise fault("mix", f"has {len(mix)} fleets; {MOST_MIXED} are the most", len(mix))
    found = []
    for at, entry in enumerate(mix):
        if not isinstance(entry, Mapping):
            raise fault(
                f"mix.{at}", f"is {shown(entry)}; give a fleet such as {{weight: 2, space: {{cruiser: 3}}}}", entry
            )
        weight = entry.get("weight", 1)
        number_within(f"mix.{at}.weight", weight, "a number above 0", most=sys.float_info.max, above=True)
        changed = {**now, **{key: value for key, value in entry.items() if key != "weight"}}
        if SPACE in entry and "damaged" not in entry:
            changed.pop("damaged", None)
        players = [*data["players"]]
        players[index] = changed
        try:
            told = read({**data, "players": players}).data()["players"][index]
        except ScenarioError as error:
            raise ScenarioError([one._replace(field=f"mix.{at}: {one.field}") for one in error.problems]) from None
        found.append((float(weight), told))
    heaviest = max(weight for weight, _ in found)
    shares = [weight / heaviest for weight, _ in found]  # the sum of the weights themselves may be beyond a float
    whole = sum(shares)
    return [(share / whole, told) for share, (_, told) in zip(shares, found, strict=True)]


def _is_monotone(data: Data) -> bool:
    """Tell whether one more ship never lowers its owner's chance of winning.

    So it is in a space combat with nothing but units: no effect acts, nobody retreats, and hits go to ships in a fixed
    order. Roll the same dice for both fleets: the larger one always hits at least as often, and what is left of the
    smaller one after any number of hits is left of the larger one as well, since each loses the first ships of the
    order. Round by round the larger fleet stays the larger, and the enemy's the smaller.
    """
    try:
        game = prepare(read(data))
    except ScenarioError:
        return False
    told = (data.get("policy", {}), *(one.get("policy", {}) for one in data["players"]))
    return (
        data["step"] == SPACE_COMBAT
        and not game.active_effects(SPACE_COMBAT)
        and all(data.get(name) is None for name in ("rounds", "stop_after"))
        and all(value in _ORDERLY.get(key, ()) for policy in told for key, value in policy.items())
    )
