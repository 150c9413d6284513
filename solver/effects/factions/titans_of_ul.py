"""The Titans of Ul."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import LEADER, Effect, Moment, declare
from solver.production.windows import Producing, Treasury
from solver.step import PRODUCTION_STEP


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
