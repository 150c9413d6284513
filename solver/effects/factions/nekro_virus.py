"""The Nekro Virus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.editions import BASE, POK
from solver.effects.model import FACTION_ABILITY, UNIT_TEXT, USER, Effect, declare
from solver.effects.windows import PlusFor
from solver.state import SPACE, State, stack
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, SPACE_COMBAT
from solver.units import SHIP, Unit

if TYPE_CHECKING:
    from solver.game import Game

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


def _fighting_as_ships(game: Game, state: State, owner: int) -> dict[str, Unit]:
    space, units = state.at(owner, SPACE), game.sides[owner].units
    if not stack(space, "flagship").total:
        return {}
    return {
        s.unit: replace(units[s.unit], categories=units[s.unit].categories | {SHIP})
        for s in space
        if units[s.unit].is_ground_force
    }


declare(
    Effect(
        slug="the-alastor-boarders",
        name="The Alastor",
        kind=UNIT_TEXT,
        faction="nekro-virus",
        unit="the-alastor",
        edition=BASE,
        meaning="When a space combat starts, your ground forces in its system may fight in it as if they were ships.",
        timing="All that are in the space area do, and none from planets; those of the defender after the attacker’s "
        "effects at the start of the combat. They fight on when the flagship is gone.",
        clauses=("78.2.a", "78.5", "78.6"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        recasts=_fighting_as_ships,
    )
)
