"""The hyperlane tiles: part of the map, but not systems, so that no scenario has one of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mecatol.domain.editions import POK, THUNDERS_EDGE


class Hyperlane(NamedTuple):
    """A hyperlane tile."""

    edition: str
    """The edition that introduced it."""
    sides: int = 2
    """How many of its sides show lines, each side other ones."""
    lines: Mapping[str, Sequence[tuple[int, int]]] = {}
    """What each side, `a` and `b`, joins: pairs of edges, 0 the northern one, on clockwise; empty where not known."""


_LINES: dict[str, dict[str, Sequence[tuple[int, int]]]] = {
    "83": {"a": ((1, 4),), "b": ((0, 2), (0, 3), (3, 5))},
    "84": {"a": ((2, 5),), "b": ((0, 3), (0, 4), (1, 3))},
    "85": {"a": ((1, 5),), "b": ((0, 2), (0, 3), (3, 5))},
    "86": {"a": ((1, 5),), "b": ((0, 3), (0, 4), (1, 3))},
    "87": {"a": ((0, 2), (2, 4), (2, 5)), "b": ((0, 2), (0, 3))},
    "88": {"a": ((0, 4), (1, 4), (2, 4)), "b": ((0, 2), (0, 3), (3, 5))},
    "89": {"a": ((0, 2), (0, 4), (2, 4)), "b": ((0, 3), (0, 4))},
    "90": {"a": ((1, 5), (2, 4)), "b": ((0, 3), (0, 4))},
    "91": {"a": ((0, 3), (0, 4), (1, 3)), "b": ((0, 2), (0, 3))},
}


HYPERLANES: dict[str, Hyperlane] = {
    **{number: Hyperlane(POK, lines=lines) for number, lines in _LINES.items()},
    **{str(number): Hyperlane(THUNDERS_EDGE) for number in range(119, 125)},
}
"""Every hyperlane tile by its number; in a scenario, `by: [hyperlane]` says that a fleet moves along one."""
