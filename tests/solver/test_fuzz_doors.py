"""Odd texts at each door of the command line: all are answered, none ends anything, no right row is lost."""

from __future__ import annotations

import io
import json
import random
import sys
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from mecatol.cli import main
from mecatol.errors import Problem, ScenarioError
from mecatol.lab.journal import SweepJournal
from mecatol.lab.plans import plan_of
from tests.solver import fuzz_doors

pytestmark = pytest.mark.cpython_only("locks files; the browser has no streams and no sweeps")

LATE = 2.0
"""Seconds of the processor that no single text may take."""


def each(few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with a few inputs, and with many where there is time."""
    return pytest.mark.parametrize("number", [few, pytest.param(many, marks=pytest.mark.long)])


@each(300, 12_000)
def test_every_line_is_answered(
    number: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [fuzz_doors.line(random.Random(seed)) for seed in range(number)]
    came: list[tuple[float, bytes]] = []

    class Noting(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            came.append((time.process_time(), super().readline(size)))
            return came[-1][1]

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Noting(b"\n".join(lines) + b"\n")))
    assert main(["solve", "--lines", "--seconds", "1"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    answers = [json.loads(line, parse_constant=pytest.fail) for line in told.out.split("\n")[:-1]]
    assert len(answers) == number
    solved = sum("step" in answer for answer in answers)
    assert number / 20 < solved < number
    for line, answer in zip(lines, answers, strict=True):
        assert ("step" in answer) != ("problems" in answer), line
        for problem in answer.get("problems", ()):
            assert problem["field"], line
            assert problem["message"], line
            assert "its own fault" not in problem["message"], line
            assert len(problem["message"]) < 1000, line
    took = [(after - before, line) for (before, line), (after, _) in pairwise(came)]
    assert max(took)[0] < LATE, max(took)


@each(60, 4_000)
def test_every_plan_is_read_or_refused_by_field(number: int) -> None:
    read = 0
    for seed in range(number):
        text = fuzz_doors.plan(random.Random(seed)).decode(errors="replace")
        begun = time.process_time()
        problems: tuple[Problem, ...] = ()
        try:
            plan = plan_of(text)
        except ScenarioError as error:
            problems = error.problems
        else:
            assert 0 < len(plan) <= 10_000_000
            plan.battle(len(plan) - 1)
            assert len(plan.fingerprint) == 64
            read += 1
        for problem in problems:
            assert problem.field, seed
            assert len(problem.message) < 1000, seed
            json.dumps(problem.data(), allow_nan=False)
        assert time.process_time() - begun < LATE, seed
    assert 0 < read < number


@each(100, 4_000)
def test_of_a_spoiled_journal_only_its_own_rows_are_taken_over(number: int, tmp_path: Path) -> None:
    path, rows = tmp_path / "out.jsonl.partial", {at: f'{{"battle": {at}, "winner.Red": 0.{at}1}}' for at in range(30)}
    decides = {"plan": "ab12", "version": "mecatol 1", "seconds": 60.0, "packs": []}
    journal = SweepJournal(path, decides, len(rows))
    journal.add([(at, rows[at]) for at in range(7, 25)])
    journal.close()
    whole = path.read_bytes()
    refused = 0
    for seed in range(number):
        spoilt = fuzz_doors.spoiled(whole, random.Random(seed))
        path.write_bytes(spoilt)
        try:
            journal = SweepJournal(path, decides, len(rows))
        except ScenarioError:
            refused += 1
            assert path.read_bytes() == spoilt, seed  # what is not ours is left alone
            continue
        taken = [*journal.rows()]
        assert len(taken) == journal.count
        assert {*taken} <= {rows[at] for at in range(7, 25)}, seed
        unharmed = {line[9:].decode() for line in spoilt.split(b"\n") if line in whole.split(b"\n")[1:-1]}
        cut_off = spoilt.rpartition(b"\n")[2][9:].decode(errors="replace")
        assert unharmed - {cut_off} <= {*taken}, seed
        journal.add([*rows.items()])
        assert [*journal.rows()] == [*rows.values()], seed
        journal.close(remove=True)
    assert 0 < refused < number
