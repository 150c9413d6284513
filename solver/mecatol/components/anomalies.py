"""Anomalies of the active system; whichever player names one, it holds for everybody there."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus
from mecatol.domain.editions import BASE, THUNDERS_EDGE
from mecatol.domain.steps import ABILITY_STEPS, OTHER, SPACE_COMBAT
from mecatol.domain.units import Unit
from mecatol.effects.model import ANOMALY, ANYONE, COMBAT, USER, Effect, Moment, declare
from mecatol.rules.rolls.windows import BeforeUse, ReadResults


def _unit_ability(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability != COMBAT


declare(
    Effect(
        slug="entropic-scar",
        name="Entropic Scar",
        kind=ANOMALY,
        edition=THUNDERS_EDGE,
        meaning="No unit ability can be used by units in this system or against them.",
        timing="Always: none of the seven unit abilities works there, Sustain Damage included; combat rolls do.",
        clauses=("9.3", "10.1", "15.1", "68.1", "77.1", "87.4"),
        steps=ABILITY_STEPS,
        of=ANYONE,
        windows=(BeforeUse(_unit_ability),),
    )
)

declare(
    Effect(
        slug="nebula",
        name="Nebula",
        kind=ANOMALY,
        edition=BASE,
        meaning="In a space combat here the defender's ships get +1 to their combat rolls.",
        timing="In every round, for the player who is not the active one; enter it for the defender.",
        clauses=("59.3",),
        steps=(SPACE_COMBAT,),
        of=USER,
        role=OTHER,
        windows=(ReadResults(CombatPlus(1)),),
    )
)
