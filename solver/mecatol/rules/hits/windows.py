"""The windows of hits: before they are assigned, while units sustain, and after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BARRAGE_AND_COMBATS,
    BOMBARDMENT_STEP,
    HIT_STEPS,
    SPACE_CANNON_OFFENSE,
    SUSTAIN_DAMAGE_STEP,
)
from mecatol.effects.model import DAMAGED, HITS, Window, window
from mecatol.game.moment import Moment
from mecatol.game.windows import AfterLosses

if TYPE_CHECKING:
    from mecatol.domain.units import Unit
    from mecatol.game.state import Force


class Hits(NamedTuple):
    """Hits that were produced and wait to be assigned."""

    number: int
    non_fighters_first: bool = False
    """Whether they must go to ships other than fighters while there are any."""
    some_so: int = 0
    """How many of them must, where not all do."""

    @property
    def bound(self) -> int:
        """How many must go to ships other than fighters while there are any."""
        return self.number if self.non_fighters_first else min(self.number, self.some_so)


class SustainAnswer(NamedTuple):
    """What follows when a unit has used Sustain Damage."""

    destroys: bool = False
    """Whether the unit is destroyed."""
    hits_back: int = 0
    """Hits that the units of the player whose hit was canceled suffer in turn."""


class HitWindow(Window):
    """A window between the hits of a roll and what they leave."""

    steps: ClassVar[tuple[str, ...]] = HIT_STEPS


@window
class HitsProduced(HitWindow):
    """Hits of the barrage were produced, and none is canceled yet (moment, owner, hits).

    How many of the target's ships with Sustain Damage become damaged without using it.
    """

    act: Callable[[Moment, int, int], int]

    steps = (ANTI_FIGHTER_BARRAGE_STEP,)


@window
class BeforeHits(HitWindow):
    """Hits are about to be assigned: the hits, canceled or restricted (moment, owner, hits)."""

    act: Callable[[Moment, int, Hits], Hits]

    weighs = HITS
    waits = True
    spendable = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell whether it can be better to keep a unit's Sustain Damage: not for what is spent."""
        return not spends


@window
class CanBeHit(HitWindow):
    """Who can be hit: whether a unit of the target that the ability cannot hit is hit all the same."""

    act: Callable[[Moment, int, Unit], bool]

    keeps_order = True


@window
class CannotBeHit(HitWindow):
    """Who can be hit: whether a unit of the target cannot be assigned these hits (moment, owner, unit)."""

    act: Callable[[Moment, int, Unit], bool]

    keeps_order = True


@window
class SustainsForOthers(HitWindow):
    """Who can sustain: whether a unit that cannot be hit may sustain for those that can (moment, owner, unit)."""

    act: Callable[[Moment, int, Unit], bool]

    keeps_order = True


@window
class LendSustain(HitWindow):
    """Who can sustain: whether one such undamaged unit may sustain as if it could (moment, owner, unit)."""

    act: Callable[[Moment, int, Unit], bool]

    gives_abilities = True
    lends_sustain = True


@window
class SustainCancels(HitWindow):
    """How many hits one use of Sustain Damage by the owner's units cancels."""

    number: int


@window
class AfterSustain(HitWindow):
    """A unit has sustained: what follows, None if nothing (moment, owner, the unit)."""

    act: Callable[[Moment, int, Unit], SustainAnswer | None]
    strikes_back: bool = field(default=True, kw_only=True)
    """Whether hits may come back for it."""
    for_ships: bool = field(default=False, kw_only=True)
    """Whether nothing follows but where the unit is a ship."""

    answers_sustain = True
    waits = True
    spendable = True

    def concerns(self, types: Iterable[Unit]) -> bool:
        """Tell whether anything may follow where units of these types fight."""
        return not self.for_ships or any(unit.is_ship for unit in types)


@window
class RepairSustained(HitWindow):
    """Units have sustained: whether such a unit is repaired at once, though it cannot sustain again for these hits."""

    act: Callable[[Moment, int, Unit], bool]

    spendable = True


@window
class HitsAssigned(HitWindow):
    """Hits of a bombardment were assigned: what is left of the target's force there (moment, owner, before, after)."""

    act: Callable[[Moment, int, Force, Force], Force]

    steps = (BOMBARDMENT_STEP,)


@window
class RepairInCombat(AfterLosses):
    """A combat starts (round 0), or a round of it is over: the owner's force after repairs.

    It is shown moment, owner, the force and, as damaged, what is left of the units that sustained in this round: their
    owner gives those up first. What it repairs depends on which units are damaged, and on no others of the owner's.
    """

    act: Callable[[Moment, int, Force, Force], Force]
    while_fought: bool = field(default=False, kw_only=True)
    """Whether it acts before each round, and so not once the other side has no unit left."""
    spares: bool = field(default=True, kw_only=True)
    """Whether it looks at which units sustained in this round."""
    starts: bool = field(default=False, kw_only=True)
    """Whether it may act as any round starts as well: on what was damaged after the end of the round before."""
    everywhere: bool = field(default=False, kw_only=True)
    """Whether it repairs its owner's units in all of the system, those that take no part in the combat too.

    It comes when the round is over: what has retreated by then is in another system.
    """

    steps = (*BARRAGE_AND_COMBATS, SUSTAIN_DAMAGE_STEP)
    weighs = DAMAGED
    waits = True
    spendable = True
    tells_orders = True

    def before(self, first_round: int) -> bool:
        """Tell whether it acts as a round starts that follows another, if its owner plays it from this round on."""
        return self.while_fought or (self.starts and first_round > 1)


@window
class TakeAllAlong(AfterLosses):
    """The owner's units were destroyed: whether all units that fight there die with them, on both sides."""

    act: Callable[[Moment, int, tuple[Unit, ...]], bool]

    steps = (*BARRAGE_AND_COMBATS, SPACE_CANNON_OFFENSE, SUSTAIN_DAMAGE_STEP)
