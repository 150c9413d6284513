"""Where systems are on the map, and which are adjacent: by an edge, a pair of wormholes or a hyperlane."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mecatol.domain.hyperlanes import HYPERLANES
from mecatol.saved_games.model import SavedGame, SavedSystem

type Place = tuple[int, int]
DIRECTIONS: tuple[Place, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The steps to the six neighbors, clockwise from the north."""
CENTER: Place = (0, 0)
_POSITION = re.compile(r"([1-9]\d?)(\d\d)\Z")
_HYPERLANE = re.compile(r"(?P<tile>\d+)(?P<side>[ab])(?P<turn>\d*)\Z", re.IGNORECASE)
_MOST_LANES = 20
"""How many hyperlane tiles in a row are followed."""


class Link(NamedTuple):
    """A system that is adjacent to another."""

    position: str
    way: str | None = None
    """What makes it adjacent, as a scenario says it: alpha, hyperlane, …; None for a common edge."""


def place_of(position: str) -> Place | None:
    """Return where a position of AsyncTI4 is: `000` the center, `101` north of it, on clockwise; None for others."""
    if position == "000":
        return CENTER
    found = _POSITION.match(position)
    if not found:
        return None
    ring, number = int(found[1]), int(found[2])
    if not 1 <= number <= 6 * ring:
        return None
    column, row = 0, -ring
    for step in range(number - 1):
        across, down = DIRECTIONS[(step // ring + 2) % 6]
        column, row = column + across, row + down
    return column, row


type Adjacency = dict[str, list[Link]]
"""What is adjacent to each system, by position."""


def adjacency(game: SavedGame) -> Adjacency:
    """Return what is adjacent to each system of a game."""
    return {position: links(game, position) for position in game.systems}


def links(game: SavedGame, position: str) -> list[Link]:
    """Return the systems that are adjacent to one, each once, those with a common edge first."""
    found: dict[str, Link] = {}
    here = game.systems[position]
    for link in (*_by_edge(game, here), *_by_wormhole(game, here)):
        found.setdefault(link.position, link)
    found.pop(position, None)
    return list(found.values())


def _at(game: SavedGame) -> dict[Place, SavedSystem]:
    return {system.place: system for system in game.systems.values() if system.place is not None}


def _by_edge(game: SavedGame, here: SavedSystem) -> Iterator[Link]:
    """Yield the neighbors, and the systems at the other ends of the hyperlanes that begin here."""
    if here.place is None:
        return
    at = _at(game)
    for side in range(6):
        yield from _along(at, here.place, side, None, _MOST_LANES)


def _along(at: dict[Place, SavedSystem], place: Place, side: int, way: str | None, left: int) -> Iterator[Link]:
    """Yield what lies behind a side of a place, following hyperlanes."""
    across, down = DIRECTIONS[side]
    nearby = at.get((place[0] + across, place[1] + down))
    if nearby is None or nearby.place is None:
        return
    if nearby.tile is not None:
        yield Link(nearby.position, way)
        return
    entered = (side + 3) % 6
    for leaves in _leading_on(nearby.said, entered) if left else ():
        yield from _along(at, nearby.place, leaves, "hyperlane", left - 1)


def lanes(said: str) -> Iterator[tuple[int, int]]:
    """Yield the pairs of sides that a hyperlane tile joins as it lies on the map, 0 being the north."""
    found = _HYPERLANE.match(said)
    if not found or found["tile"] not in HYPERLANES:
        return
    turn = int(found["turn"] or 0) // 60
    for one, other in HYPERLANES[found["tile"]].lines.get(found["side"].lower(), ()):
        yield (one + turn) % 6, (other + turn) % 6


def _leading_on(said: str, entered: int) -> Iterator[int]:
    """Yield the sides of a hyperlane tile that are joined with a side."""
    for ends in lanes(said):
        if entered in ends:
            yield ends[1 - ends.index(entered)]


def _by_wormhole(game: SavedGame, here: SavedSystem) -> Iterator[Link]:
    for system in game.systems.values():
        shared = sorted(here.wormholes & system.wormholes)
        if system is not here and shared:
            yield Link(system.position, shared[0])
