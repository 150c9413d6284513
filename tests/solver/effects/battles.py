"""Battles of two players, told briefly, in fractions: for figures worked out by hand.

A die that hits on v or more hits with (11 − v)/10. `after` shows some rounds alone: what is left of a side then.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mecatol
from tests.solver.helpers import Data

ABADDON = "abaddon"
CRUISER = Fraction(4, 10)  # 7 or more
INFANTRY = Fraction(3, 10)  # 8 or more


def solved(step: str, red: Data, blue: Data, **rest: Any) -> mecatol.Solution:
    players = [{"name": "Red", **red}, {"name": "Blue", **blue}]
    return mecatol.solve({"step": step, "players": players, "assume": {"capacity": "ignored"}, **rest}, exact=True)


def winners(step: str, red: Data, blue: Data, **rest: Any) -> tuple[Any, Any, Any]:
    """Return the chances of Red, of a draw and of Blue."""
    won = solved(step, red, blue, **rest).winner
    return won["Red"], won["draw"], won["Blue"]


def after(step: str, red: Data, blue: Data, rounds: int = 1, player: int = 1, **rest: Any) -> dict[int, Fraction]:
    """Return the chances that so many of a side's units are left in the fight after some rounds, Blue's if not told."""
    found: dict[int, Fraction] = {}
    for chance, holdings in solved(step, red, blue, stop_after=rounds, **rest).outcomes:
        there = holdings["Red" if player == 0 else "Blue"].at("space" if step == "space-combat" else ABADDON)
        number = sum(stack.total for stack in there)
        found[number] = found.get(number, Fraction(0)) + Fraction(chance)
    return found


def space(**units: int) -> Data:
    return {"space": {name.replace("_", "-"): count for name, count in units.items()}}


def ground(**units: int) -> Data:
    return {"planets": {ABADDON: units}}


def duel(mine: Fraction, theirs: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return how two units that fall to one hit end: the rounds in which both miss do not count."""
    some = 1 - (1 - mine) * (1 - theirs)
    return mine * (1 - theirs) / some, mine * theirs / some, theirs * (1 - mine) / some
