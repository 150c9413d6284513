"""The Naaz-Rokha Alliance."""

from __future__ import annotations

from solver.editions import THUNDERS_EDGE
from solver.effects.model import COMBAT, TARGET, UNIT_TEXT, Effect, declare
from solver.step import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SUSTAIN_DAMAGE_STEP,
)

declare(
    Effect(
        slug="eidolon-maximum-immunity",
        name="Eidolon Maximum",
        kind=UNIT_TEXT,
        faction="naaz-rokha-alliance",
        unit="eidolon-maximum",
        edition=THUNDERS_EDGE,
        meaning="It cannot be assigned hits of unit abilities.",
        timing="Always; such hits go to the owner's other units, and are lost where there are none.",
        clauses=("87.4.a",),
        steps=(
            ANTI_FIGHTER_BARRAGE_STEP,
            BOMBARDMENT_STEP,
            SPACE_CANNON_DEFENSE,
            SPACE_CANNON_OFFENSE,
            SUSTAIN_DAMAGE_STEP,
        ),
        of=TARGET,
        automatic=True,
        spares=lambda moment, owner, unit: moment.ability != COMBAT and unit.slug == "eidolon-maximum",
    )
)
