"""A run: every battle of a plan solved once, what is done kept, so that a stopped run goes on where it was."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import batched
from pathlib import Path
from typing import IO, NamedTuple

from mecatol.errors import ScenarioError, StoppedError, fault
from mecatol.lab import tables
from mecatol.lab.plans import Plan
from mecatol.lab.rows import REFUSED, Task
from mecatol.lab.workers import Solve

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


def run(
    plan: Plan, out: Path, workers: Callable[[], AbstractContextManager[Solve]], say: Callable[[Progress], None]
) -> Finished:
    """Solve every battle of a plan and write the table of their rows, in the plan's order.

    Each row that comes is added to a file beside `out`; a run of the same plan takes over what it holds, so nothing is
    solved twice. Ctrl-C lets what is under way end first.

    Raises:
        ScenarioError: the table cannot be written there, or the file beside it belongs to another plan.
        StoppedError: on Ctrl-C.
    """
    tables.check(out)
    kept = out.with_name(f"{out.name}.partial")
    places = _taken_over(kept, plan)
    before, began = len(places), time.monotonic()

    def progress() -> Progress:
        return Progress(len(places), len(places) - before, len(plan), time.monotonic() - began)

    try:
        with kept.open("ab") as file, workers() as solve, _stopping() as stopped:
            todo = (task for task in plan.battles() if task[0] not in places)
            for some in solve(_until(stopped, batched(todo, CHUNK, strict=False))):
                _note(file, some, places)
                say(progress())
    except ScenarioError:  # nobody solves: a file without a row would only stand in another plan's way
        if not places:
            kept.unlink()
        raise
    if len(places) < len(plan):
        at = progress()
        raise StoppedError(
            f"Stopped at {at.done:,} of {at.whole:,} battles, which {kept} keeps. Run the same command again to "
            "continue."
        )
    tables.write(out, lambda: _in_order(kept, places))
    refused = sum(REFUSED in json.loads(line) for line in _in_order(kept, places))
    kept.unlink()
    return Finished(len(places), refused, len(places) - before, time.monotonic() - began)


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


def _note(file: IO[bytes], rows: list[tuple[int, str]], places: dict[int, int]) -> None:
    """Add rows to the file that keeps them, each once, and note where they stand."""
    for index, line in rows:
        if index not in places:
            places[index] = file.tell()
            file.write(f"{line}\n".encode())
    file.flush()


def _taken_over(kept: Path, plan: Plan) -> dict[int, int]:
    """Return where the rows that an earlier run has solved stand in its file; begin one where there is none."""
    head = json.dumps({"plan": plan.fingerprint}).encode() + b"\n"
    if not kept.exists():
        kept.write_bytes(head)
        return {}
    places, at = {}, 0
    with kept.open("r+b") as file:
        if file.readline() != head:
            raise fault("--out", f"{kept} holds the rows of another plan; name another file, or remove that one")
        at = file.tell()
        for line in file:
            if not line.endswith(b"\n"):  # it was being written when the run was killed
                break
            places[json.loads(line)["battle"]] = at
            at += len(line)
        file.truncate(at)
    return places


def _in_order(kept: Path, places: dict[int, int]) -> Iterator[str]:
    """Yield the rows of such a file in the plan's order."""
    with kept.open("rb") as file:
        for index in sorted(places):
            file.seek(places[index])
            yield file.readline().decode().rstrip("\n")


def _span(seconds: float) -> str:
    """Return a time as one says it."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"
