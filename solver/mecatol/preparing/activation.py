"""What effects place as the active system is activated, where a scenario shows that it has not been entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mecatol.domain.counts import count_of_type
from mecatol.domain.units import planet_name
from mecatol.game.model import Game, InPlay
from mecatol.game.opening import called
from mecatol.game.state import Force, State, joined
from mecatol.game.windows import SystemActivated


def activated(game: Game) -> Game:
    """Return the game with the units that effects have placed since its system was activated; it says which."""
    start, step = game.start, game.scenario.step
    for held in game.windows(step, SystemActivated) if step in SystemActivated.steps else ():
        if not held.side.index:
            continue
        for planet, new in _placed(game, held, start):
            start = start.put(held.side.index, planet, joined(start.at(held.side.index, planet), new))
            units = " and ".join(count_of_type(each.total, held.side.units[each.unit].name) for each in new)
            game.warn(
                f"Assumed: {called(held.side, held.effect)} placed {units} on {planet_name(planet)} when the system "
                "was activated, because no ground forces were entered there."
            )
    return game if start is game.start else replace(game, start=start)


def _placed(game: Game, held: InPlay[SystemActivated], state: State) -> Iterator[tuple[str, Force]]:
    """Yield what an effect places on each of its owner's planets without ground forces."""
    side = held.side
    for planet, there in state.players[side.index].planets:
        if not there or not side.ground_forces.isdisjoint([each.unit for each in there]):
            continue
        if new := held.window.act(side, there):
            yield planet, new
