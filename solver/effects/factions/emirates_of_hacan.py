"""The Emirates of Hacan."""

from __future__ import annotations

from solver.editions import BASE, POK
from solver.effects.model import FACTION_ABILITY, LEADER, USER, Effect, declare
from solver.production.windows import Producing
from solver.state import SPACE, stack
from solver.step import PRODUCTION_STEP, SPACE_COMBAT

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

declare(
    Effect(
        slug="wrath-of-kenara-trade",
        name="Trade goods of Wrath of Kenara",
        kind=FACTION_ABILITY,
        faction="emirates-of-hacan",
        unit="wrath-of-kenara",
        edition=BASE,
        meaning="In space combat beside the flagship, a trade good adds 1 to the result of a die that you rolled.",
        timing="Name it once for each trade good that you will spend: on the first dice that miss by one, once for a "
        "die, in combat rolls alone; rerolls come before.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        limit=20,
        spends=True,
        lifts=lambda moment, owner, dice: stack(moment.state.at(owner, SPACE), "flagship").total > 0,
    )
)
