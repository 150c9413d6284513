"""The best play in the command line: `mecatol best-play FILE --player NAME`."""

from __future__ import annotations

import argparse
import json
import sys

from mecatol.advice.best_play import BestPlay
from mecatol.lab.buying import first_player
from mecatol.searching import best_rule_of, run
from mecatol.version import VERSION


def best_play(args: argparse.Namespace, scenario: object) -> str:
    """Search for the best rule of a battle and return it in words or as JSON; Ctrl-C ends the search early.

    Raises:
        ScenarioError: the battle cannot be solved, or the player or the worth is not as it must be.
    """
    search = BestPlay(scenario, args.player or first_player(scenario), args.worth)
    try:
        run(search)
    except KeyboardInterrupt:
        print("Stopped early.", file=sys.stderr)
    found = best_rule_of(search)
    return json.dumps({"version": VERSION, **found.to_json()}) if args.json else str(found)
