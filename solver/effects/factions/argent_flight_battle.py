"""The Argent Flight: in battle."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import TARGET, UNIT_TEXT, Effect, Moment, declare
from solver.state import SPACE, stack
from solver.step import SPACE_CANNON_OFFENSE
from solver.units import SPACE_CANNON, Unit


def _screened(moment: Moment, owner: int, unit: Unit) -> bool:
    here = stack(moment.state.at(owner, SPACE), "flagship").total
    return bool(here) and moment.ability == SPACE_CANNON and moment.place == SPACE


declare(
    Effect(
        slug="quetzecoatl-screen",
        name="Quetzecoatl",
        kind=UNIT_TEXT,
        faction="argent-flight",
        unit="quetzecoatl",
        edition=POK,
        meaning="Others cannot use Space Cannon against your ships in its system.",
        timing="All through Space Cannon Offense while it is in the active system.",
        clauses=("77.5.a", "77.2"),
        steps=(SPACE_CANNON_OFFENSE,),
        of=TARGET,
        automatic=True,
        forbids=_screened,
        forbids_all=True,
    )
)
