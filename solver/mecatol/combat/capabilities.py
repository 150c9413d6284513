"""Which ways a combat may take, derived from the windows in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from mecatol.combat.windows import (
    AnswerLosses,
    BindHits,
    BothRolled,
    NearMisses,
    PlaceForLosses,
    RerollAtRisk,
    TakeAllAlong,
)
from mecatol.effects.model import Window
from mecatol.hits.windows import AfterSustain, RepairInCombat, RepairSustained, SustainCancels
from mecatol.rolls.windows import DiceWindow

TOGETHER = (AfterSustain, RepairSustained, SustainCancels)
"""Windows in which it matters how many hits there are: they are not taken one by one."""


class Capabilities(NamedTuple):
    """Which ways a combat may take, by the windows in play: each is there to save work, none changes an answer."""

    in_order: bool
    """Whether both sides lose units in a fixed order for all that these windows do."""
    observes: bool
    """Whether what one side may do depends on the units that the other has left."""
    distinguishes_hits: bool
    """Whether hits of a combat roll may be unlike each other."""
    risks_units: bool
    """Whether a side's own roll may destroy units of it."""
    adds_hits: bool
    """Whether hits of the one side may bring the other more."""
    destroys_mutually: bool
    """Whether lost units may take all that fight there with them."""
    answers_losses: bool
    """Whether lost units may be answered by a roll."""
    places_units: bool
    """Whether units may be placed for those that were destroyed."""
    reinforces: bool
    """Whether what a side places depends on the other: on what that has lost, or on what it has left."""
    repairs_units: bool
    """Whether units may be repaired."""
    together: bool
    """Whether several hits may do other than each would do alone, one after another."""
    repairs_observe: bool
    """Whether repairs depend on what the other side has left, beyond whether it has any unit that fights."""

    reference: bool = False
    """Whether the reference chain is to be read alone, with everything in sight of every window."""

    @classmethod
    def of(cls, windows: Sequence[Window]) -> Capabilities:
        """Return the ways that these windows leave."""

        def some(*kinds: type[Window]) -> bool:
            return any(isinstance(window, kinds) for window in windows)

        if _REFERENCE.get():
            return _EVERYTHING
        if not windows:
            return _NOBODY_ACTS
        across = [window for window in windows if window.observes]
        return cls(
            in_order=not across and all(window.keeps_order for window in windows),
            observes=any(not isinstance(window, DiceWindow) for window in across),  # rolls are known by both forces
            distinguishes_hits=some(BindHits, NearMisses, RerollAtRisk),
            risks_units=some(RerollAtRisk),
            adds_hits=some(BothRolled),
            destroys_mutually=some(TakeAllAlong),
            answers_losses=some(AnswerLosses),
            places_units=some(PlaceForLosses),
            reinforces=any(
                isinstance(each, PlaceForLosses) and (each.for_opponents or each.observes) for each in windows
            ),
            repairs_units=some(RepairInCombat),
            together=some(*TOGETHER),
            repairs_observe=any(isinstance(window, RepairInCombat) for window in across),
        )


_NOBODY_ACTS = Capabilities(True, *[False] * (len(Capabilities._fields) - 1))
_EVERYTHING = Capabilities(False, *[True] * (len(Capabilities._fields) - 1))
_REFERENCE: ContextVar[bool] = ContextVar("reference", default=False)


@contextmanager
def reference_only() -> Iterator[None]:
    """Solve combats meanwhile by the reference chain alone: nothing that a window or a policy declares saves work.

    What the solver says otherwise is held against this.
    """
    token = _REFERENCE.set(True)
    try:
        yield
    finally:
        _REFERENCE.reset(token)
