"""Pictures that content asks for as data: maps, strips of steps, loops, dice and holds; `theme.drawing` draws them.

A figure is one mapping: what it says in a sentence (`says`), and one kind of picture. A map names its hexes; routes and
links go from name to name. `content.figure_checks` holds them to the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from mecatol.domain.units import systems, units

PLAYERS = ("Red", "Blue", "Green", "Yellow")
"""Who may be on a map or in a hold, in the order of their colors."""

type Data = Mapping[str, Any]
type At = tuple[int, int]

_NEIGHBORS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Steps over the six sides of a hex, in its two coordinates."""


@dataclass(frozen=True)
class Hex:
    """One system of a map."""

    name: str
    at: At
    """Column, and place in it: one more is half a hex lower in the next column, one hex lower in the same."""
    tile: str | None = None
    """Number of a system tile, whose planets, wormholes and anomalies are drawn."""
    anomalies: tuple[str, ...] = ()
    wormholes: tuple[str, ...] = ()
    planets: tuple[str, ...] = ()
    """Slugs of planets."""
    ships: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Player to units in the space area."""
    ground: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Player to units on the planets."""
    tokens: tuple[str, ...] = ()
    """Players with a command token there."""
    active: bool = False
    mark: bool | None = None
    """Whether what the figure speaks of holds here; None where it does not say."""
    label: str | None = None
    lanes: tuple[tuple[int, int], ...] = ()
    """For a hyperlane tile: pairs of sides that its lines connect, 0 at the lower right and on clockwise."""


@dataclass(frozen=True)
class Route:
    """A way from hex to hex."""

    of: str
    through: tuple[str, ...]
    arrives: bool | None = None
    """Whether the ships arrive; None if the route is not one of moving ships."""

    @property
    def legs(self) -> tuple[tuple[str, str], ...]:
        """The pairs of hexes that it goes between, in order."""
        return tuple(pairwise(self.through))


@dataclass(frozen=True)
class Link:
    """Two hexes that are adjacent though no sides touch."""

    between: tuple[str, str]
    by: str
    """The wormhole, or `hyperlane`."""


@dataclass(frozen=True)
class Map:
    """Systems as they lie on a table."""

    hexes: Mapping[str, Hex]
    routes: tuple[Route, ...] = ()
    links: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Stage:
    """One stage of a strip or a loop."""

    title: str
    says: str = ""
    at: str = ""
    """Id of a clause or slug of a topic that it leads to."""


@dataclass(frozen=True)
class Strip:
    """One of the strips of `strips.yaml`, and where in it the page is."""

    name: str
    here: str = ""
    """What the page is about, as the stage names it; empty for none of the stages."""


@dataclass(frozen=True)
class Loop:
    """Stages that begin again, in their order or one of them at a time."""

    stages: tuple[Stage, ...]
    again: str
    """When they begin again."""
    back_to: int = 0
    """The stage with which they do."""
    choice: bool = False
    """Whether one of them is chosen each time, so that they have no order."""


@dataclass(frozen=True)
class Dice:
    """Rolls of dice that hit on a value or more."""

    rows: tuple[tuple[str, tuple[int, ...], int], ...]
    """What is rolled, the results, and the least result that hits."""
    counts: str = "hit"
    """What a result that high is."""


@dataclass(frozen=True)
class Hold:
    """What ships carry: one box for each unit of capacity."""

    player: str
    ships: Mapping[str, int]
    carried: Mapping[str, int]
    room: int
    """Capacity of all the ships."""


@dataclass(frozen=True)
class Figure:
    """A picture and what it says."""

    says: str
    """The caption: one or two sentences that say what the picture shows."""
    picture: Map | Strip | Loop | Dice | Hold


def read(data: Data | None) -> Figure | None:
    """Return the figure that checked data describes; None where a text has none."""
    if not data:
        return None
    return Figure(data["says"].strip(), _picture(data))


def _picture(data: Data) -> Map | Strip | Loop | Dice | Hold:
    if "map" in data:
        return map_of(data["map"])
    if "strip" in data:
        return Strip(data["strip"], data.get("at", ""))
    if "loop" in data:
        loop = data["loop"]
        return Loop(stages_of(loop["stages"]), loop["again"], loop.get("back_to", 0), loop.get("choice", False))
    if "dice" in data:
        rows = tuple((row["of"], tuple(row["rolls"]), row["hits_on"]) for row in data["dice"])
        return Dice(rows, data.get("counts", "hit"))
    hold = data["hold"]
    return Hold(hold["player"], hold["ships"], hold["carried"], capacity(hold["ships"]))


def stages_of(data: list[Data]) -> tuple[Stage, ...]:
    """Return stages from their data."""
    return tuple(Stage(one["title"], one.get("says", ""), one.get("at", "")) for one in data)


def map_of(data: Data) -> Map:
    """Return a map from its data."""
    return Map(
        {name: _hex(name, one) for name, one in data["hexes"].items()},
        tuple(Route(one["of"], tuple(one["through"]), one.get("arrives")) for one in data.get("routes", ())),
        tuple(Link((one["between"][0], one["between"][1]), one["by"]) for one in data.get("links", ())),
    )


def _hex(name: str, data: Data) -> Hex:
    tile = systems().get(data.get("tile", ""), {})
    return Hex(
        name,
        (data["at"][0], data["at"][1]),
        data.get("tile"),
        (*tile.get("anomalies", ()), *data.get("anomalies", ())),
        (*tile.get("wormholes", ()), *data.get("wormholes", ())),
        tuple(tile.get("planets", ())),
        data.get("ships", {}),
        data.get("ground", {}),
        tuple(data.get("tokens", ())),
        data.get("active", False),
        data.get("mark"),
        data.get("label"),
        tuple((one[0], one[1]) for one in data.get("lanes", ())),
    )


def capacity(ships: Mapping[str, int]) -> int:
    """Return how many fighters and ground forces ships without upgrades may carry."""
    return sum(units()[kind].capacity * number for kind, number in ships.items() if kind in units())


def adjacent(drawn: Map, one: str, other: str) -> str | None:
    """Return how two hexes are adjacent: `side`, the name of a wormhole, or `hyperlane`; None if they are not."""
    here, there = drawn.hexes[one], drawn.hexes[other]
    step = (there.at[0] - here.at[0], there.at[1] - here.at[1])
    if step in _NEIGHBORS and not here.lanes and not there.lanes:
        return "side"
    if shared := set(here.wormholes) & set(there.wormholes):
        return min(shared)
    return "hyperlane" if _laned(drawn, here, there) else None


def _laned(drawn: Map, here: Hex, there: Hex) -> bool:
    """Tell whether lines over hyperlane tiles lead from one hex to another."""
    lanes = {one.at: one for one in drawn.hexes.values() if one.lanes}
    open_ways = [(here.at, side) for side in range(6)]
    seen = set(open_ways)
    while open_ways:
        at, side = open_ways.pop()
        at = beyond(at, side)
        if at == there.at and at not in lanes and at not in (beyond(here.at, each) for each in range(6)):
            return True
        entered = (side + 3) % 6
        for pair in lanes[at].lanes if at in lanes else ():
            if entered in pair and (way := (at, pair[0] + pair[1] - entered)) not in seen:
                seen.add(way)
                open_ways.append(way)
    return False


def beyond(at: At, side: int) -> At:
    """Return the place that lies over a side of a hex: side 0 is at the lower right, and on clockwise."""
    step = _NEIGHBORS[side]
    return at[0] + step[0], at[1] + step[1]
