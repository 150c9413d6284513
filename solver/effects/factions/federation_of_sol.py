"""The Federation of Sol."""

from __future__ import annotations

from solver.editions import POK, THUNDERS_EDGE
from solver.effects.model import BREAKTHROUGH, LEADER, USER, Effect, declare
from solver.effects.windows import one_more_die
from solver.production.windows import Producing
from solver.step import GROUND_COMBAT, PRODUCTION_STEP

declare(
    Effect(
        slug="bellum-gloriosum",
        name="Bellum Gloriosum",
        kind=BREAKTHROUGH,
        faction="federation-of-sol",
        edition=THUNDERS_EDGE,
        meaning="Ground forces and fighters within the capacity of ships produced with them are beyond the limit.",
        timing="With each production of ships that have capacity; all units of one order are produced together.",
        clauses=("68.1.a", "68.1.b"),
        steps=(PRODUCTION_STEP,),
        producing=Producing(carried_uncounted=True),
    )
)


declare(
    Effect(
        slug="evelyn-delouis",
        name="Evelyn Delouis",
        kind=LEADER,
        edition=POK,
        meaning="Sol’s agent: one of your ground forces rolls one more die in a round of ground combat.",
        timing="In the first round, for the unit that hits most easily.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        rounds=1,
        extra_dice=one_more_die,
    )
)
