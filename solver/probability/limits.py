"""What is solved exactly: stated limits, so that no scenario hangs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import NamedTuple

from solver.errors import LimitError, Problem

MOST_POSITIONS = 200_000
"""How many positions a step may reach unless the caller names another number: some hundreds of megabytes.

A caller who grants a time (`lasting`) and names none has no such limit.
"""
MOST_WORK = 150_000
"""How many outcomes and options a step may look at: the limit that a scenario meets first, after some seconds.

It is the same on every machine. A caller who grants a time instead (`lasting`) has that for a limit.
"""
MOST_EXACT = 1_000
"""How many standings a combat in exact fractions may have, whose digits grow with each: a limit of some seconds."""


class _Grant(NamedTuple):
    """What the caller grants."""

    seconds: float | None
    """How long it may take; None where work is counted instead."""
    until: float
    """The moment when that is over."""
    positions: float
    """How many positions a step may reach."""


_USUAL = _Grant(None, 0, MOST_POSITIONS)
_GRANTED: ContextVar[_Grant] = ContextVar("granted", default=_USUAL)


@contextmanager
def lasting(seconds: float | None, positions: int | None = None) -> Iterator[None]:
    """Grant so many seconds to what is solved meanwhile, whatever work it takes; None grants none and counts work.

    `positions` is how many positions a step may reach; None leaves the usual limit, or none where a time is granted.
    """
    most = positions if positions is not None else MOST_POSITIONS if seconds is None else inf
    token = _GRANTED.set(_Grant(seconds, monotonic() + (seconds or 0), most))
    try:
        yield
    finally:
        _GRANTED.reset(token)


def has_time() -> bool:
    """Tell whether the caller has granted a time and it is not over."""
    granted = _GRANTED.get()
    return granted.seconds is not None and monotonic() < granted.until


def check_positions(reached: int) -> None:
    """Raise LimitError where a step has reached more positions than it may."""
    if reached > _GRANTED.get().positions:
        raise too_large()


def too_large() -> LimitError:
    """Return the error for a scenario that reaches more positions than the limit, or takes too long."""
    granted = _GRANTED.get()
    if granted.seconds is not None and not has_time():
        message = (
            f"this scenario is beyond an exact answer within {granted.seconds:g} seconds, the time that was granted; "
            "grant more, or use fewer units"
        )
        return LimitError([Problem("players", message)])
    return LimitError(
        [
            Problem(
                "players",
                f"this scenario is beyond an exact answer: it reaches more than {granted.positions:,} positions, or "
                f"takes more than {MOST_WORK:,} looks at outcomes and options; "
                "use fewer units, or a policy other than `best`, or grant a time or more positions (`--seconds`, "
                "`--positions` on the command line)",
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
