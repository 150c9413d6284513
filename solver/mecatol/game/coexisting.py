"""Ground forces that come to a planet in the course of an action, and neither by landing nor to fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mecatol.game.model import Side
    from mecatol.game.state import State

_CAME = "came:"
"""Begins the entries of such ground forces, kept among what is used up."""
_COEXISTS, _GAINED = f"{_CAME}coexists:", f"{_CAME}gained:"
"""Begin those of how many coexist on which planet, and of planets of which their owner gained control by it."""


def let_coexist(state: State, player: int, planet: str) -> State:
    """Return the position in which one more ground force of a player coexists on a planet: it fights nobody there."""
    return state.use(player, _COEXISTS + planet)


def coexisting(state: State, player: int, planet: str) -> int:
    """Return how many ground forces of a player came to coexist on a planet in this action."""
    return state.used(player, _COEXISTS + planet) if state.spent else 0


def only_coexist(side: Side, state: State, planet: str) -> bool:
    """Tell whether a player's ground forces on a planet are all such that came to coexist there in this action."""
    number = coexisting(state, side.index, planet)
    there = state.at(side.index, planet) if number else ()
    return bool(number) and sum(s.total for s in there if s.unit in side.ground_forces) <= number


def gain(state: State, player: int, planet: str) -> State:
    """Return the position in which a player has gained control of a planet by what came there."""
    return state.use(player, _GAINED + planet)


def has_gained(state: State, player: int, planet: str) -> bool:
    """Tell whether a player has gained control of a planet in this action by what came there."""
    return bool(state.spent) and bool(state.used(player, _GAINED + planet))


def is_of_arrivals(what: str) -> bool:
    """Tell whether an entry among what is used up is about ground forces that came to a planet."""
    return what.startswith(_CAME)
