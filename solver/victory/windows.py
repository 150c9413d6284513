"""The windows of scoring objectives."""

from __future__ import annotations

from dataclasses import dataclass

from solver.effects.model import Window
from solver.step import VICTORY_STEP


class ScoringWindow(Window):
    """A window of scoring, in which nobody fights."""

    steps = (VICTORY_STEP,)


@dataclass(frozen=True)
class ScoresWithoutHome(ScoringWindow):
    """Public objectives ask for the whole home system: its owner needs none."""
