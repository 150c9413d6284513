"""Every unit with a Deploy ability (30): when it may come, from where, at what cost, and what it takes the place of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from solver.domain.places import ADJACENT, SPACE
from solver.domain.units import DEPLOY, Unit
from solver.game.limits import ON_A_PLANET
from solver.game.model import Game, Side
from solver.game.state import State, changed, stack


class Situation(NamedTuple):
    """The moment that a scenario describes, as a unit that would deploy sees it."""

    game: Game
    player: int
    """Index of the player who would deploy."""
    whose: int
    """Index of the player whom the event is about."""
    moment: str
    planet: str | None
    """The planet that is named, or the only one possible."""
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
        return _changed(self.game.start, self.player if player is None else player, place, unit, count)


def _changed(state: State, player: int, place: str, unit: str, count: int) -> State:
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
    """The moment in which it may be used, a key of `moments.DEPLOY_MOMENTS`."""
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


def _mech(at: Situation) -> State:
    return at.changed(at.planet or SPACE, "mech", 1)


def _infantry_place(at: Situation) -> str | None:
    """Return where an infantry of the player's stands, wherever that is: on the planet if one is named."""
    named = at.game.scenario.deploy.get("planet")
    places = (
        [named] if named else [*(planet for planet, _ in at.game.start.players[at.player].planets), SPACE, ADJACENT]
    )
    return next((place for place in places if at.own("infantry", place)), None)


def _mech_for_infantry_anywhere(at: Situation) -> State:
    place = _infantry_place(at) or SPACE
    return _changed(at.changed(place, "mech", 1), at.player, place, "infantry", -1)


def _mech_for_infantry(at: Situation) -> State:
    return _changed(_mech(at), at.player, at.planet or SPACE, "infantry", -1)


def _mech_and_infantry(at: Situation) -> State:
    return _changed(_mech(at), at.player, at.planet or SPACE, "infantry", 1)


def _pds_place(at: Situation) -> str | None:
    """Return where a PDS stands that can be replaced: the planet named, or the first with one."""
    places = [planet for planet, _ in at.game.start.players[at.player].planets]
    named = [at.planet] if at.planet else [*places, SPACE]
    return next((place for place in named if at.own("pds", place)), None)


def _flagship_for_pds(at: Situation) -> State:
    state = at.changed(SPACE, "flagship", 1)
    place = _pds_place(at)
    return _changed(state, at.player, place, "pds", -1) if place else state


def _mech_for_theirs(at: Situation) -> State:
    state = _mech(at)
    for side in at.game.sides:
        if side.index != at.player and at.planet and stack(state.at(side.index, at.planet), "infantry").total:
            return _changed(state, side.index, at.planet, "infantry", -1)
    return state


def _ground_force(unit: Unit) -> bool:
    return unit.is_ground_force


_OWN_EVENT = Need(
    lambda at: at.whose == at.player, "It is the player's own doing.", "It is somebody else's doing, not the player's."
)
_PLANET = Need(lambda at: at.planet is not None, "", "There is no planet for it to come to.")
_CONTROLLED = Need(
    lambda at: at.planet in at.controls,
    "The player controls the planet.",
    "The player does not control the planet.",
)
_INFANTRY = Need(
    lambda at: at.own("infantry") > 0,
    "An infantry of the player's is there to be replaced.",
    "No infantry of the player's is there to be replaced.",
)
_FIGHT = Need(
    lambda at: at.enemy(_ground_force) > 0,
    "An opponent has ground forces there, so there is ground combat.",
    "No opponent has ground forces there, so there is no ground combat.",
)

