"""Who solves: the cores of this machine, or a Dask cluster that stands already. Both give the same rows."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import Any

from mecatol.errors import fault
from mecatol.lab.rows import Task, solved

type Rows = list[tuple[int, str]]
type Solve = Callable[[Iterator[list[Task]]], Iterator[Rows]]
"""Takes chunks of tasks, gives their rows as they come. Closed early, it still gives what is under way."""

MOST = 256
"""Processes of one machine: a stated limit, so that a number with a digit too many does not exhaust it."""
PER_WORKER = 3
"""Chunks that wait for each worker, so that none is idle and few are under way when a run is stopped."""


@contextmanager
def local(cores: int, fields: tuple[str, ...], seconds: float, *, packs: Sequence[str] = ()) -> Iterator[Solve]:
    """Give the cores of this machine; one core solves in this process.

    `packs` are files of players' own factions that this process has registered.
    """
    job = partial(solved, fields=fields, seconds=seconds)
    if cores == 1:
        yield lambda chunks: map(job, chunks)
        return
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn"), _start_worker, (packs,)) as pool:
        with _unheard():  # a process that is just starting would end on Ctrl-C before it could leave it to this one
            for _ in range(cores):
                pool.submit(_start_worker)
        yield partial(_in_flight, partial(pool.submit, job), cores * PER_WORKER)


@contextmanager
def cluster(address: str, fields: tuple[str, ...], seconds: float) -> Iterator[Solve]:
    """Give a Dask cluster by the address of its scheduler; a worker that dies has its chunks solved by another.

    Raises:
        ScenarioError: Dask is not installed, or nobody answers at the address.
    """
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise fault("--scheduler", "needs Dask; install mecatol[lab]") from None
    try:
        client = dask.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise fault("--scheduler", f"nobody answers at {address!r} ({error})", address) from None
    job = partial(solved, fields=fields, seconds=seconds)
    try:
        threads = sum(client.nthreads().values()) or 1
        yield partial(_of_cluster, client, dask.as_completed(loop=client.loop), job, threads * PER_WORKER)
    finally:
        client.close()


@contextmanager
def _unheard() -> Iterator[None]:
    """Let Ctrl-C pass unheard, by this process and by those that it starts meanwhile."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread hears signals
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _start_worker(packs: Sequence[str] = ()) -> None:
    """Leave Ctrl-C to the process that gives out the work, which collects what is under way; register packs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if packs:
        from mecatol import homebrew

        homebrew.register_only(packs)


def _in_flight(submit: Callable[[list[Task]], Future[Rows]], most: int, chunks: Iterator[list[Task]]) -> Iterator[Rows]:
    """Yield rows as they come, with at most so many chunks under way."""
    waiting: set[Future[Rows]] = set()
    for chunk in chunks:
        waiting.add(submit(chunk))
        while len(waiting) >= most:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (one.result() for one in done)


def _of_cluster(
    client: Any, under_way: Any, job: Callable[..., Rows], most: int, chunks: Iterator[list[Task]]
) -> Iterator[Rows]:
    """Yield rows as they come from a cluster, with at most so many chunks under way."""
    number = 0
    for chunk in chunks:
        under_way.add(client.submit(job, chunk, pure=False, retries=3))
        number += 1
        while number >= most:
            yield next(under_way).result()
            number -= 1
    while number:
        yield next(under_way).result()
        number -= 1


def cores() -> int:
    """Return how many cores this process may use."""
    return os.process_cpu_count() or 1
