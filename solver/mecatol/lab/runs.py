"""A run: every battle of a plan solved once, what is done kept, so that a stopped run goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import batched
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from mecatol.errors import ScenarioError, StoppedError, fault
from mecatol.lab import disk, tables
from mecatol.lab.journal import SweepJournal
from mecatol.lab.plans import Plan
from mecatol.lab.rows import REFUSED, Task
from mecatol.lab.workers import Solve
from mecatol.version import version_line

CHUNK = 16
"""Battles that a worker is given at a time."""


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    """Battles that are solved, earlier runs included."""
    now: int
    """Battles that this run has solved."""
    whole: int
    """Battles of the plan."""
    seconds: float
    """How long this run has taken."""

    def __str__(self) -> str:
        """Return it as a line for whoever waits."""
        rate = self.now / self.seconds if self.seconds else 0
        left = f", {_span((self.whole - self.done) / rate)} left" if rate and self.done < self.whole else ""
        return f"{self.done:,} of {self.whole:,} battles ({self.done / self.whole:.1%}), {rate:,.0f} a second{left}"


class Finished(NamedTuple):
    """What came of a run."""

    rows: int
    """Battles of the table."""
    refused: int
    """Those of them that have a reason in place of an answer."""
    solved: int
    """Those of them that this run solved, and no earlier one."""
    seconds: float
    """How long this run has taken."""
    damaged: int = 0
    """Rows of an earlier run that were cut or changed, so that this one solved their battles again."""


def run(
    plan: Plan,
    out: Path,
    workers: Callable[[], AbstractContextManager[Solve]],
    say: Callable[[Progress], object],
    limits: Mapping[str, Any] = MappingProxyType({}),
) -> Finished:
    """Solve every battle of a plan and write the table of their rows, in the plan's order.

    Each row that comes is added to a journal beside `out`, which is locked meanwhile; a run of the same plan, version
    and `limits` (`seconds`, `packs`: whatever else decides a row) takes over what it holds, so nothing is solved twice.
    The table gets its name when it is whole. Ctrl-C lets what is under way end first.

    Raises:
        ScenarioError: the system refuses something, a worker dies, or the journal belongs to another run; the message
            says what is kept and how to go on.
        StoppedError: on Ctrl-C.
    """
    tables.check(out)
    decides = about(plan, limits)
    journal = SweepJournal(out.with_name(f"{out.name}.partial"), decides, len(plan))
    before, began = journal.count, time.monotonic()

    def progress() -> Progress:
        return Progress(journal.count, journal.count - before, len(plan), time.monotonic() - began)

    is_done = False
    try:
        tables.check(out)  # once more: until the journal was locked, another run could have finished
        with _said_with(journal, out):
            with workers() as solve, _stopping() as stopped:
                todo = (task for task in plan.battles() if task[0] not in journal)
                for some in solve(_until(stopped, batched(todo, CHUNK))):
                    journal.add(some)
                    say(progress())
            if journal.count < len(plan):
                raise StoppedError(_stopped(journal))
            tables.write(out, journal.rows, decides)
        is_done = True
        refused = sum(REFUSED in json.loads(row) for row in journal.rows())
        return Finished(journal.count, refused, journal.count - before, time.monotonic() - began, journal.damaged)
    finally:
        with suppress(OSError):  # the rows are written; a journal beside a whole table is in nobody's way
            journal.close(remove=is_done or not journal.count)


def about(plan: Plan, limits: Mapping[str, Any]) -> dict[str, Any]:
    """Return what decides the rows of a run: the plan, told by its hash, the version, and whatever limits them."""
    return {"plan": plan.fingerprint, "version": version_line(), **limits}


def _stopped(journal: SweepJournal) -> str:
    if not journal.count:
        return "Stopped before any battle was solved."
    return (
        f"Stopped at {journal.count:,} of {len(journal.places):,} battles, which {disk.named(journal.path)} keeps. "
        "Run the same command again to continue."
    )


@contextmanager
def _said_with(journal: SweepJournal, out: Path) -> Iterator[None]:
    """Say of whatever ends a run early what is kept, and how to go on."""
    try:
        yield
    except ScenarioError as error:
        last = error.problems[-1]
        kept = _kept(journal)
        raise ScenarioError([*error.problems[:-1], last._replace(message=f"{last.message}; {kept}")]) from None
    except OSError as error:
        file = disk.named(Path(os.fsdecode(error.filename))) if error.filename else disk.named(out)
        raise fault("--out", f"{file} cannot be written ({disk.why(error)}); {_kept(journal)}") from None
    except BrokenExecutor:
        raise fault(
            "--cores",
            "a process that solves was ended from outside, or found no memory (fewer `--cores` need less); "
            f"{_kept(journal)}",
        ) from None
    except KeyboardInterrupt:
        raise StoppedError(_stopped(journal)) from None


def _kept(journal: SweepJournal) -> str:
    if not journal.count:
        return "no battle was solved yet"
    return (
        f"{disk.named(journal.path)} keeps the {journal.count:,} of {len(journal.places):,} battles that are solved: "
        "run the same command again to continue"
    )


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Tell whether Ctrl-C was pressed: the first lets what is under way end, the second is KeyboardInterrupt."""
    pressed = False

    def press(number: int, frame: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    if threading.current_thread() is not threading.main_thread():  # only the main thread hears signals
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _until(stopped: Callable[[], bool], chunks: Iterator[tuple[Task, ...]]) -> Iterator[list[Task]]:
    for chunk in chunks:
        if stopped():
            return
        yield list(chunk)


def _span(seconds: float) -> str:
    """Return a time as one says it."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
