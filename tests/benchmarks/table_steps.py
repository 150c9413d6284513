"""How long a step takes at the table, in battles as they are played: as multiples of a plain battle of 12 against 12.

    uv run python tests/benchmarks/table_steps.py [--battles 60] [--seed 11]

Each battle is walked to its end: dice are rolled from a seed, and the marked way of each choice is taken. Choices stand
by themselves: there the search for the best losses may take as long as it is granted, a second. The first step of a
battle prepares it. Exits with 1 if the 95th percentile of the other steps is above the limit.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from as_played import battles as drawn  # noqa: E402
from battles import battle  # noqa: E402
from battles import scenario as plain  # noqa: E402

import mecatol  # noqa: E402
from mecatol.playing.moment import play  # noqa: E402
from mecatol.playing.steps import CHOICE, LOSSES, OVER  # noqa: E402

MOST_AT_95 = 16.0
"""Limit for steps other than choices, as a multiple of the plain battle: 100 ms where that takes 6."""
MOST_STEPS = 60
RUNS = 5


def steps(scenario: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield the kind of each step of a battle, with the seconds that it takes to be shown."""
    history: list[str] = []
    for seed in range(MOST_STEPS):
        began = time.process_time()
        data = play(scenario, history).data()
        passed = time.process_time() - began
        kind = data["step"]["kind"]
        yield ("first" if not history else "choices" if kind in (LOSSES, CHOICE) else "others"), passed
        if kind == OVER:
            return
        if kind in (LOSSES, CHOICE):
            history.append(data["step"]["options"][0]["token"])
        else:
            history = list(play(scenario, history, roll=seed).history)


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--battles", type=int, default=60, help="how many battles are drawn (default: 60)")
    parser.add_argument("--seed", type=int, default=11, help="the seed of the draw (default: 11)")
    options = parser.parse_args()
    measure = plain(battle("12 v 12 of six types", True))
    spent = []
    for _ in range(RUNS):
        began = time.process_time()
        mecatol.solve(measure)
        spent.append(time.process_time() - began)
    found: dict[str, list[float]] = {"first": [], "others": [], "choices": []}
    for scenario in drawn(options.seed, options.battles):
        try:
            for kind, passed in steps(scenario):
                found[kind].append(passed / min(spent))
        except mecatol.ScenarioError:  # nobody fights, or what is not walked
            continue
    print(f"a plain 12 v 12 takes {1000 * min(spent):.0f} ms")
    for kind, times in found.items():
        times.sort()
        at_95 = times[int(0.95 * len(times))]
        print(
            f"{kind}: {len(times)} steps, median {statistics.median(times):.2f}, 95th percentile {at_95:.2f}, slowest "
            f"{times[-1]:.1f}"
        )
    return 0 if found["others"][int(0.95 * len(found["others"]))] <= MOST_AT_95 else 1


if __name__ == "__main__":
    sys.exit(main())
