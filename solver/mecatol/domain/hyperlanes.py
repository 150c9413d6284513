"""The hyperlane tiles: part of the map, but not systems, so that no scenario has one of its own."""

from __future__ import annotations

from typing import NamedTuple

from mecatol.domain.editions import POK, THUNDERS_EDGE


class Hyperlane(NamedTuple):
    """A hyperlane tile."""

    edition: str
    """The edition that introduced it."""
    sides: int = 2
    """How many of its sides show lines, each side other ones."""


HYPERLANES: dict[str, Hyperlane] = {
    **{str(number): Hyperlane(POK) for number in range(83, 92)},
    **{str(number): Hyperlane(THUNDERS_EDGE) for number in range(119, 125)},
}
"""Every hyperlane tile by its number; in a scenario, `by: [hyperlane]` says that a fleet moves along one."""
