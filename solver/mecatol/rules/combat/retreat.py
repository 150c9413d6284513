"""Announcing a retreat (78.4): when a player's policy says so, and what each of its conditions may look at.

A condition declares a view and is handed nothing else. What the views of the conditions in force show decides which
reader of the combat applies (`Fight.in_order`, `Fight.couples_always`), so a condition cannot look at anything that its
reader leaves out: to forget the declaration is an error, never another number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from mecatol.domain.clauses import cites
from mecatol.errors import DeclarationError, fault
from mecatol.game.model import Game, Side
from mecatol.game.state import Force
from mecatol.game.waiting import first_round
from mecatol.rules.combat.state import Pair
from mecatol.rules.combat.windows import CancelRetreat, ForceRetreat
from mecatol.scenario.policy import Retreating


@dataclass(frozen=True)
class ByRound:
    """What a condition sees that depends on the round alone."""

    round: int
    """From 1; all rounds after those that `last_round` names look like the first of them."""


@dataclass(frozen=True)
class ByOwnShips(ByRound):
    """What a condition sees that depends on what the player has left as well."""

    ships: int
    """The player's ships other than fighters."""


@dataclass(frozen=True)
class ByBothSides(ByOwnShips):
    """What a condition sees that depends on the other side as well: only the reference chain follows such a combat."""

    their_ships: int
    """The other side's ships other than fighters."""


class RetreatCondition(NamedTuple):
    """When a field of a retreat rule lets its player leave."""

    field: str
    """A field of `Retreating`; None in it states no condition."""
    reads: type[ByRound]
    """The view that it is given: the narrowest that shows all that it reads."""
    holds: Callable[[Any, Any], bool]
    """Whether the player leaves (value of the field, view)."""
    last_round: Callable[[Any], int]
    """The last round that may differ from all later ones, by the value of the field; 0 if none does."""


CONDITIONS = (
    RetreatCondition("from_round", ByRound, lambda first, view: view.round >= first, lambda first: first - 1),
    RetreatCondition("ships_at_most", ByOwnShips, lambda most, view: view.ships <= most, lambda most: 0),
)
"""Every condition of a retreat rule."""
_NO_CONDITIONS = ("takes",)
"""Fields of a retreat rule that say what happens then."""


def check(conditions: tuple[RetreatCondition, ...]) -> None:
    """Raise DeclarationError where a field of a retreat rule is neither a condition nor said to be none."""
    known = {*_NO_CONDITIONS, *[condition.field for condition in conditions]}
    for field in fields(Retreating):
        if field.name not in known:
            raise DeclarationError(
                f"Retreating.{field.name} is in neither CONDITIONS nor _NO_CONDITIONS of combat/retreat.py: name "
                "what it depends on"
            )


check(CONDITIONS)


class Retreat(NamedTuple):
    """Both sides' rules; None for a side that stays to the end."""

    attacker: Retreating | None = None
    defender: Retreating | None = None
    forced: int | None = None
    """The round in which a card has the attacker announce a retreat."""

    @classmethod
    def of(cls, game: Game, step: str, sides: Pair[Side]) -> Retreat:
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
                        f"{held.effect.name} works here only against a retreat set by round: not against one that "
                        "waits for losses, and not if both sides set one",
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

    def _stated(self) -> list[tuple[RetreatCondition, Any]]:
        """Return the conditions that either rule states, with their values."""
        return [each for rule in (self.attacker, self.defender) if rule for each in _stated_by(rule)]

    @property
    def reads_forces(self) -> bool:
        """Whether a side leaves by what is left, whatever the round."""
        return any(issubclass(condition.reads, ByOwnShips) for condition, _ in self._stated())

    @property
    def reads_opponent(self) -> bool:
        """Whether a side leaves by what the other has left."""
        return any(issubclass(condition.reads, ByBothSides) for condition, _ in self._stated())

    @property
    def last_round(self) -> int:
        """The last round that may differ from all later ones for either rule or for a card; 0 if none does."""
        return max([0, self.forced or 0, *[condition.last_round(value) for condition, value in self._stated()]])


def _stated_by(rule: Retreating) -> list[tuple[RetreatCondition, Any]]:
    values = [(condition, getattr(rule, condition.field)) for condition in CONDITIONS]
    return [(condition, value) for condition, value in values if value is not None]


def _ships(side: Side, force: Force) -> int:
    """Return how many ships other than fighters a force has."""
    return sum([s.total for s in force if s.unit in side.ships and not side.units[s.unit].is_fighter])


def would_retreat(
    rule: Retreating | None, side: Side, force: Force, round_number: int, facing: tuple[Side, Force] | None = None
) -> bool:
    """Tell whether a side would announce a retreat in a round that it begins with this force.

    `facing` is the other side; it may be left out where no condition reads it.
    """
    if rule is None:
        return False
    for condition, value in _stated_by(rule):
        shown = [round_number]
        if issubclass(condition.reads, ByOwnShips):
            shown.append(_ships(side, force))
        if issubclass(condition.reads, ByBothSides):
            assert facing, f"{condition.field} reads both sides, which are followed apart"
            shown.append(_ships(*facing))
        if not condition.holds(value, condition.reads(*shown)):
            return False
    return True


def announces_alone(
    retreat: Retreat, side: int, player: Side, force: Force, round_number: int,
    facing: tuple[Side, Force] | None = None,
) -> bool:  # fmt: skip
    """Tell whether a side (0 the attacker) would announce a retreat if the other does not."""
    if side == 0 and round_number == retreat.forced:
        return True
    return would_retreat((retreat.attacker, retreat.defender)[side], player, force, round_number, facing)


@cites("78.4", "78.4.a", "78.4.b")
def announces(retreat: Retreat, sides: Pair[Side], forces: Pair[Force], round_number: int) -> int | None:
    """Return which side (0 the attacker, 1 the defender) leaves at the end of the round, None if neither.

    The defender announces first; then the attacker cannot.
    """
    for side in (1, 0):
        facing = sides[1 - side], forces[1 - side]
        if announces_alone(retreat, side, sides[side], forces[side], round_number, facing):
            return side
    return None
