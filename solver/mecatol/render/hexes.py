"""What maps of hexes are drawn of, as SVG. Sizes are in units of the drawing, places are columns and steps.

The map of a form draws the same while it is changed (`browser/drawing/hexes.ts`).
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Any

from mecatol.domain.units import planets
from mecatol.render import marks
from mecatol.scenario import movement

SIZE = 38
"""From the middle of a hex to a corner. A map five columns wide fits a phone one to one."""
LETTERS = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε"}
"""What is written on each kind of wormhole."""
_EDGE = 1.5
_ROCKS = (
    (-0.4, -0.3, 0.07),
    (0.15, -0.42, 0.1),
    (0.42, -0.1, 0.08),
    (-0.12, 0.0, 0.13),
    (0.3, 0.3, 0.11),
    (-0.42, 0.28, 0.09),
)
"""Where the rocks of an asteroid field lie, and how large, in parts of a hex."""

type Point = tuple[float, float]


def middle(place: tuple[int, int]) -> Point:
    """Return where the middle of the hex at a place is."""
    column, step = place
    return SIZE * 1.5 * column, SIZE * sqrt(3) * (step + column / 2)


def outline(at: Point, style: str) -> str:
    """Draw the hex around a point."""
    size = SIZE - _EDGE
    corners = [(at[0] + size * cos(pi / 3 * side), at[1] + size * sin(pi / 3 * side)) for side in range(6)]
    return f'<polygon class="{style}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>'


def lane(at: Point, first: int, second: int) -> str:
    """Draw a line of a hyperlane between two sides of a hex: side 0 is at the lower right, and on clockwise."""
    (ax, ay), (bx, by) = _side(at, first), _side(at, second)
    return f'<path class="lane" d="M{ax:.1f} {ay:.1f}Q{at[0]:.1f} {at[1]:.1f} {bx:.1f} {by:.1f}"/>'


def _side(at: Point, side: int) -> Point:
    angle = pi / 6 + pi / 3 * side
    return at[0] + SIZE * 0.84 * cos(angle), at[1] + SIZE * 0.84 * sin(angle)


def spot(of: str, at: Point, aside: float, down: float, wide: float, high: float = 0) -> str:
    """Draw a circle, or an ellipse, whose place and size are given in parts of a hex; ``of`` is its class."""
    x, y = at[0] + aside * SIZE, at[1] + down * SIZE
    style = f' class="{of}"' if of else ""
    return f'<ellipse{style} cx="{x:.1f}" cy="{y:.1f}" rx="{wide * SIZE:.1f}" ry="{(high or wide) * SIZE:.1f}"/>'


def anomaly(kind: str, at: Point) -> str:
    """Draw what fills the hex of an anomaly."""
    x, y = at
    match kind:
        case movement.ASTEROID_FIELD:
            return f'<g class="rocks">{"".join(spot("", at, *rock) for rock in _ROCKS)}</g>'
        case movement.GRAVITY_RIFT:
            return spot("rift", at, 0, 0, 0.5) + spot("rift-core", at, 0, 0, 0.2)
        case movement.SUPERNOVA:
            return spot("nova", at, 0, 0, 0.62) + spot("nova-core", at, 0, 0, 0.34)
        case movement.NEBULA:
            return spot("cloud", at, -0.15, -0.1, 0.55, 0.36) + spot("cloud", at, 0.2, 0.16, 0.46, 0.3)
        case _:
            return f'<path class="scar" d="M{x - 19:.1f} {y - 13:.1f}l15 8-5 8 17 4 8 11"/>'


def values_of(record: dict[str, Any]) -> tuple[str, str]:
    """Return the values of a planet's record, ``"3/1"``, and its trait: ``home`` or ``none`` where it has none."""
    trait = next(iter(record["traits"]), "home" if record["home"] else "none")
    return f"{record['resources']}/{record['influence']}", trait


def planet(slug: str, at: Point, wide: float) -> str:
    """Draw a planet with its values, so wide in parts of a hex."""
    values, trait = values_of(planets()[slug])
    return (
        f'<circle class="planet planet--{trait}" cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{SIZE * wide:.1f}"/>'
        f'<text class="planet__values" x="{at[0]:.1f}" y="{at[1] + 4:.1f}">{values}</text>'
    )


def token(at: Point, tone: int) -> str:
    """Draw a command token below a point, in a player's color."""
    return f'<path class="token player--{tone}" d="M{at[0]:.1f} {at[1]:.1f}l8.5 15h-17z"/>'


def unit(kind: str, number: int, tone: int, moved: str) -> str:
    """Draw a unit's mark with its count, in its owner's color, where the transformation ``moved`` puts it."""
    return (
        f'<g class="map__unit player--{tone}" transform="{moved}">'
        f'<path d="{marks.shape(kind)}" transform="scale(.62)"/><text x="14.5" y="12">{number}</text></g>'
    )
