"""What an outcome means for a player: units lost and damaged, against what stood there before the step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mecatol.render import words

SPACE, ADJACENT = "", "adjacent"
"""The places that are no planets: the active system's space area, and the systems next to it."""


@dataclass
class Force:
    """A player's units and how many of them are damaged, both keyed by (planet or SPACE, type of unit)."""

    units: dict[tuple[str, str], int] = field(default_factory=dict)
    damaged: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def ships(self) -> int:
        """How many ships are in space."""
        return sum(
            number
            for (place, unit), number in self.units.items()
            if place == SPACE and unit not in words.GROUND | words.STRUCTURES
        )


def force(data: Mapping[str, Any], beside: Mapping[str, int] | None = None) -> Force:
    """Read ``space``, ``planets`` and ``damaged`` as a scenario or an outcome writes them.

    ``beside`` is what was in adjacent systems before: what is more there now has retreated, and counts.
    """
    units = {(SPACE, unit): number for unit, number in data.get("space", {}).items()}
    if beside is not None:
        more = Counter(data.get("adjacent", {})) - Counter(beside)
        units |= {(ADJACENT, unit): number for unit, number in more.items()}
    for planet, counts in data.get("planets", {}).items():
        units |= {(planet, unit): number for unit, number in counts.items()}
    damaged: dict[tuple[str, str], int] = {}
    for key, value in data.get("damaged", {}).items():
        if isinstance(value, Mapping):
            damaged |= {(key, unit): number for unit, number in value.items()}
        else:
            damaged[SPACE, key] = value
    return Force(units, damaged)


@dataclass(frozen=True)
class UnitChange:
    """What happened to one player's units."""

    lost: Mapping[tuple[str, str], int]
    damaged: Mapping[tuple[str, str], int]
    """Units damaged in the step which survive it."""

    @property
    def ships(self) -> int:
        """How many ships were lost."""
        return sum(n for (_, unit), n in self.lost.items() if unit not in words.GROUND | words.STRUCTURES)

    @property
    def ground_forces(self) -> int:
        """How many ground forces were lost, those in transports among them."""
        return sum(n for (_, unit), n in self.lost.items() if unit in words.GROUND)


def change(before: Force, after: Force) -> UnitChange:
    """Compare two states of one player; newly damaged units are those that were not damaged before.

    Units that land or are taken back change their place: what is missing in one place and new in another is not lost.
    """
    return UnitChange(_fewer(before.units, after.units), _fewer(after.damaged, before.damaged))


def _fewer(more: Mapping[tuple[str, str], int], less: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """Count what is in ``more`` and not in ``less``, by place, leaving out what only stands elsewhere there."""
    missing = _without(more, less)
    if not missing:
        return missing
    elsewhere = Counter[str]()
    for (_, unit), number in _without(less, more).items():
        elsewhere[unit] += number
    found = {}
    # What has moved was in space first: ground forces land before they can be lost on a planet.
    for (place, unit), number in sorted(missing.items(), key=lambda item: item[0][0] != SPACE):
        moved = min(number, elsewhere[unit])
        elsewhere[unit] -= moved
        if number > moved:
            found[place, unit] = number - moved
    return found


def _without(more: Mapping[tuple[str, str], int], less: Mapping[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {at: number - less.get(at, 0) for at, number in more.items() if number > less.get(at, 0)}
