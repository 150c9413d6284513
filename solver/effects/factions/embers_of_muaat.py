"""The Embers of Muaat."""

from __future__ import annotations

from solver.editions import BASE, CODEX_1
from solver.effects.model import ANYONE, FACTION_TECHNOLOGY, UNIT_TEXT, Effect, Moment, declare
from solver.effects.windows import StripShields
from solver.production.windows import Producing, Work
from solver.state import SPACE
from solver.step import BOMBARDMENT_STEP, GROUND_COMBAT, PLANETARY_SHIELD_STEP, PRODUCTION_STEP
from solver.units import systems

for _unit, _name in (("prototype-war-sun", "Prototype War Sun"), ("prototype-war-sun-2", "Prototype War Sun II")):
    declare(
        Effect(
            slug=f"{_unit}-presence",
            name=_name,
            kind=UNIT_TEXT,
            faction="embers-of-muaat",
            unit=_unit,
            edition=BASE,
            meaning="Other players' units in its system lose Planetary Shield.",
            timing="While it is in the active system, for everybody who bombards there.",
            clauses=("65.3", "65.3.b"),
            steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, GROUND_COMBAT),
            of=ANYONE,
            automatic=True,
            forbids=StripShields("war-sun"),
        )
    )


def _no_supernova(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    if tile is None:
        return "acts in a supernova: name the tile of the active system under `system`"
    return None if "supernova" in systems()[tile]["anomalies"] else f"acts in a supernova, which tile {tile} is not"


def _supernova_produces(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    holdings = moment.state.players[owner]
    return [(*works, Work(SPACE, "Supernova", 1, 5)) if holdings.space or holdings.planets else works]


declare(
    Effect(
        slug="magmus-reactor-omega",
        name="Magmus Reactor Ω",
        kind=FACTION_TECHNOLOGY,
        faction="embers-of-muaat",
        edition=CODEX_1,
        meaning="A supernova that holds units of yours has Production 5, as if it were one of them.",
        timing="With each production there; it stands in the space area.",
        clauses=("68.1.a",),
        steps=(PRODUCTION_STEP,),
        needs=_no_supernova,
        producing=Producing(works=_supernova_produces),
    )
)
