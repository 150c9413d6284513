"""Who solves: the cores of this machine, or a Dask cluster that stands already. Both give the same rows."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from types import ModuleType
from typing import Any

from mecatol.errors import ScenarioError, fault
from mecatol.lab.rows import Task, solved
from mecatol.version import version_line

type Rows = list[tuple[int, str]]
type Solve = Callable[[Iterator[list[Task]]], Iterator[Rows]]
"""Takes chunks of tasks, gives their rows as they come. Closed early, it still gives what is under way."""

MOST = 256
"""Processes of one machine: a stated limit, so that a number with a digit too many does not exhaust it."""
PER_WORKER = 3
"""Chunks that wait for each worker, so that none is idle and few are under way when a run is stopped."""

PATIENCE = 10.0
"""Seconds after which a cluster without a worker is said to have none."""


@contextmanager
def local(cores: int, fields: tuple[str, ...], seconds: float, *, packs: Sequence[str] = ()) -> Iterator[Solve]:
    """Give the cores of this machine; one core solves in this process.

    `packs` are files of players' own factions that this process has registered.
    """
    job = partial(solved, fields=fields, seconds=seconds)
    if cores == 1:
        yield lambda chunks: map(job, chunks)
        return
    context = multiprocessing.get_context("spawn")
    try:
        started = ProcessPoolExecutor(cores, context, _start_worker, (tuple(packs),))
    except (OSError, ImportError, NotImplementedError) as error:  # no shared memory, say
        raise fault("--cores", f"the system starts no processes here ({error}); give --cores 1", cores) from None
    with started as pool:
        with (
            _unheard(),
            _apart(),
        ):  # a process that is just starting would end on Ctrl-C before it could leave it to this one
            try:
                for _ in range(cores):
                    pool.submit(_ready)
            except OSError as error:
                why = error.strerror or error
                raise fault("--cores", f"the system starts no more processes ({why}); give fewer", cores) from None
        yield partial(_in_flight, partial(_submitted, pool, job), cores * PER_WORKER)


@contextmanager
def cluster(address: str, fields: tuple[str, ...], seconds: float, *, packs: Sequence[str] = ()) -> Iterator[Solve]:
    """Give a Dask cluster by the address of its scheduler; a worker that dies has its chunks solved by another.

    `packs` are files that this process has registered; what they hold travels with the battles.

    Raises:
        ScenarioError: Dask is not installed, nobody answers at the address, or the cluster has no worker for PATIENCE.
    """
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise fault("--scheduler", "needs Dask; install mecatol[lab]") from None
    try:
        client = dask.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise fault("--scheduler", f"nobody answers at {address!r} ({error})", address) from None
    sent = tuple([(Path(pack).name, Path(pack).read_bytes()) for pack in packs])
    job = partial(_solved_remotely, version_line(), fields=fields, seconds=seconds, packs=sent)
    try:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise _nobody_works() from None
        threads = sum(client.nthreads().values()) or 1
        yield partial(_of_cluster, client, job, threads * PER_WORKER)
    finally:
        client.close()


def _solved_remotely(
    version: str, tasks: list[Task], fields: tuple[str, ...], seconds: float, packs: tuple[tuple[str, bytes], ...] = ()
) -> Rows:
    """Solve battles on another machine, which must have the version of the one that asks, with its packs."""
    if version_line() != version:
        raise fault("--scheduler", f"a worker has {version_line()}, and here is {version}; install the same on both")
    with _with_packs(packs):
        return solved(tasks, fields, seconds)


_REGISTERING = threading.Lock()
"""Held while a worker solves: its threads share a registry of packs, and Python runs one thread at a time anyway."""
_registered: tuple[tuple[str, bytes], ...] = ()
"""The packs that this worker has registered."""


@contextmanager
def _with_packs(packs: tuple[tuple[str, bytes], ...]) -> Iterator[None]:
    """Let a worker know these packs, by name and contents, and no others."""
    global _registered
    with _REGISTERING:
        if packs != _registered:
            from mecatol import homebrew

            with tempfile.TemporaryDirectory() as folder:
                files = []
                for place, (name, data) in enumerate(packs):
                    file = Path(folder) / str(place) / name
                    file.parent.mkdir()
                    file.write_bytes(data)
                    files.append(file)
                homebrew.register_only(files)
            _registered = packs
        yield


def digest(pack: str) -> str:
    """Return what tells one content of a pack's file from another."""
    return hashlib.sha256(Path(pack).read_bytes()).hexdigest()


def _nobody_works() -> ScenarioError:
    return fault("--scheduler", f"the cluster has had no worker for {PATIENCE:g} seconds; start one (`dask worker`)")


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


@contextmanager
def _apart() -> Iterator[None]:
    """Let processes start without running the caller's own script again: they need only this package."""
    main = sys.modules.get("__main__")
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        if main is not None:
            sys.modules["__main__"] = main


def _submitted(pool: ProcessPoolExecutor, job: Callable[[list[Task]], Rows], chunk: list[Task]) -> Future[Rows]:
    with _apart():  # the pool starts a process for a chunk if none is idle
        return pool.submit(job, chunk)


def _start_worker(packs: Sequence[str] = ()) -> None:
    """Leave Ctrl-C to the process that gives out the work, which collects what is under way; register packs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if packs:
        from mecatol import homebrew

        homebrew.register_only(packs)


def _end_with_parent() -> None:
    """End this process as soon as the one that started it has ended, even by a signal that it could not hear."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


def _ready() -> None:
    """Do nothing: a first task, for which the pool starts a process."""


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


def _of_cluster(client: Any, job: Callable[..., Rows], most: int, chunks: Iterator[list[Task]]) -> Iterator[Rows]:
    """Yield rows as they come from a cluster, with at most so many chunks under way."""
    under_way: set[Any] = set()
    ended: SimpleQueue[Any] = SimpleQueue()
    for chunk in chunks:
        future = client.submit(job, chunk, pure=False, retries=3)
        under_way.add(future)
        future.add_done_callback(ended.put)
        while len(under_way) >= most:
            yield _next_of_cluster(client, under_way, ended)
    while under_way:
        yield _next_of_cluster(client, under_way, ended)


def _next_of_cluster(client: Any, under_way: set[Any], ended: SimpleQueue[Any]) -> Rows:
    """Return the rows of the chunk that ends next.

    Raises:
        ScenarioError: no worker has been there for PATIENCE, or the cluster gives a chunk up.
    """
    future = _patiently(client, lambda: ended.get(timeout=1))
    under_way.discard(future)
    try:
        return _patiently(client, lambda: _fetched(future))
    except ScenarioError:
        raise
    except (Exception, CancelledError) as error:  # whatever a cluster has for a battle that it cannot solve
        said = " ".join(str(error).split())[:200]
        raise fault("--scheduler", f"the cluster gave up ({type(error).__name__}: {said})") from None


def _fetched(future: Any) -> Rows:
    """Return the rows of a chunk; raises TimeoutError where who held them has left and nobody solves it again."""
    try:
        rows: Rows = future.result(timeout=1)
    except TimeoutError as error:
        if future.status == "error":  # the chunk's own
            raise OSError(str(error)) from None
        raise
    return rows


def _patiently[Asked](client: Any, ask: Callable[[], Asked]) -> Asked:
    """Return what is asked for, and ask again for as long as somebody works on it.

    Raises:
        ScenarioError: no worker has been there for PATIENCE.
    """
    last_seen = time.monotonic()
    while True:
        try:
            return ask()
        except (Empty, TimeoutError):
            if client.status == "running" and client.nthreads():
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > PATIENCE:
                raise _nobody_works() from None


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
