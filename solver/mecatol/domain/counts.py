"""Numbers with what they count, as one says them."""

from __future__ import annotations


def count_of(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 trade good`, `2 trade goods`; `many` is for nouns that take more than an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def count_of_type(number: int, name: str) -> str:
    """Return a count with the name of a type of unit: `2 War Suns`, `2 Infantry`, `2 PDS`."""
    return count_of(number, name, name if name in _ALIKE else "")


_ALIKE = ("Infantry", "PDS")
"""Types of unit whose name is the same in the plural."""
