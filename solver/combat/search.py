"""The best way to take hits in combat: backward induction against an opponent whose policy is fixed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solver.combat.ending import Choose
from solver.combat.fight import Fight
from solver.combat.round import play_round
from solver.combat.standing import ATTACKER, Standing
from solver.effects.model import Window
from solver.errors import LimitError, Problem, fault
from solver.probability.dice import Number

MOST_STANDINGS = 4_000
"""How many standings a search may weigh: a stated limit, beyond which it says that it will not."""


def searching_side(fight: Fight) -> int | None:
    """Return the side (0 the attacker, 1 the defender) that searches for its best losses, None if neither does.

    Raises ScenarioError if both do, or if an effect is in play with which standings come back (repairs) or chance
    follows the choice, for then this search does not apply.
    """
    sides = [side for side in (0, 1) if fight.sides[side].policy.searches]
    if not sides:
        return None
    if len(sides) == 2:
        raise fault(
            "policy.assign",
            "the best losses are searched for one side alone, for they answer what the other side loses: choose "
            "another order for one of the two",
            "best",
        )
    if fight.after_round:
        what = "bombardment or sacrifices after each round"
        message = f"the best losses are not searched together with {what}: choose another order"
        raise fault("policy.assign", message, "best")
    for side, effect, window in fight.game.windows(fight.step, Window):
        if not window.searchable and side.index in fight.players:
            raise fault(
                "policy.assign",
                f"the best losses are not searched together with {effect.name}: choose another order",
                "best",
            )
    return sides[0]


class Search:
    """Values of standings to the searching side: the chance that it wins."""

    def __init__(self, fight: Fight, side: int) -> None:
        self.fight, self.side = fight, side
        self.known: dict[tuple[Standing, int], Number] = {}

    def value(self, standing: Standing, number: int) -> Number:
        """Return the searching side's chance to win from a standing before a round, which is numbered from 1."""
        fight = self.fight
        if standing.fate:
            return fight.game.one * (standing.fate.startswith("attacker") == (self.side != ATTACKER))
        if fight.over(standing):
            return fight.game.one * bool(fight.strength(self.side, standing.forces[self.side]))
        number = min(number, fight.special_rounds + 1)
        key = (standing, number)
        if key not in self.known:
            if len(self.known) >= MOST_STANDINGS:
                raise LimitError(
                    [
                        Problem(
                            "policy.assign",
                            f"`best` weighs at most {MOST_STANDINGS:,} standings of a combat, and this one has more; "
                            "use fewer units or a named policy",
                            "best",
                        )
                    ]
                )
            self.known[key] = 0  # not reached again: every other standing has fewer hits left to take
            total: Any = 0
            stay: Any = 0
            for chance, choices in play_round(fight, standing, number):
                if choices == [standing] and number > fight.special_rounds:
                    stay += chance
                else:
                    total += chance * max(self.value(choice, number + 1) for choice in choices)
            self.known[key] = total / (1 - stay) if stay != 1 else 0 * fight.game.one
        return self.known[key]

    def strategy(self, start: Mapping[Standing, Number]) -> Choose:
        """Return how the searching side picks among standings, and note its chance to win.

        Raises LimitError for a combat with more standings than are searched.
        """
        won: Any = sum(mass * self.value(standing, 1) for standing, mass in start.items())
        self.fight.values[self.side] = won

        def choose(standing: Standing, number: int, choices: list[Standing]) -> Standing:
            best = choices[0]
            if len(choices) > 1:
                most = self.value(best, number + 1)
                for choice in choices[1:]:
                    value = self.value(choice, number + 1)
                    if value > most + 1e-12:
                        best, most = choice, value
            return best

        return choose
