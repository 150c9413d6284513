"""The windows of scoring objectives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mecatol.domain.steps import VICTORY_STEP
from mecatol.effects.model import Window, window

if TYPE_CHECKING:
    from mecatol.game.model import Side


class ScoringWindow(Window):
    """A window of scoring, in which nobody fights."""

    steps = (VICTORY_STEP,)


@window
class Spending(ScoringWindow):
    """Resources and influence are spent: what the owner has of them."""

    goods: int = 1
    """The resources, or the influence, that one trade good is."""
    planet: Callable[[int, int], tuple[int, int]] | None = None
    """What a planet with such values gives if it is exhausted for its resources, and for its influence."""
    further: Callable[[Side], tuple[int, int]] | None = None
    """The values of what is exhausted like a planet, and is none."""


@window
class CustodiansForNothing(ScoringWindow):
    """The custodians token is removed: its owner spends no influence on it."""


@window
class ScoresWithoutHome(ScoringWindow):
    """Public objectives ask for the whole home system: its owner needs none."""


@window
class RolledPoint(ScoringWindow):
    """An action is taken: its owner scores a point if a die shows enough, which no plan counts on."""

    least: int
    """The lowest result that scores it."""
