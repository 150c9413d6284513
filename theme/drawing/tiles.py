"""What a map in the browser shows of the system tiles, as a module of JavaScript."""

from __future__ import annotations

import json

from mecatol.domain.units import planet_name, planets, systems
from mecatol.render.hexes import values_of
from mecatol.scenario.movement import SYSTEMS, WORMHOLE


def module() -> str:
    """Return the tiles by number: what matters to ships there, wormholes, planets with their values, and a title."""
    found = {number: _tile(tile) for number, tile in systems().items() if tile["kind"] != "fracture"}
    return f"export const tiles = {json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"


def _tile(tile: dict[str, list[str]]) -> dict[str, object]:
    words = [anomaly for anomaly in tile["anomalies"] if anomaly in SYSTEMS]
    words += [WORMHOLE] if {"alpha", "beta"} & set(tile["wormholes"]) else []
    values = [values_of(planets()[slug]) for slug in tile["planets"]]
    title = ", ".join(planet_name(slug) for slug in tile["planets"])
    return {"words": words, "holes": tile["wormholes"], "planets": values, "title": title}
