"""The Nomad."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import COMBAT, LEADER, TARGET, UNIT_TEXT, Effect, Moment, declare
from solver.production.windows import Producing
from solver.state import SPACE
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, PRODUCTION_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP
from solver.units import ANTI_FIGHTER_BARRAGE, Unit


def _shields_ships(moment: Moment, owner: int, unit: Unit) -> bool:
    in_combat = moment.ability in (COMBAT, ANTI_FIGHTER_BARRAGE)
    return unit.slug == "quantum-manipulator" and moment.place == SPACE and in_combat


declare(
    Effect(
        slug="quantum-manipulator-cover",
        name="Quantum Manipulator",
        kind=UNIT_TEXT,
        faction="nomad",
        unit="quantum-manipulator",
        edition=POK,
        meaning="In space, during a combat, it may use Sustain Damage to cancel a hit against your ships.",
        timing="Before hits of a space combat or its barrage are assigned. It is no ship, so Direct Hit does nothing.",
        clauses=("87.4", "87.4.a"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        automatic=True,
        covers=_shields_ships,
    )
)


def _flagship(moment: Moment, owner: int, unit: Unit) -> int:
    return 1 if unit.type == "flagship" else 0


declare(
    Effect(
        slug="navarch-feng",
        name="Navarch Feng",
        kind=LEADER,
        edition=POK,
        meaning="Nomad commander: your flagship is produced without spending resources.",
        timing="Whenever the flagship is produced; it still counts against the limit.",
        clauses=("67.1",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(free=_flagship),
    )
)
