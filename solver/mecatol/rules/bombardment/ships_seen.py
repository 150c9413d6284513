"""What bombardment depends on beyond the planets: it is solved once for fleets that do not differ in that."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from mecatol.domain.places import SPACE
from mecatol.domain.steps import BOMBARDMENT_STEP
from mecatol.effects.model import Window
from mecatol.game.model import Game
from mecatol.game.state import State
from mecatol.rules.rolls.windows import GatherDice


def ships_seen(game: Game) -> Callable[[State], Hashable]:
    """Return what bombardment depends on in a position beyond its planets: ships that may fire, and what effects read.

    It is everybody's units where an effect lets more of them fire and does not say which it looks at.
    """
    units = game.sides[0].units
    acting = game.windows(BOMBARDMENT_STEP, Window)
    if any(isinstance(held.window, GatherDice) and not held.window.elsewhere for held in acting):
        return lambda state: state.players
    looks = [(held.side.index, held.window.elsewhere) for held in acting if held.window.elsewhere]

    def look(state: State) -> Hashable:
        firing = [(unit, healthy + damaged) for unit, healthy, damaged in state.at(0, SPACE) if units[unit].bombardment]
        return tuple(firing), tuple([look(state.players[player]) for player, look in looks])

    return look
