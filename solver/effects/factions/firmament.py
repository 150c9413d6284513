"""The Firmament."""

from __future__ import annotations

from solver.editions import THUNDERS_EDGE
from solver.effects.model import FACTION_ABILITY, USER, Effect, Moment, declare
from solver.state import Force, changed, stack
from solver.step import SPACE_COMBAT


def _repaired(moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
    hurt = stack(units, "flagship").damaged
    return changed(units, "flagship", healthy=hurt, damaged=-hurt) if moment.round and hurt else units


declare(
    Effect(
        slug="heavens-eye-repair",
        name="Heaven’s Eye beside a puppet",
        kind=FACTION_ABILITY,
        faction="firmament",
        unit="heavens-eye",
        edition=THUNDERS_EDGE,
        meaning="Beside units of a player whose token lies on a plot of yours, the flagship is repaired after every "
        "combat round.",
        timing="When a round of space combat ends, each time; name it where such a player has units.",
        clauses=("78.9.a", "87.3"),
        steps=(SPACE_COMBAT,),
        of=USER,
        mends=_repaired,
    )
)
