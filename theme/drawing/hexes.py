"""Maps of hexes as inline SVG: systems with what lies in them, routes and links. Sizes are in units of the drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import atan2, degrees, dist, hypot, sqrt

from content.figures import PLAYERS, Hex, Link, Map, Route, adjacent
from mecatol.domain.counts import count_of
from mecatol.domain.units import UNIT_TYPES, planet_name, planets, systems
from mecatol.render import hexes, marks
from mecatol.render.hexes import LETTERS, SIZE, Point, anomaly, lane, outline, planet, spot, token, unit
from mecatol.render.words import text, units
from mecatol.scenario.movement import ANOMALIES

_MARGIN = 6


def middle(one: Hex) -> Point:
    """Return where the middle of a hex is."""
    return hexes.middle(one.at)


def drawn_map(drawn: Map) -> str:
    """Return a map as SVG, with everything on it in words for those who listen."""
    points = [middle(one) for one in drawn.hexes.values()]
    reach = SIZE * sqrt(3) / 2
    left, right = min(x for x, _ in points) - SIZE - _MARGIN, max(x for x, _ in points) + SIZE + _MARGIN
    top, bottom = min(y for _, y in points) - reach - _MARGIN, max(y for _, y in points) + reach + _MARGIN
    if any(link.by != "hyperlane" for link in drawn.links):
        top -= SIZE * 0.5  # room for the arcs
    legend = _legend(drawn)
    if legend:
        bottom += SIZE * 0.4
        right = max(right, len(legend) * 3.2)  # half of its width, in most faces
        left = -right
    wide, tall = right - left, bottom - top
    highest = max(250, tall)  # that of three hexes and a label, and never less than it is drawn
    shown = min(wide * 2, max(wide * 1.3, 260), highest * wide / tall)
    parts = [
        f'<svg class="map" role="img" viewBox="{left:.0f} {top:.0f} {wide:.0f} {tall:.0f}" width="{shown:.0f}" '
        f'focusable="false" aria-label="{text(in_words(drawn))}">'
    ]
    parts += [_ground(one) for one in drawn.hexes.values()]
    parts += [_link(drawn, link) for link in drawn.links]
    parts += [_route(drawn, route) for route in drawn.routes]
    crosses = [_halfway(drawn, route) for route in drawn.routes if route.arrives is False]
    parts += [_contents(one, crosses, not legend) for one in drawn.hexes.values()]
    parts += [_end(drawn, route, crosses) for route in drawn.routes]
    parts.append(_label(legend, 0, SIZE * 1.2) if legend else "")
    parts.append("</svg>")
    return "".join(parts)


def _legend(drawn: Map) -> str:
    """Return what is written under a map of one hex, its label; empty for a map of more, where each has its own."""
    first, *others = drawn.hexes.values()
    return "" if others else first.label or ""


def tile(number: str) -> str:
    """Return a system tile as a small hex, for a place that says in words what lies in it."""
    record = systems()[number]
    one = Hex(
        name=number,
        at=(0, 0),
        anomalies=tuple(record["anomalies"]),
        wormholes=tuple(record["wormholes"]),
        planets=tuple(record["planets"]),
    )
    view = f"{-SIZE} {-SIZE * sqrt(3) / 2:.0f} {2 * SIZE} {SIZE * sqrt(3):.0f}"
    return (
        f'<svg class="map" viewBox="{view}" width="{2 * SIZE}" aria-hidden="true" focusable="false">'
        f"{_ground(one)}{_planets(one, 0, 0)}{_wormholes(one, 0, 0)}</svg>"
    )


def symbols() -> str:
    """Return what a map in the browser is put together from: each anomaly, and the marks of units, by name."""
    drawn = [f'<g id="map-{kind}">{anomaly(kind, (0, 0))}</g>' for kind in ANOMALIES]
    drawn += [
        f'<path id="map-{kind}" d="{outline}" transform="scale(.62)"/>'
        for kind in UNIT_TYPES
        if (outline := marks.shape(kind))
    ]
    return f'<svg class="map-symbols" aria-hidden="true" focusable="false"><defs>{"".join(drawn)}</defs></svg>'


def _ground(one: Hex) -> str:
    """Draw a hex and the anomaly that fills it."""
    at = middle(one)
    kinds = [f"hex--{kind}" for kind in one.anomalies]
    kinds += ["hex--active"] if one.active else []
    kinds += [] if one.mark is None else ["hex--yes" if one.mark else "hex--no"]
    kinds += ["hex--lanes"] if one.lanes else []
    parts = [outline(at, " ".join(("hex", *kinds)))]
    parts += [anomaly(kind, at) for kind in one.anomalies]
    parts += [lane(at, *joined) for joined in one.lanes]
    return "".join(parts)


def _contents(one: Hex, crosses: Sequence[Point], labeled: bool) -> str:
    x, y = middle(one)
    drawn = [_surface(one, x, y), _planets(one, x, y), _wormholes(one, x, y), _tokens(one, x, y)]
    if one.mark is not None:
        drawn.append(verdict(_corner(x, y, crosses), one.mark))
    filled = one.planets or one.wormholes or "gravity-rift" in one.anomalies
    crowded = one.ground or (one.planets and one.wormholes) or "gravity-rift" in one.anomalies
    drawn.append(_units(one.ships, x, y + SIZE * (0.58 if crowded else 0.5 if filled else 0.1)))
    drawn.append(_units(one.ground, x, y - SIZE * 0.52))
    if one.label and labeled:
        above = filled and (one.ships or one.anomalies)
        drawn.append(_label(one.label, x, y + SIZE * (-0.58 if above else 0.64 if filled else 0.52)))
    return "".join(drawn)


def _label(words: str, x: float, y: float) -> str:
    return f'<text class="map__label" x="{x:.1f}" y="{y:.1f}">{text(words)}</text>'


def _surface(one: Hex, x: float, y: float) -> str:
    """Draw what units on planets stand on, so that they are told from those in space."""
    if not (one.planets and one.ground):
        return ""
    aside, wide = (0.12, 0.62) if one.wormholes else (0, 0.8)
    return spot("surface", (x, y), aside, -0.2, wide, 0.58)


def _planets(one: Hex, x: float, y: float) -> str:
    drawn = []
    three = len(one.planets) > 2
    beside, staggered_by = (0.52, 0.22) if three else (0.68, 0.14)
    below_holes = bool(one.wormholes) and not one.ground
    shift = SIZE * (-0.02 if one.ground else 0.05 if below_holes else -0.12 if one.ships or one.label else 0)
    for index, slug in enumerate(one.planets):
        px = x + (index - (len(one.planets) - 1) / 2) * SIZE * beside
        staggered = three or (len(one.planets) > 1 and not one.ground and not one.ships)
        py = y + shift + (SIZE * staggered_by * (1 if index % 2 else -1) if staggered else 0)
        drawn.append(planet(slug, (px, py), 0.31))
    return "".join(drawn)


def _wormholes(one: Hex, x: float, y: float) -> str:
    drawn = []
    holes = [kind for kind in one.wormholes if kind in LETTERS]
    for index, kind in enumerate(holes):
        wx = x + (index - (len(holes) - 1) / 2) * SIZE * (0.5 if len(holes) < 3 else 0.4)
        wy = y - SIZE * 0.52 if one.planets else y - (SIZE * 0.12 if one.ships or one.label else 0)
        if one.ground:
            wx, wy = x - SIZE * 0.59, y - SIZE * 0.02
        wide = SIZE * (0.18 if len(holes) > 2 else 0.2 if one.planets else 0.22 if len(holes) > 1 else 0.32)
        drawn.append(
            f'<circle class="wormhole wormhole--{kind}" cx="{wx:.1f}" cy="{wy:.1f}" r="{wide:.1f}"/>'
            f'<text class="wormhole__letter wormhole--{kind}" x="{wx:.1f}" y="{wy + wide * 0.42:.1f}" '
            f'style="font-size:{wide * 1.35:.0f}px">{LETTERS[kind]}</text>'
        )
    return "".join(drawn)


def _tokens(one: Hex, x: float, y: float) -> str:
    drawn = []
    for index, player in enumerate(one.tokens):
        drawn.append(token((x + SIZE * (0.6 - index * 0.3), y - SIZE * 0.44 - 9), PLAYERS.index(player)))
    return "".join(drawn)


def _units(owned: Mapping[str, Mapping[str, int]], x: float, y: float) -> str:
    """Draw units in a row: each type's mark with its count, in its owner's color."""
    shown = [(player, kind, number) for player, there in owned.items() for kind, number in there.items() if number]
    step = 23 if len(shown) < 3 else 20
    drawn = []
    for index, (player, kind, number) in enumerate(shown):
        left = x + (index - len(shown) / 2) * step
        drawn.append(unit(kind, number, PLAYERS.index(player), f"translate({left:.1f},{y - 8:.1f})"))
    return "".join(drawn)


def _arc(start: Point, end: Point) -> str:
    """Return the path of an arc above everything that lies between two points."""
    high, wide = min(start[1], end[1]) - SIZE * 1.5, end[0] - start[0]
    over = f"{start[0] + wide * 0.25:.1f} {high:.1f} {start[0] + wide * 0.75:.1f} {high:.1f}"
    return f"M{start[0]:.1f} {start[1]:.1f}C{over} {end[0]:.1f} {end[1]:.1f}"


def _link(drawn: Map, link: Link) -> str:
    """Draw what makes two hexes adjacent that do not touch; lines of hyperlanes are on their tiles."""
    if link.by in ("hyperlane", "side"):
        return ""
    start, end = (middle(drawn.hexes[one]) for one in link.between)
    return f'<path class="link wormhole--{link.by}" d="{_arc(start, end)}"/>'


def _legs(drawn: Map, route: Route) -> Iterator[str]:
    """Yield the path of a route piece by piece: straight over sides and hyperlanes, an arc through a wormhole."""
    for one, other in route.legs:
        start, end = middle(drawn.hexes[one]), middle(drawn.hexes[other])
        if (other, one) in route.legs:
            (x, y), _ = _aside(start, end, 0.6)
            yield f"M{start[0]:.1f} {start[1]:.1f}Q{x:.1f} {y:.1f} {end[0]:.1f} {end[1]:.1f}"
        elif adjacent(drawn, one, other) in ("side", "hyperlane"):
            yield f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        else:
            yield _arc(start, end)


def _aside(start: Point, end: Point, far: float) -> tuple[Point, float]:
    """Return the point halfway between two, `far` hexes to the right of the way, and the direction in degrees."""
    wide, high = end[0] - start[0], end[1] - start[1]
    part = SIZE * far / hypot(wide, high)
    return ((start[0] + end[0]) / 2 - high * part, (start[1] + end[1]) / 2 + wide * part), degrees(atan2(high, wide))


def _route(drawn: Map, route: Route) -> str:
    """Draw a route; where it goes there and back, two ways that bend apart, each with its direction."""
    of = f"player--{PLAYERS.index(route.of)}"
    parts = [f'<path class="map__route {of}" d="{"".join(_legs(drawn, route))}"/>']
    for one, other in route.legs:
        if (other, one) in route.legs:
            (x, y), turned = _aside(middle(drawn.hexes[one]), middle(drawn.hexes[other]), 0.3)
            moved = f"translate({x:.1f},{y:.1f}) rotate({turned:.0f})"
            parts.append(f'<path class="token {of}" d="M-6 -6L7 0L-6 6z" transform="{moved}"/>')
    return "".join(parts)


def _halfway(drawn: Map, route: Route) -> Point:
    """Return the middle of the last piece of a route, where a cross says that ships do not arrive."""
    before, end = (middle(drawn.hexes[one]) for one in route.through[-2:])
    return (before[0] + end[0]) / 2, (before[1] + end[1]) / 2


def _end(drawn: Map, route: Route, crosses: Sequence[Point]) -> str:
    """Draw whether a route leads to its end: a check there, or a cross on the last piece of the way."""
    if route.arrives is None:
        return ""
    if route.arrives:
        return verdict(_corner(*middle(drawn.hexes[route.through[-1]]), crosses), True)
    return verdict(_halfway(drawn, route), False)


def _corner(x: float, y: float, crosses: Sequence[Point]) -> Point:
    """Return where a verdict on a hex lies: at an upper corner, clear of planets, units and of crosses on routes."""
    left, right = (x - SIZE * 0.52, y - SIZE * 0.76), (x + SIZE * 0.52, y - SIZE * 0.76)
    return right if any(dist(left, cross) < SIZE / 2 for cross in crosses) else left


def verdict(at: Point, yes: bool) -> str:
    """Draw a check or a cross on a disc, around a point."""
    sign = "M-4.5 .5l3 3.5 6-7" if yes else "M-4 -4l8 8M4 -4l-8 8"
    moved = f'transform="translate({at[0]:.1f},{at[1]:.1f})"'
    return f'<g class="verdict verdict--{"yes" if yes else "no"}" {moved}><circle r="9"/><path d="{sign}"/></g>'


def in_words(drawn: Map) -> str:
    """Return everything that is on a map as sentences, for those who listen."""
    said = [f"Map of {count_of(len(drawn.hexes), 'system')}."]
    for one in drawn.hexes.values():
        if things := list(_things(one)):
            called = f"{one.name} ({one.label})" if one.label and one.label != one.name else one.name
            said.append(f"{called.capitalize()}: {', '.join(things)}.")
    for link in drawn.links:
        said.append(f"{link.between[0]} and {link.between[1]} are adjacent by {link.by}.".capitalize())
    for route in drawn.routes:
        way = " to ".join(route.through)
        end = {True: ", and arrives", False: ", and does not arrive", None: ""}[route.arrives]
        said.append(f"{route.of} goes from {way}{end}.")
    return " ".join(said)


def _things(one: Hex) -> Iterator[str]:
    yield from (kind.replace("-", " ") for kind in one.anomalies)
    yield from (f"{kind} wormhole" for kind in one.wormholes)
    for slug in one.planets:
        record = planets()[slug]
        yield f"{planet_name(slug)} ({record['resources']} resources, {record['influence']} influence)"
    for owned in (one.ships, one.ground):
        yield from (f"{player}’s {units(there)}" for player, there in owned.items())
    yield from (f"{player}’s command token" for player in one.tokens)
    if one.active:
        yield "active system"
    if one.mark is not None:
        yield "marked yes" if one.mark else "marked no"
