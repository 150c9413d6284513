"""The lab's door in the command line: `mecatol sweep PLAN --out FILE`."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mecatol.probability.limits import SECONDS
from mecatol.version import VERSION

if TYPE_CHECKING:  # the rest is loaded by whoever sweeps: the other commands start sooner
    from mecatol.lab.runs import Progress

EVERY = 10.0
"""Seconds between two lines of progress where no terminal overwrites the last one."""


def number_in(text: str) -> float:
    """Return the number that a text is; nan, which no bound allows, where it is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def seconds(text: str) -> float:
    """Read a length of time: more than nothing; `inf` for no limit."""
    number = number_in(text)
    if not number > 0:  # nan is not, either
        raise argparse.ArgumentTypeError(f"{text} is not a length of time: more than 0 seconds, or inf")
    return number


def add_to(commands: Any) -> None:
    """Add `sweep`, `best-fleet` and `best-play` to the commands of a parser."""
    _add_best_fleet(commands)
    _add_best_play(commands)
    sweep = commands.add_parser("sweep", help="solve thousands of battles from a plan")
    sweep.add_argument("file", metavar="PLAN", help="a plan in YAML, or scenarios as JSON lines; - for standard input")
    sweep.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="the table: FILE.jsonl or FILE.csv, or FILE.parquet with pyarrow",
    )
    sweep.add_argument("--cores", type=int, metavar="N", help="processes (default: one per core)")
    sweep.add_argument(
        "--scheduler", metavar="ADDRESS", help="a Dask cluster to use instead, such as tcp://host:8786. What it "
        "answers runs with all your rights: use only a cluster that you trust",
    )  # fmt: skip
    sweep.add_argument(
        "--seconds",
        type=seconds,
        metavar="N",
        default=SECONDS,
        help="how long a battle may take (default: %(default)g)",
    )
    sweep.add_argument("--json", action="store_true", help="print what came of it as JSON")
    sweep.add_argument("--quiet", action="store_true", help="print no progress")


def _add_best_play(commands: Any) -> None:
    """Add `best-play`, which `mecatol.lab.playing` carries out."""
    best = commands.add_parser("best-play", help="find the best rule for retreats, losses, cards and landings")
    best.add_argument("file", metavar="FILE", help="the battle: YAML or JSON, - for standard input; or plain words")
    best.add_argument("--player", metavar="NAME", help="who decides; the active player by default")
    best.add_argument(
        "--worth", type=float, metavar="N",
        help="resources that winning is worth beyond the ships lost: with it, retreats count; without, only winning",
    )  # fmt: skip
    best.add_argument("--json", action="store_true", help="print it as JSON")


def _add_best_fleet(commands: Any) -> None:
    """Add `best-fleet`, which `mecatol.lab.buying` carries out."""
    best = commands.add_parser("best-fleet", help="find the fleets that win most often for each number of resources")
    best.add_argument("file", metavar="FILE", help="the battle: YAML or JSON, - for standard input; or plain words")
    best.add_argument("--cost", type=float, required=True, metavar="N", help="the most resources to spend")
    best.add_argument("--player", metavar="NAME", help="who buys; the active player by default")
    best.add_argument(
        "--units", metavar="LIST", help="what may be bought, such as fighter,cruiser; every ship by default"
    )
    best.add_argument("--fleet-pool", type=int, metavar="N", help="ships other than fighters (37.1)")
    best.add_argument("--production-limit", type=int, metavar="N", help="units that are produced at once (67.2)")
    best.add_argument("--ignore-capacity", action="store_true", help="allow fighters without ships to carry them")
    best.add_argument("--ignore-box", action="store_true", help="buy more ships than the box holds")
    best.add_argument("--mix", metavar="FILE", help="enemy fleets: a list of {weight: 2, space: {cruiser: 3}}")
    best.add_argument("--stop-after", type=seconds, metavar="N", help="seconds after which the search ends early")
    best.add_argument("--json", action="store_true", help="print it as JSON")


def sweep(args: argparse.Namespace) -> str:
    """Run a plan and return what came of it, in a sentence.

    Raises:
        ScenarioError: the plan, the table or the cluster is not as it must be.
        StoppedError: on Ctrl-C.
    """
    from mecatol.errors import fault
    from mecatol.lab import workers
    from mecatol.lab.plans import plan_of
    from mecatol.lab.runs import run
    from mecatol.scenario.files import text_of

    plan = plan_of(text_of(args.file))
    cores = workers.cores() if args.cores is None else args.cores
    if not 1 <= cores <= workers.MOST:
        raise fault("--cores", f"is {cores}; give a number from 1 to {workers.MOST}", cores)
    here = partial(workers.local, max(1, min(cores, len(plan))), packs=args.packs)
    machines = partial(workers.cluster, args.scheduler, packs=args.packs) if args.scheduler else here
    limits = {"seconds": args.seconds, "packs": [workers.digest(pack) for pack in args.packs]}
    say = (lambda _: None) if args.quiet else _Teller()
    done = run(plan, args.out, partial(machines, plan.fields, args.seconds), say, limits)
    if args.json:
        return json.dumps({"version": VERSION, "out": str(args.out), **done._asdict()})
    refused = f", {done.refused:,} of them refused with their reason" if done.refused else ""
    told = f"{args.out} holds {done.rows:,} {'battle' if done.rows == 1 else 'battles'}{refused}."
    if done.solved < done.rows:
        told += f" {done.rows - done.solved:,} were solved by an earlier run."
    if done.damaged:
        told += f" {done.damaged:,} of its rows {'was' if done.damaged == 1 else 'were'} damaged and solved again."
    return told


class _Teller:
    """Tells how far a run is: on a terminal in one line that changes, elsewhere now and then."""

    def __init__(self) -> None:
        self.last = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        terminal = sys.stderr is not None and sys.stderr.isatty()
        ended = progress.done == progress.whole
        now = time.monotonic()
        if now - self.last < (0.2 if terminal else EVERY) and not ended:
            return
        self.last = now
        line = f"\r{progress}\033[K" if terminal else f"{progress}\n"
        if sys.stderr is not None:  # print would take standard output for it
            with suppress(OSError, ValueError):  # a run goes on where nobody is there to be told
                print(line, end="\n" if terminal and ended else "", file=sys.stderr, flush=True)
