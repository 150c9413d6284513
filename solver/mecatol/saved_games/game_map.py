"""The map of a game in progress as SVG, for its page: each system a button, and in it what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mecatol.domain.units import systems
from mecatol.render import hexes
from mecatol.render.hexes import SIZE, Point
from mecatol.render.words import rank, text
from mecatol.saved_games.layout import layout
from mecatol.saved_games.model import SavedGame, SavedSystem
from mecatol.saved_games.report import holdings
from mecatol.scenario.movement import ANOMALIES

_FEW = 3
"""Units of a system in one row; more are in two."""
_ROWS = ((4, 6), (3, 21))
"""Those of a crowded system: how many, and how far below its middle."""
_MOST_TOKENS = 4
_MARGIN = 2
_NORTH = 4
"""The northern side of a hex, from which saved games count, as drawings do."""


def game_map(game: SavedGame, colors: Mapping[str, int]) -> dict[str, Any]:
    """Return the map of a game: its drawing as ``"html"``, the room that it takes, and the place of its active system.

    A system has its place under ``data-at`` and its position under ``data-value``; ``"x"`` is where the active one is,
    in parts of the width.
    """
    laid = layout(game)
    places = [*(one["at"] for one in laid["systems"]), *laid["lanes"]]
    points = [_middle(at) for at in places]
    left, top = min(x for x, _ in points) - SIZE - _MARGIN, min(y for _, y in points) - SIZE
    wide = max(x for x, _ in points) + SIZE + _MARGIN - left
    tall = max(y for _, y in points) + SIZE - top
    parts = [_lanes(_middle(at), joined) for at, joined in laid["lanes"].items()]
    parts += [_system(game, one, colors) for one in laid["systems"]]
    return {
        "html": "".join(parts),
        "box": f"{left:.1f} {top:.1f} {wide:.1f} {tall:.1f}",
        "wide": wide,
        "systems": len(laid["systems"]),
        "active": laid["active"],
        "x": (_middle(laid["active"])[0] - left) / wide,
    }


def _middle(at: str) -> Point:
    column, step = map(int, at.split(","))
    return hexes.middle((column, step))


def _lanes(at: Point, joined: list[tuple[int, int]]) -> str:
    """Draw a hyperlane tile: no system, only lines from side to side."""
    lines = (hexes.lane(at, first + _NORTH, second + _NORTH) for first, second in joined)
    return f"<g>{hexes.outline(at, 'hex hex--lanes')}{''.join(lines)}</g>"


def _system(game: SavedGame, laid: Mapping[str, Any], colors: Mapping[str, int]) -> str:
    """Draw a system as a button, which says in words what its figures, over it, show."""
    system, at = game.systems[laid["position"]], _middle(laid["at"])
    kinds = [kind for kind in ANOMALIES if kind in system.anomalies]
    style = "".join(f" hex--{kind}" for kind in kinds)
    if (holder := system.holder()) is not None:
        style += f" hex--held player--{colors[holder]}"
    said = "; ".join([system.title, *holdings(game, system)])
    inside = [hexes.anomaly(kind, at) for kind in kinds]
    inside += _things(system, [hole for hole in laid["wormholes"] if hole in hexes.LETTERS], at)
    inside += _owned(system, colors, at)
    place = f'data-at="{laid["at"]}" data-value="{text(system.position)}"'
    return (
        f'<g><g class="map__cell" role="button" tabindex="-1" {place} aria-label="{text(said)}">'
        f'{hexes.outline(at, f"hex{style}")}</g><g class="map__inside">{"".join(inside)}</g></g>'
    )


def _things(system: SavedSystem, holes: list[str], at: Point) -> Iterator[str]:
    """Yield the planets and wormholes of a system; they make room for its units."""
    (x, y), fleets = at, any(system.space.values())
    worlds = systems()[system.tile]["planets"] if system.tile else []
    for index, slug in enumerate(worlds):
        place = x + (index - (len(worlds) - 1) / 2) * SIZE * 0.62, y - SIZE * (0.34 if fleets else 0.06)
        yield hexes.planet(slug, place, 0.29)
    for index, hole in enumerate(holes):
        wx = x - SIZE * 0.62 if worlds else x + (index - (len(holes) - 1) / 2) * 20
        wy = y - SIZE * (0.4 if fleets else 0) + (18 * index if worlds else 0)
        yield (
            f'<circle class="wormhole wormhole--{hole}" cx="{wx:.1f}" cy="{wy:.1f}" r="9"/>'
            f'<text class="wormhole__letter wormhole--{hole}" x="{wx:.1f}" y="{wy + 4:.1f}">'
            f"{hexes.LETTERS[hole]}</text>"
        )


def _owned(system: SavedSystem, colors: Mapping[str, int], at: Point) -> Iterator[str]:
    """Yield the command tokens and the units of a system, in the colors of their owners."""
    x, y = at
    for index, key in enumerate(system.activated[:_MOST_TOKENS]):
        yield hexes.token((x + SIZE * (0.7 - 0.2 * index), y - SIZE * 0.36), colors[key])
    units = [
        (kind, held.number, colors[key])
        for key, there in system.space.items()
        for kind, held in sorted(there.items(), key=lambda unit: rank(unit[0]))
    ]
    (first, below), (second, lowest) = _ROWS
    rows = (
        [(units, lowest)] if len(units) <= _FEW else [(units[:first], below), (units[first : first + second], lowest)]
    )
    for row, down in rows:
        for index, (kind, number, tone) in enumerate(row):
            moved = f"translate({x + (index - len(row) / 2) * 17:.1f},{y + down - 7:.1f}) scale(.72)"
            yield hexes.unit(kind, number, tone, moved)
