"""How long battles take as they happen at a table, with factions, upgrades and cards: as multiples of a plain one.

    uv run python tests/benchmarks/played.py [--battles 250] [--seed 11] [--tokens 8] [--holds 12] [--effects]
        [--pyodide] [--best 1|2] [--retreats]

The measure is a plain battle of 12 ships against 12, solved by the same Python. Prints how many battles were refused,
the median, the 95th percentile and the slowest; with `--effects` what each effect costs by itself on the 12 against 12;
with `--pyodide` the same battles in Pyodide, as multiples of its own 12 against 12; with `--best` the same battles
where so many players search for their best losses, and how many of these searches were stopped; with `--retreats`
all of it for battles in which most players retreat by a rule. Exits with 1 if a limit is missed.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]

from as_played import HOLDS, TOKENS, left_early  # noqa: E402
from as_played import battles as drawn  # noqa: E402
from battles import CACHE, TWELVE, battle  # noqa: E402
from battles import scenario as plain  # noqa: E402

import mecatol  # noqa: E402
from mecatol.domain.editions import in_force  # noqa: E402
from mecatol.probability.limits import SECONDS  # noqa: E402
from theme.runtime.compiling import minimal_lock  # noqa: E402
from theme.runtime.tools import boot_in_node  # noqa: E402
from theme.store import packages  # noqa: E402

MOST_AT_95, MOST = 8.0, 100.0
"""Limits: the 95th percentile and the slowest, as multiples of the plain battle."""
RUNS = 9

type Data = dict[str, Any]


def timed(
    plain_one: Data, scenarios: Sequence[Data], runs: int, solve: Callable[[Any], Any], tries: int = 3
) -> list[float | None]:
    """Return how long each scenario takes as a multiple of the plain one, None where it is refused.

    The plain one is solved again beside every tenth, and the best of some tries counts for the others as well: what
    else the machine does can only add to a time, and so it troubles both alike.
    """

    def spent(scenario: Data, often: int) -> float | None:
        best = None
        for _ in range(often):
            began = time.process_time()
            try:
                solve(scenario)
            except ValueError:  # a ScenarioError: refused
                return None
            passed = time.process_time() - began
            best = passed if best is None else min(best, passed)
        return best

    found, measure = [], spent(plain_one, runs)
    for number, scenario in enumerate(scenarios):
        if number % 10 == 9:
            measure = spent(plain_one, runs)
        best = spent(scenario, tries)
        found.append(None if best is None or measure is None else best / measure)
    return found


INSIDE = """
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/project/solver")
import time, mecatol
MEASURE
json.dumps(timed(json.loads(PLAIN), json.loads(SCENARIOS), HOW_OFTEN, mecatol.solve))
"""


def in_pyodide(plain_one: Data, scenarios: Sequence[Data], runs: int) -> list[float | None]:
    """Return the same of stock Pyodide under Node, from the sources as they are."""
    source = Path(__file__).read_text(encoding="utf-8")
    body = source[source.index("def timed(") : source.index("INSIDE = ")].partition(") -> list[float | None]:")[2]
    body = f"def timed(plain_one, scenarios, runs, solve, tries=3):{body}"
    body = body.replace("(scenario: Data, often: int) -> float | None:", "(scenario, often):")
    code = (
        INSIDE.replace("MEASURE", body)
        .replace("PLAIN", repr(json.dumps(plain_one)))
        .replace("SCENARIOS", repr(json.dumps(list(scenarios))))
        .replace("HOW_OFTEN", str(runs))
    )
    pyodide = packages.pinned("pyodide", CACHE, print)
    job = {
        "pyodide": str(pyodide), "lock": minimal_lock(pyodide), "path": "", "folders": {"/project": str(ROOT)},
        "code": code,
    }  # fmt: skip
    result: list[float | None] = json.loads(boot_in_node(job, "solving battles in Pyodide")["result"])
    return result


def spread(times: Sequence[float | None]) -> tuple[int, float, float, float]:
    """Return how many battles were refused; of the others the median, the 95th percentile and the slowest."""
    solved = sorted(each for each in times if each is not None)
    return len(times) - len(solved), statistics.median(solved), solved[int(0.95 * len(solved))], solved[-1]


def told(where: str, times: Sequence[float | None]) -> bool:
    """Print what battles took; tell whether the limits are kept."""
    refused, median, at_95, slowest = spread(times)
    print(
        f"{where}: {refused} of {len(times)} refused; of a plain 12 v 12, median {median:.1f}, 95th percentile "
        f"{at_95:.1f} (limit {MOST_AT_95:.0f}), slowest {slowest:.1f} (limit {MOST:.0f})"
    )
    return not refused and at_95 <= MOST_AT_95 and slowest <= MOST


def searched(plain_one: Data, scenarios: Sequence[Data], players: int) -> None:
    """Print what battles take in which the first players search for their best losses, and how many are stopped."""
    stopped = []

    def solve(scenario: Data) -> None:
        if any("was stopped" in warning for warning in mecatol.solve(scenario).warnings):
            stopped.append(scenario)

    some: list[Data] = json.loads(json.dumps(scenarios))
    for scenario in some:
        for player in scenario["players"][:players]:
            player.setdefault("policy", {})["assign"] = "best"
    refused, median, at_95, slowest = spread(timed(plain_one, some, RUNS, solve, tries=1))
    print(
        f"best losses for {players}: {refused} of {len(some)} refused, {len(stopped)} searches stopped after "
        f"{SECONDS / 2:g} seconds; of a plain 12 v 12, median {median:.1f}, 95th percentile {at_95:.1f}, slowest "
        f"{slowest:.1f}"
    )


def by_effect(plain_one: Data) -> None:
    """Print what each effect costs by itself on the plain battle, the dearest first."""
    edition = list(mecatol.EDITIONS)[-1]
    rows = []
    for effect in mecatol.EFFECTS.values():
        if (
            "space-combat" not in effect.steps
            or effect.automatic
            or not in_force(edition, effect.edition, effect.until)
        ):
            continue
        for index in (1,) if effect.role == "other" else (0,):
            scenario = json.loads(json.dumps(plain_one))
            player = scenario["players"][index]
            if effect.holder and effect.holder != player["faction"]:  # who fights with its War Sun all the same
                player["faction"], player["technologies"] = effect.holder, ["war-sun"]
            if effect.kind.endswith("technology"):
                player["technologies"] = [*player.get("technologies", ()), effect.slug]
            else:
                player["effects"] = {effect.slug: 1}
            rows.append((timed(plain_one, [scenario], RUNS, mecatol.solve)[0], effect.slug))
    for cost, slug in sorted(rows, key=lambda row: -(row[0] or 1e9)):
        print(f"  {slug:36} {'refused' if cost is None else f'{cost:7.2f}'}")


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--battles", type=int, default=250, help="how many battles are drawn (default: 250)")
    parser.add_argument("--seed", type=int, default=11, help="the seed of the draw (default: 11)")
    parser.add_argument("--tokens", type=int, default=TOKENS, help=f"how many ships a side at most (default: {TOKENS})")
    parser.add_argument("--holds", type=int, default=HOLDS, help=f"how much they carry at most (default: {HOLDS})")
    parser.add_argument("--effects", action="store_true", help="say what each effect costs by itself")
    parser.add_argument("--best", type=int, choices=(1, 2), help="so many players search for their best losses as well")
    parser.add_argument("--pyodide", action="store_true", help="solve the battles in Pyodide as well")
    parser.add_argument("--retreats", action="store_true", help="let most players retreat by a rule")
    options = parser.parse_args()
    plain_one = plain(battle("12 v 12 of six types", True))
    assert sum(TWELVE.values()) == 12
    scenarios = list(drawn(options.seed, options.battles, options.tokens, options.holds))
    if options.retreats:
        scenarios = list(left_early(scenarios, options.seed))
    kept = told("CPython", timed(plain_one, scenarios, RUNS, mecatol.solve))
    print(f"  memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    if options.pyodide:
        kept = told("Pyodide", in_pyodide(plain_one, scenarios, RUNS)) and kept
    if options.best:
        searched(plain_one, scenarios, options.best)
    if options.effects:
        by_effect(plain_one)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
