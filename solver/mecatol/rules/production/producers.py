"""Who produces: the units in the active system that use Production, and why others do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.units import PRODUCTION, Unit, planet_name
from mecatol.game.planet_values import RESOURCES, planet_value
from mecatol.game.state import Stack
from mecatol.rules.production.board import Board
from mecatol.rules.production.windows import OnlyProducers, Producers, Treasury, Work
from mecatol.rules.rolls.gathering import barring, can_use, can_use_without_unit


class Idle(NamedTuple):
    """Why a unit does not produce."""

    clause: str
    text: str
    """The reason, as a clause of a sentence."""


def at(place: str) -> str:
    """Say where something is."""
    return "in the space area" if place == SPACE else f"on {planet_name(place)}"


def _here(board: Board) -> Iterator[tuple[str, Stack, Unit]]:
    """Yield the player's units in the system that have Production, with the place of each."""
    for place in (SPACE, *(planet for planet, _ in board.game.start.players[0].planets)):
        for there in board.game.start.at(0, place):
            if (unit := board.side.units[there.unit]).production:
                yield place, there, unit


def _owners(board: Board, place: str) -> str:
    """Name the other players who have units in a place."""
    return " and ".join(other.name for other in board.game.sides[1:] if board.game.start.at(other.index, place))


@cites("79.4", "79.4.a")
def _lost(board: Board, place: str, unit: Unit) -> Idle | None:
    """Return why a space dock is destroyed where it stands, None if it stands."""
    if unit.type != "space-dock":
        return None
    who = board.side.name
    if place == SPACE:
        text = f"{who}’s {unit.name} is blockaded, so it is destroyed"
        return Idle("79.4.a", text) if board.blockaded else None
    guarded = any(board.side.units[s.unit].is_ground_force for s in board.game.start.at(0, place))
    if guarded or not (others := _owners(board, place)):
        return None
    text = f"{who}’s {unit.name} {at(place)} is destroyed: {others} has units there, and {who} has no ground forces"
    return Idle("79.4", text)


def coexists(board: Board, place: str, unit: Unit) -> bool:
    """Tell whether a unit is a structure on a planet that the player does not control."""
    return unit.is_structure and place != SPACE and place not in board.controlled


def why_not_controlled(board: Board, planet: str) -> str:
    """Say why the player does not control a planet with units of the player's, and what to do if that is not so."""
    who = board.side.name
    return (
        f"{who} does not control {planet_name(planet)}, where {_owners(board, planet)} has units too; name it among "
        "the planets controlled if that is wrong"
    )


def _idle(board: Board, place: str, unit: Unit) -> Idle | None:
    """Return why a unit with Production does not use it, None if it does."""
    if board.side.declines(PRODUCTION):
        return Idle("68.1", f"{board.side.name} declines to use Production")
    if actor := barring(board.moment._replace(place=place), unit):
        return Idle("68.1", f"{actor.effect.name} keeps {unit.name} {at(place)} from using Production")
    return _lost(board, place, unit)


def _able(board: Board, place: str) -> bool:
    """Tell whether what counts as a unit can produce there, as units can."""
    return can_use_without_unit(board.moment._replace(place=place))


def why_nothing(board: Board) -> str:
    """Say why no unit of the player's in the system produces."""
    reasons = dict[str, None]()
    for place, there, unit in _here(board):
        if idle := _idle(board, place, unit):
            reasons[idle.text] = None
            continue
        work = Work(place, unit.name, there.total, 0, unit)
        for actor in board.opened(OnlyProducers):
            if why := actor.window.act(board.moment, actor.owner, work):
                reasons[f"{actor.effect.name} does not use {unit.name} {at(place)}: {why}"] = None
    return "; ".join(reasons) or f"{board.side.name} has no unit with Production in the system"


def _without_idle(board: Board, works: tuple[Work, ...]) -> tuple[Work, ...]:
    return tuple([work for work in works if work.unit or work.added or _able(board, work.place)])


@cites("14.1", "68.1", "79.1", "99.3")
def works(board: Board, treasury: Treasury) -> list[tuple[Work, ...]]:
    """Return the ways in which the player's units in the system may produce, the plain one first.

    A planet's resources count as the treasury reads them, because a space dock's value depends on them. What lets only
    some units produce has the last word, whichever effects add producers (99.3). What adds to producers comes after
    what adds producers, in whichever order its owner uses it: these produce whenever units do.
    """
    found = []
    for place, there, unit in _here(board):
        if idle := _idle(board, place, unit):
            if can_use(board.moment._replace(place=place), unit):  # else the effect is in the trace by now
                board.game.note(idle.clause, f"{idle.text}.")
            continue
        value = unit.production.value if unit.production else 0
        if value is None:
            card = treasury.card(place)
            base = card.resources if card else planet_value(board.side, place, RESOURCES)
            value = (base or 0) + ((unit.production and unit.production.resource_bonus) or 0)
        blockaded = board.blockaded or coexists(board, place, unit)
        found.append(Work(place, unit.name, there.total, value, unit, blockaded))
    ways = [tuple(found)]
    for actor in sorted(board.opened(Producers), key=lambda actor: actor.window.last):
        before, ways = ways, [way for old in ways for way in actor.window.act(board.moment, actor.owner, old)]
        ways = [_without_idle(board, way) for way in ways]
        if not set(before) & set(ways):
            actor.note()
    for one in board.opened(OnlyProducers):
        ways = [way for old in ways for way in _only(board, one.owner, one.window, old)]
        one.note()
    return list(dict.fromkeys(ways))


def _only(board: Board, owner: int, window: OnlyProducers, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    """Return the ways in which those of the works produce that a window lets, with what adds to what units produce."""
    added = tuple(work for work in works if work.added)
    able = [work for work in works if not work.added and window.act(board.moment, owner, work) is None]
    if not able:
        return [()]
    if window.single(board.moment):
        return [(work._replace(number=1), *added) for work in able]
    return [(*able, *added)]