DEPLOYMENTS: dict[str, Deployment] = {
    deployment.unit: deployment
    for deployment in (
        Deployment(
            unit="letani-behemoth",
            moment="mitosis",
            when="Mitosis would be used, at the start of the status phase.",
            what="In place of the infantry that Mitosis brings, an infantry of the player's becomes this mech.",
            window="one use of Mitosis",
            needs=(
                _OWN_EVENT,
                Need(lambda at: _infantry_place(at) is not None, _INFANTRY.yes, _INFANTRY.no),
            ),
            where=_infantry_place,
            place=_mech_for_infantry_anywhere,
        ),
        Deployment(
            unit="dunlain-reaper",
            moment="ground-combat-round",
            when="A round of ground combat starts in which the player has infantry.",
            what="An infantry in that combat becomes this mech.",
            window="one round of ground combat; a later round is another",
            needs=(_PLANET, _INFANTRY, _FIGHT),
            resources=2,
            place=_mech_for_infantry,
        ),
        Deployment(
            unit="scavenger-zeta",
            moment="gain-planet",
            when="The player has just gained control of a planet.",
            what="It comes to that planet.",
            window="one planet gained; each further one is another",
            needs=(_OWN_EVENT, _PLANET),
            trade_goods=1,
            place=_mech,
        ),
        Deployment(
            unit="revenant",
            moment="commit-ground-forces",
            when="Ground forces are committed in the player's own tactical action, in a system with an active breach.",
            what="It is committed to a planet there, even if the player has no other unit in the system.",
            window="one Commit Ground Forces step, however many planets the system has",
            needs=(
                Need(
                    lambda at: at.player == 0 and at.whose == at.player,
                    "It is the player's own tactical action.",
                    "It is not the player's own tactical action.",
                ),
                Need(
                    lambda at: at.breach == "active",
                    "The active system holds an active breach.",
                    "The active system holds no active breach.",
                ),
                _PLANET,
            ),
            place=_mech,
        ),
        Deployment(
            unit="zs-thunderbolt-m2",
            moment="orbital-drop",
            when="Orbital Drop has just been used.",
            what="It comes to the planet that Orbital Drop brought infantry to.",
            window="one use of Orbital Drop",
            needs=(_OWN_EVENT, _PLANET, _CONTROLLED),
            resources=3,
            place=_mech,
        ),
        Deployment(
            unit="iconoclast-omega-omega",
            moment="relic-gained",
            when="Another player has just gained a relic.",
            what="It comes to any planet that its owner controls.",
            window="one relic gained",
            mandatory=True,
            needs=(
                Need(
                    lambda at: at.whose != at.player,
                    "Another player gained the relic.",
                    "The player gained the relic: only others' relics count.",
                ),
                _PLANET,
                _CONTROLLED,
            ),
            place=_mech,
        ),
        Deployment(
            unit="ouranos",
            moment="activate-system",
            when="The player has just activated a system that held a PDS of the player's at that time.",
            what="It takes the place of one of those PDS, in the space area.",
            window="one activation of a system",
            needs=(
                _OWN_EVENT,
                Need(
                    lambda at: _pds_place(at) is not None,
                    "A PDS of the player's is there to be replaced.",
                    "No PDS of the player's is there to be replaced.",
                ),
            ),
            place=_flagship_for_pds,
        ),
        Deployment(
            unit="hecatoncheires",
            moment="place-pds",
            when="The player would place a PDS on a planet.",
            what="It and an infantry come to the planet, and the PDS does not.",
            window="one PDS that would be placed; each further one is another",
            takes={"pds": 1},
            needs=(
                _OWN_EVENT,
                _PLANET,
                Need(
                    lambda at: at.own("pds") < ON_A_PLANET["pds"],
                    "The planet has room for a PDS.",
                    "The planet has two PDS already, so no further one could be placed.",
                    ("30.1", "85.5"),
                ),
            ),
            place=_mech_and_infantry,
        ),
        Deployment(
            unit="moyins-ashes",
            moment="indoctrination",
            when="Indoctrination is used at the start of a ground combat.",
            what="It, and no infantry, takes the place of the opponent's infantry.",
            window="one use of Indoctrination",
            influence=3,
            needs=(
                _OWN_EVENT,
                _PLANET,
                Need(
                    lambda at: at.ground_forces > 0,
                    "The player has ground forces there, so the combat is the player's own.",
                    "The player has no ground forces there, so the player takes part in no ground combat.",
                ),
                Need(
                    lambda at: at.enemy(lambda unit: unit.type == "infantry") > 0,
                    "The opponent has an infantry in the combat.",
                    "The opponent has no infantry in the combat.",
                ),
            ),
            place=_mech_for_theirs,
        ),
        Deployment(
            unit="blackshade-infiltrator",
            moment="stall-tactics",
            when="Stall Tactics has just been used.",
            what="It comes to any planet that the player controls.",
            window="one use of Stall Tactics",
            needs=(_OWN_EVENT, _PLANET, _CONTROLLED),
            place=_mech,
        ),
    )
}
"""Every Deploy ability, by the unit that has it."""


def deployable(side: Side) -> list[Unit]:
    """Return the units of a player that have a Deploy ability."""
    return [unit for unit in side.units.values() if unit.has(DEPLOY)]
