"""The register of steps, apart from what a step is: the records of a scenario name a step before any is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mecatol.scenario.step import Step

STEPS: dict[str, Step] = {}
"""Every step, by slug, in the order of the alphabet; the rooms of `mecatol.rules` fill it."""
