"""One ship that fights a space combat with another unit's values: chosen at its start, itself again after it.

For the combat it stands in a place of its own among the types of units: its own type's if it is the only one, else one
that its owner has no ship of there. Cards and policies go by its own type all the same; of that it is lost last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from solver.combat.windows import LendValues
from solver.domain.places import SPACE
from solver.domain.steps import SPACE_COMBAT
from solver.domain.units import Unit
from solver.effects.model import COMBAT, EFFECTS, UNIT_TEXT, Moment
from solver.errors import LimitError, Problem, fault
from solver.game.model import Game, Side
from solver.game.state import Force, Stack, State, changed, stack

_PLACES = ("flagship", "war-sun", "dreadnought", "carrier", "cruiser", "destroyer")
"""Types that can lend their place, the rarest first."""


@dataclass(frozen=True, kw_only=True)
class _StandIn(Unit):
    """A ship with other values, in the place of another type."""

    own_type: str

    @property
    def kind(self) -> str:
        """Its own type: the place is for the count alone."""
        return self.own_type


class Raised(NamedTuple):
    """A ship that fights with other values."""

    player: int
    unit: str
    """Its own type."""
    place: str
    """The type as which it stands while the combat lasts."""

    def lowered(self, state: State) -> State:
        """Return the position with the ship, if it is left, as what it is."""
        space = state.at(self.player, SPACE)
        there = stack(space, self.place)
        if self.place == self.unit or not there.total:
            return state
        space = changed(space, self.place, -there.healthy, -there.damaged)
        return state.put(self.player, SPACE, changed(space, self.unit, there.healthy, there.damaged))

    def rename(self, rounds: list[dict[str, Any]], name: str) -> None:
        """Count the ship as what it is in a table of rounds (see `solver.combat.outcome.round_table`)."""
        for row in rounds if self.place != self.unit else ():
            left = row["left"][name]
            if self.place in left:
                left[self.unit] = left.get(self.unit, 0) + left.pop(self.place)


def raise_ships(game: Game, state: State, players: Sequence[int]) -> tuple[Game, State, list[Raised]]:
    """Return the game and position in which a space combat is fought, and the ships raised for it.

    Raises ScenarioError if a policy names a ship that is not there, LimitError where no place is free for it.
    """
    raised: list[Raised] = []
    for side, effect, window in game.windows(SPACE_COMBAT, LendValues):
        if side.index not in players:
            continue
        other = next(player for player in players if player != side.index)
        if any(ship.player == side.index for ship in raised):
            game.warn(f"{side.name}’s {effect.name} is the note that {side.name} has played already; it was ignored.")
            continue
        lent = window.act(Moment(game, state, SPACE_COMBAT, COMBAT, side.index, other, SPACE), side.index)
        if isinstance(lent, str):
            game.warn(f"{side.name}’s {effect.name} {lent}; it was ignored.")
            continue
        kind = _chosen(side, state.at(side.index, SPACE))
        if kind is None:
            continue
        place = _place(side, state.at(side.index, SPACE), kind)
        own = side.units[kind]
        ship = replace(
            _StandIn(**{field.name: getattr(own, field.name) for field in fields(Unit)}, own_type=kind),
            type=place, name=f"{own.name} as {lent.name}", combat=lent.combat, sustain_damage=True,
            anti_fighter_barrage=lent.anti_fighter_barrage,
        )  # fmt: skip
        game.note("78.2.a", f"{side.name}’s {effect.name}: one {own.name} fights this combat with other values.")
        game, state = _in_place(game, side, ship, place), _moved(state, side.index, kind, place)
        raised.append(Raised(side.index, kind, place))
    return game, state, raised


def _chosen(side: Side, space: Force) -> str | None:
    """Return the type of the ship that is raised, None if there is none: that which is expected to hit least."""
    ships = {s.unit: side.units[s.unit] for s in space}
    ships = {kind: unit for kind, unit in ships.items() if unit.is_ship and not unit.is_fighter}
    named: str | None = side.policy.get("raise")
    if named is None or not ships:
        return min(ships, key=lambda kind: (ships[kind].tenths, ships[kind].sustain_damage), default=None)
    if named in ships:
        return named
    if side.player.space.get(named) and named != "fighter":
        return min(ships, key=lambda kind: ships[kind].tenths)  # the last of the ships named was lost before
    where = f"players.{side.index}.policy.raise"
    raise fault(where, f"{side.name} has no such ship but fighters in space; one of {', '.join(ships)}", named)


def _place(side: Side, space: Force, kind: str) -> str:
    if stack(space, kind).total == 1:
        return kind
    for place in _PLACES:
        if place in side.units and not stack(space, place).total:
            return place
    raise LimitError(
        [
            Problem(
                f"players.{side.index}.space",
                "a ship with another's values needs a type of ship of which the player has none there, to stand as; "
                f"{side.name} has every one",
            )
        ]
    )


def _moved(state: State, player: int, kind: str, place: str) -> State:
    """Return the position with one ship of a type, an undamaged one if there is one, in its place."""
    space = state.at(player, SPACE)
    there = stack(space, kind)
    one = Stack(kind, 1, 0) if there.healthy else Stack(kind, 0, 1)
    space = changed(space, kind, -one.healthy, -one.damaged)
    return state.put(player, SPACE, changed(space, place, one.healthy, one.damaged))


def _in_place(game: Game, side: Side, ship: Unit, place: str) -> Game:
    """Return the game in which a type of unit is another for a player; texts of what stood for it are gone."""
    replaced = side.units.get(place)
    effects = {
        slug: copies
        for slug, copies in side.effects.items()
        if not (
            EFFECTS[slug].kind == UNIT_TEXT and replaced and replaced.slug != ship.slug
            and EFFECTS[slug].unit == replaced.slug
        )
    }  # fmt: skip
    new = replace(game.sides[side.index], units={**side.units, place: ship}, effects=effects)
    sides = tuple(new if one.index == side.index else one for one in game.sides)
    return replace(game, sides=sides, memory=game.memory.setdefault(("raised", side.index, ship.slug, place), {}))
