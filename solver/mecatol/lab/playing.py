"""The best play in the command line: `mecatol best-play FILE --player NAME`."""

from __future__ import annotations

import argparse
import json
import sys

from mecatol.advice.best_play import BestPlay
from mecatol.lab.buying import first_player
from mecatol.solution.text import percent, resources


def best_play(args: argparse.Namespace, scenario: object) -> str:
    """Search for the best rule of a battle and return it in words or as JSON; Ctrl-C ends the search early.

    Raises:
        ScenarioError: the battle cannot be solved, or the player or the worth is not as it must be.
    """
    search = BestPlay(scenario, args.player or first_player(scenario), args.worth)
    try:
        while not search.over:
            search.step()
    except KeyboardInterrupt:
        print("Stopped early.", file=sys.stderr)
    best, now, searched = search.best, search.now, search.searched()
    if args.json:
        return json.dumps(
            {
                "rule": best.words, "scenario": best.scenario, "chance": best.chance, "trade": best.trade,
                "now": {"chance": now.chance, "trade": now.trade}, "gain": search.gain, "even": search.even(),
                "searched": searched, "rules": len(search.found), "complete": search.complete and search.over,
            }
        )  # fmt: skip
    return "\n".join(_lines(search, searched))


def _lines(search: BestPlay, searched: float | None) -> list[str]:
    best, now = search.best, search.now
    lines = [f"{search.player}: {best.words}"]
    lines.append(f"  wins {percent(best.chance).strip()} ({percent(now.chance).strip()} as entered)")
    if search.worth is not None:
        lines.append(f"  ends {_resources(best.trade)} ({_resources(now.trade)} as entered)")
        lines.append(f"  gains {resources(search.gain)} if a win is worth {resources(search.worth)}")
        even = search.even()
        if even is not None and even >= 0 and search.gain:
            lines.append(f"  change nothing if a win is worth more than {resources(even)}")
    else:
        lines.append(f"  gains {100 * search.gain:.2f} percentage points")
    if searched is not None and searched > best.chance + 1e-9:
        lines.append(f"  losing the best unit for each moment would win {percent(searched).strip()}")
    if search.complete and search.over:
        lines.append(f"All {len(search.found):,} rules were solved.")
    else:
        lines.append(f"{len(search.found):,} rules were solved, improved one choice at a time.")
    if search.untried:
        lines.append(f"{search.untried:,} took too long or are against the rules.")
    return lines


def _resources(trade: float) -> str:
    """Say a trade: what the others lose beyond what the player loses, or the other way round."""
    return f"{resources(abs(trade))} {'ahead' if trade >= 0 else 'behind'}"
