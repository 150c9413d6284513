"""Battles as they are played at a table: floats and fractions agree, whatever way through the combat they take.

    uv run python -m tests.solver.combat.test_as_played [--battles 300] [--seed 11]

compares more of them. Exact fractions share no rounding with floats: a chance that is added up where it should not be,
or lost, comes out as a difference far above 1e-12.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import solver
from tests.as_played import battles

type Data = dict[str, Any]

MOST_UNITS = 6
"""Units a side in the normal run, so that fractions stay short."""


def small(seed: int, number: int, most: int = MOST_UNITS) -> Iterator[Data]:
    """Yield so many battles in which neither side has more units than that."""
    for scenario in battles(seed, 100 * number):
        if all(sum(player["space"].values()) <= most for player in scenario["players"]):
            yield scenario
            number -= 1
        if not number:
            return


def apart(scenario: Data) -> float | None:
    """Return how far floats and fractions are apart at most, None where fractions are beyond their limit."""
    try:
        exact = solver.solve(scenario, exact=True)
    except solver.LimitError:
        return None
    close = solver.solve(scenario)
    ends = [{repr(left): float(chance) for chance, left in found.outcomes} for found in (close, exact)]
    pairs = [(ends[0].get(end, 0), ends[1].get(end, 0)) for end in {**ends[0], **ends[1]}]
    pairs += [(close.winner[name], float(exact.winner[name])) for name in close.winner]
    assert sum(chance for chance, _ in exact.outcomes) == 1
    return max(abs(one - other) for one, other in pairs)


def test_floats_and_fractions_agree() -> None:
    found = {json.dumps(scenario): apart(scenario) for scenario in small(23, 20)}
    known = {scenario: row for scenario, row in found.items() if row is not None}
    assert len(known) >= 10, "most are within the limit of fractions"
    assert not [scenario for scenario, row in known.items() if row > 1e-12]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="floats against fractions in battles as they are played")
    parser.add_argument("--battles", type=int, default=300, help="how many battles (default: 300)")
    parser.add_argument("--seed", type=int, default=11, help="the seed of the draw (default: 11)")
    wanted = parser.parse_args()
    rows = [apart(scenario) for scenario in battles(wanted.seed, wanted.battles)]
    known = [row for row in rows if row is not None]
    print(f"{len(known)} of {len(rows)} battles compared, at most {max(known, default=0):.1e} apart")
    sys.exit(max(known, default=0) > 1e-12)
