"""The Titans of Ul."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import LEADER, TARGET, Effect, Moment, declare
from solver.effects.windows import Cancel
from solver.production.windows import Producing, Treasury
from solver.step import HIT_STEPS, PRODUCTION_STEP


def _gain(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    return [treasury._replace(trade_goods=treasury.trade_goods + 1)]


declare(
    Effect(
        slug="tungstantus",
        name="Tungstantus",
        kind=LEADER,
        edition=POK,
        meaning="Ul commander: gain a trade good when your units use Production.",
        timing="Before the order is paid for, so that it can be spent on it.",
        clauses=("93.4.a",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(treasury=_gain),
    )
)


declare(
    Effect(
        slug="tellurian",
        name="Tellurian",
        kind=LEADER,
        edition=POK,
        meaning="The Titans’ agent: one hit on one of your units does not count.",
        timing="At the first hits on the owner's units; it cannot save what is destroyed without a hit. The Titans may "
        "use it for others, who name it then; `best` may hold it back.",
        clauses=("10.2", "15.2", "77.5", "77.8", "78.6", "42.2", "87.5"),
        steps=HIT_STEPS,
        of=TARGET,
        spends=True,
        on_hits=Cancel(1),
    )
)
