"""The Naalu Collective."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from solver.editions import BASE, CODEX_3, POK, THUNDERS_EDGE
from solver.effects.model import FACTION_ABILITY, LEADER, TARGET, UNIT_TEXT, USER, Effect, Moment, declare
from solver.effects.windows import OneMoreWith, PlusFor, in_system
from solver.production.windows import Producing
from solver.state import SPACE, State, stack
from solver.step import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, PRODUCTION_STEP
from solver.units import ANTI_FIGHTER_BARRAGE, GROUND_FORCE, Unit

if TYPE_CHECKING:
    from solver.game import Game


def _guarded(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability == ANTI_FIGHTER_BARRAGE and in_system(moment, owner, "mech")


declare(
    Effect(
        slug="iconoclast-omega-guard",
        name="Iconoclast Ω",
        kind=UNIT_TEXT,
        faction="naalu-collective",
        unit="iconoclast-omega",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="In its system nobody else can use Anti-Fighter Barrage on your units.",
        timing="While it is in the active system, in space or on a planet.",
        clauses=("10.1", "78.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=TARGET,
        automatic=True,
        forbids=_guarded,
        forbids_all=True,
    )
)


declare(
    Effect(
        slug="maban",
        name="M’aban",
        kind=LEADER,
        edition=POK,
        until=CODEX_3,
        meaning="Naalu commander: each cost paid for fighters brings one more, beyond the limit.",
        timing="Whenever fighters are produced; the solver pays for more groups than needed where the limit is tight.",
        clauses=("67.2", "68.1.b"),
        steps=(PRODUCTION_STEP,),
        producing=Producing(price=OneMoreWith("fighter")),
    )
)


declare(
    Effect(
        slug="iconoclast-edge",
        name="Iconoclast against relic fragments",
        kind=FACTION_ABILITY,
        faction="naalu-collective",
        unit="iconoclast",
        edition=POK,
        until=CODEX_3,
        meaning="Your mechs get +2 to their combat rolls against an opponent who has a relic fragment.",
        timing="In every round of a ground combat; name it where the opponent is such a player.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        modifies=PlusFor(2, "mech"),
    )
)


def _landing(game: Game, state: State, owner: int) -> dict[str, Unit]:
    fighter = game.sides[owner].units["fighter"]
    if owner or not stack(state.at(owner, SPACE), "flagship").total:
        return {}
    return {"fighter": replace(fighter, categories=fighter.categories | {GROUND_FORCE})}


declare(
    Effect(
        slug="matriarch-landing",
        name="Matriarch",
        kind=UNIT_TEXT,
        faction="naalu-collective",
        unit="matriarch",
        edition=BASE,
        meaning="In an invasion in its system your fighters may be committed to planets as if they were ground forces.",
        timing="While it is in the active system: all land with the ground forces unless the plan of the landing says "
        "otherwise. They go back to space after the combat, hold no planet and destroy no structures.",
        clauses=("49.2", "49.5", "42.1"),
        steps=(GROUND_COMBAT,),
        of=USER,
        automatic=True,
        recasts=_landing,
    )
)
