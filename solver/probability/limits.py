"""What is solved exactly: stated limits, so that no scenario hangs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic

from solver.errors import LimitError, Problem

MOST_POSITIONS = 200_000
"""How many positions a step may reach; a stated limit, so that no scenario hangs."""
MOST_WORK = 150_000
"""How many outcomes and options a step may look at: the limit that a scenario meets first, after some seconds.

It is the same on every machine. A caller who grants a time instead (`lasting`) has that for a limit.
"""
MOST_EXACT = 1_000
"""How many standings a combat in exact fractions may have, whose digits grow with each: a limit of some seconds."""

_GRANTED: ContextVar[tuple[float, float] | None] = ContextVar("granted", default=None)
"""The seconds that the caller grants, and the moment when they are over; None where work is counted instead."""


@contextmanager
def lasting(seconds: float | None) -> Iterator[None]:
    """Grant so many seconds to what is solved meanwhile, whatever work it takes; None grants none and counts work."""
    token = _GRANTED.set(None if seconds is None else (seconds, monotonic() + seconds))
    try:
        yield
    finally:
        _GRANTED.reset(token)


def has_time() -> bool:
    """Tell whether the caller has granted a time and it is not over."""
    granted = _GRANTED.get()
    return granted is not None and monotonic() < granted[1]


def too_large() -> LimitError:
    """Return the error for a scenario that reaches more positions than the limit, or takes too long."""
    if (granted := _GRANTED.get()) and not has_time():
        message = (
            f"this scenario is beyond an exact answer within {granted[0]:g} seconds, the time that was granted; "
            "grant more, or use fewer units"
        )
        return LimitError([Problem("players", message)])
    return LimitError(
        [
            Problem(
                "players",
                f"this scenario is beyond an exact answer: it reaches more than {MOST_POSITIONS:,} positions, or "
                f"takes more than {MOST_WORK:,} looks at outcomes and options; "
                "use fewer units, or a policy other than `best`, or grant a time (`--seconds` on the command line)",
            )
        ]
    )


def too_large_for_fractions() -> LimitError:
    """Return the error for a combat with more standings than MOST_EXACT, asked for in exact fractions."""
    return LimitError(
        [
            Problem(
                "players",
                f"exact fractions are given for combats of at most {MOST_EXACT:,} standings, and this one has more; "
                "use fewer units, or ask for decimals, which are right to twelve places",
            )
        ]
    )
