"""Record the solutions of many scenarios, or compare a record with what the solver says now.

    uv run python -m tests.golden record                # scenarios of the examples, the tests and a generator
    uv run python -m tests.golden compare               # exit status 1 where a number, a trace or a warning differs
    uv run python -m tests.golden record --combats 5000 --no-tests --random 0    # before a change of the combat engine
    uv run python -m tests.golden compare --within 1e-12                         # after each step of it

The record is a file of its own (`--file`, by default in `.cache/`), not a part of the repository: it is made from the
revision before a change. It holds the scenarios themselves, so a change of the generator cannot hide a difference.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.golden.compare import compare
from tests.golden.gather import gathered
from tests.golden.record import record

FILE = Path(".cache/golden.jsonl.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__.split("\n")[0])
    parser.add_argument("verb", choices=["record", "compare"])
    parser.add_argument("--file", type=Path, default=FILE, help=f"the record (default: {FILE})")
    parser.add_argument("--random", type=int, default=1500, help="how many generated scenarios (default: 1500)")
    parser.add_argument("--combats", type=int, default=0, help="how many scenarios with a combat more (default: 0)")
    parser.add_argument("--no-tests", action="store_true", help="leave the scenarios of the tests out")
    parser.add_argument("--show", type=int, default=10, help="how many differences to print in full (default: 10)")
    parser.add_argument("--within", type=float, default=0.0, help="how far apart numbers may be (default: 0)")
    wanted = parser.parse_args(arguments)
    if wanted.verb == "record":
        count = record(wanted.file, gathered(wanted.random, not wanted.no_tests, wanted.combats))
        print(f"{count} scenarios recorded in {wanted.file}")
        return 0
    if not wanted.file.is_file():
        print(f"{wanted.file} is not there: record first, on the revision to compare with", file=sys.stderr)
        return 2
    return compare(wanted.file, wanted.show, wanted.within)


if __name__ == "__main__":
    sys.exit(main())
