"""The Emirates of Hacan."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import LEADER, Effect, declare
from solver.production.windows import Producing
from solver.step import PRODUCTION_STEP

declare(
    Effect(
        slug="harrugh-gefhara",
        name="Harrugh Gefhara",
        kind=LEADER,
        faction="emirates-of-hacan",
        edition=POK,
        meaning="Hacan hero: all units of one production cost nothing; purge it.",
        timing="When units use Production; production limits still hold.",
        clauses=("67.1",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(free=lambda moment, owner, unit: 99),
    )
)
