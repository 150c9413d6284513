"""Technologies that every faction can research."""

from __future__ import annotations

from solver.editions import BASE
from solver.effects.model import TARGET, TECHNOLOGY, USER, Effect, declare
from solver.effects.windows import Plus, non_fighters_first, one_more_die
from solver.step import BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE

declare(
    Effect(
        slug="plasma-scoring",
        name="Plasma Scoring",
        kind=TECHNOLOGY,
        edition=BASE,
        meaning="One of your units rolls one more die each time you roll for Bombardment or Space Cannon.",
        timing="With each roll, once a planet in defense; the unit that hits most easily gets the die. Optional: "
        "`decline` leaves it out.",
        clauses=("77.3.b", "77.7.b", "15.1.b"),
        steps=(SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE, BOMBARDMENT_STEP),
        of=USER,
        extra_dice=one_more_die,
    )
)

declare(
    Effect(
        slug="antimass-deflectors",
        name="Antimass Deflectors",
        kind=TECHNOLOGY,
        edition=BASE,
        meaning="Others' Space Cannon dice against your units get −1 to their results.",
        timing="With every Space Cannon roll against the owner, offense and defense alike.",
        clauses=("77.3", "77.7"),
        steps=(SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE),
        of=TARGET,
        modifies=Plus(-1),
    )
)

declare(
    Effect(
        slug="graviton-laser-system",
        name="Graviton Laser System",
        kind=TECHNOLOGY,
        edition=BASE,
        meaning="Exhaust it before your units use Space Cannon: their hits go to ships other than fighters, "
        "if there are any.",
        timing="Before the owner's Space Cannon Offense roll; used whenever that roll is made.",
        clauses=("77.5",),
        steps=(SPACE_CANNON_OFFENSE,),
        of=USER,
        on_hits=non_fighters_first,
    )
)
