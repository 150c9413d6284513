"""What is used up in a combat: limited effects, counted as in a position."""

from __future__ import annotations

type Spent = tuple[tuple[int, str, int], ...]
"""Limited effects used so far: (player's index, effect's slug, times), sorted."""


def merged(before: Spent, *after: Spent) -> Spent:
    """Return what is used up after several things happened at once, each counted from the same beginning."""
    if all(spent == before for spent in after):
        return before
    base = {(who, what): times for who, what, times in before}
    total = dict(base)
    for spent in after:
        for who, what, times in spent:
            total[who, what] = total.get((who, what), 0) + times - base.get((who, what), 0)
    return tuple(sorted((who, what, times) for (who, what), times in total.items()))
