"""Anomalies of the active system; whichever player names one, it holds for everybody there."""

from __future__ import annotations

from mecatol.cards import (
    Ability,
    BeforeUse,
    CombatPlus,
    Edition,
    Kind,
    ReadResults,
    Role,
    StepName,
    Whose,
    deck,
)

anomaly = deck(Kind.ANOMALY)


anomaly(
    "Entropic Scar",
    "No unit ability can be used by units in this system or against them.",
    edition=Edition.THUNDERS_EDGE,
    timing="Always: none of the seven unit abilities works there, Sustain Damage included; combat rolls do.",
    clauses=("9.3", "10.1", "15.1", "68.1", "77.1", "87.4"),
    of=Whose.ANYONE,
    windows=(BeforeUse(lambda moment, owner, unit: moment.ability != Ability.COMBAT),),
)

anomaly(
    "Nebula",
    "In a space combat here the defender's ships get +1 to their combat rolls.",
    timing="In every round, for the player who is not the active one; enter it for the defender.",
    clauses=("59.3",),
    steps=(StepName.SPACE_COMBAT,),
    role=Role.OTHER,
    windows=(ReadResults(CombatPlus(1)),),
)
