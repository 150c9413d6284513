"""The states of a combat as whole numbers: what a round leaves of each side is worked out once a side.

Each force of a side has a number, and so has each context: what is used up, and the fate of a combat that was left.
A state is the three numbers side by side in one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mecatol.game.labels import Labelled, Labels, united
from mecatol.game.state import Force
from mecatol.probability.dice import Distribution, Number
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.repairs import Repaired, repair_outcomes
from mecatol.rules.combat.state import (
    ATTACKER,
    FOUGHT,
    SUSTAINED,
    CombatState,
    Numbers,
    Pair,
    Remainder,
    UsedEffects,
    merge_used,
)

_BITS = 20
"""How many bits the number of a force takes: more forces than a side can have."""
_FORCE = (1 << _BITS) - 1


class End(NamedTuple):
    """How losses that nothing else follows leave a side at the end of a round.

    Forces and contexts are numbers; the attacker's forces are shifted to their place in a state's. First where the
    other side fights on, then where it has nothing left.
    """

    fights: bool
    """Whether the side has a unit left that fights."""
    opposed: int
    opposed_context: int
    unopposed: int
    unopposed_context: int


class Ended(NamedTuple):
    """An end, with its labels."""

    end: End
    opposed: Labels
    """The labels where the other side fights on."""
    unopposed: Labels
    """The labels where it has nothing left."""


class StateIndex:
    """The states of a combat by number."""

    def __init__(self, fight: Fight) -> None:
        """Start without any state."""
        self._fight = fight
        self.contexts = Numbers[tuple[UsedEffects, str]]()
        """By number: what is used up, and the fate of a combat that was left."""
        self.forces: Pair[Numbers[Force]] = (Numbers(), Numbers())
        """By side and number."""
        self._alive: Pair[list[bool]] = ([], [])
        """By side and number of a force: whether any of it fights."""
        self._merged: dict[tuple[int, int, int], int] = {}
        self._ends: dict[tuple[int, Remainder, int], Ended] = {}

    @classmethod
    def of(cls, fight: Fight) -> StateIndex:
        """Return the states of combats in these circumstances, which all readers share."""
        return fight.memory.of(cls, None, lambda: cls(fight))

    def number(self, state: CombatState) -> int:
        """Return the number of a state."""
        mine, theirs = (self._force_number(side, state.forces[side]) for side in (0, 1))
        return self.contexts.of((state.spent, state.fate)) << 2 * _BITS | mine << _BITS | theirs

    def state(self, number: int) -> CombatState:
        """Return the state with a number."""
        spent, fate = self.contexts[number >> 2 * _BITS]
        return CombatState((self.forces[0][number >> _BITS & _FORCE], self.forces[1][number & _FORCE]), spent, fate)

    def parts(self, number: int) -> tuple[int, int, int]:
        """Return the numbers of a state's context, of the attacker's force and of the defender's."""
        return number >> 2 * _BITS, number >> _BITS & _FORCE, number & _FORCE

    def force(self, side: int, at: int) -> Force:
        """Return a side's force by its number, at its place in a state's."""
        return self.forces[side][at >> _BITS if side == ATTACKER else at]

    def base(self, context: int) -> int:
        """Return the number of a state without forces, in a context that a round leaves as it is."""
        return self._together(context, context, context) << 2 * _BITS

    def distribution(self, numbers: Mapping[int, Number]) -> Distribution[CombatState]:
        """Return a distribution of numbers as one of states."""
        return {self.state(number): mass for number, mass in numbers.items()}

    def is_over(self, number: int) -> bool:
        """Tell whether the combat has ended in a state."""
        context, mine, theirs = self.parts(number)
        return not (self._alive[0][mine] and self._alive[1][theirs]) or bool(self.contexts[context][1])

    def joined(self, context: int, one: End, two: End) -> int:
        """Return the number of the state that two ends lead to, from a round that began in a context."""
        my, my_context = (one.opposed, one.opposed_context) if two.fights else (one.unopposed, one.unopposed_context)
        their, their_context = (
            (two.opposed, two.opposed_context) if one.fights else (two.unopposed, two.unopposed_context)
        )
        return self._together(context, my_context, their_context) << 2 * _BITS | my | their

    def ended(self, side: int, before: CombatState, remainder: Labelled[Remainder], round_number: int) -> Ended:
        """Return a side's state at the end of a round that left so much of it before its repairs."""
        fight, (rest, labels) = self._fight, remainder
        key = side, rest, round_number
        known = self._ends.get(key)
        if known is None:
            goes_on = not fight.after_round
            fought, left = repair_outcomes(fight, before, side, rest, round_number, goes_on)
            opposed = self._numbers(side, fought)
            unopposed = opposed if left is fought else self._numbers(side, left)
            fights = fight.alive(side, rest.force)  # repairs leave as many units
            known = self._ends[key] = Ended(End(fights, *opposed, *unopposed), fought.labels, left.labels)
        return Ended(known.end, united(labels, known.opposed), united(labels, known.unopposed)) if labels else known

    def _numbers(self, side: int, repaired: Repaired) -> tuple[int, int]:
        """Return the numbers of a side's force, at its place in a state's, and of its context."""
        force, spent = repaired.value
        return self._force_number(side, force) << (_BITS if side == ATTACKER else 0), self.contexts.of((spent, FOUGHT))

    def _together(self, context: int, mine: int, theirs: int) -> int:
        """Return the number of the context once both sides have used something up, counted from one beginning."""
        key = context, mine, theirs
        if key not in self._merged:
            spent = merge_used(*(self.contexts[each][0] for each in key))
            kept = SUSTAINED.without(spent) if self._fight.can.repairs_units else spent
            self._merged[key] = self.contexts.of((kept, FOUGHT))
        return self._merged[key]

    def _force_number(self, side: int, force: Force) -> int:
        number = self.forces[side].of(force)
        if number == len(self._alive[side]):
            self._alive[side].append(self._fight.alive(side, force))
        return number
