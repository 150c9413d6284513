"""What the text of units says that every faction can have."""

from __future__ import annotations

from mecatol.components.acts import strip_shields
from mecatol.domain.editions import BASE
from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT, PLANETARY_SHIELD_STEP
from mecatol.effects.model import ANYONE, UNIT_TEXT, Effect, declare

declare(
    Effect(
        slug="war-sun-presence",
        name="War Sun",
        kind=UNIT_TEXT,
        unit="war-sun",
        edition=BASE,
        meaning="Other players' units in its system lose Planetary Shield.",
        timing="While it is in the active system, for everybody who bombards there.",
        clauses=("65.3", "65.3.b"),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, GROUND_COMBAT),
        of=ANYONE,
        automatic=True,
        windows=(strip_shields("war-sun"),),
    )
)
