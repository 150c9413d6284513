"""The best losses beside The Crown of Thalnos, whose rolls cost units, and before ships leave with Skilled Retreat."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from mecatol.choices import cards as simple_ways
from tests.solver.effects.battles import space, winners
from tests.solver.helpers import Data

ORDERS: tuple[Any, ...] = (
    "sustain-first",
    "cheapest-first",
    ["cruiser", "sustain", "dreadnought"],
    ["dreadnought", "sustain", "cruiser"],
)
CRUISER = Fraction(4, 10)
DREADNOUGHT = Fraction(6, 10)


def rerolled(chance: Fraction) -> Fraction:
    """Return the chance to hit with a reroll at +1; whatever misses again is lost."""
    return chance + (1 - chance) * (chance + Fraction(1, 10))


def hits_of(number: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for dice in product((0, 1), repeat=number):
        mass = Fraction(1)
        for hit in dice:
            mass *= CRUISER if hit else 1 - CRUISER
        found[sum(dice)] = found.get(sum(dice), Fraction(0)) + mass
    return found


def ways_to_lose(healthy: int, damaged: int, cruisers: int, hits: int) -> set[tuple[int, int, int]]:
    if not hits or not (healthy + damaged + cruisers):
        return {(healthy, damaged, cruisers)}
    found: set[tuple[int, int, int]] = set()
    if healthy:
        found |= ways_to_lose(healthy - 1, damaged + 1, cruisers, hits - 1)
        found |= ways_to_lose(healthy - 1, damaged, cruisers, hits - 1)
    if damaged:
        found |= ways_to_lose(healthy, damaged - 1, cruisers, hits - 1)
    if cruisers:
        found |= ways_to_lose(healthy, damaged, cruisers - 1, hits - 1)
    return found


@cache
def best(healthy: int, damaged: int, cruisers: int, foes: int) -> Fraction:
    """Return the best chance to be left alone, with The Crown, against cruisers."""
    if not (healthy + damaged + cruisers):
        return Fraction(0)
    if not foes:
        return Fraction(1)
    total = Fraction(0)
    for big in product((0, 1), repeat=healthy + damaged):
        for small in product((0, 1), repeat=cruisers):
            mass = Fraction(1)
            for hit in big:
                mass *= rerolled(DREADNOUGHT) if hit else 1 - rerolled(DREADNOUGHT)
            for hit in small:
                mass *= rerolled(CRUISER) if hit else 1 - rerolled(CRUISER)
            mine = sum(big[:healthy]), sum(big[healthy:]), sum(small)
            left = max(0, foes - sum(big) - sum(small))
            for theirs, chance in hits_of(foes).items():
                total += mass * chance * max(best(*way, left) for way in ways_to_lose(*mine, theirs))
    return total


@pytest.fixture(autouse=True)
def all_misses_are_rerolled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the Crown's owner reroll every miss: which way is best is no part of these figures."""
    monkeypatch.setattr(simple_ways, "_undecided", lambda side: [])


@pytest.mark.parametrize(("dreadnoughts", "cruisers", "foes"), [(1, 1, 2), (1, 2, 3), (2, 1, 3)])
def test_best_losses_with_the_crown(dreadnoughts: int, cruisers: int, foes: int) -> None:
    red: Data = {
        "effects": {"crown-of-thalnos": 1},
        "space": {"dreadnought": dreadnoughts, "cruiser": cruisers},
        "policy": {"assign": "best"},
    }
    blue: Data = {"space": {"cruiser": foes}}
    found = winners("space-combat", red, blue)[0]
    assert found == best(dreadnoughts, 0, cruisers, foes)
    assert found >= max(winners("space-combat", {**red, "policy": {"assign": order}}, blue)[0] for order in ORDERS)


@pytest.mark.parametrize("round_", [2, 3])
def test_best_losses_before_ships_leave(round_: int) -> None:
    red: Data = {"effects": {"skilled-retreat": 1}, "space": {"dreadnought": 1, "cruiser": 1, "fighter": 1}}
    blue: Data = {"space": {"dreadnought": 1, "cruiser": 1}}

    def won(order: Any) -> Any:
        policy = {"assign": order, "play": {"skilled-retreat": round_}}
        return winners("space-combat", {**red, "policy": policy}, blue)[0]

    found = won("best")
    assert found >= max(won(order) for order in ORDERS)
    alone = {**red, "effects": {}, "policy": {"assign": "best"}}
    assert found < winners("space-combat", alone, blue)[0]  # who leaves wins no more


def test_both_search_beside_the_crown() -> None:
    red: Data = {"effects": {"crown-of-thalnos": 1}, "space": {"dreadnought": 1, "cruiser": 1}}
    blue: Data = {"space": {"dreadnought": 1, "cruiser": 1}}
    searching = {"policy": {"assign": "best"}}
    one = winners("space-combat", {**red, **searching}, blue)[0]
    both = winners("space-combat", {**red, **searching}, {**blue, **searching})
    assert sum(both) == 1
    assert both[0] <= one


@pytest.mark.parametrize("assign", ["sustain-first", "best"])
@pytest.mark.parametrize(
    ("red", "blue"),
    [
        # two ships are too few for Assault Cannon, so Impulse Core comes first and sinks who would have used Ambush
        (
            {"faction": "yin-brotherhood", "technologies": ["assault-cannon", "impulse-core"], **space(cruiser=1)},
            space(cruiser=1),
        ),
        # The Alastor has no ground forces to call up, so the Mentak hero is not played yet when Impulse Core is used
        (
            {"faction": "nekro-virus", "technologies": ["impulse-core"], **space(cruiser=1, flagship=1)},
            {**space(destroyer=1), "effects": {"ipswitch-loose-cannon": 1}},
        ),
    ],
)
def test_what_does_nothing_at_the_start_takes_no_turn(red: Data, blue: Data, assign: str) -> None:
    found = winners("space-combat", {**red, "policy": {"assign": assign}}, {"faction": "mentak-coalition", **blue})
    assert found == ((0, 1, 0) if "assault-cannon" in red["technologies"] else (1, 0, 0))
