"""A player's last ship in the active system is destroyed: what an effect then lands of what the ships carried."""

from __future__ import annotations

from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT, TACTICAL_ACTION
from mecatol.effects.model import COMBAT
from mecatol.game.coexisting import gain, let_coexist, only_coexist
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.opening import opened
from mecatol.game.state import Force, State, joined, without
from mecatol.game.windows import LastShipLost
from mecatol.rules.combat.windows import GainControl


def after_last_ship(game: Game, step: str, player: int, before: State, after: State) -> State:
    """Return the position after effects have landed ground forces of a player who has just lost the last ship there.

    They come to a planet at once, before anybody counts capacity. Where others have units they coexist, unless their
    owner has ground forces there already, whom they join.
    """
    side = game.sides[player]
    if not game.windows(step, LastShipLost) or not side.has_ships(before) or side.has_ships(after):
        return after
    moment = Moment(game, after, step, COMBAT, player, player, SPACE)
    for actor in opened(moment, LastShipLost, player):
        landing = actor.window.act(actor.moment, player)
        planet = actor.window.where(game, player)
        if landing and planet is not None:
            actor.note()
            after = _landed(game, side, actor.spent(after), planet, landing)
    return after


def _landed(game: Game, side: Side, state: State, planet: str, landing: Force) -> State:
    """Return the position after ground forces in space have come to a planet."""
    player, there = side.index, state.at(side.index, planet)
    others = any(state.at(other.index, planet) for other in game.sides if other is not side)
    held = any(s.unit in side.ground_forces for s in there) and not only_coexist(side, state, planet)
    state = state.put(player, SPACE, without(state.at(player, SPACE), landing))
    state = state.put(player, planet, joined(there, landing))
    if game.scenario.step != TACTICAL_ACTION:
        return state
    if others:
        return state if held else let_coexist(state, player, planet)
    if not there and planet not in side.player.controls:
        state = gain(state, player, planet)
        state = state.put(
            player, planet, joined(state.at(player, planet), placed_with_control(game, state, side, planet))
        )
    return state


def placed_with_control(game: Game, state: State, side: Side, planet: str) -> Force:
    """Return what effects place on a planet for a player who gains control of it."""
    moment = Moment(game, state, game.scenario.step, COMBAT, side.index, side.index, planet)
    new: Force = ()
    for actor in opened(moment, GainControl, side.index):
        if more := actor.window.act(moment, side.index):
            actor.note()
            new = joined(new, more)
    return new


def landing_by_loss(game: Game) -> dict[int, set[str]]:
    """Return the planets on which such effects may place ground forces before an invasion, by player."""
    found: dict[int, set[str]] = {}
    for held in game.windows(SPACE_COMBAT, LastShipLost) if game.scenario.step == TACTICAL_ACTION else ():
        if planet := held.window.where(game, held.side.index):
            found.setdefault(held.side.index, set()).add(planet)
    return found
