"""The best fleet in the command line: `mecatol best-fleet FILE --cost N`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from typing import Any

from mecatol.advice.best_fleet import BestFleet
from mecatol.advice.fleets import Bounds
from mecatol.errors import fault, shown
from mecatol.scenario.files import parse, text_of
from mecatol.searching import best_fleets_of, run
from mecatol.version import VERSION


def best_fleet(args: argparse.Namespace, scenario: object) -> str:
    """Search for the best fleets of a battle and return them in words or as JSON; Ctrl-C ends the search early.

    Raises:
        ScenarioError: the battle, the bounds or the mix is not as it must be.
    """
    for name in ("cost", "fleet_pool", "production_limit"):
        if (number := getattr(args, name)) is not None and not number > 0:
            raise fault(f"--{name.replace('_', '-')}", f"is {number}; give a number above 0", number)
    bounds = Bounds(0, args.cost, args.fleet_pool, args.production_limit, not args.ignore_capacity, not args.ignore_box)
    units = args.units.split(",") if args.units else None
    search = BestFleet(scenario, args.player or first_player(scenario), bounds, units, _mix(args.mix))
    try:
        run(search, args.stop_after or float("inf"), lambda: _tell(search))
    except KeyboardInterrupt:
        print("Stopped early.", file=sys.stderr)
    if _is_terminal():
        print("\r\033[K", end="", file=sys.stderr)
    found = best_fleets_of(search)
    return json.dumps({"version": VERSION, **found.to_json()}) if args.json else str(found)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _tell(search: BestFleet) -> None:
    if _is_terminal():
        print(f"\r{search.whole - search.left:,} of {search.whole:,} fleets\033[K", end="", file=sys.stderr)


def first_player(scenario: object) -> str:
    """Return the name of a scenario's active player, `None` where it has none."""
    players = scenario.get("players") if isinstance(scenario, Mapping) else None
    first = players[0] if isinstance(players, list) and players else None
    name = first.get("name") if isinstance(first, Mapping) else None
    return str(name)


def _mix(file: str | None) -> list[Any]:
    if file is None:
        return []
    mix = parse(text_of(file))
    if not isinstance(mix, list) or not mix:
        raise fault("mix", f"is {shown(mix)}; give a list such as [{{weight: 2, space: {{cruiser: 3}}}}]", mix)
    return mix
