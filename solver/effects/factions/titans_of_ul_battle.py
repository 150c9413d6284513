"""The Titans of Ul, where hits fall."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import LEADER, TARGET, Effect, declare
from solver.effects.windows import Cancel
from solver.step import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
)

declare(
    Effect(
        slug="tellurian",
        name="Tellurian",
        kind=LEADER,
        edition=POK,
        meaning="The Titans’ agent: one hit on one of your units does not count.",
        timing="At the first hits on the owner's units; it cannot save what is destroyed without a hit. The Titans may "
        "use it for others, who name it then; `best` may hold it back.",
        clauses=("10.2", "15.2", "77.5", "77.8", "78.6", "42.2", "87.5"),
        steps=(
            ANTI_FIGHTER_BARRAGE_STEP,
            BOMBARDMENT_STEP,
            GROUND_COMBAT,
            SPACE_CANNON_DEFENSE,
            SPACE_CANNON_OFFENSE,
            SPACE_COMBAT,
            SUSTAIN_DAMAGE_STEP,
        ),
        of=TARGET,
        spends=True,
        on_hits=Cancel(1),
    )
)
