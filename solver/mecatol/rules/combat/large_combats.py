"""Which combats are worked out by best answers, and whether nothing but printed values counts in them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, zip_longest

from mecatol.domain.units import Value
from mecatol.probability.dice import Dice, roll
from mecatol.rules.combat.fight import Fight
from mecatol.rules.combat.state import ATTACKER, DEFENDER, SIDES, CombatState

_SMALL = 1_500
"""Up to how many pairs of forces the game is worked out state by state: what is left is best everywhere then."""
_DEEPEST = 150
"""How many hits both sides together may take at most: as deep as calls are nested."""


def _ways_left(fight: Fight, state: CombatState, side: int) -> int:
    """Return in how many ways a side's force may be left at most."""
    found = 1
    for stack in state.forces[side]:
        sustains = fight.sides[side].units[stack.unit].sustain_damage
        found *= (stack.total + 1) * (stack.total + 2) // 2 if sustains else stack.total + 1
    return found


def _hits_to_take(fight: Fight, state: CombatState) -> int:
    """Return how many hits both sides can take together."""
    return sum([
        stack.total + (stack.healthy if fight.sides[side].units[stack.unit].sustain_damage else 0)
        for side in SIDES for stack in state.forces[side]
    ])  # fmt: skip


def fits(fight: Fight, state: CombatState) -> bool:
    """Tell whether a combat is large enough, and its sides are apart enough, to be worked out by best answers."""
    can = fight.can
    apart = not (
        can.reference or can.adds_hits or can.risks_units or can.places_units
        or can.answers_losses or fight.after_round or fight.retreat or any(fight.withdrawals)
    )  # fmt: skip
    if not apart or _hits_to_take(fight, state) > _DEEPEST:
        return False
    return _ways_left(fight, state, ATTACKER) * _ways_left(fight, state, DEFENDER) > _SMALL


def in_a_row(fight: Fight, side: int) -> bool:
    """Tell whether of any two of a side's ships one rolls no worse than the other, however many hits are asked for."""
    units = fight.sides[side].units
    values = {units[unit].combat for unit in fight.sides[side].ships} - {None}
    rolls = [_at_least(value) for value in values if value]
    return all(_no_worse(one, other) or _no_worse(other, one) for one, other in combinations(rolls, 2))


def _at_least(value: Value) -> list[Fraction]:
    """Return the chances of at least one hit, two and so on for a unit with this combat value."""
    ways, total = roll([Dice("", 1, value.dice, value.value)])
    return [Fraction(sum(ways[hits:]), total) for hits in range(1, len(ways))]


def _no_worse(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Tell whether one roll gives any number of hits at least as often as another."""
    return all(more >= less for more, less in zip_longest(one, other, fillvalue=0))
