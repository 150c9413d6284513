"""The windows of a roll: who may roll at all, with which dice, and how the results are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar

from mecatol.domain.steps import (
    ABILITY_STEPS,
    ANTI_FIGHTER_BARRAGE_STEP,
    GROUND_COMBAT,
    PLANETARY_SHIELD_STEP,
    ROLL_STEPS,
    SPACE_COMBAT,
)
from mecatol.effects.model import HITS, Window, window
from mecatol.game.moment import Moment
from mecatol.probability.dice import Dice

if TYPE_CHECKING:
    from mecatol.domain.units import Unit, Value
    from mecatol.game.state import State

_DICE_STEPS = (*ROLL_STEPS, SPACE_COMBAT, GROUND_COMBAT)


class RollWindow(Window):
    """A window of a roll: what follows is a roll like any other, so losses and searches are not affected."""

    steps: ClassVar[tuple[str, ...]] = _DICE_STEPS
    keeps_order = True
    waits = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: results of dice have nothing to do with who sustains."""
        return False


class DiceWindow(RollWindow):
    """A window in which dice change; a copy is spent with the roll that was changed."""

    spendable = True
    tells_orders = True


@window
class BeforeUse(RollWindow):
    """A unit would use the ability: whether it cannot (moment, owner, unit)."""

    act: Callable[[Moment, int, Unit], bool]
    loses: bool = field(default=False, kw_only=True)
    """Whether the unit then lacks the ability; otherwise it has the ability but cannot use it."""

    steps = ABILITY_STEPS
    commutes = True


@window
class GatherDice(DiceWindow):
    """Dice are gathered: those of units that gain the ability, or of no unit (moment, owner)."""

    act: Callable[[Moment, int], tuple[Dice, ...]]
    gives: tuple[str, Value] | None = field(default=None, kw_only=True)
    """A type of unit and the value of the ability that each of the owner's has by it; None where none has."""

    gives_abilities = True
    steps = (*_DICE_STEPS, PLANETARY_SHIELD_STEP)


@window
class BeforeRoll(DiceWindow):
    """Dice are about to be rolled: the dice with further ones (moment, owner, dice)."""

    act: Callable[[Moment, int, tuple[Dice, ...]], tuple[Dice, ...]]

    adds_dice = True


@window
class ReadResults(DiceWindow):
    """Results are read: the dice with modifiers or rerolls (moment, owner, dice)."""

    act: Callable[[Moment, int, tuple[Dice, ...]], tuple[Dice, ...]]

    @property
    def commutes(self) -> bool:
        """Whether it only adds a number to results."""
        return bool(getattr(self.act, "adds", False))


@window
class MarkedResults(RollWindow):
    """Marked results were rolled: the position after what so many of them do (moment, owner, how many)."""

    act: Callable[[Moment, int, int], State]

    steps = (ANTI_FIGHTER_BARRAGE_STEP,)
    waits = False


@window
class RepeatRoll(RollWindow):
    """Another player has rolled for a unit ability: the owner may have all of the dice rolled again (moment, owner)."""

    act: Callable[[Moment, int], bool]

    steps = ROLL_STEPS
    weighs = HITS
    waits = False
    spendable = True
