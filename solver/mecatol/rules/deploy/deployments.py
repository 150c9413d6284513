"""What a Deploy ability is (30): when a unit may come, from where, at what cost, and what it takes the place of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mecatol.domain.places import SPACE
from mecatol.domain.units import DEPLOY, Unit, units
from mecatol.errors import DeclarationError, unknown
from mecatol.game.model import Game, Side
from mecatol.game.state import State, changed, stack
from mecatol.rules.deploy.record import DEPLOY_MOMENTS


class Situation(NamedTuple):
    """The moment that a scenario describes, as a unit that would deploy sees it."""

    game: Game
    player: int
    """Index of the player who would deploy."""
    whose: int
    """Index of the player whom the event is about."""
    moment: str
    planet: str | None
    """The planet that the scenario names, or the only one possible."""
    breach: str
    left: Mapping[str, int]
    """Figures left in reinforcements, by type; a type that is not limited is missing."""
    controls: frozenset[str]
    """Planets that the player controls."""

    @property
    def side(self) -> Side:
        """The player who would deploy."""
        return self.game.sides[self.player]

    def own(self, unit: str, place: str | None = None) -> int:
        """Return how many units of a type the player has in a place, by default on the planet."""
        place = self.planet if place is None else place
        return stack(self.game.start.at(self.player, place), unit).total if place else 0

    @property
    def ground_forces(self) -> int:
        """How many ground forces the player has on the planet."""
        there = self.game.start.at(self.player, self.planet) if self.planet else ()
        return sum(s.total for s in there if self.side.units[s.unit].is_ground_force)

    def enemy(self, counted: Callable[[Unit], bool]) -> int:
        """Return how many units of other players that count are on the planet."""
        if not self.planet:
            return 0
        return sum(
            there.total
            for side in self.game.sides
            if side.index != self.player
            for there in self.game.start.at(side.index, self.planet)
            if counted(side.units[there.unit])
        )

    def changed(self, place: str, unit: str, count: int, player: int | None = None) -> State:
        """Return the starting position with units added to or taken from a player's force in a place."""
        return with_more(self.game.start, self.player if player is None else player, place, unit, count)


def with_more(state: State, player: int, place: str, unit: str, count: int) -> State:
    """Return the position with so many units more (or fewer: damaged ones last) in a place."""
    force = state.at(player, place)
    healthy = max(count, -stack(force, unit).healthy)
    return state.put(player, place, changed(force, unit, healthy=healthy, damaged=count - healthy))


class Need(NamedTuple):
    """One thing that must hold in the moment."""

    met: Callable[[Situation], bool]
    yes: str
    """What is said where it holds; "" for what goes without saying."""
    no: str
    clauses: tuple[str, ...] = ("30.1",)


@dataclass(frozen=True, kw_only=True)
class Deployment:
    """One Deploy ability."""

    unit: str
    """The unit, by slug."""
    moment: str
    """The moment in which it may be used, a key of DEPLOY_MOMENTS."""
    happens: str = ""
    """What happens in the moment, in our words, where it is one of its faction's own, which adds it to those."""
    when: str
    """The condition, in our words."""
    what: str
    """What is placed where, in our words."""
    window: str
    """What one timing window is, for "once per timing window"."""
    needs: tuple[Need, ...] = ()
    resources: int = 0
    influence: int = 0
    """What must be spent in all, the ability that it changes included."""
    trade_goods: int = 0
    gains: tuple[str, int] | None = None
    """A faction ability that acts in the same moment, by name, and the trade goods that it gives to pay with."""
    mandatory: bool = False
    where: Callable[[Situation], str | None] = lambda at: at.planet
    """Where the unit comes to: SPACE, a planet's slug or ADJACENT, for any other system."""
    takes: Mapping[str, int] | None = None
    """Figures of other types that must be in reinforcements."""
    place: Callable[[Situation], State]
    """The position afterwards."""

    @property
    def price(self) -> str:
        """The cost in words."""
        costs = ((self.resources, "resources"), (self.influence, "influence"), (self.trade_goods, "trade good"))
        return " and ".join(f"{count} {what}" for count, what in costs if count) or "nothing"


def mech_there(at: Situation) -> State:
    """Return the position with the mech on the planet."""
    return at.changed(at.planet or SPACE, "mech", 1)


def is_ground_force(unit: Unit) -> bool:
    """Tell whether a unit is a ground force."""
    return unit.is_ground_force


OWN_EVENT = Need(
    lambda at: at.whose == at.player, "The player is the one who does it.", "Another player does it, not this one."
)
PLANET = Need(lambda at: at.planet is not None, "", "There is no planet to place it on.")
CONTROLLED = Need(
    lambda at: at.planet in at.controls,
    "The player controls the planet.",
    "The player does not control the planet.",
)
INFANTRY = Need(
    lambda at: at.own("infantry") > 0,
    "The player has an infantry there to replace.",
    "The player has no infantry there to replace.",
)
FIGHT = Need(
    lambda at: at.enemy(is_ground_force) > 0,
    "An opponent has ground forces there, so there is ground combat.",
    "No opponent has ground forces there, so there is no ground combat.",
)

DEPLOYMENTS: dict[str, Deployment] = {}
"""Every Deploy ability, by the unit that has it; the files of `mecatol.cards.factions` fill it."""


def declare_deploy(ability: Deployment) -> Deployment:
    """Enter a Deploy ability into DEPLOYMENTS and return it.

    Raises:
        DeclarationError: its moment is none in which a scenario can ask, or its unit has one already.
    """
    if ability.happens:
        DEPLOY_MOMENTS.setdefault(ability.moment, ability.happens)
    if ability.moment not in DEPLOY_MOMENTS:
        wrong = unknown("moment", ability.moment, "moment to deploy in", DEPLOY_MOMENTS).message
        raise DeclarationError(f"Deployment of {ability.unit!r}, moment: {wrong}")
    if ability.unit in DEPLOYMENTS:
        raise DeclarationError(f"Deployment of {ability.unit!r}, unit: it has a Deploy ability already; name each once")
    DEPLOYMENTS[ability.unit] = ability
    return ability


def check() -> None:
    """Check that every unit with Deploy says when it may come, and that every such ability is some unit's.

    Raises:
        DeclarationError: with every mistake, one a line.
    """
    having = {slug for slug, unit in units().items() if unit.has(DEPLOY)}
    lost = [f"Unit {slug!r}, deploy: nothing says when; add `declare_deploy`" for slug in having - DEPLOYMENTS.keys()]
    lost += [
        f"Deployment of {slug!r}, unit: {unknown('unit', slug, 'unit with Deploy', having).message}"
        for slug in DEPLOYMENTS.keys() - having
    ]
    if lost:
        raise DeclarationError("\n".join(sorted(lost)))


def deployable(side: Side) -> list[Unit]:
    """Return the units of a player that have a Deploy ability."""
    return [unit for unit in side.units.values() if unit.has(DEPLOY)]
