"""Numbers with what they count, as one says them."""

from __future__ import annotations

from fractions import Fraction


def count_of(number: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 trade good`, `2 trade goods`; `many` is for nouns that take more than an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def count_of_type(number: int, name: str) -> str:
    """Return a count with the name of a type of unit: `2 War Suns`, `2 Infantry`, `2 PDS`."""
    return count_of(number, name, name if name in _ALIKE else "")


_ALIKE = ("Infantry", "PDS")
"""Types of unit whose name is the same in the plural."""


def percent_of(chance: float | Fraction) -> str:
    """Return a chance in 0..1 as a percentage with at most two places: `49%`, `30.25%`, `under 0.01%`."""
    return f"{points_of(chance)}%" if chance == 0 or chance >= 0.00005 else "under 0.01%"


def points_of(difference: float | Fraction) -> str:
    """Return a difference of chances in percentage points, with at most two places: `2.3`."""
    words = f"{100 * float(difference):.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words
