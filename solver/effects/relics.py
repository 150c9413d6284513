"""Relics."""

from __future__ import annotations

from solver.dice import Dice
from solver.editions import THUNDERS_EDGE
from solver.effects.model import RELIC, TARGET, USER, Effect, Moment, declare
from solver.step import (
    ANTI_FIGHTER_BARRAGE_STEP,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
)
from solver.units import Unit

_ARMAMENTS = Dice("", units=1, dice=3, value=6)


def _lacks_sustain(moment: Moment, owner: int, unit: Unit) -> bool:
    return unit.is_ship and not unit.is_fighter and not unit.sustain_damage


declare(
    Effect(
        slug="metali-void-armaments",
        name="Metali Void Armaments",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="In the Anti-Fighter Barrage step you may roll Anti-Fighter Barrage 6 (×3) besides that of your units.",
        timing="With the owner's barrage roll; its dice belong to no unit. `decline` leaves it out.",
        clauses=("10.1", "78.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=USER,
        grants=lambda moment, owner: (_ARMAMENTS,),
    )
)

declare(
    Effect(
        slug="metali-void-shielding",
        name="Metali Void Shielding",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="Each time your ships other than fighters are hit, one of them may use Sustain Damage as if it had it.",
        timing="Before the hits are assigned; the cheapest undamaged ship without Sustain Damage uses it.",
        clauses=("87.1", "87.4"),
        steps=(SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        grants_sustain=_lacks_sustain,
    )
)
