"""One ship that fights a space combat with another unit's values: chosen at its start, itself again after it.

For the combat it is a unit of its own, beside its owner's others of its type. Cards and policies still go by its type;
it is lost after dreadnoughts, unless its owner names its type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import Unit, stand_in
from mecatol.effects.model import COMBAT
from mecatol.errors import fault
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.state import Force, Stack, State, changed, stack
from mecatol.rules.combat.windows import LendValues, PlaceForLosses
from mecatol.solution.answers import Round

_RAISED = ":raised"
"""Ends the name that a ship has while it has other values and others of its type are beside it."""


class Raised(NamedTuple):
    """A ship that fights with other values."""

    player: int
    unit: str
    """Its own type."""
    place: str
    """Its name while the combat lasts."""

    def lowered(self, position: State) -> State:
        """Return the position with the ship, if it is left, back under its own type."""
        return position.put(self.player, SPACE, self.lowered_in(position.at(self.player, SPACE)))

    def lowered_in(self, space: Force) -> Force:
        """Return its player's units in space with the ship, if it is left, back under its own type."""
        there = stack(space, self.place)
        if self.place == self.unit or not there.total:
            return space
        space = changed(space, self.place, -there.healthy, -there.damaged)
        return changed(space, self.unit, there.healthy, there.damaged)

    def rename(self, rounds: list[Round], name: str) -> None:
        """Count the ship under its own type in a table of rounds (see `mecatol.rules.combat.outcome.round_table`)."""
        for row in rounds if self.place != self.unit else ():
            left = row["left"][name]
            if self.place in left:
                left[self.unit] = left.get(self.unit, 0) + left.pop(self.place)


def raise_ships(game: Game, position: State, players: Sequence[int]) -> tuple[Game, State, list[Raised]]:
    """Return the game and position in which a space combat is fought, and the ships raised for it.

    Raises ScenarioError if a policy names a ship that is not there.
    """
    raised: list[Raised] = []
    for side, effect, window in game.windows(SPACE_COMBAT, LendValues):
        if side.index not in players:
            continue
        other = next(player for player in players if player != side.index)
        lent = window.act(Moment(game, position, SPACE_COMBAT, COMBAT, side.index, other, SPACE), side.index)
        if isinstance(lent, str):
            game.warn(f"{side.name}’s {effect.name} {lent}; it was ignored.")
            continue
        kind = _chosen(side, position.at(side.index, SPACE))
        if kind is None:
            continue
        comes = any(held.side.index == side.index for held in game.windows(SPACE_COMBAT, PlaceForLosses))
        place = _place(position.at(side.index, SPACE), kind, comes)
        own = side.units[kind]
        ship = stand_in(
            own, place, name=f"{own.name} as {lent.name}", combat=lent.combat, sustain_damage=True,
            anti_fighter_barrage=lent.anti_fighter_barrage, lost_after="dreadnought",
        )  # fmt: skip
        game.note("78.2.a", f"{side.name}’s {effect.name}: one {own.name} fights this combat with different values.")
        game, position = _in_place(game, side, ship, place), _moved(position, side.index, kind, place)
        raised.append(Raised(side.index, kind, place))
    return game, position, raised


def _chosen(side: Side, space: Force) -> str | None:
    """Return the type of the ship that is raised, None if there is none: that which is expected to hit least."""
    ships = {s.unit: side.units[s.unit] for s in space}
    ships = {kind: unit for kind, unit in ships.items() if unit.is_ship and not unit.is_fighter}
    named = side.policy.cavalry
    if named is None or not ships:
        return min(ships, key=lambda kind: (ships[kind].tenths, ships[kind].sustain_damage), default=None)
    if named in ships:
        return named
    if side.player.space.get(named) and named != "fighter":
        return min(ships, key=lambda kind: ships[kind].tenths)  # the last of the ships named was lost before
    where = f"players.{side.index}.policy.raise"
    raise fault(where, f"{side.name} has no such ship in space, other than fighters; one of {', '.join(ships)}", named)


def _place(space: Force, kind: str, comes: bool) -> str:
    """Return the name of a raised ship: its type, if it stays the only one, else a name beside it.

    `comes` says whether ships may come while the combat lasts; there is but one flagship all the same.
    """
    alone = stack(space, kind).total == 1
    return kind if alone and (kind == "flagship" or not comes) else kind + _RAISED


def _moved(position: State, player: int, kind: str, place: str) -> State:
    """Return the position with one ship of a type, an undamaged one if there is one, in its place."""
    space = position.at(player, SPACE)
    there = stack(space, kind)
    one = Stack(kind, 1, 0) if there.healthy else Stack(kind, 0, 1)
    space = changed(space, kind, -one.healthy, -one.damaged)
    return position.put(player, SPACE, changed(space, place, one.healthy, one.damaged))


def _in_place(game: Game, side: Side, ship: Unit, place: str) -> Game:
    """Return the game in which a player has such a ship."""
    new = replace(game.sides[side.index], units={**side.units, place: ship})
    sides = [new if one.index == side.index else one for one in game.sides]
    return game.with_sides(sides, ("raised", side.index, ship.slug, place))
