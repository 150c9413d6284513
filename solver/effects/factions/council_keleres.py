"""The Council Keleres."""

from __future__ import annotations

from solver.dice import Dice
from solver.editions import CODEX_3
from solver.effects.model import FACTION_ABILITY, USER, Effect, Moment, declare
from solver.production.windows import Producing, Work
from solver.state import SPACE
from solver.step import PRODUCTION_STEP, SPACE_CANNON_DEFENSE, SPACE_CANNON_OFFENSE

_REX = {"mecatol-rex": "18", "mecatol-rex-omega": "112"}
"""The two printings of the planet, and their tiles."""
_CANNON = Dice("", units=1, dice=1, value=5)


def _rex(moment: Moment, owner: int) -> str | None:
    """Return the printing of Mecatol Rex that the owner controls in the active system, None for neither."""
    player = moment.game.sides[owner].player
    controlled = [rex for rex, tile in _REX.items() if rex in player.controls and moment.game.scenario.system == tile]
    return next((rex for rex in (*player.planets, *controlled) if rex in _REX), None)


def _without_rex(moment: Moment, owner: int) -> str | None:
    return None if _rex(moment, owner) else "acts where its owner controls Mecatol Rex in the active system"


def _rex_produces(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    return [(*works, Work(_rex(moment, owner) or "", "Custodia Vigilia", 1, 3))]


def _rex_fires(moment: Moment, owner: int) -> tuple[Dice, ...]:
    return (_CANNON,) if moment.place in (SPACE, _rex(moment, owner)) else ()


declare(
    Effect(
        slug="custodia-vigilia",
        name="Custodia Vigilia",
        kind=FACTION_ABILITY,
        faction="council-keleres",
        edition=CODEX_3,
        meaning="Mecatol Rex, while you control it, has Space Cannon 5 and Production 3.",
        timing="With each production in the system of Mecatol Rex, as if a unit on that planet produced; with the "
        "owner's Space Cannon there, offense and defense. The die belongs to no unit.",
        clauses=("68.1.a", "77.3", "77.7"),
        steps=(PRODUCTION_STEP, SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE),
        of=USER,
        needs=_without_rex,
        grants=_rex_fires,
        producing=Producing(works=_rex_produces),
    )
)
