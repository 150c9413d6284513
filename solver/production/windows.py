"""What production is told in, and the windows in which effects change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from solver.effects.model import Moment
    from solver.units import Unit


class Card(NamedTuple):
    """A planet card that the player controls."""

    planet: str
    """Its slug."""
    resources: int
    influence: int
    ready: bool
    """Whether it is not exhausted."""
    spendable: int
    """The resources that exhausting it gives, where that is not the planet's resource value."""


class Treasury(NamedTuple):
    """What a player can spend."""

    cards: tuple[Card, ...]
    trade_goods: int
    worth: int = 1
    """The resources that one trade good gives."""

    def card(self, planet: str) -> Card | None:
        """Return a planet's card, None if the player does not have it."""
        return next((card for card in self.cards if card.planet == planet), None)

    @property
    def total(self) -> int:
        """All resources that can be spent."""
        return sum(card.spendable for card in self.cards if card.ready) + self.worth * self.trade_goods


class Work(NamedTuple):
    """Units of one type in one place that use Production, or something that counts as such a unit."""

    place: str
    """SPACE or a planet's slug."""
    name: str
    number: int
    value: int
    """The Production value of each."""
    unit: Unit | None = None
    """What they are; None for what only counts as a unit."""
    blockaded: bool = False
    """Whether they cannot produce ships (14.2)."""

    @property
    def total(self) -> int:
        """How many units they can produce together (68.1.a)."""
        return self.number * self.value


class Price(NamedTuple):
    """What a type of unit costs."""

    cost: int
    """Resources for one group of them."""
    group: int = 1
    """How many come for that (67.2)."""
    extra: int = 0
    """How many more may come with each group that do not count against the limit."""


class Gift(NamedTuple):
    """Units that are placed, not produced, after the order."""

    unit: str
    """The type."""
    number: int
    where: str
    """In words."""


@dataclass(frozen=True, kw_only=True)
class Producing:
    """The windows of Production that an effect uses; those that it does not use stay None."""

    treasury: Callable[[Moment, int, Treasury], Sequence[Treasury]] | None = None
    """What can be spent: the ways in which the owner may read it, the plain one first."""
    works: Callable[[Moment, int, tuple[Work, ...]], Sequence[tuple[Work, ...]]] | None = None
    """Who produces: the ways among which the owner may choose."""
    cannot_make: Callable[[Moment, int, Work, Unit], bool] | None = None
    """Whether production of these units cannot be used for such a unit."""
    price: Callable[[Moment, int, Unit, Price], Price] | None = None
    """What such a unit costs."""
    free: Callable[[Moment, int, Unit], int] | None = None
    """How many such units are produced without spending resources."""
    reduces: Callable[[Moment, int], int] | None = None
    """By how much the combined cost is reduced."""
    uncounted: int = 0
    """How many fighters and infantry of an order do not count against the limit."""
    carried_uncounted: bool = False
    """Whether fighters and ground forces up to the capacity of the ships produced do not count against the limit."""
    lands: Callable[[Moment, int, Unit], tuple[str, ...]] | None = None
    """Further places in the system where such a unit may be placed."""
    gifts: Callable[[Moment, int, Mapping[str, int]], tuple[Gift, ...]] | None = None
    """What may be placed after the order (by type) was produced."""
