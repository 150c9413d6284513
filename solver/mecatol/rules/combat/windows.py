"""The windows of a combat, and which ways it may take by those that are in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    COMBAT_STEPS,
    GROUND_COMBAT,
    INVASION,
    SPACE_COMBAT,
    TACTICAL_ACTION,
)
from mecatol.effects.model import Window, window
from mecatol.game.moment import Moment
from mecatol.game.state import Force
from mecatol.game.windows import AfterLosses, BeforeRounds
from mecatol.probability.dice import Dice
from mecatol.rules.hits.windows import RepairInCombat, RepairSustained, SustainCancels, TakeAllAlong
from mecatol.rules.rolls.windows import DiceWindow, ReadResults

if TYPE_CHECKING:
    from mecatol.domain.units import Unit
    from mecatol.game.model import Side


class Strike(NamedTuple):
    """What an effect does at the start of a combat or after a round of it: to the opponent's units as a rule."""

    number: int
    """How many units it strikes."""
    eligible: Callable[[Unit], bool]
    destroys: bool = False
    """Whether the units are destroyed outright; else each suffers a hit, which it may sustain (87.5)."""
    by_owner: bool = False
    """Whether the effect's owner chooses the units; else their owner does."""
    dice: tuple[Dice, ...] = ()
    """Dice that are rolled for the number of hits; `number` is then the most that there can be."""
    costs: Callable[[Unit], bool] | None = None
    """Which of the owner's own units will do, the cheapest first, where one is destroyed for the strike."""
    converts: bool = False
    """Whether units of the owner's, of the same types, take the place of those that it struck."""
    joins: Force = ()
    """Units of the owner's that come to the combat."""


@window
class StrikeWindow(Window):
    """A window in which one side strikes the other."""

    act: Callable[[Moment, int], Strike | None]


@window
class StartOfCombat(BeforeRounds, StrikeWindow):
    """A combat starts: what the effect does to the opponent, None if nothing (moment, owner)."""

    spendable = True
    tells_orders = True


@window
class LendValues(BeforeRounds):
    """A space combat is about to start: the unit whose values one of the owner's ships has for it (moment, owner).

    These are combat value, barrage and Sustain Damage. Where it has none: why not, a reason for the reader.
    """

    act: Callable[[Moment, int], Unit | str]

    gives_abilities = True
    lends_sustain = True
    steps = (ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT)


@window
class BindHits(Window):
    """A combat roll's hits are produced: whether those of these dice must spare fighters (moment, owner, dice).

    They must go to other ships while there are any.
    """

    act: Callable[[Moment, int, Dice], bool]

    steps = COMBAT_STEPS


@window
class NearMisses(Window):
    """Combat dice were rolled: whether results of these dice that are one short can be made hits (moment, owner, dice).

    Each takes one of the copies that the effect spends.
    """

    act: Callable[[Moment, int, Dice], bool]

    steps = COMBAT_STEPS
    waits = True
    spendable = True


@window
class BareHits(Window):
    """The opponent has rolled combat dice: whether hits without a point to spare can be made misses.

    It is shown moment, owner and dice. Each takes one of the copies that the effect spends.
    """

    act: Callable[[Moment, int, Dice], bool]

    steps = COMBAT_STEPS
    waits = True
    spendable = True


@window
class RerollAtRisk(ReadResults):
    """Combat results are read: the dice with rerolls that may cost their units (moment, owner, dice)."""

    steps = COMBAT_STEPS
    keeps_order = False
    spendable = False


@window
class RepeatCombatRoll(Window):
    """Both sides have rolled for combat: the owner may have the opponent's dice all rolled again.

    The owner does where they made more hits than on average. What a roll comes to then depends on nothing but itself.
    """

    steps = COMBAT_STEPS
    waits = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: results of dice have nothing to do with who sustains."""
        return False


@window
class BothRolled(Window):
    """Both sides have rolled for combat: further hits of the owner (moment, owner, hits of the opponent)."""

    act: Callable[[Moment, int, int], int]

    steps = COMBAT_STEPS
    waits = True


@window
class AnswerLosses(AfterLosses):
    """The owner's units were destroyed: dice whose hits destroy the opponent's units outright, None for no answer.

    It is shown moment, owner and the kinds of unit lost.
    """

    act: Callable[[Moment, int, tuple[Unit, ...]], Dice | None]

    waits = True
    spendable = True


@window
class PlaceForLosses(AfterLosses):
    """Units were destroyed in a combat: what the owner places there for those (moment, owner, units).

    At the start of the combat the attacker's turn is round 0. It reads the number of units, not their damage.
    """

    act: Callable[[Moment, int, Force], Force]
    for_opponents: bool = field(default=False, kw_only=True)
    """Whether it is for the opponent's units; else for the owner's own."""
    depends_on_lost_types: bool = field(default=False, kw_only=True)
    """Whether it reads no units of the owner's but those of the types that were destroyed."""

    spendable = True


