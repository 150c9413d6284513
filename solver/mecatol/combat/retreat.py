"""Announcing a retreat (78.4): when a player's policy says so."""

from __future__ import annotations

from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.game.model import Side
from mecatol.game.policy import Retreating
from mecatol.game.state import Force


class Retreat(NamedTuple):
    """Both sides' rules; None for a side that stays to the end."""

    attacker: Retreating | None = None
    defender: Retreating | None = None

    @classmethod
    def of(cls, sides: tuple[Side, Side]) -> Retreat:
        """Return the rules that two players' policies state."""
        return cls(*(side.policy.retreat for side in sides))

    def __bool__(self) -> bool:
        """Tell whether anybody may retreat."""
        return self.attacker is not None or self.defender is not None

    @property
    def waits_for_losses(self) -> bool:
        """Whether a side leaves only with few ships left, whatever the round."""
        return any(rule is not None and rule.ships_at_most is not None for rule in self)

    @property
    def last_round(self) -> int:
        """The last round in which a rule may hold that did not hold for its number before, less one."""
        return max((rule.from_round - 1 for rule in self if rule), default=0)


def would_retreat(rule: Retreating | None, side: Side, force: Force, round_number: int) -> bool:
    """Tell whether a side would announce a retreat in a round that it begins with this force."""
    if rule is None or round_number < rule.from_round:
        return False
    if rule.ships_at_most is None:
        return True
    ships = [s.total for s in force if s.unit in side.ships and not side.units[s.unit].is_fighter]
    return sum(ships) <= rule.ships_at_most


@cites("78.4", "78.4.a", "78.4.b")
def announces(retreat: Retreat, sides: tuple[Side, Side], forces: tuple[Force, Force], round_number: int) -> int | None:
    """Return which side (0 the attacker, 1 the defender) leaves at the end of the round, None if neither.

    The defender announces first; then the attacker cannot.
    """
    for side in (1, 0):
        if would_retreat(retreat[side], sides[side], forces[side], round_number):
            return side
    return None
