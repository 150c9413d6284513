"""The Empyrean."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import FACTION_ABILITY, TARGET, Effect, Moment, declare
from solver.state import ADJACENT, SPACE, stack
from solver.step import (
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
)
from solver.units import Unit


def _flagship_near(moment: Moment, owner: int, unit: Unit) -> bool:
    holdings = moment.state.players[owner]
    return any(stack(holdings.at(place), "flagship").total for place in (SPACE, ADJACENT))


declare(
    Effect(
        slug="dynamo-repair",
        name="Dynamo’s repairs",
        kind=FACTION_ABILITY,
        faction="empyrean",
        unit="dynamo",
        edition=POK,
        meaning="For 2 influence, a unit beside the flagship or next door that has just sustained damage is repaired.",
        timing="Name it as often as you will pay. At the first chances, for units of the owner’s that are not lost to "
        "the same hits, the dearest first; none sustains twice against one lot of hits, and Direct Hit comes first.",
        clauses=("87.3", "87.1"),
        steps=(BOMBARDMENT_STEP, GROUND_COMBAT, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE, SPACE_COMBAT),
        of=TARGET,
        limit=10,
        spends=True,
        repairs=_flagship_near,
    )
)
