"""The Sardakk N'orr."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import COMBAT, TARGET, UNIT_TEXT, Answer, Effect, Moment, declare
from solver.state import SPACE
from solver.step import GROUND_COMBAT, SUSTAIN_DAMAGE_STEP
from solver.units import Unit


def _strikes_back(moment: Moment, owner: int, unit: Unit) -> Answer | None:
    on_planet = moment.ability == COMBAT and moment.place != SPACE
    return Answer(hits_back=1) if on_planet and unit.slug == "valkyrie-exoskeleton" else None


declare(
    Effect(
        slug="valkyrie-exoskeleton-strike",
        name="Valkyrie Exoskeleton",
        kind=UNIT_TEXT,
        faction="sardakk-norr",
        unit="valkyrie-exoskeleton",
        edition=POK,
        meaning="After it sustains in ground combat, the opponent's ground forces on its planet take a hit.",
        timing="Each time, and never against Space Cannon or Bombardment; the opponent assigns the hit.",
        clauses=("87.1", "42.2"),
        steps=(GROUND_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        automatic=True,
        after_sustain=_strikes_back,
    )
)
