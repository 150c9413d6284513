"""Limits on time and memory that the caller sets, so that no scenario hangs, and signs of life until then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from time import monotonic

from mecatol.errors import LimitError, Problem

SECONDS = 60.0
"""How long a scenario may take unless the caller names another time."""
POSITIONS = 1_000_000
"""How many positions a step may reach unless the caller names another number: one or two gigabytes."""
MOVES_A_POSITION = 8
"""How many places that a position may lead to take as much memory as a position."""
LOOKS_A_SECOND = 15_000
"""How many looks at an outcome a search for the best losses does in a second on a quiet machine of 2026: what turns the
patience for it, in seconds, into work, so that where it ends depends on no clock."""
_LOOKS = 200
"""After how much work the clock is read at most: a few milliseconds' worth."""
_LONGER = 9
"""How much nearer a Fraction brings the next reading of the clock: in a large battle each sum takes milliseconds."""
_OFTEN = 0.02
"""After how many seconds the clock is read, about: a look at long fractions may take a hundred times as long."""
_A_SIGN = 1.0
"""Seconds from one sign of life to the next."""


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
    read: float = 0
    """When it was."""
    looks: int = 1
    """After how much work it is read again."""
    left: float = inf
    """How many more looks at an outcome may be taken."""
    patience: float = inf
    """What `left` was at first, in seconds of work."""


@dataclass(slots=True)
class _Signs:
    """Signs of life that the caller wants."""

    give: Callable[[str], object]
    """Gives one, with how far it has come in words: empty where nothing is known of that."""
    due: float
    """The moment of the next."""
    said: str = ""
    """How far it has come."""


_UNLIMITED = _Grant(inf, inf, inf)
_GRANTED: ContextVar[_Grant] = ContextVar("granted", default=_UNLIMITED)
_SIGNS: ContextVar[_Signs | None] = ContextVar("signs", default=None)


@contextmanager
def _while[T](variable: ContextVar[T], value: T) -> Iterator[None]:
    """Give a variable another value, until what is done meanwhile ends."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def time_limit(seconds: float, positions: float = POSITIONS) -> AbstractContextManager[None]:
    """Grant so many seconds, and so many positions that a step may reach, to what is solved meanwhile."""
    return _while(_GRANTED, _Grant(seconds, monotonic() + seconds, positions))


def at_most(seconds: float) -> AbstractContextManager[None]:
    """Grant what is granted, but at most so many seconds: what the caller grants still holds."""
    granted = _GRANTED.get()
    return _while(_GRANTED, replace(granted, seconds=seconds, until=min(monotonic() + seconds, granted.until)))


def positions_limit(positions: float) -> AbstractContextManager[None]:
    """Grant what is granted, but at most so many positions: the caller's time and work still hold."""
    granted = _GRANTED.get()
    return _while(_GRANTED, replace(granted, positions=min(positions, granted.positions)))


def work_limit(seconds: float) -> AbstractContextManager[None]:
    """Grant what is granted, but so much work at most as a quiet machine does in so many seconds.

    Work is counted in looks at an outcome: two runs of one scenario end at the same look, however busy the machine.
    """
    granted = _GRANTED.get()
    left = seconds * LOOKS_A_SECOND
    return _while(_GRANTED, _Grant(granted.seconds, granted.until, granted.positions, left=left, patience=seconds))


def heartbeat(sign: Callable[[str], object]) -> AbstractContextManager[None]:
    """Call `sign` once a second, first after one, for as long as what is solved meanwhile goes on.

    It is given what `say_so_far` has said last: how far it has come, in words.
    """
    return _while(_SIGNS, _Signs(sign, monotonic() + _A_SIGN))


def say_so_far(words: str) -> None:
    """Say how far what is solved has come: the next signs of life tell it."""
    if signs := _SIGNS.get():
        signs.said = words


def count_work(amount: int = 1) -> None:
    """Count work done, in looks at an outcome; raise LimitError where the time or the work that was granted is over."""
    granted = _GRANTED.get()
    granted.work += amount
    granted.left -= amount
    if granted.left < 0:
        seconds = "second" if granted.patience == 1 else "seconds"
        raise _exceeded(f"{granted.patience:g} {seconds} of work", "the work that was granted", "searching")
    if granted.work > granted.looks:
        check_time()


@contextmanager
def part_of_work(share: float) -> Iterator[None]:
    """Grant a share of the work that is left to what is done meanwhile; what it does not use up stays for the rest."""
    granted = _GRANTED.get()
    part = replace(granted, left=granted.left * share)
    began = part.left
    try:
        with _while(_GRANTED, part):
            yield
    finally:
        if began < inf:
            granted.left -= began - max(0, part.left)


def watched[T](things: Iterable[T], amount: int = 1) -> Iterator[T]:
    """Yield things one after the other, counting so much work for each."""
    for thing in things:
        count_work(amount)
        yield thing


def steadily[T](things: Iterable[T], numbers: Sequence[object]) -> Iterable[T]:
    """Return things to work through one after the other, each of them counted where the numbers are Fractions.

    Floats take too little time to be counted one by one. One sum of Fractions may take as long as a thousand of those.
    """
    return _closely(things) if numbers and isinstance(numbers[0], Fraction) else things


def _closely[T](things: Iterable[T]) -> Iterator[T]:
    """Yield things one after the other, counting each, and each a few times toward the next reading of the clock."""
    for thing in things:
        _GRANTED.get().work += _LONGER
        count_work()
        yield thing


def check_time() -> None:
    """Raise LimitError where the time that was granted is over; give a sign of life where one is due."""
    now = monotonic()
    granted = _GRANTED.get()
    since, granted.read, granted.work = now - granted.read, now, 0
    # The first look is the first reading; from then on twice as many each time, until they take as long as they may.
    granted.looks = (
        min(2 * granted.looks, _LOOKS) if since < _OFTEN / 2 else max(1, int(granted.looks * _OFTEN / since))
    )
    if now > granted.until:
        raise _exceeded(f"{granted.seconds:g} seconds", "the time that was granted", "seconds")
    signs = _SIGNS.get()
    if signs and now >= signs.due:
        signs.due = now + _A_SIGN
        signs.give(signs.said)


def check_positions(reached: int) -> None:
    """Raise LimitError where a step has reached more positions than it may."""
    granted = _GRANTED.get()
    if reached > granted.positions:
        raise _exceeded(f"{granted.positions:,} positions", "all that were granted", "positions")


def _exceeded(spent: str, what: str, option: str) -> LimitError:
    message = (
        f"this scenario has no exact answer within {spent}, {what}: use fewer units, or name a choice instead of `best`"
    )
    return LimitError(Problem("players", message), spent, option)
