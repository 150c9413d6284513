"""Checks of files that have found nothing are not run again for the same text, the same code and the same names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from content import results
from content.source import Source

SOUND = results.Shelf("sound")
"""What has been found sound, by its text and by all that judged it."""


def unless_sound(source: Source, check: Callable[[], object], *of: object) -> None:
    """Run a check of a file, unless it has found nothing in it before.

    ``of`` names the check, and is all that it looks at beside the file's text, the checks and the solver.
    """
    before = len(source.faults)

    def sound() -> bool | None:
        check()
        return True if len(source.faults) == before else None

    SOUND.get(results.key(results.code(results.SOLVER, *code()), source.text, of), sound)


@cache
def code() -> tuple[Path, ...]:
    """Return the files that say how content is read and judged."""
    return tuple(path for suffix in ("py", "json") for path in sorted(results.CONTENT.glob(f"*.{suffix}")))
