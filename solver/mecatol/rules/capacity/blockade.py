"""Blockade (14): units with Production beside only other players' ships, and the space docks that it destroys."""

from __future__ import annotations

from collections.abc import Sequence

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.game.model import Game
from mecatol.game.stages import Certain, Stage
from mecatol.game.state import State, changed, stack
from mecatol.rules.capacity.carrying import removals

_DOCK = "space-dock"


@cites("14.1")
def blockaded(game: Game, state: State, player: int) -> bool:
    """Tell whether a player's units in the active system are blockaded: others have ships there, the player none."""
    others = any(side.has_ships(state) for side in game.sides if side.index != player)
    return others and not game.sides[player].has_ships(state)


@cites("79.4.a")
def without_blockaded_docks(game: Game, state: State) -> State:
    """Return the position after space docks in the space area that are blockaded are destroyed.

    What only they carried is removed with them (16.3).
    """
    for side in game.sides:
        if _DOCK not in [unit for unit, _, _ in state.at(side.index, SPACE)]:
            continue
        there = stack(state.at(side.index, SPACE), _DOCK)
        if not blockaded(game, state, side.index):
            continue
        name = side.units[_DOCK].name
        game.note("79.4.a", f"{side.name}’s {name} is blockaded, so it is destroyed.")
        state = state.put(
            side.index, SPACE, changed(state.at(side.index, SPACE), _DOCK, -there.healthy, -there.damaged)
        )
        state = state.with_holdings(side.index, removals(game, side, state.players[side.index])[0])
    return state


def may_be_blockaded(game: Game) -> bool:
    """Tell whether any space dock is in space at all."""
    return any(unit == _DOCK for holdings in game.start.players for unit, _, _ in holdings.space)


def with_blockades(game: Game, stages: Sequence[Stage]) -> list[Stage]:
    """Return the stages with blockades checked before the first and after each, if a space dock is in space at all."""
    if not may_be_blockaded(game):
        return list(stages)
    check = Certain(game, lambda state: without_blockaded_docks(game, state))
    return [check, *[each for stage in stages for each in (stage, check)]]
