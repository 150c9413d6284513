"""The steps of the game that have a calculator: the groups that they are listed in, and the page of each."""

from __future__ import annotations

import mecatol
from content.model import Library
from mecatol.domain.steps import HIT_STEPS
from theme.site.addresses import CALCULATOR, calculator_path

_ABILITY = "unit ability"
_GROUPS = ("Battles", "Unit abilities", "Beyond battles")
"""Headings of the groups of steps."""


def groups(library: Library) -> list[tuple[str, list[mecatol.Step]]]:
    """Return every step under the heading of its group, the largest battles first."""
    steps = sorted(mecatol.STEPS.values(), key=lambda step: -len(step.parts))
    return [(title, [step for step in steps if _group(step, library) == title]) for title in _GROUPS]


def _group(step: mecatol.Step, library: Library) -> str:
    """Return the group of a step: that of unit abilities by its rule, that of battles where hits are assigned."""
    if library.catalogue[step.topic].kind == _ABILITY:
        return _GROUPS[1]
    return _GROUPS[0] if step.involves(HIT_STEPS) else _GROUPS[2]


def page_of(step: mecatol.Step, library: Library) -> str:
    """Return the path of the page of its own that holds a step's calculator."""
    return CALCULATOR if step is groups(library)[0][1][0] else calculator_path(step.slug)
