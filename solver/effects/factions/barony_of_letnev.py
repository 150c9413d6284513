"""The Barony of Letnev."""

from __future__ import annotations

from solver.editions import BASE
from solver.effects.model import ANYONE, FACTION_ABILITY, FACTION_TECHNOLOGY, TARGET, UNIT_TEXT, Effect, declare
from solver.effects.windows import Forbid, StripShields
from solver.step import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    PLANETARY_SHIELD_STEP,
    PRODUCTION_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
)
from solver.units import SPACE_CANNON

declare(
    Effect(
        slug="l4-disruptors",
        name="L4 Disruptors",
        kind=FACTION_TECHNOLOGY,
        faction="barony-of-letnev",
        edition=BASE,
        meaning="Nobody can fire Space Cannon at your units in an invasion.",
        timing="All through Space Cannon Defense; Space Cannon Offense is not affected.",
        clauses=("77.6",),
        steps=(SPACE_CANNON_DEFENSE,),
        of=TARGET,
        forbids=Forbid(SPACE_CANNON),
    )
)

declare(
    Effect(
        slug="non-euclidean-shielding",
        name="Non-Euclidean Shielding",
        kind=FACTION_TECHNOLOGY,
        faction="barony-of-letnev",
        edition=BASE,
        meaning="Your units' Sustain Damage cancels two hits instead of one.",
        timing="Whenever one of the owner's units sustains; with two hits or more waiting it must cancel two.",
        clauses=("87.6",),
        steps=(
            SPACE_CANNON_OFFENSE,
            ANTI_FIGHTER_BARRAGE_STEP,
            SPACE_COMBAT,
            BOMBARDMENT_STEP,
            SPACE_CANNON_DEFENSE,
            GROUND_COMBAT,
            SUSTAIN_DAMAGE_STEP,
        ),
        of=TARGET,
        sustain_cancels=2,
    )
)

declare(
    Effect(
        slug="arc-secundus-presence",
        name="Arc Secundus",
        kind=UNIT_TEXT,
        faction="barony-of-letnev",
        unit="arc-secundus",
        edition=BASE,
        meaning="Other players' units in its system lose Planetary Shield.",
        timing="While it is in the active system, for everybody who bombards there.",
        clauses=("65.3",),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, GROUND_COMBAT),
        of=ANYONE,
        automatic=True,
        forbids=StripShields("flagship"),
    )
)


declare(
    Effect(
        slug="armada",
        name="Armada",
        kind=FACTION_ABILITY,
        faction="barony-of-letnev",
        edition=BASE,
        meaning="You may have two ships more than your fleet pool in each system.",
        timing="Always, wherever the fleet pool limits ships.",
        clauses=("37.1",),
        steps=(PRODUCTION_STEP,),
        automatic=True,
        fleet=2,
    )
)
