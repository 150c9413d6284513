"""Announcing a retreat (78.4): when a player's policy says so."""

from __future__ import annotations

from typing import Any, NamedTuple

from solver.domain.clauses import cites
from solver.game.model import Side
from solver.game.state import Force


class Rule(NamedTuple):
    """When one side announces a retreat."""

    from_round: int
    """It does so from this round on; 1 is the first."""
    ships_at_most: int | None
    """Only while it has at most this many ships other than fighters; None: however many."""

    def holds(self, side: Side, force: Force, round_number: int) -> bool:
        """Tell whether the side announces a retreat in a round that it begins with this force."""
        ships = sum(s.total for s in force if side.units[s.unit].is_ship and not side.units[s.unit].is_fighter)
        return round_number >= self.from_round and (self.ships_at_most is None or ships <= self.ships_at_most)


class Retreat(NamedTuple):
    """Both sides' rules; None for a side that stays to the end."""

    attacker: Rule | None = None
    defender: Rule | None = None

    @classmethod
    def of(cls, sides: tuple[Side, Side]) -> Retreat:
        """Return the rules that two players' policies state."""
        return cls(*(_rule(side.policy.get("retreat")) for side in sides))

    def __bool__(self) -> bool:
        """Tell whether anybody may retreat."""
        return self.attacker is not None or self.defender is not None

    @property
    def last_round(self) -> int:
        """The last round in which a rule may hold that did not hold for its number before, less one."""
        return max(rule.from_round - 1 for rule in (*(r for r in self if r), Rule(1, None)))


def _rule(policy: dict[str, Any] | None) -> Rule | None:
    if policy is None:
        return None
    return Rule(policy.get("from_round") or 1, policy.get("ships_at_most"))


@cites("78.4", "78.4.a", "78.4.b")
def announces(retreat: Retreat, sides: tuple[Side, Side], forces: tuple[Force, Force], round_number: int) -> int | None:
    """Return which side (0 the attacker, 1 the defender) leaves at the end of the round, None if neither.

    The defender announces first; then the attacker cannot.
    """
    for side in (1, 0):
        rule = retreat[side]
        if rule and rule.holds(sides[side], forces[side], round_number):
            return side
    return None
