"""Hostile cases, and what a browser is asked after it has read one."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

from reading import FIRST

INHERITED = (
    "__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf",
    "propertyIsEnumerable", "toLocaleString", "__defineGetter__", "__defineSetter__", "__lookupGetter__",
)  # fmt: skip
"""Names that every object of JavaScript knows, or takes for its prototype."""

UNBELTED = "Object.preventExtensions = (value) => value;"
"""Runs first: a prototype takes what is put there, so that a test sees it, though pages forbid it."""

BEFORE = """
const kinds = [Object, Array, Function, String, Number, Boolean, Map, Set, Promise, Element, HTMLElement, Event];
const keys = ({ name, prototype }) => Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`);
const seen = () => kinds.flatMap(keys);
const first = new Set(seen());
globalThis.foreign = () => seen().filter((key) => !first.has(key));
"""
"""Runs first: `foreign()` names each key that a prototype has gained."""

BOMBS: dict[str, dict[str, Any]] = {
    "players by dots": {"players.2000000000.x": 1},
    "ask by dots": {"ask.99999999.x": 1},
    "fleets by dots": {"players.0.fleets.29999999.x": 1},
    "players as a mapping": {"players": {"2000000000": {"name": "Red"}}},
    "ask as a mapping": {"ask": {"99999999": {"player": "Red"}}},
    "too many players": {"players": [{"name": f"P{number}"} for number in range(500)]},
    "a length": {"players": {"length": 4000000000}},
}
"""What a case holds besides, each a list that would be endless."""


def polluting(name: str) -> list[dict[str, Any]]:
    """Cases that put something under a name that objects inherit: by dots, as a key, in a player and deep inside."""
    found: list[dict[str, Any]] = [deepcopy(FIRST) for _ in range(4)]
    found[0] |= {"players.0.space.cruiser": "x", f"players.{name}.{name}.compare": "<b id=smuggled>x</b>"}
    found[1] |= {name: {"compare": "<b id=smuggled>x</b>", "raw": True, "errors": []}}
    found[2]["players"][0] |= {name: {name: {"html": "<b id=smuggled>x</b>"}}}
    found[3]["players"][0]["planets"] = {name: {name: {"pds": 1}}}
    return found


def text(scenario: object) -> str:
    return json.dumps(scenario, separators=(",", ":"))
