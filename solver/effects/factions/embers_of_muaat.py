"""The Embers of Muaat."""

from __future__ import annotations

from solver.editions import BASE
from solver.effects.model import ANYONE, UNIT_TEXT, Effect, declare
from solver.effects.windows import StripShields
from solver.step import BOMBARDMENT_STEP, GROUND_COMBAT, PLANETARY_SHIELD_STEP

for _unit, _name in (("prototype-war-sun", "Prototype War Sun"), ("prototype-war-sun-2", "Prototype War Sun II")):
    declare(
        Effect(
            slug=f"{_unit}-presence",
            name=_name,
            kind=UNIT_TEXT,
            faction="embers-of-muaat",
            unit=_unit,
            edition=BASE,
            meaning="Other players' units in its system lose Planetary Shield.",
            timing="While it is in the active system, for everybody who bombards there.",
            clauses=("65.3", "65.3.b"),
            steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, GROUND_COMBAT),
            of=ANYONE,
            automatic=True,
            forbids=StripShields("war-sun"),
        )
    )
