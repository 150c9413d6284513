"""Numbers with what they count, as one says them."""

from __future__ import annotations


def count_of(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 trade good`, `2 trade goods`; `many` is for nouns that take more than an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"
