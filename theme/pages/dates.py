"""Dates in words."""

from __future__ import annotations

from datetime import date


def in_words(when: str) -> str:
    """Return a day, a month or a year as one says it: `2026-02-18` as February 18, 2026, `2026-01` as January 2026."""
    match when.split("-"):
        case [_, _, _]:
            day = date.fromisoformat(when)
            return f"{day:%B} {day.day}, {day.year}"
        case [_, _]:
            return f"{date.fromisoformat(f'{when}-01'):%B %Y}"
    return when
