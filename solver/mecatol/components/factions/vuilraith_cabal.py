"""The Vuil’raith Cabal."""

from __future__ import annotations

from mecatol.domain.editions import POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import ACTIVE, MOVEMENT_STEP, PRODUCTION_STEP, SYNERGY_STEPS, TECHNOLOGY_STEP
from mecatol.domain.units import Production, Unit, Value
from mecatol.effects.model import (
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    PROMISSORY_NOTE,
    UNIT_TEXT,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.windows import ColorsAlike
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import FreeUnits, Uncounted
from mecatol.rules.technology.windows import Ignores
from mecatol.scenario.movement import FRACTURE, TEAR

declare(
    Faction(
        slug="vuilraith-cabal",
        name="The Vuil'raith Cabal",
        short="Vuil'raith",
        aliases=("vuilraith", "cabal", "vuil-raith", "vuil"),
        edition=POK,
        commodities=2,
        start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 3, "infantry": 3, "space-dock": 1},
        start_technologies=("self-assembly-routines",),
    )
)

declare(
    Unit(
        slug="dimensional-tear",
        name="Dimensional Tear I",
        type="space-dock",
        faction="vuilraith-cabal",
        edition=POK,
        production=Production(value=5),
        holds_fighters=6,
        meaning="Its system is a gravity rift, for which its owner's ships do not roll. Up to six of its owner's "
        "fighters there do not count against capacity.",
    )
)

declare(
    Unit(
        slug="dimensional-tear-2",
        name="Dimensional Tear II",
        type="space-dock",
        faction="vuilraith-cabal",
        upgrade_of="dimensional-tear",
        technology="dimensional-tear-2",
        prerequisites=("yellow", "yellow"),
        edition=POK,
        production=Production(value=7),
        holds_fighters=12,
        meaning="Its system is a gravity rift, for which its owner's ships do not roll. Up to twelve of its owner's "
        "fighters there do not count against capacity.",
    )
)

for _unit, _name in (("dimensional-tear", "Dimensional Tear I"), ("dimensional-tear-2", "Dimensional Tear II")):
    declare(
        Effect(
            slug=f"{_unit}-rift",
            name=_name,
            kind=UNIT_TEXT,
            faction="vuilraith-cabal",
            unit=_unit,
            edition=POK,
            meaning="Its system is a gravity rift, for which its owner's ships do not roll.",
            timing="Always: on a route, choose a dimensional tear for the mover's own, and a gravity rift for another "
            "player's. It adds to move values as any gravity rift does.",
            clauses=("41.2",),
            steps=(MOVEMENT_STEP,),
            automatic=True,
            windows=(Moving(no_rolls_in=frozenset({TEAR})),),
        )
    )

declare(
    Unit(
        slug="the-terror-between",
        name="The Terror Between",
        type="flagship",
        faction="vuilraith-cabal",
        edition=POK,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        bombardment=Value(5),
        sustain_damage=True,
        meaning="Its owner captures all other units, except structures, that are destroyed in its system, even their "
        "own.",
    )
)

declare(
    Unit(
        slug="reanimator",
        name="Reanimator",
        type="mech",
        faction="vuilraith-cabal",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="When its owner's infantry on its planet are destroyed, that player captures them.",
    )
)

declare(
    Component(
        slug="devour",
        name="Devour",
        kind=FACTION_ABILITY,
        faction="vuilraith-cabal",
        edition=POK,
        meaning="Capture your opponent's units, except structures, that are destroyed in combat.",
    )
)

declare(
    Effect(
        slug="riftmeld",
        name="Riftmeld",
        kind=FACTION_ABILITY,
        faction="vuilraith-cabal",
        edition=POK,
        meaning="When you research a unit upgrade, you may return a captured unit of that type to ignore all its "
        "prerequisites.",
        timing="Whenever its owner researches a unit upgrade; enter the captured units.",
        clauses=("90.12.c",),
        steps=(TECHNOLOGY_STEP,),
        automatic=True,
        windows=(Ignores(None, upgrades=True, returns=True),),
    )
)

declare(
    Component(
        slug="vortex",
        name="Vortex",
        kind=FACTION_TECHNOLOGY,
        color="red",
        prerequisites=("red",),
        faction="vuilraith-cabal",
        edition=POK,
        meaning="Action: exhaust it and choose another player's unit, not a structure, in a system adjacent to one of "
        "your space docks: capture a unit of that type from that player's reinforcements.",
    )
)


def _captured(moment: Moment, owner: int, unit: Unit) -> int:
    return moment.game.sides[owner].player.captured.get(unit.type, 0)


declare(
    Effect(
        slug="amalgamation",
        name="Amalgamation",
        kind=FACTION_ABILITY,
        faction="vuilraith-cabal",
        edition=POK,
        meaning="Return a captured unit to produce one of that type without spending resources.",
        timing="For each unit of the order, as long as there are captured units of its type; production limits still "
        "hold.",
        clauses=("67.1",),
        steps=(PRODUCTION_STEP,),
        automatic=True,
        windows=(FreeUnits(_captured),),
    )
)

declare(
    Effect(
        slug="that-which-molds-flesh",
        name="That Which Molds Flesh",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Your units are in three gravity rifts.",
        faction="vuilraith-cabal",
        shared=True,
        edition=POK,
        meaning="Vuil'raith commander: when you produce fighters or infantry, up to two of them do not count against "
        "the production limit.",
        timing="Whenever fighters or infantry are produced.",
        clauses=("68.1.b",),
        steps=(PRODUCTION_STEP,),
        windows=(Uncounted(2),),
    )
)

for _effect in (
    Effect(
        slug="crucible",
        name="Crucible",
        kind=PROMISSORY_NOTE,
        faction="vuilraith-cabal",
        edition=POK,
        meaning="Play it after you activate a system: in this movement, your ships do not roll for gravity rifts, and "
        "those that move out of or through one get an additional +1 to their move values. Then return this card to "
        "Vuil'raith.",
        timing="In its holder's tactical action: +1 in all, on top of each rift's own +1. With Nav Suite, only +1.",
        clauses=("41.1", "41.2"),
        steps=(MOVEMENT_STEP,),
        role=ACTIVE,
        windows=(Moving(leaving_rifts=1, no_rolls=True),),
    ),
    Effect(
        slug="al-raith-ix-ianovar",
        name="Al’Raith Ix Ianovar",
        kind=BREAKTHROUGH,
        synergy=("green", "red"),
        faction="vuilraith-cabal",
        edition=THUNDERS_EDGE,
        meaning="Ships that start in The Fracture get +1 to their move values. When you gain it, The Fracture enters "
        "play, and you may move up to two ingress tokens into systems that are gravity rifts.",
        timing="In every movement, for ships that are marked as starting there.",
        clauses=("58.3",),
        steps=(MOVEMENT_STEP, *SYNERGY_STEPS),
        windows=(Moving(each=1, starting=frozenset({FRACTURE})), ColorsAlike()),
    ),
):
    declare(_effect)
