"""Paying: which planets to exhaust and how many trade goods to spend, found exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import le
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.counts import count_of
from mecatol.domain.units import planet_name
from mecatol.rules.production.windows import Treasury
from mecatol.solution.model import listed


class Payment(NamedTuple):
    """One way to pay."""

    planets: tuple[str, ...]
    """The planets exhausted, by slug, in the order of the player's cards."""
    trade_goods: int
    waste: int
    """Resources spent in excess, which are lost (67.1.b)."""
    influence: int
    """The influence of the planets exhausted."""

    @property
    def measures(self) -> tuple[int, int, int, int]:
        """What a player would rather have less of: waste, trade goods, planets, influence."""
        return self.waste, self.trade_goods, len(self.planets), self.influence


type Key = Callable[[Payment], tuple[int, ...]]


def say_spending(payment: Payment) -> str:
    """Say how to pay: `exhaust Abaddon and Zohbat, and spend 2 trade goods`; "" where nothing is spent."""
    parts = [f"exhaust {listed([*map(planet_name, payment.planets)])}"] if payment.planets else []
    if payment.trade_goods:
        parts.append(f"spend {count_of(payment.trade_goods, 'trade good')}")
    return (", and " if len(payment.planets) > 1 else " and ").join(parts)


PREFERENCES: dict[str, Key] = {
    "least-waste": lambda p: (p.waste, p.trade_goods, len(p.planets), p.influence),
    "keep-trade-goods": lambda p: (p.trade_goods, p.waste, len(p.planets), p.influence),
    "keep-planets": lambda p: (len(p.planets), p.waste, p.trade_goods, p.influence),
}
"""What matters most to each policy, first things first: less is better."""


@cites("67.1.b", "75.2", "75.3", "93.4.a")
def payments(treasury: Treasury, cost: int) -> Iterator[Payment]:
    """Yield, for each number of planets and each sum that they give, the payment that keeps the most influence.

    Among these are the best payments under every preference: two sets of planets of the same number and the same sum
    need the same trade goods and waste the same.
    """
    reached: dict[tuple[int, int], tuple[int, tuple[str, ...]]] = {(0, 0): (0, ())}
    for card in treasury.cards:
        if not card.ready or not card.spendable:
            continue
        for (number, total), (influence, chosen) in list(reached.items()):
            key = (number + 1, total + card.spendable)
            way = (influence + card.influence, (*chosen, card.planet))
            if key not in reached or way[0] < reached[key][0]:
                reached[key] = way
    for (_, total), (influence, chosen) in reached.items():
        goods = -(min(0, total - cost) // treasury.worth)  # rounded up
        if goods <= treasury.trade_goods:
            yield Payment(chosen, goods, total + goods * treasury.worth - cost, influence)


def pay(treasury: Treasury, cost: int, preference: str = "least-waste") -> Payment | None:
    """Return the best way to pay so many resources under a preference; None if there is no way."""
    return min(payments(treasury, cost), key=PREFERENCES[preference], default=None)


def _no_worse(way: Payment, other: Payment) -> bool:
    """Tell whether one way to pay is at least as good as another in every respect."""
    return all(map(le, way.measures, other.measures))


def alternatives(treasury: Treasury, cost: int, preference: str) -> list[Payment]:
    """Return the ways to pay to which no other is preferable in every respect, the preferred one first."""
    ways = sorted(payments(treasury, cost), key=PREFERENCES[preference])
    kept: list[Payment] = []
    for way in ways:
        if not any(_no_worse(other, way) for other in kept):
            kept.append(way)
    return kept
