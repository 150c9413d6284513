"""The Council Keleres."""

from __future__ import annotations

from solver.editions import CODEX_3
from solver.effects.model import FACTION_ABILITY, Effect, Moment, declare
from solver.production.windows import Producing, Work
from solver.step import PRODUCTION_STEP

_REX = "mecatol-rex"


def _without_rex(moment: Moment, owner: int) -> str | None:
    player = moment.game.sides[owner].player
    held = _REX in player.planets or (_REX in player.controls and moment.game.scenario.system == "18")
    return None if held else "acts where its owner controls Mecatol Rex in the active system"


def _rex_produces(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    return [(*works, Work(_REX, "Custodia Vigilia", 1, 3))]


declare(
    Effect(
        slug="custodia-vigilia",
        name="Custodia Vigilia",
        kind=FACTION_ABILITY,
        faction="council-keleres",
        edition=CODEX_3,
        meaning="Mecatol Rex, while you control it, has Production 3.",
        timing="With each production in the system of Mecatol Rex, as if a unit on that planet produced.",
        clauses=("68.1.a",),
        steps=(PRODUCTION_STEP,),
        needs=_without_rex,
        producing=Producing(works=_rex_produces),
    )
)