@window
class EndOfRound(StrikeWindow):
    """A round of space combat is over and nobody retreats: what the effect does to the opponent, once for a copy."""

    every_copy: bool = field(default=False, kw_only=True)
    """Whether several copies may act after the same round."""
    costs: Callable[[Unit], bool] | None = field(default=None, kw_only=True)
    """Which of the owner's units are given up for it, so that it does nothing without one; None: no matter which."""

    steps = (SPACE_COMBAT,)
    spendable = True


@window
class WithdrawInDraw(Window):
    """A round of space combat starts: the owner's ships leave, and the combat ends in a draw."""

    default_round: int
    """The round in which they do where the owner names none."""

    steps = (SPACE_COMBAT,)
    keeps_order = True
    spendable = True
    waits = True


@window
class EarlyRetreat(Window):
    """The owner announces a retreat: some of their ships leave at once, before the round's dice."""

    ships: int
    """How many leave at most."""

    steps = (SPACE_COMBAT,)


@window
class ForceRetreat(Window):
    """Retreats are announced: the owner, who defends, has the attacker announce one."""

    steps = (SPACE_COMBAT,)
    keeps_order = True
    spendable = True
    waits = True


@window
class CancelRetreat(Window):
    """The opponent has announced a retreat: it does not take place in this round."""

    steps = (SPACE_COMBAT,)
    keeps_order = True
    spendable = True


@window
class GainControl(Window):
    """The owner gains control of the planet: what the owner places on it (moment, owner).

    Others' structures there are destroyed after that.
    """

    act: Callable[[Moment, int], Force]

    steps = (INVASION, TACTICAL_ACTION)


@window
class TurnBack(Window):
    """Ground forces were committed to a planet: whether they go back to space, for the owner who controls it."""

    act: Callable[[Moment, int], bool]

    steps = (INVASION, TACTICAL_ACTION)
    keeps_order = True
    spendable = True


@window
class AsRoundStarts(Window):
    """A round of ground combat starts: the owner's units there from then on, and how many copies that takes."""

    act: Callable[[Moment, int], tuple[Force, int] | None]

    steps = (GROUND_COMBAT,)
    spendable = True


@window
class AsRoundEnds(Window):
    """A round of ground combat is over and goes on: the owner's units there with those that come, and how many come."""

    act: Callable[[Moment, int], tuple[Force, int] | None]
    first: Callable[[Side, Force, int], Force]
    """Which units of those in adjacent systems come first (owner, units there, number)."""

    steps = (GROUND_COMBAT,)


TOGETHER = (RepairSustained, SustainCancels)
"""Windows in which it matters how many hits there are: they are not taken one by one."""


class Capabilities(NamedTuple):
    """Which ways a combat may take, by the windows in play: each is there to save work, none changes an answer."""

    in_order: bool
    """Whether both sides lose units in a fixed order for all that these windows do."""
    observes: bool
    """Whether what one side may do depends on the units that the other has left."""
    distinguishes_hits: bool
    """Whether hits of a combat roll may be unlike each other."""
    repeats_rolls: bool
    """Whether a side may have the other side's dice all rolled again."""
    risks_units: bool
    """Whether a side's own roll may destroy its own units."""
    adds_hits: bool
    """Whether hits of one side may give the other further hits."""
    destroys_mutually: bool
    """Whether lost units may take all that fight there with them."""
    answers_losses: bool
    """Whether lost units may be answered by a roll."""
    places_units: bool
    """Whether units may be placed for those that were destroyed."""
    reinforces: bool
    """Whether what a side places depends on the other side's losses, or on what the other side has left."""
    repairs_units: bool
    """Whether units may be repaired."""
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
            distinguishes_hits=some(BareHits, BindHits, NearMisses, RerollAtRisk),
            repeats_rolls=some(RepeatCombatRoll),
            risks_units=some(RerollAtRisk),
            adds_hits=some(BothRolled),
            destroys_mutually=some(TakeAllAlong),
            answers_losses=some(AnswerLosses),
            places_units=some(PlaceForLosses),
            reinforces=any(
                isinstance(each, PlaceForLosses) and (each.for_opponents or each.observes) for each in windows
            ),
            repairs_units=some(RepairInCombat),
            repairs_observe=any(isinstance(window, RepairInCombat) for window in across),
        )


_NOBODY_ACTS = Capabilities(True, *[False] * (len(Capabilities._fields) - 1))
_EVERYTHING = Capabilities(False, *[True] * (len(Capabilities._fields) - 1))
_REFERENCE: ContextVar[bool] = ContextVar("reference", default=False)


@contextmanager
def reference_only() -> Iterator[None]:
    """Solve combats meanwhile by the reference chain alone: nothing that a window or a policy declares saves work.

    Tests compare the solver's other answers with this.
    """
    token = _REFERENCE.set(True)
    try:
        yield
    finally:
        _REFERENCE.reset(token)
