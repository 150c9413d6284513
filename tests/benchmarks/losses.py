"""Which named order of losses gives its owner more: `uv run python tests/benchmarks/losses.py [battles] [seed]`.

The battles are those of `tests/as_played.py`. Each side takes hits by each named order against each of the other's.
Printed is how often sustaining first gives its owner more, less or the same, and how many points of winning it moves on
average, apart for those against whom Direct Hit is held.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests")]

from as_played import battles as drawn  # noqa: E402

import mecatol  # noqa: E402
from mecatol.advice.winning import chances  # noqa: E402

ORDERS = ("cheapest-first", "sustain-first")
CARD = "direct-hit"


def compare(scenario: dict[str, Any]) -> list[tuple[float, bool]]:
    """Return for each side and each order of the other's: the points that sustaining first gives, and the card or not.

    Raises ScenarioError for a battle that is not solved.
    """
    found = []
    for index, player in enumerate(scenario["players"]):
        held = CARD in scenario["players"][1 - index].get("effects", {})
        for theirs in ORDERS:
            won = []
            for mine in ORDERS:
                orders = [mine, theirs] if index == 0 else [theirs, mine]
                players = [
                    {**one, "policy": {**one.get("policy", {}), "assign": order}}
                    for one, order in zip(scenario["players"], orders, strict=True)
                ]
                won.append(chances({**scenario, "players": players})[player["name"]])
            found.append((100 * (won[1] - won[0]), held))
    return found


def main(number: int = 100, seed: int = 14) -> None:
    """Draw battles and print what sustaining first is worth."""
    rows: list[tuple[float, bool]] = []
    for scenario in drawn(seed, number):
        try:
            rows += compare(scenario)
        except mecatol.ScenarioError:
            continue
    for words, points in (
        ("in all", [point for point, _ in rows]),
        ("without Direct Hit against it", [point for point, held in rows if not held]),
        ("with Direct Hit against it", [point for point, held in rows if held]),
    ):
        more, less = sum(point > 1e-9 for point in points), sum(point < -1e-9 for point in points)
        mean = sum(points) / len(points) if points else 0
        print(
            f"{words}: of {len(points)} sides it gives {more} more, {less} less, {len(points) - more - less} the same; "
            f"{mean:+.2f} points on average"
        )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
