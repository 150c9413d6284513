"""What is solved exactly: limits on time and memory that the caller sets, so that no scenario hangs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from time import monotonic

from solver.errors import LimitError, Problem

SECONDS = 60.0
"""How long a scenario may take unless the caller names another time."""
POSITIONS = 1_000_000
"""How many positions a step may reach unless the caller names another number: one or two gigabytes."""
_LOOKS = 200
"""After how much work the clock is read: a few milliseconds' worth."""


@dataclass(slots=True)
class _Grant:
    """What the caller grants."""

    seconds: float
    """How long it may take."""
    until: float
    """The moment when that is over."""
    positions: float
    """How many positions a step may reach."""
    work: int = 0
    """What was done since the clock was last read."""


_UNLIMITED = _Grant(inf, inf, inf)
_GRANTED: ContextVar[_Grant] = ContextVar("granted", default=_UNLIMITED)


@contextmanager
def lasting(seconds: float, positions: float = POSITIONS) -> Iterator[None]:
    """Grant so many seconds, and so many positions that a step may reach, to what is solved meanwhile."""
    token = _GRANTED.set(_Grant(seconds, monotonic() + seconds, positions))
    try:
        yield
    finally:
        _GRANTED.reset(token)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Grant what is granted, but so many seconds at most, to what is solved meanwhile."""
    granted = _GRANTED.get()
    until = min(monotonic() + seconds, granted.until)
    token = _GRANTED.set(_Grant(seconds, until, granted.positions))
    try:
        yield
    finally:
        _GRANTED.reset(token)


def count_work(amount: int = 1) -> None:
    """Count work done, in looks at an outcome; raise LimitError where the time that was granted is over."""
    granted = _GRANTED.get()
    granted.work += amount
    if granted.work > _LOOKS:
        granted.work = 0
        check_time()


def check_time() -> None:
    """Raise LimitError where the time that was granted is over."""
    granted = _GRANTED.get()
    if monotonic() > granted.until:
        raise _beyond(f"within {granted.seconds:g} seconds, the time that was granted: grant more (`--seconds`)")


def check_positions(reached: int) -> None:
    """Raise LimitError where a step has reached more positions than it may."""
    granted = _GRANTED.get()
    if reached > granted.positions:
        raise _beyond(f"within {granted.positions:,} positions, all that were granted: grant more (`--positions`)")


def _beyond(what: str) -> LimitError:
    message = f"this scenario has no exact answer {what}, use fewer units, or name a choice in place of `best`"
    return LimitError([Problem("players", message)])
