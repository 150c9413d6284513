"""The Barony of Letnev: in battle."""

from __future__ import annotations

from solver.editions import BASE, POK
from solver.effects.model import LEADER, UNIT_TEXT, USER, Effect, Moment, declare
from solver.effects.windows import one_more_die, strength
from solver.state import Force, changed, stack
from solver.step import SPACE_COMBAT


def _repaired(moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
    """Repair the flagship before the next round, if there is one."""
    hurt = stack(units, "flagship").damaged
    if not hurt or not strength(moment, moment.target, lambda unit: unit.is_ship):
        return units
    return changed(units, "flagship", healthy=hurt, damaged=-hurt)


declare(
    Effect(
        slug="arc-secundus-repair",
        name="Arc Secundus",
        kind=UNIT_TEXT,
        faction="barony-of-letnev",
        unit="arc-secundus",
        edition=BASE,
        meaning="At the start of each round of space combat it is repaired.",
        timing="Before every round in which it takes part, the first among them; not at the end of the combat.",
        clauses=("78.2.a", "87.3"),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        mends=_repaired,
        across=True,
    )
)

declare(
    Effect(
        slug="viscount-unlenn",
        name="Viscount Unlenn",
        kind=LEADER,
        edition=POK,
        meaning="Letnev’s agent: one of your ships rolls one more die in a round of space combat.",
        timing="In the first round, for the ship that hits most easily.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        rounds=1,
        extra_dice=one_more_die,
    )
)
