"""The Vuil’raith Cabal."""

from __future__ import annotations

from mecatol.cards import (
    FRACTURE,
    SYNERGY_STEPS,
    TEAR,
    ColorsAlike,
    Edition,
    FreeUnits,
    Ignores,
    Moving,
    Production,
    Role,
    StepName,
    Uncounted,
    Value,
    sheet,
)

vuil_raith = sheet(
    "The Vuil'raith Cabal",
    short="Vuil'raith", aliases=("vuilraith", "cabal", "vuil-raith", "vuil"), edition=Edition.POK, commodities=2,
    start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 3, "infantry": 3, "space-dock": 1},
    start_technologies=("self-assembly-routines",),
)  # fmt: skip

dimensional_tear = vuil_raith.unit(
    "space-dock",
    "Dimensional Tear I",
    "Its system is a gravity rift, for which its owner's ships do not roll. Up to six of its owner's fighters there "
    "do not count against capacity.",
    production=Production(value=5), holds_fighters=6,
)  # fmt: skip

vuil_raith.upgrade(
    dimensional_tear,
    "Dimensional Tear II",
    "Its system is a gravity rift, for which its owner's ships do not roll. Up to twelve of its owner's fighters "
    "there do not count against capacity.",
    prerequisites=("yellow", "yellow"), production=Production(value=7), holds_fighters=12,
)  # fmt: skip

for _unit, _name in (("dimensional-tear", "Dimensional Tear I"), ("dimensional-tear-2", "Dimensional Tear II")):
    vuil_raith.text(
        _unit,
        "Its system is a gravity rift, for which its owner's ships do not roll.",
        slug=f"{_unit}-rift",
        timing="Always: on a route, choose a dimensional tear for the mover's own, and a gravity rift for another "
        "player's. It adds to move values as any gravity rift does.",
        clauses=("41.2",),
        steps=(StepName.MOVEMENT,),
        windows=(Moving(no_rolls_in=frozenset({TEAR})),),
    )

vuil_raith.flagship(
    "The Terror Between",
    "Its owner captures all other units, except structures, that are destroyed in its system, even their own.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, bombardment=Value(5), sustain_damage=True,
)  # fmt: skip

vuil_raith.mech(
    "Reanimator",
    "When its owner's infantry on its planet are destroyed, that player captures them.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

vuil_raith.ability("Devour", "Capture your opponent's units, except structures, that are destroyed in combat.")

vuil_raith.ability(
    "Riftmeld",
    "When you research a unit upgrade, you may return a captured unit of that type to ignore all its prerequisites.",
    timing="Whenever its owner researches a unit upgrade; enter the captured units.",
    clauses=("90.12.c",),
    automatic=True,
    windows=(Ignores(None, upgrades=True, returns=True),),
)

vuil_raith.technology(
    "Vortex",
    "Action: exhaust it and choose another player's unit, not a structure, in a system adjacent to one of your space "
    "docks: capture a unit of that type from that player's reinforcements.",
    prerequisites=("red",),
)


vuil_raith.ability(
    "Amalgamation",
    "Return a captured unit to produce one of that type without spending resources.",
    timing="For each unit of the order, as long as there are captured units of its type; production limits still hold.",
    clauses=("67.1",),
    automatic=True,
    windows=(FreeUnits(lambda moment, owner, unit: moment.game.sides[owner].player.captured.get(unit.type, 0)),),
)

vuil_raith.commander(
    "That Which Molds Flesh",
    "Vuil'raith commander: when you produce fighters or infantry, up to two of them do not count against the "
    "production limit.",
    unlock="Your units are in three gravity rifts.",
    timing="Whenever fighters or infantry are produced.",
    clauses=("68.1.b",),
    windows=(Uncounted(2),),
)

vuil_raith.note(
    "Crucible",
    "Play it after you activate a system: in this movement, your ships do not roll for gravity rifts, and those that "
    "move out of or through one get an additional +1 to their move values. Then return this card to Vuil'raith.",
    timing="In its holder's tactical action: +1 in all, on top of each rift's own +1. With Nav Suite, only +1.",
    clauses=("41.1", "41.2"),
    steps=(StepName.MOVEMENT,),
    role=Role.ACTIVE,
    windows=(Moving(leaving_rifts=1, no_rolls=True),),
)

vuil_raith.breakthrough(
    "Al’Raith Ix Ianovar",
    "Ships that start in The Fracture get +1 to their move values. When you gain it, The Fracture enters play, and "
    "you may move up to two ingress tokens into systems that are gravity rifts.",
    slug="al-raith-ix-ianovar",
    synergy=("green", "red"),
    timing="In every movement, for ships that are marked as starting there.",
    left_out="Ingress tokens decide which systems are adjacent; enter the route to the active system that they open.",
    clauses=("58.3",),
    steps=(StepName.MOVEMENT, *SYNERGY_STEPS),
    windows=(Moving(each=1, starting=frozenset({FRACTURE})), ColorsAlike()),
)
