"""The scenarios that are recorded: those of the examples, those that the tests ask, and generated ones."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import content
from tests.any_scenario import lawful, wanted
from tests.golden import listening
from tests.golden.fights import fights

_SHARE_OF_A_TEST_FILE = 250
"""So many scenarios of each file of tests at most, drawn by lot: some ask thousands of one kind."""


def gathered(generated: int, tests: bool, combats: int = 0) -> list[Any]:
    """Return the scenarios, each once: about so many that are generated, and so many with a combat."""
    found = [*_examples(), *(_tests() if tests else ()), *_generated(generated), *(fights(combats) if combats else ())]
    return list({json.dumps(scenario): scenario for scenario in found}.values())


def _examples() -> Iterator[Any]:
    for topic in content.load().topics.values():
        yield from (dict(example.scenario) for example in topic.examples)


def _tests() -> Iterator[Any]:
    """Yield what the tests of the solver ask, file by file: a lot drawn from each."""
    root = Path(__file__).resolve().parents[2]
    rng = random.Random("golden")
    for file in sorted((root / "tests" / "solver").rglob("test_*.py")):
        with tempfile.TemporaryDirectory() as folder:
            heard = Path(folder) / "heard"
            heard.touch()
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", listening.__name__, str(file)]
            subprocess.run(
                command, cwd=root, env={**os.environ, listening.FILE: str(heard)}, capture_output=True, check=False
            )
            lines = sorted(set(heard.read_text(encoding="utf-8").splitlines()))
        yield from map(json.loads, rng.sample(lines, min(len(lines), _SHARE_OF_A_TEST_FILE)))


def _generated(count: int) -> Iterator[Any]:
    """Yield scenarios in which every step, effect, edition and reading of a ruling has its turn."""
    rng = random.Random("golden")
    wishes = list(wanted())
    for number in range(count):
        yield lawful(rng, wishes[number % len(wishes)])
