"""Help with a misspelt name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import get_close_matches

_SHOWN = 24
"""More names than this are not listed when a near one is known."""


_NUMBER = re.compile(r"\d{1,3}\.")
"""The beginning of a clause id: the number of its topic."""


def nearest(name: object, allowed: Collection[str], called: Mapping[str, str] | None = None) -> str:
    """Return the end of a message about an unknown name: the nearest one, and what is allowed where that is short.

    A clause's nearest is one of the same topic, where that has any. `called` gives further names, such as players'
    short ones, with what they stand for.
    """
    by_folded = {**{short.casefold(): full for short, full in (called or {}).items()}}
    by_folded |= {each.casefold(): each for each in allowed}
    folded, topic = str(name).casefold(), _NUMBER.match(str(name))
    own = [each for each in by_folded if topic and each.startswith(topic[0])]
    near = get_close_matches(folded, own, n=1, cutoff=0) or get_close_matches(folded, by_folded, n=1, cutoff=0.6)
    said = f"; did you mean {by_folded[near[0]]!r}?" if near else ""
    if not allowed:
        return said
    if len(allowed) <= _SHOWN:
        return f"{said or '.'} Allowed: {', '.join(sorted(allowed))}"
    return said or f"; there are {len(allowed)} to choose from, and none is near"
