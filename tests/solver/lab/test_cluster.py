"""The same sweep through Dask: two worker processes, one of them killed in the middle."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mecatol.errors import ScenarioError
from mecatol.lab import workers
from mecatol.lab.plans import read_plan
from mecatol.lab.runs import Progress, run
from tests.solver.lab.test_sweep import FLEETS, one_core, rows

pytestmark = [
    pytest.mark.cpython_only("starts other processes"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.mark.long
def test_a_worker_that_dies_loses_nothing_and_nothing_comes_twice(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    plan = read_plan(FLEETS | {"axes": {"edition": ["base", "pok"] * 8}})
    run(plan, tmp_path / "one.jsonl", one_core(plan), lambda _: None)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as cluster:
        killed: list[int] = []

        def kill_one(progress: Progress) -> None:
            if not killed and progress.done > len(plan) // 4:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        machines = partial(workers.cluster, cluster.scheduler_address, plan.fields, 60.0)
        done = run(plan, tmp_path / "dask.jsonl", machines, kill_one)
    assert killed
    assert done.solved == len(plan) == len(rows(tmp_path / "dask.jsonl"))
    assert (tmp_path / "dask.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()


@pytest.mark.long
def test_a_cluster_without_workers_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed: Any = pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "PATIENCE", 1.0)
    plan, out = read_plan(FLEETS | {"axes": {"edition": ["base", "pok"] * 20}}), tmp_path / "out.jsonl"
    none = {"n_workers": 0, "threads_per_worker": 1, "processes": False, "dashboard_address": ":0"}
    with distributed.LocalCluster(**none) as cluster:
        machines = partial(workers.cluster, cluster.scheduler_address, plan.fields, 60.0)
        with pytest.raises(
            ScenarioError, match=r"has had no worker for 1 seconds; start one .*; no battle was solved yet"
        ):
            run(plan, out, machines, lambda _: None)
        assert list(tmp_path.iterdir()) == []
        cluster.scale(1)
        with pytest.raises(
            ScenarioError, match=r"has had no worker for 1 seconds; .* of 760 battles that are solved: run"
        ):
            run(plan, out, machines, lambda progress: cluster.scale(0))
    run(plan, tmp_path / "one.jsonl", one_core(plan), lambda _: None)
    done = run(plan, out, one_core(plan), lambda _: None)
    assert 0 < done.solved < 760
    assert out.read_bytes() == (tmp_path / "one.jsonl").read_bytes()


class Chunk:
    """A chunk of a cluster that has ended, by what is met when its rows are fetched, one fetch after the other."""

    def __init__(self, *met: Any, status: str = "finished") -> None:
        self.met = list(met)
        self.status = status

    def add_done_callback(self, call: Any) -> None:
        call(self)

    def result(self, timeout: float) -> Any:
        met = self.met.pop(0) if len(self.met) > 1 else self.met[0]
        if isinstance(met, Exception):
            raise met
        return met


class Client:
    """A cluster of so many workers, which hands out one chunk."""

    status = "running"

    def __init__(self, chunk: Chunk, workers_there: int) -> None:
        self.submit = lambda *_, **__: chunk
        self.nthreads = lambda: dict.fromkeys(range(workers_there), 1)


@pytest.mark.parametrize(
    ("chunk", "workers_there", "said"),
    [
        (Chunk(TimeoutError()), 0, "has had no worker for 0.01 seconds"),  # it was solved, and who held it has left
        (Chunk(TimeoutError("slow disk"), status="error"), 1, r"gave up \(OSError: slow disk\)"),
    ],
)
def test_rows_that_nobody_has_are_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, chunk: Chunk, workers_there: int, said: str
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    with pytest.raises(ScenarioError, match=said):
        list(workers._of_cluster(Client(chunk, workers_there), len, 1, iter([[]])))


def test_rows_that_are_solved_again_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)
    chunk = Chunk(TimeoutError(), TimeoutError(), ["a row"])
    assert list(workers._of_cluster(Client(chunk, 1), len, 1, iter([[]]))) == [["a row"]]
