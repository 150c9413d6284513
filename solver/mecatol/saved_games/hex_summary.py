"""A map in one line, as Tabletop Simulator's and Tabletop Playground's tables export it: `19+0+0BdWt*e;Bi2pWo*Ci,…`.

Systems stand behind commas. Each is its tile (a hyperlane's with its side and turn), its column and its step, then what
is in space and, behind semicolons, on its planets in order. A capital letter is a color, a small one a unit or a token,
a number how many; a star begins attachments.
"""

from __future__ import annotations

import re

from mecatol.domain.units import systems
from mecatol.saved_games import names
from mecatol.saved_games.hexes import Place
from mecatol.saved_games.model import Forces, Held, SavedGame, SavedPlanet, SavedSystem, put

COLORS = {
    "W": "white",
    "B": "blue",
    "P": "purple",
    "Y": "yellow",
    "R": "red",
    "G": "green",
    "E": "orange",
    "K": "pink",
}
_UNITS = {
    "c": "carrier",
    "r": "cruiser",
    "y": "destroyer",
    "d": "dreadnought",
    "f": "fighter",
    "h": "flagship",
    "i": "infantry",
    "p": "pds",
    "s": "space-dock",
    "w": "war-sun",
    "m": "mech",
}
_COMMAND, _CONTROL = "t", "o"
_IN_SPACE = {"a": "alpha", "b": "beta", "g": "gamma", "e": "frontier", "n": "ion storm", "h": "dimensional tear"}
_SYSTEM = re.compile(
    r"(?P<tile>-?\d{1,4})(?P<side>[AB]?)(?P<turn>\d?)(?P<x>[+-]\d{1,2})(?P<y>[+-]\d{1,2})(?P<rest>.*)\Z"
)
_PIECE = re.compile(r"(?P<color>[A-Z])|(?P<count>\d{1,3})|(?P<code>[a-z])|(?P<strange>.)")
_ADDRESS = re.compile(r".*hexSummary[?=]", re.IGNORECASE | re.DOTALL)
_MOST_SYSTEMS = 200


def is_hex_summary(text: str) -> bool:
    """Tell whether a text is such a line, or an address with one."""
    first = _ADDRESS.sub("", text.strip()).split(",")[0]
    return bool(_SYSTEM.match(first)) and "\n" not in text.strip()


def read_hex_summary(text: str, game: SavedGame | None = None) -> SavedGame:
    """Return the game of such a line; units are added to a game whose players are known already."""
    game = game or SavedGame("a map of Tabletop Simulator or Tabletop Playground")
    for said in _ADDRESS.sub("", text.strip()).split(",")[:_MOST_SYSTEMS]:
        if found := _SYSTEM.match(said.strip()):
            _system(game, found)
        elif said.strip():
            game.leave("systems", said[:30])
    game.notes.append("This form does not say which units are damaged, so all are taken as undamaged.")
    if any(system.tile is None and names.is_hyperlane(system.said) for system in game.systems.values()):
        game.notes.append("Hyperlanes of this form are not followed: what is adjacent along them is left out.")
    return game


def _place(x: int, y: int) -> Place:
    """Return where a system is: `x` is its column, less what its rounding loses, and `y` counts half steps north."""
    column = next(
        (sign * col for sign in (1, -1) for col in range(10) if _rounded(sign * col) == x and _fits(col, y)), x
    )
    return column, -(y + column) // 2


def _rounded(column: int) -> int:
    """Return the number that a column has in such a line, which measures columns by a wider unit than they have."""
    return int(abs(column) * 0.866025 + 0.5) * (1 if column >= 0 else -1)


def _fits(column: int, y: int) -> bool:
    return (column + y) % 2 == 0


def _system(game: SavedGame, found: re.Match[str]) -> None:
    said = f"{found['tile']}{found['side'].lower()}{60 * int(found['turn'] or 0) or ''}"
    x, y = int(found["x"]), int(found["y"])
    position = f"{x:+}{y:+}"
    number = names.tile(found["tile"] + found["side"]) or names.tile(found["tile"])
    system = SavedSystem(position, number, said, _place(x, y))
    if number is None and not names.is_hyperlane(said):
        game.leave("tiles", said)
    for slug in systems()[number]["planets"] if number else ():
        system.planets[slug] = SavedPlanet(slug)
    game.systems[position] = system
    space, *others = found["rest"].split(";")
    color = _region(game, system, space, system.space, None, "")
    planets = list(system.planets.values())
    for index, region in enumerate(others):
        planet = planets[index] if index < len(planets) else None
        if planet is None:
            game.leave("planets", f"number {index + 1} of system {said}")
        color = _region(game, system, region, planet.units if planet else {}, planet, color)
    if others and len(others) < len(planets):
        one = "the first planet" if len(others) == 1 else f"the first {len(others)} planets"
        game.notes.append(f"{system.title}: this form does not say on which planets units are; {one} was taken.")


def _region(
    game: SavedGame, system: SavedSystem, text: str, forces: Forces, planet: SavedPlanet | None, color: str
) -> str:
    """Read what is in space or on a planet; return the color that goes on behind it."""
    told, star, attached = text.partition("*")
    count = 1
    for piece in _PIECE.finditer(told):
        if piece["color"]:
            color, count = COLORS.get(piece["color"], piece["color"]), 1
        elif piece["count"]:
            count = int(piece["count"])
        elif piece["code"] in _UNITS and color:
            put(forces, game.player(color).key, _UNITS[piece["code"]], Held(count))
        elif piece["code"] == _COMMAND and color:
            system.activated.append(game.player(color).key)
        elif piece["code"] == _CONTROL and color:
            _control(game, planet, color)
        else:
            game.leave("codes", piece[0])
    for code in attached:
        if planet is None:
            system.tokens.append(_IN_SPACE.get(code, code))
        else:
            planet.tokens.append(code)
    return "" if star else color


def _control(game: SavedGame, planet: SavedPlanet | None, color: str) -> None:
    if planet is not None:
        planet.controller = game.player(color).key
        controls = game.player(color).controls
        controls += [planet.slug] if planet.slug not in controls else []
