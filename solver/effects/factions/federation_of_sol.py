"""The Federation of Sol."""

from __future__ import annotations

from solver.editions import THUNDERS_EDGE
from solver.effects.model import BREAKTHROUGH, Effect, declare
from solver.production.windows import Producing
from solver.step import PRODUCTION_STEP

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
