"""What goes wrong with a scenario, said so that a player can mend it.

ScenarioError
└── LimitError      the scenario is valid, and larger than what is solved exactly
"""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Problem(NamedTuple):
    """One fault of a scenario."""

    field: str
    """Where: a path such as `players.0.space.destroyr`."""
    message: str
    """What was found and what is allowed, in a sentence."""
    value: object = None
    """The offending value."""
    suggestion: str | None = None
    """The nearest allowed name, where there is one."""


class ScenarioError(ValueError):
    """A scenario cannot be solved; `problems` holds every fault found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{p.field}: {p.message}" for p in self.problems))


class LimitError(ScenarioError):
    """A valid scenario is larger than the stated limit of an exact answer."""


def fault(field: str, message: str, value: object = None) -> ScenarioError:
    """Return a ScenarioError with one problem."""
    return ScenarioError([Problem(field, message, value)])


_brief = reprlib.Repr(maxlevel=3, maxdict=3, maxlist=3, maxtuple=3, maxstring=60, maxlong=40, maxother=60)


def shown(value: object) -> str:
    """Return a value as a message shows it: short, whatever a scenario holds (endless text, deep nesting)."""
    if isinstance(value, int) and not -(10**40) < value < 10**40:
        return "a number of more than 40 digits"
    return _brief.repr(value)


def unknown(field: str, value: object, what: str, allowed: Collection[str]) -> Problem:
    """Return the problem of a name that is not among those allowed, with the nearest one.

    `what` says what was expected ("unit", "faction"); a short list of allowed names is shown whole.
    """
    word = str(value)[:80] if isinstance(value, str | float) else ""
    plain = {name.lower(): name for name in allowed}
    close = get_close_matches(word.lower().replace("_", "-").replace(" ", "-"), plain, n=1, cutoff=0.6)
    near = [plain[name] for name in close]
    message = f"{shown(value)} is no {what}"
    if near:
        message += f"; did you mean {near[0]!r}?"
    if len(allowed) <= 12 or not near:
        first = list(allowed)[:24]
        message += f"{'' if near else ';'} Allowed: {', '.join(first)}{', …' if len(allowed) > len(first) else ''}."
    return Problem(field, message, value, near[0] if near else None)
