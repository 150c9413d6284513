"""The Crimson Rebellion."""

from __future__ import annotations

from solver.editions import THUNDERS_EDGE
from solver.effects.model import ANYONE, COMBAT, UNIT_TEXT, Effect, Moment, declare
from solver.step import ABILITY_STEPS
from solver.units import Unit


def _of_others(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability != COMBAT and moment.player != owner


declare(
    Effect(
        slug="quietus",
        name="Quietus",
        kind=UNIT_TEXT,
        faction="crimson-rebellion",
        edition=THUNDERS_EDGE,
        meaning="It stands in a system with an active breach: here, at an active breach, others’ units have no unit "
        "abilities.",
        timing="Name it where both hold: the flagship is in a system with an active breach, and this system has one. "
        "What units say in their text stays, and so do combat rolls.",
        clauses=("10.1", "15.1", "30.1", "68.1", "77.1", "87.1"),
        steps=ABILITY_STEPS,
        of=ANYONE,
        forbids=_of_others,
    )
)
