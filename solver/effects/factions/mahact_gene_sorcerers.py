"""The Mahact Gene-Sorcerers."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import FACTION_ABILITY, USER, Effect, declare
from solver.effects.windows import PlusFor
from solver.step import SPACE_COMBAT

declare(
    Effect(
        slug="arvicon-rex-edge",
        name="Arvicon Rex against a stranger",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        unit="arvicon-rex",
        edition=POK,
        meaning="The flagship gets +2 to its combat rolls against an opponent whose token is not in your fleet pool.",
        timing="In every round of a space combat; name it where the opponent is such a player.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        modifies=PlusFor(2, "flagship"),
    )
)
