"""The windows of scoring objectives."""

from __future__ import annotations

from dataclasses import dataclass

from solver.domain.steps import VICTORY_STEP
from solver.effects.model import Window


class ScoringWindow(Window):
    """A window of scoring, in which nobody fights."""

    steps = (VICTORY_STEP,)


@dataclass(frozen=True)
class ScoresWithoutHome(ScoringWindow):
    """Public objectives ask for the whole home system: its owner needs none."""
