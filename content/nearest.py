"""Help with a misspelt name."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

_SHOWN = 24
"""More names than this are not listed when a near one is known."""


def nearest(name: object, allowed: Collection[str]) -> str:
    """Return the end of a message about an unknown name: the nearest one, and what is allowed where that is short."""
    by_folded = {each.casefold(): each for each in allowed}
    near = get_close_matches(str(name).casefold(), by_folded, n=1, cutoff=0.6)
    said = f"; did you mean {by_folded[near[0]]!r}?" if near else ""
    if not allowed:
        return said
    if len(allowed) <= _SHOWN:
        return f"{said or ';'} Allowed: {', '.join(sorted(allowed))}"
    return said or f"; there are {len(allowed)} to choose from, and none is near"
