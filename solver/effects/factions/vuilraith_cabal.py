"""The Vuil’raith Cabal."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import FACTION_ABILITY, LEADER, Effect, Moment, declare
from solver.production.windows import Producing
from solver.step import PRODUCTION_STEP
from solver.units import Unit


def _captured(moment: Moment, owner: int, unit: Unit) -> int:
    return moment.game.sides[owner].player.captured.get(unit.type, 0)


declare(
    Effect(
        slug="amalgamation",
        name="Amalgamation",
        kind=FACTION_ABILITY,
        faction="vuilraith-cabal",
        edition=POK,
        meaning="Return a captured unit to produce one of that type without spending resources.",
        timing="For each unit of the order, as far as units of its type are captured; limits still hold.",
        clauses=("67.1",),
        steps=(PRODUCTION_STEP,),
        automatic=True,
        producing=Producing(free=_captured),
    )
)

declare(
    Effect(
        slug="that-which-molds-flesh",
        name="That Which Molds Flesh",
        kind=LEADER,
        edition=POK,
        meaning="Vuil’raith commander: up to two fighters and infantry of an order do not count against the limit.",
        timing="Whenever fighters or infantry are produced.",
        clauses=("68.1.b",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(uncounted=2),
    )
)
