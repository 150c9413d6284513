"""The Nekro Virus."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import FACTION_ABILITY, USER, Effect, declare
from solver.effects.windows import PlusFor
from solver.step import GROUND_COMBAT

declare(
    Effect(
        slug="mordred-edge",
        name="Mordred against assimilated technology",
        kind=FACTION_ABILITY,
        faction="nekro-virus",
        unit="mordred",
        edition=POK,
        meaning="Your mechs get +2 to their combat rolls against an opponent whose technology bears a token of yours.",
        timing="In every round of a ground combat; name it where the opponent is such a player.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        modifies=PlusFor(2, "mech"),
    )
)
