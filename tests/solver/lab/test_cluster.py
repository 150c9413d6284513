"""The same sweep through Dask: two worker processes, one of them killed in the middle."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

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
