"""What the solver says of a scenario, as plain data that compares to the last bit; files of such records."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import mecatol

type Data = dict[str, Any]


class Golden(NamedTuple):
    """A scenario and what the solver said of it: its solution, or its refusal."""

    scenario: Any
    said: Data


def said(scenario: Any) -> Data:
    """Return the solution of a scenario as JSON has it, or its problems; floats keep every bit."""
    try:
        found: Data = {"solution": mecatol.solve(scenario).to_json()}
    except mecatol.ScenarioError as error:
        found = {"problems": [[problem.field, problem.message] for problem in error.problems]}
    back: Data = json.loads(json.dumps(found))
    return back


def said_of_each(scenarios: Iterable[Any]) -> Iterator[Data]:
    """Solve scenarios on all processors, in their order."""
    with ProcessPoolExecutor() as pool:
        yield from pool.map(said, scenarios, chunksize=8)


def record(file: Path, scenarios: Iterable[Any]) -> int:
    """Write what the solver says of each scenario to a file; return how many there are."""
    asked = list(scenarios)
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8", compresslevel=6) as lines:
        for golden in map(Golden, asked, said_of_each(asked)):
            lines.write(json.dumps(golden._asdict()) + "\n")
    return len(asked)


def recorded(file: Path) -> Iterator[Golden]:
    """Yield the records of a file."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield Golden(**json.loads(line))
