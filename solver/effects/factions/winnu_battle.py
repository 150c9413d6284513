"""The Winnu: in battle."""

from __future__ import annotations

from solver.dice import Dice
from solver.editions import BASE, POK
from solver.effects.model import COMBAT, LEADER, UNIT_TEXT, USER, Effect, Moment, declare
from solver.effects.windows import CombatPlus, strength
from solver.state import SPACE
from solver.step import GROUND_COMBAT, SPACE_COMBAT


def _as_many(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT or moment.place != SPACE:
        return dice
    ships = strength(moment, moment.target, lambda unit: unit.is_ship and not unit.is_fighter)
    return tuple(d._replace(dice=d.units * ships) if d.unit == "flagship" else d for d in dice)


declare(
    Effect(
        slug="salai-sai-corian-dice",
        name="Salai Sai Corian",
        kind=UNIT_TEXT,
        faction="winnu",
        unit="salai-sai-corian",
        edition=BASE,
        meaning="It rolls as many combat dice as the opponent has ships there other than fighters.",
        timing="In every round, by the ships that are left.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        extra_dice=_as_many,
        across=True,
    )
)

declare(
    Effect(
        slug="rickar-rickani",
        name="Rickar Rickani",
        kind=LEADER,
        edition=POK,
        meaning="The Winnu’s commander: your units roll with +2 in combats at home, at Mecatol Rex and at legendary "
        "planets.",
        timing="In every round; name it only for a combat in such a system. Other players may have the commander "
        "through an Alliance note.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        modifies=CombatPlus(2),
    )
)
