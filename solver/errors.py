"""What goes wrong with a scenario, said so that a player can mend it.

ScenarioError
└── LimitError      the scenario is valid, and larger than what is solved exactly
"""

from __future__ import annotations

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


def unknown(field: str, value: object, what: str, allowed: Collection[str]) -> Problem:
    """Return the problem of a name that is not among those allowed, with the nearest one.

    `what` says what was expected ("unit", "faction"); a short list of allowed names is shown whole.
    """
    near = get_close_matches(str(value).lower().replace("_", "-").replace(" ", "-"), allowed, n=1, cutoff=0.6)
    message = f"{value!r} is no {what}"
    if near:
        message += f"; did you mean {near[0]!r}?"
    if len(allowed) <= 12 or not near:
        shown = list(allowed)[:24]
        message += f"{'' if near else ';'} Allowed: {', '.join(shown)}{', …' if len(allowed) > len(shown) else ''}."
    return Problem(field, message, value, near[0] if near else None)
