"""Promissory notes that any player may hold; each names its faction in its meaning."""

from __future__ import annotations

from solver.editions import POK
from solver.effects.model import PROMISSORY_NOTE, USER, Effect, declare
from solver.effects.windows import one_more_die
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE

declare(
    Effect(
        slug="strike-wing-ambuscade",
        name="Strike Wing Ambuscade",
        kind=PROMISSORY_NOTE,
        edition=POK,
        meaning="The Argent Flight’s note: one of your units rolls one more die in one roll for a unit ability.",
        timing="With the owner's first roll for a unit ability, for the unit that hits best; `decline` keeps it.",
        clauses=("10.1.b", "15.1.b", "77.3.b", "77.7.b"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_CANNON_OFFENSE, BOMBARDMENT_STEP, SPACE_CANNON_DEFENSE),
        of=USER,
        spends=True,
        extra_dice=one_more_die,
    )
)
