"""The windows of whatever lasts: what units are while a law is in play, how many ships a system may hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.effects.model import Window
from solver.step import ABILITY_STEPS, CAPACITY_STEP, INVASION, MOVEMENT_STEP, TACTICAL_ACTION

if TYPE_CHECKING:
    from solver.units import Unit


class Lasting(Window):
    """A window that is open all the time: the rounds of a combat do not touch it, nor it them."""

    steps = (*ABILITY_STEPS, CAPACITY_STEP, INVASION, MOVEMENT_STEP, TACTICAL_ACTION)
    keeps_order = True
    searchable = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: it holds before as after."""
        return False


@dataclass(frozen=True)
class UnitsAre(Lasting):
    """What a unit is for everybody while the effect is in play; the texts of units that it changes do nothing."""

    act: Callable[[Unit], Unit]


@dataclass(frozen=True)
class FleetPool(Lasting):
    """How many ships more than its fleet pool the owner may have in a system."""

    ships: int
