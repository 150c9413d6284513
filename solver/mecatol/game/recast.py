"""Units that are something else for a while: ground forces that fight as ships, fighters that land."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mecatol.domain.places import SPACE
from mecatol.domain.steps import ACTIVE, GROUND_COMBAT, SPACE_CANNON_DEFENSE
from mecatol.domain.units import Unit, stand_in
from mecatol.effects.model import COMBAT, EFFECTS
from mecatol.errors import fault
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.state import Force, Holdings, Stack, State, changed, joined, stack, without
from mecatol.game.windows import UnitsBecome

_ASIDE = ":aside"
"""Ends the types under which units stand that are to be something else, and are not yet."""
_FROM = "@"
"""In a type under which units stand that fight in space from a planet: the planet's slug follows."""


def from_planet(unit: Unit, planet: str) -> Unit:
    """Return a unit as it takes part in a space combat from a planet: hit after its like in the space area."""
    return stand_in(unit, f"{unit.type}{_FROM}{planet}")


def recast(game: Game, state: State, step: str, place: str = SPACE) -> Game:
    """Return the game in which units are what the effects of a step make of them, from this position on.

    The game itself where no effect does.
    """
    changes: dict[int, dict[str, Unit]] = {}
    for side in game.sides:
        for actor in _becoming(game, state, step, side.index, place):
            if new := actor.window.act(actor.moment, actor.owner):
                actor.note()
                changes.setdefault(side.index, {}).update(new)
    if not changes:
        return game
    key = "recast", step, tuple((index, tuple(new.values())) for index, new in changes.items())
    sides = [_recast(side, changes[side.index]) if side.index in changes else side for side in game.sides]
    return game.with_sides(sides, key)


def landed(game: Game) -> Game:
    """Return the game in which the active player's units on planets fight as ground forces where an effect lets them.

    Raises ScenarioError for others there that are no ground forces.
    """
    cast = recast(game, game.start, GROUND_COMBAT)
    units = cast.sides[0].units
    for planet, there in game.start.players[0].planets:
        for each in there:
            if units[each.unit].is_fighter and not units[each.unit].is_ground_force:
                where = f"players.0.planets.{planet}.{each.unit}"
                raise fault(where, f"a {units[each.unit].name} cannot be on a planet", each.total)
    return cast


def gone_back(game: Game, state: State, planet: str) -> State:
    """Return the position after what landed on a planet without being a ground force has gone back to space."""
    there = state.at(0, planet)
    guests = tuple([s for s in there if game.sides[0].units[s.unit].is_fighter])
    if not guests:
        return state
    return state.put(0, planet, without(there, guests)).put(0, SPACE, joined(state.at(0, SPACE), guests))


def _becoming(game: Game, state: State, step: str, player: int, place: str = SPACE) -> Iterator[Actor[UnitsBecome]]:
    return opened(Moment(game, state, step, COMBAT, player, player, place), UnitsBecome, player)


def _recast(side: Side, new: dict[str, Unit]) -> Side:
    aside = {unit + _ASIDE: replace(side.units[shown(unit)], type=unit + _ASIDE) for unit in new}
    return replace(side, units={**side.units, **new, **aside})


def put_aside(game: Game, units: Force, side: int) -> Force:
    """Return a force in which the units that are to be something else are what they were, and so take no part."""
    waiting = game.sides[side].units
    if not [unit for unit, _, _ in units if unit + _ASIDE in waiting]:
        return units
    return tuple(s._replace(unit=s.unit + _ASIDE) if s.unit + _ASIDE in waiting else s for s in units)


def put_back(units: Force) -> Force:
    """Return a force with the units that were put aside as all others."""
    if not [unit for unit, _, _ in units if _ASIDE in unit]:
        return units
    return tuple(s._replace(unit=s.unit.removesuffix(_ASIDE)) for s in units)


def shown(unit: str) -> str:
    """Return the type of unit that readers know, of one that may be put aside or fight from a planet."""
    return unit.removesuffix(_ASIDE).partition(_FROM)[0]


def called_up(game: Game, state: State) -> State:
    """Return the position as a space combat begins: units that fight in it from planets are counted in space."""
    for side in game.sides:
        for place in [unit for unit in side.units if _FROM in unit and _ASIDE not in unit]:
            kind, _, planet = place.partition(_FROM)
            there, space = stack(state.at(side.index, planet), kind), state.at(side.index, SPACE)
            left = changed(state.at(side.index, planet), kind, -there.healthy, -there.damaged)
            state = state.put(side.index, planet, left)
            state = state.put(side.index, SPACE, changed(space, place, there.healthy, there.damaged))
    return state


def stood_down(game: Game, player: int, holdings: Holdings) -> Holdings:
    """Return a player's holdings after a space combat: every unit counts as what it is, and where it is."""
    if not [unit for unit, _, _ in holdings.space if _ASIDE in unit or _FROM in unit]:
        return holdings
    found = holdings
    for place, healthy, damaged in put_back(holdings.space):
        kind, fights, planet = place.partition(_FROM)
        if fights:
            there = changed(found.at(planet), kind, healthy, damaged)
            found = found.put(SPACE, without(put_back(found.space), (Stack(place, healthy, damaged),)))
            found = found.put(planet, there)
    order = list(game.sides[player].player.planets)
    planets = sorted(found.planets, key=lambda each: order.index(each[0]) if each[0] in order else len(order))
    return Holdings(put_back(found.space), tuple(planets), found.adjacent)


def still_recast(game: Game, state: State, step: str, player: int) -> bool:
    """Tell whether the effects of a step make a player's units something else in a position, too."""
    return any(bool(actor.window.act(actor.moment, player)) for actor in _becoming(game, state, step, player))


def lands(side: Side, unit: Unit, step: str) -> bool:
    """Tell whether an effect may have let a unit of the active player's land that is no ground force."""
    if side.role != ACTIVE or not unit.is_fighter or step not in (SPACE_CANNON_DEFENSE, GROUND_COMBAT):
        return False
    recasts = (slug for slug in side.effects if GROUND_COMBAT in EFFECTS[slug].steps)
    return any(EFFECTS[slug].acts_in(UnitsBecome) for slug in recasts)
