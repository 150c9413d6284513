"""The Arborec."""

from __future__ import annotations

from solver.editions import BASE
from solver.effects.model import FACTION_ABILITY, Effect, Moment, declare
from solver.production.windows import Producing, Work
from solver.step import PRODUCTION_STEP
from solver.units import Unit


def _docks_grow_nothing(moment: Moment, owner: int, work: Work, unit: Unit) -> bool:
    return unit.type == "infantry" and work.unit is not None and work.unit.type == "space-dock"


declare(
    Effect(
        slug="mitosis",
        name="Mitosis",
        kind=FACTION_ABILITY,
        faction="arborec",
        edition=BASE,
        meaning="Your space docks cannot produce infantry.",
        timing="Always; anything but infantry may use the docks’ production.",
        clauses=("68.1.d",),
        steps=(PRODUCTION_STEP,),
        automatic=True,
        producing=Producing(cannot_make=_docks_grow_nothing),
    )
)
