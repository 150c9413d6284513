"""The Embers of Muaat."""

from __future__ import annotations

from mecatol.components.acts import breakthrough, strip_shields
from mecatol.domain.editions import BASE, CODEX_1, POK
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT, MOVEMENT_STEP, PLANETARY_SHIELD_STEP, PRODUCTION_STEP
from mecatol.domain.units import Unit, Value, systems
from mecatol.effects.model import (
    ANYONE,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    UNIT_TEXT,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import Producers, Work
from mecatol.scenario.movement import SUPERNOVA

declare(
    Faction(
        slug="embers-of-muaat",
        name="The Embers of Muaat",
        short="Muaat",
        aliases=("muaat", "muat"),
        edition=BASE,
        commodities=4,
        start={"war-sun": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
        start_technologies=("plasma-scoring",),
    )
)

declare(
    Unit(
        slug="prototype-war-sun",
        name="Prototype War Sun I",
        type="war-sun",
        faction="embers-of-muaat",
        edition=BASE,
        cost=12,
        combat=Value(3, 3),
        move=1,
        capacity=6,
        bombardment=Value(3, 3),
        sustain_damage=True,
        meaning="Other players' units in its system lose Planetary Shield.",
    )
)

declare(
    Unit(
        slug="prototype-war-sun-2",
        name="Prototype War Sun II",
        type="war-sun",
        faction="embers-of-muaat",
        upgrade_of="prototype-war-sun",
        technology="prototype-war-sun-2",
        prerequisites=("red", "red", "red", "yellow"),
        edition=BASE,
        cost=10,
        combat=Value(3, 3),
        move=3,
        capacity=6,
        bombardment=Value(3, 3),
        sustain_damage=True,
        meaning="Other players' units in its system lose Planetary Shield.",
    )
)

declare(
    Unit(
        slug="the-inferno",
        name="The Inferno",
        type="flagship",
        faction="embers-of-muaat",
        edition=BASE,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="Action: for a token from your strategy pool, place a cruiser in its system.",
    )
)

declare(
    Unit(
        slug="ember-colossus",
        name="Ember Colossus",
        type="mech",
        faction="embers-of-muaat",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="After you use Star Forge in its system or an adjacent one, you may place an infantry with it.",
    )
)

declare(
    Component(
        slug="star-forge",
        name="Star Forge",
        kind=FACTION_ABILITY,
        faction="embers-of-muaat",
        edition=BASE,
        meaning="Action: spend a token from your strategy pool to place two fighters or a destroyer in a system with "
        "one of your war suns.",
    )
)

declare(
    Effect(
        slug="gashlai-physiology",
        name="Gashlai Physiology",
        kind=FACTION_ABILITY,
        faction="embers-of-muaat",
        edition=BASE,
        meaning="Your ships can move through supernovas.",
        timing="Always; moving into one requires a technology.",
        clauses=("86.1",),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(passes=frozenset({SUPERNOVA})),),
    )
)

declare(
    Effect(
        slug="magmus-reactor",
        name="Magmus Reactor",
        kind=FACTION_TECHNOLOGY,
        color="red",
        prerequisites=("red", "red"),
        faction="embers-of-muaat",
        edition=BASE,
        until=CODEX_1,
        meaning="Your ships can move into supernovas. After your units use Production next to a supernova or in a "
        "system with a war sun, gain a trade good.",
        timing="Always, in movement; the trade good is not counted.",
        clauses=("86.1",),
        steps=(MOVEMENT_STEP,),
        windows=(Moving(enters=frozenset({SUPERNOVA})),),
    )
)


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
            windows=(strip_shields("war-sun"),),
        )
    )


def _no_supernova(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    if tile is None:
        return "acts in a supernova: name the tile of the active system"
    return None if "supernova" in systems()[tile]["anomalies"] else f"acts in a supernova, which tile {tile} is not"


def _supernova_produces(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    holdings = moment.state.players[owner]
    return [(*works, Work(SPACE, "Supernova", 1, 5)) if holdings.space or holdings.planets else works]


declare(
    Effect(
        slug="magmus-reactor-omega",
        name="Magmus Reactor Ω",
        kind=FACTION_TECHNOLOGY,
        version_of="magmus-reactor",
        color="red",
        prerequisites=("red", "red"),
        faction="embers-of-muaat",
        edition=CODEX_1,
        meaning="Your ships can move into supernovas. Each supernova with your units has Production 5.",
        timing="With each production there, in the space area, and in movement; moving through supernovas takes a "
        "different ability.",
        clauses=("68.1.a", "86.1"),
        steps=(PRODUCTION_STEP, MOVEMENT_STEP),
        needs=_no_supernova,
        windows=(Producers(_supernova_produces), Moving(enters=frozenset({SUPERNOVA}))),
    )
)

declare(breakthrough("stellar-genesis", "Stellar Genesis", "embers-of-muaat", ("yellow", "red")))
