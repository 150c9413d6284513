"""The state of a combat between two rounds, and that of one side in the midst of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mecatol.combat.used_effects import UsedEffects
from mecatol.domain.units import Unit
from mecatol.game.journal import Labels
from mecatol.game.stages import Stage
from mecatol.game.state import Force

type Pair[T] = tuple[T, T]
"""What is the attacker's and what is the defender's."""

ATTACKER, DEFENDER = 0, 1
"""The sides of a combat: places in its pairs, not players' indices."""
SIDES = (ATTACKER, DEFENDER)

FOUGHT = ""
"""The fate of a combat that goes on, or that ended with a side gone."""
RETREATS = ("attacker retreats", "defender retreats")
"""The fate of a combat that a side left, by side."""
WITHDRAWS = ("attacker withdraws", "defender withdraws")
"""The fate of a combat that a side left in a draw, as a round started, by side."""


def leaver_of(fate: str) -> int:
    """Return the side that left a combat with this fate."""
    return (RETREATS if fate in RETREATS else WITHDRAWS).index(fate)


class CombatState(NamedTuple):
    """The state of a combat between two rounds."""

    forces: Pair[Force]
    """The attacker's and the defender's whole forces in the place, noncombatants among them."""
    spent: UsedEffects = ()
    """Limited effects used so far."""
    fate: str = FOUGHT


class SideState(NamedTuple):
    """One side in the midst of a round, after it has taken hits or lost units otherwise."""

    force: Force
    spent: UsedEffects = ()
    """Limited effects used so far, by what has happened to this side."""
    hits_back: int = 0
    """Its reply: hits that the other side's units suffer for uses of Sustain Damage."""
    sustained: Force = ()
    """What has sustained in the round, as damaged units; those of them that were destroyed later are in it too."""
    lost: tuple[Unit, ...] = ()
    """The kinds of unit of which at least one was destroyed; none where nothing in play looks at that."""
    labels: Labels = ()
    """What is to be said where this happens."""


type AfterRound = Callable[[int], Sequence[Stage]]
"""What else happens at the end of a round, by its number."""


def only(side: int, forces: Pair[Force]) -> Pair[Force]:
    """Return the forces with the other side's left out."""
    return (forces[0], ()) if side == ATTACKER else ((), forces[1])


def replaced[T](pair: Pair[T], side: int, new: T) -> Pair[T]:
    """Return a pair with one side's part replaced."""
    return (new, pair[1]) if side == ATTACKER else (pair[0], new)


def with_side(state: CombatState, side: int, force: Force, spent: UsedEffects) -> CombatState:
    """Return a state with one side's force replaced, and with these effects used."""
    return CombatState(replaced(state.forces, side, force), spent)
