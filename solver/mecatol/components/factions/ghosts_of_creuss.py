"""The Ghosts of Creuss."""

from __future__ import annotations

from mecatol.combat.windows import StartOfCombat, Strike
from mecatol.domain.editions import BASE, CODEX_1, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP, MOVEMENT_STEP, PRODUCTION_STEP, SPACE_COMBAT
from mecatol.domain.units import Unit, Value, systems
from mecatol.effects.model import (
    BREAKTHROUGH,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.movement.windows import Moving
from mecatol.production.windows import CombinedCost, Producers, Work
from mecatol.scenario.movement import HOME, WORMHOLE

declare(
    Faction(
        slug="ghosts-of-creuss",
        name="The Ghosts of Creuss",
        short="Creuss",
        aliases=("creuss", "ghosts", "ghost"),
        edition=BASE,
        commodities=4,
        start={"carrier": 1, "destroyer": 2, "fighter": 2, "infantry": 4, "space-dock": 1},
        start_technologies=("gravity-drive",),
    )
)

declare(
    Unit(
        slug="hil-colish",
        name="Hil Colish",
        type="flagship",
        faction="ghosts-of-creuss",
        edition=BASE,
        cost=8,
        combat=Value(5),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="It carries a delta wormhole along, and may move earlier or later than the rest of the fleet.",
        bears=(MOVEMENT_STEP,),
    )
)

declare(
    Unit(
        slug="icarus-drive",
        name="Icarus Drive",
        type="mech",
        faction="ghosts-of-creuss",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="When anybody activates a system, it may be given up to put or move a Creuss wormhole token into the "
        "system where it was.",
    )
)

declare(
    Effect(
        slug="quantum-entanglement",
        name="Quantum Entanglement",
        kind=FACTION_ABILITY,
        faction="ghosts-of-creuss",
        edition=BASE,
        meaning="Alpha and beta wormholes all connect with each other for it, and nothing can take that away.",
        timing="Always; no law or card takes it away.",
        clauses=("6.1", "101.1"),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(joins=True),),
    )
)

declare(
    Effect(
        slug="slipstream",
        name="Slipstream",
        kind=FACTION_ABILITY,
        faction="ghosts-of-creuss",
        edition=BASE,
        meaning="Ships that leave its home or a system with an alpha or beta wormhole gain one move in its tactical "
        "actions.",
        timing="In its tactical actions, for ships that start there: say so with `home` or `wormhole`.",
        clauses=("58.3",),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(each=1, starting=frozenset({HOME, WORMHOLE})),),
    )
)

declare(
    Component(
        slug="creuss-gate",
        name="Creuss Gate",
        kind=FACTION_ABILITY,
        faction="ghosts-of-creuss",
        edition=BASE,
        meaning="Its home lies off the board, reached through the gate tile placed where it would be.",
    )
)

declare(
    Component(
        slug="wormhole-generator",
        name="Wormhole Generator",
        kind=FACTION_TECHNOLOGY,
        colour="blue",
        prerequisites=("blue", "blue"),
        faction="ghosts-of-creuss",
        edition=BASE,
        until=CODEX_1,
        meaning="The status phase opens with placing or moving a Creuss wormhole token to a system with its planet or "
        "to one without home or foreign ships.",
    )
)

declare(
    Component(
        slug="wormhole-generator-omega",
        name="Wormhole Generator Ω",
        kind=FACTION_TECHNOLOGY,
        colour="blue",
        prerequisites=("blue", "blue"),
        faction="ghosts-of-creuss",
        edition=CODEX_1,
        version_of="wormhole-generator",
        meaning="Action: exhausted, it places or moves a Creuss wormhole token to a system with its planet or to one "
        "without home or foreign ships.",
    )
)


_SLUG = "particle-synthesis"


def _wormholes(moment: Moment, owner: int) -> int:
    return moment.game.sides[owner].effects[_SLUG]


def _wormholes_produce(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    side = moment.game.sides[owner]
    ships = any(side.units[stack.unit].is_ship for stack in moment.state.at(owner, SPACE))
    return [(*works, Work(SPACE, "Wormhole", _wormholes(moment, owner), 1)) if ships else works]


declare(
    Effect(
        slug=_SLUG,
        name="Particle Synthesis",
        kind=BREAKTHROUGH,
        faction="ghosts-of-creuss",
        edition=THUNDERS_EDGE,
        synergy=("blue", "yellow"),
        meaning="Each wormhole in a system with your ships has Production 1, as if it were one of your units; the "
        "combined cost there is 1 less for each wormhole.",
        timing="With each production there; name it once for each wormhole in the system, tokens included.",
        clauses=("68.1.a", "67.1.c"),
        steps=(PRODUCTION_STEP,),
        limit=6,
        windows=(
            Producers(_wormholes_produce),
            CombinedCost(_wormholes),
        ),
    )
)


def _at_a_wormhole(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    if tile is None or systems()[tile].get("wormholes"):
        return None
    return "needs a wormhole in the active system"


declare(
    Effect(
        slug="dimensional-splicer",
        name="Dimensional Splicer",
        kind=FACTION_TECHNOLOGY,
        colour="red",
        prerequisites=("red",),
        faction="ghosts-of-creuss",
        edition=BASE,
        meaning="When a space combat starts beside a wormhole: one hit on a ship of your opponent, of your choice.",
        timing="Always where no system tile is entered, so `decline` it without a wormhole; the owner picks the "
        "dearest ship that cannot sustain (of equals the one that hits best), else one that sustains.",
        clauses=("78.2.a", "87.4"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        needs=_at_a_wormhole,
        windows=(StartOfCombat(lambda moment, owner: Strike(1, lambda unit: unit.is_ship, by_owner=True)),),
    )
)
