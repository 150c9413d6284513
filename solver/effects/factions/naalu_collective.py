"""The Naalu Collective."""

from __future__ import annotations

from solver.editions import CODEX_3, POK, THUNDERS_EDGE
from solver.effects.model import FACTION_ABILITY, LEADER, TARGET, UNIT_TEXT, USER, Effect, Moment, declare
from solver.effects.windows import OneMoreWith, PlusFor, in_system
from solver.production.windows import Producing
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, PRODUCTION_STEP
from solver.units import ANTI_FIGHTER_BARRAGE, Unit


def _guarded(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability == ANTI_FIGHTER_BARRAGE and in_system(moment, owner, "mech")


declare(
    Effect(
        slug="iconoclast-omega-guard",
        name="Iconoclast Ω",
        kind=UNIT_TEXT,
        faction="naalu-collective",
        unit="iconoclast-omega",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="Others cannot use Anti-Fighter Barrage against your units in its system.",
        timing="While it is in the active system, in space or on a planet.",
        clauses=("10.1", "78.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=TARGET,
        automatic=True,
        forbids=_guarded,
        forbids_all=True,
    )
)


declare(
    Effect(
        slug="maban-omega",
        name="M’aban Ω",
        kind=LEADER,
        edition=CODEX_3,
        meaning="Naalu commander: each cost paid for fighters brings one more, beyond the limit.",
        timing="Whenever fighters are produced; the solver pays for more groups than needed where the limit is tight.",
        clauses=("67.2", "68.1.b"),
        steps=(PRODUCTION_STEP,),
        producing=Producing(price=OneMoreWith("fighter")),
    )
)


declare(
    Effect(
        slug="iconoclast-edge",
        name="Iconoclast against relic fragments",
        kind=FACTION_ABILITY,
        faction="naalu-collective",
        unit="iconoclast",
        edition=POK,
        until=CODEX_3,
        meaning="Your mechs get +2 to their combat rolls against an opponent who has a relic fragment.",
        timing="In every round of a ground combat; name it where the opponent is such a player.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        modifies=PlusFor(2, "mech"),
    )
)
