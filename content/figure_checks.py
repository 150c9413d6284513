"""What figures show exists, and what they claim is what the rules say: the solver is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from content.examples import solved
from content.figures import At, Data, Hex, Map, Route, Stage, adjacent, map_of
from content.nearest import nearest
from content.source import Place, Source
from mecatol.domain.hyperlanes import HYPERLANES
from mecatol.domain.units import UNIT_TYPES, systems, units
from mecatol.scenario.movement import ACTIVE_SYSTEM, ANOMALIES, CLEAR, SHIPS, TOKEN

KINDS = ("map", "strip", "loop", "dice", "hold")
"""What a figure may show; it shows one of them."""
_WIDEST = 5
"""Columns of hexes that are legible on a phone."""
_LONGEST = 9
"""Letters of a label that fit into a hex; that of a hex alone lies under it."""


def figures(data: Any, place: Place = ()) -> Iterator[tuple[Place, Data]]:
    """Yield every figure of a file's data with its place."""
    if isinstance(data, dict):
        if "figure" in data:
            yield (*place, "figure"), data["figure"]
        for name, item in data.items():
            if name not in ("figure", "scenario", "expect"):
                yield from figures(item, (*place, name))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from figures(item, (*place, index))


def check(source: Source, strips: Mapping[str, tuple[Stage, ...]]) -> None:
    """Every figure shows what exists, and what it claims is what the rules say."""
    for place, data in figures(source.data):
        shown = [kind for kind in KINDS if kind in data]
        if len(shown) != 1:
            source.fault(place, f"shows {len(shown)} pictures: name one of {', '.join(KINDS)}")
        elif "strip" in data:
            _check_strip(source, place, data, strips)
        elif "map" in data:
            _check_map(source, (*place, "map"), data["map"])
        elif "hold" in data:
            _check_hold(source, (*place, "hold"), data["hold"])


def _check_strip(source: Source, place: Place, data: Data, strips: Mapping[str, tuple[Stage, ...]]) -> None:
    name = data["strip"]
    if name not in strips:
        source.fault((*place, "strip"), f"{name!r} is not a strip{nearest(name, strips)}")
    elif "at" in data and data["at"] not in (places := [stage.at for stage in strips[name]]):
        source.fault((*place, "at"), f"{data['at']!r} is not a stage of {name}{nearest(data['at'], places)}")


def _check_map(source: Source, place: Place, data: Data) -> None:
    taken: dict[At, str] = {}
    sound = True
    for name, one in data["hexes"].items():
        here = (*place, "hexes", name)
        if (tile := one.get("tile")) and tile not in systems() and tile not in HYPERLANES:
            source.fault((*here, "tile"), f"{tile!r} is not a system tile{nearest(tile, systems())}")
            sound = False
        at = (one["at"][0], one["at"][1])
        if at in taken:
            source.fault((*here, "at"), f"is where {taken[at]} is: each hex has a place of its own")
        taken[at] = name
        if len(one.get("label", "")) > _LONGEST and len(data["hexes"]) > 1:
            source.fault((*here, "label"), f"has more than {_LONGEST} letters: a hex among others has room for no more")
        sound = _check_units(source, here, one) and sound
    columns = [at[0] for at in taken]
    if max(columns) - min(columns) >= _WIDEST:
        source.fault((*place, "hexes"), f"is wider than {_WIDEST} columns, which no phone shows legibly")
    if sound:
        _check_ways(source, place, map_of(data), data)


def _check_units(source: Source, place: Place, data: Data) -> bool:
    owned = [(key, player) for key in ("ships", "ground") for player in data.get(key, {})]
    sound = [_are_units(source, (*place, key, player), data[key][player]) for key, player in owned]
    return all(sound)  # every fault is told, not the first alone


def _are_units(source: Source, place: Place, there: Iterable[str]) -> bool:
    """Tell whether these are types of units; each that is not is a fault."""
    strange = [kind for kind in there if kind not in UNIT_TYPES]
    for kind in strange:
        source.fault((*place, kind), f"{kind!r} is not a unit{nearest(kind, UNIT_TYPES)}")
    return not strange


def _are_hexes(source: Source, place: Place, drawn: Map, names: Iterable[str]) -> bool:
    """Tell whether these are hexes of a map; the first that is not is a fault."""
    strange = next((name for name in names if name not in drawn.hexes), None)
    if strange is not None:
        source.fault(place, f"{strange!r} is not a hex of the map{nearest(strange, drawn.hexes)}")
    return strange is None


def _check_ways(source: Source, place: Place, drawn: Map, data: Data) -> None:
    for index, link in enumerate(drawn.links):
        here = (*place, "links", index)
        if not _are_hexes(source, (*here, "between"), drawn, link.between):
            continue
        if (found := adjacent(drawn, *link.between)) != link.by:
            said = f"by {found}" if found else "not at all"
            source.fault((*here, "by"), f"{' and '.join(link.between)} are adjacent {said}, not by {link.by}")
    for index, route in enumerate(drawn.routes):
        here = (*place, "routes", index)
        if not _are_hexes(source, (*here, "through"), drawn, route.through):
            continue
        ways = {leg: adjacent(drawn, *leg) for leg in route.legs}
        if apart := [leg for leg, way in ways.items() if way is None]:
            source.fault((*here, "through"), f"goes from {apart[0][0]} to {apart[0][1]}, which are not adjacent")
        elif route.arrives is not None and (verdict := _arrive(drawn, route, ways.values())) != route.arrives:
            said = "arrive" if verdict else "do not all arrive"
            source.fault((*here, "arrives"), f"is {str(route.arrives).lower()}, but by the solver the ships {said}")


def _arrive(drawn: Map, route: Route, ways: Iterable[str | None]) -> bool:
    """Ask the solver whether all that starts with a route reaches its end; `ways` make its hexes adjacent."""
    start, *between, end = (drawn.hexes[name] for name in route.through)
    fleet = {
        "units": dict(start.ships[route.of]),
        "from": _matters(start, route.of),
        "through": [_matters(one, route.of) for one in between],
        "by": sorted({way for way in ways if way and way != "side"}),
    }
    scenario = {
        "step": "movement",
        "players": [{"name": route.of, "fleets": [fleet]}],
        "into": _matters(end, route.of),
    }
    data = solved(scenario)
    ships = {units()[kind].name for kind in start.ships[route.of] if kind in units()}
    verdicts = [one["verdict"] for one in data["answer"]["findings"] if one["subject"] in ships]
    return bool(verdicts) and all(verdict != "no" for verdict in verdicts)


def _matters(one: Hex, mover: str) -> list[str]:
    """Return what of a hex matters to the ships of a player who moves, in a scenario's words."""
    found = [anomaly for anomaly in one.anomalies if anomaly in ANOMALIES]
    found += [TOKEN] if mover in one.tokens else []
    found += [SHIPS] if any(there for player, there in one.ships.items() if player != mover) else []
    found += [ACTIVE_SYSTEM] if one.active else []
    return found or [CLEAR]


def _check_hold(source: Source, place: Place, data: Data) -> None:
    for key in ("ships", "carried"):
        _are_units(source, (*place, key), data[key])
