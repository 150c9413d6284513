"""Where ships get to on their way, for the picture of it: how many systems they enter, and what stops them there."""

from __future__ import annotations

from collections.abc import Iterator

from mecatol.domain.units import Unit
from mecatol.game.model import Side
from mecatol.rules.movement.loading import Convoy
from mecatol.rules.movement.route import START, Fleet, Rules, barriers, movers, speed
from mecatol.solution.answers import Stop


def stops(law: Rules, side: Side, convoy: Convoy) -> Iterator[Stop]:
    """Yield where the ships of each type of a fleet get to: those that arrive, and those that do not."""
    fleet = convoy.fleet
    for kind in movers(side, fleet):
        going = convoy.going.get(kind, 0)
        if going:
            yield Stop(fleet.index, kind, going, fleet.entered, "")
        staying = convoy.left.get(START, {}) if side.units[kind].is_fighter else convoy.stays
        if staying.get(kind):
            entered, why = _stopped(law, fleet, side.units[kind])
            yield Stop(fleet.index, kind, staying[kind], entered, why)


def _stopped(law: Rules, fleet: Fleet, unit: Unit) -> tuple[int, str]:
    """Return how many systems a ship that does not arrive can enter, and what keeps it out of the next one."""
    fast = speed(law, fleet, unit).value
    reach = _reach(law, fleet, fast)
    bars = [reason for stops, reason in barriers(law, fleet, unit) if stops]
    first = min(bars, key=lambda reason: reason.entered, default=None)
    if first is not None and first.entered <= reach:
        return first.entered, first.what
    return reach, f"{fleet.entered - fast} short"


def _reach(law: Rules, fleet: Fleet, fast: int) -> int:
    """Return how many systems a ship with a move value on its whole way enters: a rift ahead gives it nothing yet."""
    pull = 0 if any(law.having(no_pull=True)) else 1
    left = fast - pull * len(fleet.rifts)
    for entered in range(fleet.entered):
        left += pull if entered + START in fleet.rifts else 0
        if left <= 0:
            return entered
        left -= 1
    return fleet.entered
