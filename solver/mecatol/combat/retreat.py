"""Announcing a retreat (78.4): when a player's policy says so."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from mecatol.combat.windows import CancelRetreat, ForceRetreat
from mecatol.domain.clauses import cites
from mecatol.errors import fault
from mecatol.game.model import Game, Side
from mecatol.game.policy import Retreating
from mecatol.game.state import Force
from mecatol.game.waiting import first_round


class Retreat(NamedTuple):
    """Both sides' rules; None for a side that stays to the end."""

    attacker: Retreating | None = None
    defender: Retreating | None = None
    forced: int | None = None
    """The round in which a card has the attacker announce a retreat."""

    @classmethod
    def of(cls, game: Game, step: str, sides: tuple[Side, Side]) -> Retreat:
        """Return the rules that two players' policies state, with what cards make of them.

        Raises ScenarioError where it is not worked out what a card does to an announced retreat.
        """
        rules = [side.policy.retreat for side in sides]
        for held in game.windows(step, CancelRetreat):
            if held.side not in sides:
                continue
            other = 1 - sides.index(held.side)
            if rule := rules[other]:
                if rule.ships_at_most is not None or rules[1 - other]:
                    raise fault(
                        f"players.{held.side.index}.effects.{held.effect.slug}",
                        f"{held.effect.name} is worked out against a retreat from a named round on, where its owner "
                        "names none: not against one that waits for losses, nor where both sides name one",
                    )
                game.note("78.4", f"{held.side.name}’s {held.effect.name}: {held.effect.meaning}")
                rules[other] = replace(rule, from_round=rule.from_round + held.side.effects[held.effect.slug])
        forced = None
        for rout in game.windows(step, ForceRetreat):
            if rout.side is sides[1]:
                game.note("78.4", f"{rout.side.name}’s {rout.effect.name}: {rout.effect.meaning}")
                forced = first_round(rout.side, rout.effect)
        return cls(rules[0], rules[1], forced)

    def __bool__(self) -> bool:
        """Tell whether anybody may retreat."""
        return self.attacker is not None or self.defender is not None or self.forced is not None

    @property
    def waits_for_losses(self) -> bool:
        """Whether a side leaves only with few ships left, whatever the round."""
        return any(rule is not None and rule.ships_at_most is not None for rule in (self.attacker, self.defender))

    @property
    def last_round(self) -> int:
        """The last round in which a rule may hold that did not hold for its number before, less one."""
        rounds = [rule.from_round - 1 for rule in (self.attacker, self.defender) if rule]
        return max([0, self.forced or 0, *rounds])


def would_retreat(rule: Retreating | None, side: Side, force: Force, round_number: int) -> bool:
    """Tell whether a side would announce a retreat in a round that it begins with this force."""
    if rule is None or round_number < rule.from_round:
        return False
    if rule.ships_at_most is None:
        return True
    ships = [s.total for s in force if s.unit in side.ships and not side.units[s.unit].is_fighter]
    return sum(ships) <= rule.ships_at_most


def announces_alone(retreat: Retreat, side: int, player: Side, force: Force, round_number: int) -> bool:
    """Tell whether a side (0 the attacker) would announce a retreat if the other does not."""
    if side == 0 and round_number == retreat.forced:
        return True
    return would_retreat((retreat.attacker, retreat.defender)[side], player, force, round_number)


@cites("78.4", "78.4.a", "78.4.b")
def announces(retreat: Retreat, sides: tuple[Side, Side], forces: tuple[Force, Force], round_number: int) -> int | None:
    """Return which side (0 the attacker, 1 the defender) leaves at the end of the round, None if neither.

    The defender announces first; then the attacker cannot.
    """
    for side in (1, 0):
        if announces_alone(retreat, side, sides[side], forces[side], round_number):
            return side
    return None
