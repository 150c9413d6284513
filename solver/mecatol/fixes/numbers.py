"""Mends for numbers: the nearest that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from mecatol.domain.places import SPACE
from mecatol.domain.units import UNIT_TYPES, printings
from mecatol.errors import Problem
from mecatol.fixes.candidate import Candidate
from mecatol.fixes.paths import Data, fit_damage, parts_of, put, value_at
from mecatol.fixes.wording import with_number
from mecatol.game.limits import ON_A_PLANET

_NEAR = 12
"""How far from the number that is there others are tried, before the common ones."""
_COMMON = (99, 20, 16, 10, 5, 1, 0)


def candidates(data: Data, problem: Problem) -> Iterator[Candidate]:
    """Yield smaller numbers and, for a fleet pool or one that is too small, larger ones."""
    path = parts_of(data, problem.field)
    value = value_at(data, path)
    if isinstance(value, bool) or not isinstance(value, int) or ".".join(map(str, path)) != problem.field:
        return
    tries = [value - less for less in range(1, _NEAR + 1)] + [one for one in _COMMON if one < value - _NEAR]
    if path[-1] in UNIT_TYPES and (box := printings(str(path[-1]))[0].limit) and box < value:
        tries = [box, *tries]
    if path[2:3] == ["planets"] and (most := ON_A_PLANET.get(str(path[-1]), value)) < value:
        tries = [most, *tries]
    if path[-1] == "fleet_pool" or value < 1:
        tries = [value + more for more in range(1, _NEAR + 1)] + [one for one in _COMMON if one < value] + [0]
    for number in (one for one in tries if one > 0 or value < 0):
        yield Candidate(with_number(data, path, number), _put, (path, number), group="number")


def half_of_most(data: Data) -> Candidate | None:
    """Return the change that halves the largest stack of units in space; None where every unit there is alone."""
    stacks = [
        (count, ["players", index, SPACE, kind])
        for index, player in enumerate(data["players"])
        for kind, count in player.get(SPACE, {}).items()
    ]
    count, path = max(stacks, key=lambda stack: stack[0], default=(0, []))
    return Candidate(with_number(data, path, count // 2), _put, (path, count // 2)) if count > 1 else None


def _put(data: Data, path: list[str | int], number: int) -> None:
    put(data, path, number)
    fit_damage(data, path)
