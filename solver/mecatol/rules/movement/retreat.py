"""Retreats out of a space combat (78.7): who leaves with the fleet, and what a gravity rift takes of it (41)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import planet_name, systems
from mecatol.effects.model import EFFECTS
from mecatol.game.model import Game, Side
from mecatol.game.state import Force, Holdings, Stack, State, changed, joined, stack
from mecatol.probability.dice import SIDES, Number
from mecatol.rules.capacity.carrying import removed_first
from mecatol.rules.movement.loading import CARGO
from mecatol.rules.movement.rift import REMOVED_ON
from mecatol.rules.movement.windows import Moving
from mecatol.scenario.movement import GRAVITY_RIFT, TEAR
from mecatol.scenario.policy import Retreating


class Departure(NamedTuple):
    """A retreat."""

    behind: Holdings
    """What the player has left without those who leave."""
    going: Force
    """Who leaves: ships, and what they carry."""


@cites("78.7", "78.7.b")
def departure(game: Game, side: Side, holdings: Holdings) -> Departure:
    """Return a player's holdings after ships with a move value leave, with what they can carry.

    What can neither move nor be carried is removed. Ground forces that the player takes along from planets go first;
    which of the other units stay behind follows the order in which excess units are removed, damaged ones first.
    """
    units = side.units
    going: Force = tuple(s for s in holdings.space if units[s.unit].move is not None)
    room = capacity = sum(units[s.unit].capacity * s.total for s in going)

    def aboard(kind: str, wanted: int) -> int:
        """Return how many of so many units find a place, which they take."""
        nonlocal room
        if units[kind].rides_free and capacity:
            return wanted
        taken = min(room, wanted)
        room -= taken
        return taken

    for planet, counts in (side.policy.retreat or Retreating()).takes.items():
        for kind, wanted in counts.items():
            there = stack(holdings.at(planet), kind)
            taken = aboard(kind, min(wanted, there.total))
            if not taken:
                continue
            hurt = max(0, taken - there.healthy)
            game.note("78.7.b", f"{side.name} takes ground forces along from {planet_name(planet)}.")
            holdings = holdings.put(planet, changed(holdings.at(planet), kind, hurt - taken, -hurt))
            going = changed(going, kind, taken - hurt, hurt)
    for kind in reversed(removed_first(side)):
        there = stack(holdings.space, kind)
        if there.total and units[kind].move is None:
            taken = aboard(kind, there.total)
            hurt = max(0, taken - there.healthy)
            going = changed(going, kind, healthy=taken - hurt, damaged=hurt)
    return Departure(holdings.put(SPACE, ()), going)


@cache  # goes through every card, and is the same for every game
def _tears() -> frozenset[str]:
    """Return the units, by slug, that make a gravity rift of their system."""
    tears = set()
    for effect in EFFECTS.values():
        if effect.unit and any(TEAR in window.no_rolls_in for window in effect.acts_in(Moving)):
            tears.add(effect.unit)
    return frozenset(tears)


@cites("41.2")
def rolls_for_rift(game: Game, state: State, side: Side) -> bool:
    """Tell whether a player's ships roll as they leave the active system: a gravity rift, and nothing spares them.

    What holds for the Movement step alone spares nobody.
    """
    torn = any(
        other.units[there.unit].slug in _tears()
        for other in game.sides
        for _, units in state.players[other.index].planets
        for there in units
    )
    system = game.scenario.system
    if not torn and not (system and GRAVITY_RIFT in systems()[system]["anomalies"]):
        return False
    return not any(
        (window.no_rolls and SPACE_COMBAT in effect.steps) or (torn and TEAR in window.no_rolls_in)
        for effect, window in side.acting(Moving)
    )


def _singly(units: Force) -> list[Stack]:
    """Return the units one by one."""
    return [
        piece
        for kind, healthy, damaged in units
        for piece in (*[Stack(kind, 1, 0)] * healthy, *[Stack(kind, 0, 1)] * damaged)
    ]


@cites("41.2.a")
def convoys(side: Side, going: Force) -> list[Force]:
    """Return the ships of a retreat, each with what it carries: that is spread over them as evenly as possible.

    Fighters that can fly are carried while there is room, and fly without a ship where there is none.
    """
    units = side.units
    pieces = _singly(going)
    ships = [piece for piece in pieces if units[piece.unit].move is not None and not units[piece.unit].is_fighter]
    loads: list[list[Stack]] = [[ship] for ship in ships]
    room = [units[ship.unit].capacity for ship in ships]
    riding = [piece for piece in pieces if units[piece.unit].move is None or units[piece.unit].is_fighter]
    riding.sort(key=lambda piece: (not units[piece.unit].rides_free, CARGO.index(piece.unit)))
    for piece in riding:
        free = units[piece.unit].rides_free
        able = [i for i, ship in enumerate(ships) if room[i] > 0 or (free and units[ship.unit].capacity)]
        if able:
            carrier = min(able, key=lambda i: len(loads[i]))
            loads[carrier].append(piece)
            room[carrier] -= not free
        else:
            loads.append([piece])
    return [joined((), tuple(load)) for load in loads]


@cites("41.2", "41.2.a", "41.2.b")
def through_rift(game: Game, side: Side, going: Force) -> dict[Force, Number]:
    """Return what is left of a retreat as it leaves a gravity rift, with chances: each ship rolls, with all aboard."""
    text = f"{side.name}’s ships leave a gravity rift: each is removed on 1 to {REMOVED_ON}, with what it carries."
    game.note("41.2", text)
    removed: Number = Fraction(REMOVED_ON, SIDES) if game.exact else REMOVED_ON / SIDES
    found: dict[Force, Number] = {(): game.one}
    for convoy in convoys(side, going):
        after: dict[Force, Number] = {}
        for left, chance in found.items():
            for force, part in ((left, removed), (joined(left, convoy), 1 - removed)):
                after[force] = after.get(force, 0) + chance * part
        found = after
    return found
