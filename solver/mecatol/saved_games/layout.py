"""The map of a game as plain data for whoever draws it: where systems are, their tiles, what matters to ships there."""

from __future__ import annotations

from typing import Any

from mecatol.saved_games.hexes import CENTER, Place, adjacency, lanes
from mecatol.saved_games.model import SavedGame, SavedSystem
from mecatol.scenario.movement import HYPERLANE


def layout(game: SavedGame) -> dict[str, Any]:
    """Return the systems of a game, which of them is active (else the one in the center), and what was left out.

    Each has a place `at` as `column,step`, those beside the map beyond its edge; the keys of players whose `ships` and
    whose command `tokens` are there; and its wormholes. Two systems that a hyperlane joins share a word for it.
    `lanes` are the pairs of sides that each hyperlane tile joins, by its place.
    """
    places = _places(game)
    shown = {position: system for position, system in game.systems.items() if position in places}
    ways = {position: sorted(system.wormholes) for position, system in shown.items()}
    number = 0
    for position, links in adjacency(game).items():
        for link in links:
            if link.way == HYPERLANE and position < link.position and link.position in ways:
                number += 1
                ways[position].append(f"{HYPERLANE}-{number}")
                ways[link.position].append(f"{HYPERLANE}-{number}")
    found = [
        {
            "at": _said(places[position]),
            "position": position,
            "tile": system.tile,
            "wormholes": ways[position],
            "ships": list(system.space),
            "tokens": list(system.activated),
        }
        for position, system in shown.items()
    ]
    active = game.active_system if game.active_system in places else None
    center = places[active] if active else CENTER if CENTER in places.values() else next(iter(places.values()))
    between = {
        _said(system.place): joined
        for system in game.systems.values()
        if system.place is not None and system.tile is None and (joined := list(lanes(system.said)))
    }
    return {"systems": found, "active": _said(center), "lanes": between, "left_out": game.left_out()}


def _said(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def _places(game: SavedGame) -> dict[str, Place]:
    """Return where each system is; one beside the map gets a place beyond its eastern edge, apart from all others."""
    on_map: list[SavedSystem] = [system for system in game.systems.values() if system.tile is not None]
    found = {system.position: system.place for system in on_map if system.place is not None}
    edge = max((abs(column) for column, _ in found.values()), default=0) + 2
    beside = [system.position for system in on_map if system.place is None]
    return found | {position: (edge, 2 * index - edge) for index, position in enumerate(beside)}
