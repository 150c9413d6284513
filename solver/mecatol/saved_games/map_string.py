"""A map without units, as generators and drafts write it for Tabletop Simulator and AsyncTI4: `{18} 34 0 83A2 …`.

Tiles from the center outward, each ring from the north on clockwise. The center is in braces; Mecatol Rex where nothing
is. A hyperlane has its side and how often it is turned by 60 degrees; `0` and `-1` are places without a tile.
"""

from __future__ import annotations

import re

from mecatol.domain.units import systems
from mecatol.saved_games import names
from mecatol.saved_games.hexes import place_of
from mecatol.saved_games.model import SavedGame, SavedPlanet, SavedSystem

_MECATOL_REX = "18"
_TILE = re.compile(r"(?P<tile>-?\d{1,4})(?P<side>[ABab]?)(?P<turn>[0-5]?)\Z")
_CENTER = re.compile(r"\{([^{}]{1,8})\}\s*")
_LEAST, _MOST = 6, 168
"""How many tiles around the center make a map: one ring, and seven."""


def is_map_string(text: str) -> bool:
    """Tell whether a text is nothing but tiles, at least a ring of them."""
    tiles = _tiles(text)
    return _LEAST <= len(tiles) <= _MOST and all(map(_TILE.match, tiles))


def _tiles(text: str) -> list[str]:
    """Return the tiles of a text, or one more than a map has: of a saved game in another form that is enough."""
    return re.split(r"[\s,]+", _CENTER.sub("", text.strip(), count=1).strip(), maxsplit=_MOST)


def read_map_string(text: str) -> SavedGame:
    """Return the game of a map string: systems, with nothing but their tiles."""
    game = SavedGame("a map string")
    found = _CENTER.match(text.strip())
    _add(game, "000", found[1] if found else _MECATOL_REX)
    ring, number = 1, 0
    for said in _tiles(text):
        number += 1
        if number > 6 * ring:
            ring, number = ring + 1, 1
        _add(game, f"{ring}{number:02}", said)
    return game


def _add(game: SavedGame, position: str, said: str) -> None:
    found = _TILE.match(said)
    if found is None or int(found["tile"]) <= 0:
        return
    turn = 60 * int(found["turn"] or 0)
    whole = f"{found['tile']}{found['side'].lower()}{turn or ''}"
    tile = names.tile(found["tile"] + found["side"]) or (None if found["side"] else names.tile(found["tile"]))
    if tile is None and not names.is_hyperlane(whole):
        game.leave("tiles", said)
    system = SavedSystem(position, tile, whole, place_of(position))
    for slug in systems()[tile]["planets"] if tile else ():
        system.planets[slug] = SavedPlanet(slug)
    game.systems[position] = system
