"""The game as it starts: the state, what is said at once, what the system's activation places, what is in excess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mecatol.domain.counts import count_of_type
from mecatol.domain.units import planet_name
from mecatol.game.limits import Exceeded
from mecatol.game.model import Game, InPlay, Side
from mecatol.game.opening import called
from mecatol.game.state import Force, Holdings, State, force, joined
from mecatol.game.windows import SystemActivated
from mecatol.preparing.places import warn_of_places
from mecatol.preparing.warnings import warn_at_start
from mecatol.preparing.worded import warn_of_wordings
from mecatol.rules.capacity.carrying import within_capacity
from mecatol.scenario.model import Player, Scenario


def opened(
    named: Scenario, scenario: Scenario, sides: tuple[Side, ...], exceeded: Sequence[Exceeded], exact: bool = False
) -> Game:
    """Return the game of a scenario that has been judged; `named` has cards in the wordings that somebody wrote.

    It says what is assumed, which limits are `exceeded` and what makes no difference.
    """
    start = State(tuple(_holdings(side.player) for side in sides), (), (0,) * len(sides))
    game = Game(scenario, sides, start, exact)
    for one in exceeded:
        game.warn(one.warning())
    warn_of_wordings(game, named)
    warn_of_places(game)
    warn_at_start(game)
    return within_capacity(_activated(game))


def _holdings(player: Player) -> Holdings:
    planets = tuple(
        (planet, force(counts, player.damaged_on.get(planet)))
        for planet, counts in player.planets.items()
        if any(counts.values())
    )
    return Holdings(force(player.space, player.damaged), planets, force(player.adjacent))


def _activated(game: Game) -> Game:
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
