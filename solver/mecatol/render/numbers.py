"""The one place where numbers are rounded: exact until here, readable from here on."""

from __future__ import annotations

_EXACT = 1e-12
"""Two probabilities closer than this are the same number; the solver keeps its sums to this precision."""


def is_certain(probability: float) -> bool:
    """Tell whether a probability (0 to 1) is written as 100%: nothing else can happen."""
    return probability >= 1 - _EXACT


def percent(probability: float) -> str:
    """Write a probability (0 to 1) as a percentage with as many digits as a player can use.

    Certainty and impossibility are written only where they are exact: 0.99999 is ``>99.99%``, never ``100%``.
    Near both ends there are two decimals, elsewhere one; a number that needs fewer shows fewer.
    """
    if probability <= _EXACT:
        return "0%"
    if is_certain(probability):
        return "100%"
    if probability < 0.0001:
        return "<0.01%"
    if probability > 0.9999:
        return ">99.99%"
    digits = 2 if probability < 0.01 or probability > 0.99 else 1
    return _plain(probability * 100, digits) + "%"


def average(value: float) -> str:
    """Write an expected count or cost with up to two decimals; a tiny one that is not nothing is ``<0.01``."""
    if 0 < value < 0.005:
        return "<0.01"
    return _plain(value, 2)


def exact(probability: float) -> str | None:
    """Write a probability as the decimal fraction that it is, or None where it needs more than six places.

    Odds of ten-sided dice are whole multiples of a power of ten, so small cases have a short exact form
    (``0.216``) which a reader can check by hand.
    """
    scaled = probability * 10**6
    if abs(scaled - round(scaled)) > 1e-7:
        return None
    return _plain(probability, 6)


def points(difference: float) -> str:
    """Write the difference of two probabilities in percentage points, with its sign and a true minus."""
    if abs(difference) <= _EXACT:
        return "the same"
    shown = _plain(abs(difference) * 100, 1 if abs(difference) >= 0.01 else 2)
    sign = "+" if difference > 0 else "−"
    return f"{sign}{shown} points" if shown != "0" else f"{sign}<0.01 points"


def signed(value: int) -> str:
    """Write a modifier with its sign and a true minus: ``+1``, ``−1``."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def _plain(value: float, digits: int) -> str:
    """Round to ``digits`` decimals and drop the zeros at the end."""
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
