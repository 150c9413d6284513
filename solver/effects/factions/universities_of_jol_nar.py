"""The Universities of Jol-Nar."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import LEADER, USER, Effect, declare
from solver.effects.windows import reroll_ability
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE

declare(
    Effect(
        slug="ta-zern",
        name="Ta Zern",
        kind=LEADER,
        edition=POK,
        meaning="Jol-Nar’s commander (or Agnlan Oln): reroll any dice of your rolls for unit abilities.",
        timing="After each such roll of the owner's: every miss is rolled once more. Other players may have the "
        "commander through an Alliance note.",
        clauses=("10.1", "15.1", "74.1", "77.3", "77.7"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_CANNON_OFFENSE, BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE),
        of=USER,
        modifies=reroll_ability,
    )
)
