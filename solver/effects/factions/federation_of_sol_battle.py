"""The Federation of Sol: in battle."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import LEADER, USER, Effect, declare
from solver.effects.windows import one_more_die
from solver.step import GROUND_COMBAT

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
