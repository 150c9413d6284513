"""What production is told in, and the windows in which effects change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mecatol.domain.steps import PRODUCTION_STEP
from mecatol.effects.model import Window, window
from mecatol.game.moment import Moment

if TYPE_CHECKING:
    from mecatol.domain.units import Unit


class PlanetCard(NamedTuple):
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

    cards: tuple[PlanetCard, ...]
    trade_goods: int
    worth: int = 1
    """The resources that one trade good gives."""

    def card(self, planet: str) -> PlanetCard | None:
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
    """Whether they cannot produce ships (14.1)."""
    added: bool = False
    """Whether it adds to what units produce, without producing on its own."""

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


class ProductionWindow(Window):
    """A window of Production."""

    steps = (PRODUCTION_STEP,)


@window
class Funds(ProductionWindow):
    """What can be spent: the ways in which the owner may read it, the plain one first (moment, owner, treasury)."""

    act: Callable[[Moment, int, Treasury], Sequence[Treasury]]


@window
class Producers(ProductionWindow):
    """Who produces: the ways among which the owner may choose (moment, owner, works)."""

    act: Callable[[Moment, int, tuple[Work, ...]], Sequence[tuple[Work, ...]]]


@window
class OnlyProducers(ProductionWindow):
    """Who produces: only these units; why a work is not one of them, None if it is (moment, owner, work)."""

    act: Callable[[Moment, int, Work], str | None]
    single: Callable[[Moment], bool]
    """Whether only one of them produces, the one that serves the order best."""


@window
class CannotMake(ProductionWindow):
    """Who makes what: whether production of these units cannot be used for such a unit (moment, owner, work, unit)."""

    act: Callable[[Moment, int, Work, Unit], bool]


@window
class UnitPrice(ProductionWindow):
    """A unit is priced: what it costs (moment, owner, unit, price)."""

    act: Callable[[Moment, int, Unit, Price], Price]


@window
class FreeUnits(ProductionWindow):
    """A unit is priced: how many such units are produced without spending resources (moment, owner, unit)."""

    act: Callable[[Moment, int, Unit], int]


@window
class CombinedCost(ProductionWindow):
    """The order is priced: by how much its combined cost is reduced (moment, owner)."""

    act: Callable[[Moment, int], int]

    commutes = True


@window
class Uncounted(ProductionWindow):
    """The order is counted: how many fighters and infantry of it do not count against the limit."""

    number: int


@window
class CarriedUncounted(ProductionWindow):
    """The order is counted: fighters and ground forces up to the capacity of the ships produced do not count."""


@window
class PlaceProduced(ProductionWindow):
    """Units are placed: further places in the system where such a unit may be placed (moment, owner, unit)."""

    act: Callable[[Moment, int, Unit], tuple[str, ...]]


@window
class AfterProduction(ProductionWindow):
    """The order was produced: what may be placed after it (moment, owner, the order by type)."""

    act: Callable[[Moment, int, Mapping[str, int]], tuple[Gift, ...]]


@window
class FleetToken(ProductionWindow):
    """So many ships other than fighters are produced: the fleet pool gets a command token before it is checked."""

    ships: int


@window
class OnceProduced(ProductionWindow):
    """The order was produced: what happens to the effect's own card, in a sentence (moment, owner, order by type)."""

    act: Callable[[Moment, int, Mapping[str, int]], str]
