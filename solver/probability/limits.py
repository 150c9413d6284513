"""What is solved exactly: stated limits, so that no scenario hangs."""

from __future__ import annotations

from solver.errors import LimitError, Problem

MOST_POSITIONS = 200_000
"""How many positions a step may reach; a stated limit, so that no scenario hangs."""
MOST_WORK = 150_000
"""How many outcomes and options a step may look at: the limit that a scenario meets first, after some seconds."""
MOST_EXACT = 1_000
"""How many standings a combat in exact fractions may have, whose digits grow with each: a limit of some seconds."""


def too_large() -> LimitError:
    """Return the error for a scenario that reaches more positions than the limit."""
    return LimitError(
        [
            Problem(
                "players",
                f"this scenario is beyond an exact answer: it reaches more than {MOST_POSITIONS:,} positions, or "
                f"takes more than {MOST_WORK:,} looks at outcomes and options; "
                "use fewer units, or a policy other than `best`",
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
