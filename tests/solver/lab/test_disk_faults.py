"""Each call by which a sweep changes the disk fails once: what is kept goes on to the same bytes."""

from __future__ import annotations

import errno
import gc
import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from mecatol.errors import ScenarioError
from mecatol.lab import disk
from mecatol.lab.plans import Plan, read_plan
from mecatol.lab.rows import Task, solved
from mecatol.lab.runs import run
from tests.solver.lab.test_sweep import PLAN

pytestmark = pytest.mark.cpython_only("writes files")

CHANGES = ("open", "write", "fsync", "ftruncate", "replace", "unlink")
"""What changes a disk."""


class KilledError(BaseException):
    """Stands for the end of the process, which no line of it notices."""


class Faulty:
    """The module `os`, of whose changing calls one fails: refused, refused from then on, cut short, or never ended."""

    def __init__(self, at: int, way: str) -> None:
        self.at, self.way = at, way
        self.called: list[str] = []

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return (lambda *given: self._call(name, real, given)) if name in CHANGES else real

    def _call(self, name: str, real: Any, given: tuple[Any, ...]) -> Any:
        self.called.append(name)
        number = len(self.called)
        if number < self.at or self.way == "none" or (number > self.at and self.way in ("refused", "cut short")):
            return real(*given)
        if self.way in ("cut short", "killed") and name == "write" and number == self.at:
            real(given[0], bytes(given[1])[: len(given[1]) // 2])
        if self.way == "killed":
            raise KilledError
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Solved:
    """PLAN and its rows, solved once."""

    def __init__(self, folder: Path) -> None:
        self.plan: Plan = read_plan(PLAN)
        self.rows = dict(solved(self.plan.battles(), self.plan.fields, 60.0))
        self.again: list[int] = []
        for ending in (".jsonl", ".parquet"):
            if ending == ".jsonl" or _has_arrow():
                self.run(folder / f"whole{ending}")
        self.whole = {path.suffix: path.read_bytes() for path in folder.iterdir()}

    def run(self, out: Path) -> None:
        def rows(chunks: Iterator[list[Task]]) -> Iterator[list[tuple[int, str]]]:
            for chunk in chunks:
                self.again.extend(index for index, _, _ in chunk)
                yield [(index, self.rows[index]) for index, _, _ in chunk]

        self.again.clear()
        run(self.plan, out, lambda: nullcontext(rows), lambda _: None)


def _has_arrow() -> bool:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return False
    return True


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Solved:
    return Solved(tmp_path_factory.mktemp("whole"))


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
@pytest.mark.parametrize("way", ["refused", "refused from then on", "cut short", "killed"])
def test_after_any_fault_the_same_bytes_come_of_it(
    ready: Solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str, ending: str
) -> None:
    if ending not in ready.whole:
        pytest.skip("pyarrow is not at hand")
    whole = Faulty(0, "none")  # what a run without a fault calls
    with monkeypatch.context() as patched:
        patched.setattr(disk, "os", whole)
        assert not _fails(ready, tmp_path / f"out{ending}")
    assert {*whole.called} == {*CHANGES}
    for at in range(1, len(whole.called) + 1):
        out = tmp_path / str(at) / f"out{ending}"
        out.parent.mkdir()
        faulty = Faulty(at, way)
        with monkeypatch.context() as patched:
            patched.setattr(disk, "os", faulty)
            failed = _fails(ready, out)
        assert faulty.called[:at] == whole.called[:at]  # the fault hits the call that is its turn
        if out.exists():  # whole, or not there at all
            assert out.read_bytes() == ready.whole[ending]
        else:
            assert failed
            ready.run(out)
            assert out.read_bytes() == ready.whole[ending]
            assert list(out.parent.iterdir()) == [out]
            if "keeps the 40 of 40" in failed:
                assert ready.again == []


def _fails(ready: Solved, out: Path) -> str:
    """Run a plan; return the sentence by which it ends early."""
    try:
        ready.run(out)
    except KilledError:
        return "killed"
    except ScenarioError as error:
        [problem] = error.problems
        assert problem.field == "--out"
        assert f"{out}" in problem.message
        assert "No space left on device" in problem.message
        assert any(
            said in problem.message
            for said in ("run the same command again to continue", "no battle was solved yet", "name a file elsewhere")
        )
        return problem.message
    return ""


def test_a_full_disk_loses_no_row_and_says_what_is_kept(
    ready: Solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, written = tmp_path / "out.jsonl", []

    class Full(Faulty):
        def _call(self, name: str, real: Any, given: tuple[Any, ...]) -> Any:
            if name != "write":
                return real(*given)
            room = 6000 - sum(written)
            if room <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            written.append(real(given[0], bytes(given[1])[:room]))  # a disk that fills up takes a part first
            return written[-1]

    with monkeypatch.context() as patched:
        patched.setattr(disk, "os", Full(0, "refused"))
        said = _fails(ready, out)
    assert (
        f"{out}.partial cannot be written (No space left on device); {out}.partial keeps the 16 of 40 battles" in said
    )
    ready.run(out)
    assert ready.again == list(range(16, 40))
    assert out.read_bytes() == ready.whole[".jsonl"]


def test_a_table_that_failed_writes_nothing_into_a_file_that_is_opened_later(
    ready: Solved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ".parquet" not in ready.whole:
        pytest.skip("pyarrow is not at hand")
    out = tmp_path / "out.parquet"
    gc.collect()
    gc.disable()  # the writer that failed is freed when the next run has the number of its file
    try:
        with monkeypatch.context() as patched:
            patched.setattr(disk, "os", Faulty(12, "refused"))
            assert "No space left on device" in _fails(ready, out)
        others = [os.open(tmp_path / f"other{number}", os.O_RDWR | os.O_CREAT) for number in range(8)]
        gc.collect()
        try:
            assert [os.fstat(other).st_size for other in others] == [0] * 8
        finally:
            for other in others:
                os.close(other)
    finally:
        gc.enable()
