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
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
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
    none = {"n_workers": 0, "threads_per_worker": 1, "processes": False, "dashboard_address": None}
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
