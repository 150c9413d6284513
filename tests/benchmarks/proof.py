"""Battles that were dear or refused, proved: floats against fractions, and against battles played with dice.

    uv run python tests/benchmarks/proof.py [--battles 300] [--seed 11] [--before COMMIT] [--times 20] [--games 250]

Draws battles as they happen at a table and keeps those that the solver of an earlier commit refused, failed in, or
took so many times as long for as for a plain 12 against 12. Of these so many are worked out in floats and in fractions,
which must agree to 1e-12, and so many of those that the dice know, space combats (`plain_factions`) and whole tactical
actions (`plain_action`), are played with dice, which must come within 4.5 standard errors. What seems off is
played up to 16 times as often: for what hardly ever happens, one sighting more or less is many standard errors.
Exits with 1 where something disagrees.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from itertools import batched
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests" / "benchmarks")]

from battles import battle  # noqa: E402
from battles import scenario as plain  # noqa: E402

from tests.as_played import battles as drawn  # noqa: E402
from tests.solver.combat.plain_action import Action, ready_action, unknown_action  # noqa: E402
from tests.solver.combat.plain_factions import Combat  # noqa: E402
from tests.solver.combat.plain_known import ready, unknown  # noqa: E402
from tests.solver.combat.test_actions_with_dice import exact as exact_action  # noqa: E402
from tests.solver.combat.test_against_dice import ERRORS, deviation, exact  # noqa: E402
from tests.solver.combat.test_as_played import apart  # noqa: E402

BEFORE = "7e0d858^"
"""The commit before battles as they happen at a table were first made faster."""
AT_ONCE = 250
"""Battles that the earlier solver is given at a time."""
CLOSE = 1e-12
TACTICAL_ACTION = "tactical-action"

type Data = dict[str, Any]

EARLIER = """
import importlib, json, pathlib, signal, sys, time
sys.path.insert(0, "solver")
mecatol = importlib.import_module("mecatol" if pathlib.Path("solver/mecatol").exists() else "solver")

class Dear(BaseException):
    pass

def stop(number, frame):
    raise Dear

def spent(scenario):
    began = time.process_time()
    mecatol.solve(scenario)
    return time.process_time() - began

plain, scenarios, times = json.load(sys.stdin)
longest = times * min(spent(plain) for _ in range(9))
signal.signal(signal.SIGVTALRM, stop)
dear = []
for scenario in scenarios:
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, longest)
        mecatol.solve(scenario)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except (Dear, Exception):  # too dear, refused, or failed in
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        dear.append(True)
    else:
        dear.append(False)
json.dump(dear, sys.stdout)
"""


def dear(commit: str, seed: int, times: float) -> Iterator[Data | None]:
    """Yield battles without end that were dear for the solver of a commit; None for each that was not."""
    packed = subprocess.run(["git", "archive", commit, "solver"], cwd=ROOT, capture_output=True, check=True).stdout
    measure = plain(battle("12 v 12 of six types", True))
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(folder, filter="data")
        for scenarios in batched(drawn(seed, sys.maxsize), AT_ONCE, strict=False):
            asked = json.dumps([measure, scenarios, times])
            ended = subprocess.run(
                [sys.executable, "-c", EARLIER], cwd=folder, input=asked, capture_output=True, text=True, check=True
            )
            yield from (s if was else None for s, was in zip(scenarios, json.loads(ended.stdout), strict=True))


def played(scenario: Data, games: int, rng: random.Random) -> tuple[float, str] | None:
    """Return how far a battle is from the same played with dice, and in what; None where the dice do not know it."""
    if scenario["step"] == TACTICAL_ACTION:
        action = ready_action(scenario)
        return None if unknown_action(scenario) else deviation(action, games, rng, Action, exact_action(action))
    combat = ready(scenario)
    return None if unknown(scenario) else deviation(combat, games, rng, Combat, exact(combat, Combat))


def main() -> int:
    """Prove and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--battles", type=int, default=300, help="how many battles each way (default: 300)")
    parser.add_argument("--seed", type=int, default=11, help="the seed of the draw (default: 11)")
    parser.add_argument("--before", default=BEFORE, help=f"the earlier commit (default: {BEFORE})")
    parser.add_argument("--times", type=float, default=20, help="what is dear, in plain battles (default: 20)")
    parser.add_argument("--games", type=int, default=250, help="how often a battle is played at least (default: 250)")
    options = parser.parse_args()
    rows: list[float] = []
    thrown: list[float] = []
    seen = kept = too_long = actions = 0
    wrong = False
    for scenario in dear(options.before, options.seed, options.times):
        seen += 1
        if scenario is None:
            continue
        kept += 1
        if len(rows) < options.battles:
            row = apart(scenario)
            too_long += row is None
            rows += [] if row is None else [row]
            if row is not None and row > CLOSE:
                wrong = True
                print(f"fractions: {row:.1e} apart in {json.dumps(scenario)}", flush=True)
        if len(thrown) < options.battles and (found := played(scenario, options.games, random.Random(seen))):
            errors, what = found
            thrown.append(errors)
            actions += scenario["step"] == TACTICAL_ACTION
            if errors >= ERRORS:
                wrong = True
                print(f"dice: {errors:.1f} standard errors in {what!r} of {json.dumps(scenario)}", flush=True)
        if len(rows) == len(thrown) == options.battles:
            break
    print(
        f"{kept} of {seen} battles took {options.before} more than {options.times:g} plain ones, or were refused.\n"
        f"Fractions: {len(rows)} compared, at most {max(rows):.1e} apart; {too_long} more exceed their limit.\n"
        f"Dice: {len(thrown)} played {options.games} times or more, {actions} of them tactical actions, "
        f"at most {max(thrown):.1f} standard errors (limit {ERRORS})."
    )
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
