"""The Ghosts of Creuss: in battle."""

from __future__ import annotations

from solver.editions import BASE
from solver.effects.model import FACTION_TECHNOLOGY, USER, Effect, Moment, Strike, declare
from solver.step import SPACE_COMBAT
from solver.units import systems


def _at_a_wormhole(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    if tile is None or systems()[tile].get("wormholes"):
        return None
    return "needs a wormhole in the active system"


declare(
    Effect(
        slug="dimensional-splicer",
        name="Dimensional Splicer",
        kind=FACTION_TECHNOLOGY,
        faction="ghosts-of-creuss",
        edition=BASE,
        meaning="When a space combat starts beside a wormhole: one hit on a ship of your opponent, of your choice.",
        timing="Always where no system tile is named, so `decline` it without a wormhole; the owner picks the dearest "
        "ship that cannot sustain, else one that sustains.",
        clauses=("78.2.a", "87.4"),
        steps=(SPACE_COMBAT,),
        of=USER,
        needs=_at_a_wormhole,
        on_start=lambda moment, owner: Strike(1, lambda unit: unit.is_ship, by_owner=True),
    )
)
