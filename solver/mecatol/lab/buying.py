"""The best fleet in the command line: `mecatol best-fleet FILE --cost N`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from mecatol.advice.best_fleet import BestFleet, Frontier
from mecatol.advice.fleets import Bounds
from mecatol.errors import fault, shown
from mecatol.scenario.files import parse, text_of
from mecatol.scenario.sentence import fleet_in_words
from mecatol.solution.text import percent, short


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
        _run(search, args.stop_after or float("inf"))
    except KeyboardInterrupt:
        print("Stopped early.", file=sys.stderr)
    found = search.frontier()
    if args.json:
        counts = {"fleets": search.whole, "solved": search.solved, "proved": search.proved, "over": search.over}
        return json.dumps({"frontier": [one._asdict() for one in found], **counts})
    return "\n".join([*_table(found), _how_far(search)])


def _run(search: BestFleet, limit: float) -> None:
    ends = time.monotonic() + limit
    terminal = sys.stderr is not None and sys.stderr.isatty()
    while not search.over and time.monotonic() < ends:
        search.step()
        if terminal:
            print(f"\r{search.whole - search.left:,} of {search.whole:,} fleets\033[K", end="", file=sys.stderr)
    if terminal:
        print("\r\033[K", end="", file=sys.stderr)


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


def _table(found: list[Frontier]) -> list[str]:
    lines = ["Resources, chance of winning, fleet (lead over the runner-up)"]
    for one in found:
        second = ""
        if one.second is not None and one.margin is not None:
            second = f" ({100 * one.margin:.2f} points more than {fleet_in_words(one.second)})"
        gap = f" At most {100 * one.gap:.2f} points better is possible." if one.gap else ""
        lines.append(f"{short(one.cost):>4}  {percent(one.chance)}  {fleet_in_words(one.space)}{second}{gap}")
    return lines


def _how_far(search: BestFleet) -> str:
    said = f"{search.whole:,} fleets: {search.solved:,} solved"
    if search.proved:
        said += f", {search.proved:,} proved worse by a larger fleet"
    if search.left:
        said += f", {search.left:,} not compared"
    if search.untried:
        said += f", {search.untried:,} took too long"
    return f"{said}."
