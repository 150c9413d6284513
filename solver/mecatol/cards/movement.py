"""What changes the movement of ships for every faction: technologies, cards, laws and relics."""

from __future__ import annotations

from mecatol.cards import (
    ANOMALIES,
    ASTEROID_FIELD,
    NEBULA,
    SHIPS,
    SUPERNOVA,
    Edition,
    Kind,
    Moving,
    Role,
    StepName,
    Whose,
    deck,
)

technology = deck(Kind.TECHNOLOGY)
legendary_planet = deck(Kind.LEGENDARY_PLANET, Edition.THUNDERS_EDGE)
action_card = deck(Kind.ACTION_CARD)
agenda = deck(Kind.AGENDA)
relic = deck(Kind.RELIC, Edition.POK)

_STEPS = (StepName.MOVEMENT,)
_BARS = frozenset({ASTEROID_FIELD, SUPERNOVA})

technology(
    "Gravity Drive",
    "One of your ships gets +1 to its move value in this tactical action.",
    prerequisites=("blue",),
    timing="After the system is activated; the ship is chosen so that as much as possible arrives.",
    clauses=("58.3",),
    steps=_STEPS,
    windows=(Moving(one=1),),
)

legendary_planet(
    "Ionian Fuel Refinery",
    "Tempesta’s ability: once you have activated a system, exhaust it to give one of your ships +1 to its move value "
    "for this tactical action.",
    timing="After the system is activated; the ship is chosen so that as much as possible arrives.",
    clauses=("58.3",),
    steps=_STEPS,
    role=Role.ACTIVE,
    exhausts=True,
    windows=(Moving(one=1),),
)

technology(
    "Light/Wave Deflector",
    "Your ships can move through systems in which other players have ships.",
    prerequisites=("blue", "blue", "blue"),
    timing="Always, for all of the owner's ships that move.",
    clauses=("58.4.b",),
    steps=_STEPS,
    windows=(Moving(passes=frozenset({SHIPS})),),
)

action_card(
    "Flank Speed",
    "All your ships get +1 to their move values in this tactical action.",
    timing="After you activate a system; a second copy adds nothing.",
    clauses=("58.3",),
    steps=_STEPS,
    role=Role.ACTIVE,
    copies=4,
    windows=(Moving(each=1),),
)

action_card(
    "In the Silence of Space",
    "Your ships in one system can move through systems in which other players have ships.",
    timing="After you activate a system; the fleet is chosen so that as much as possible arrives.",
    clauses=("58.4.b",),
    steps=_STEPS,
    role=Role.ACTIVE,
    windows=(Moving(passes=frozenset({SHIPS}), one_system=True),),
)

action_card(
    "Lost Star Chart",
    "Alpha and beta wormholes lead to each other in this tactical action.",
    timing="After you activate a system; also where a law closes alpha and beta wormholes.",
    clauses=("6.1", "101.1"),
    steps=_STEPS,
    role=Role.ACTIVE,
    windows=(Moving(joins=True),),
)

action_card(
    "Nav Suite",
    "Anomalies do nothing to your ships in this Movement step, neither harm nor help.",
    edition=Edition.POK,
    timing="After you activate a system: no rolls for gravity rifts, and no +1 from them either.",
    clauses=("9.2",),
    steps=_STEPS,
    role=Role.ACTIVE,
    windows=(Moving(passes=frozenset(ANOMALIES), enters=_BARS, nebula_speed=True, no_rolls=True, no_pull=True),),
)

agenda(
    "Shared Research",
    "If passed, units can move through nebulae.",
    timing="Always, for everybody; a ship that starts in a nebula still has move value 1.",
    clauses=("59.1.a",),
    steps=_STEPS,
    of=Whose.ANYONE,
    windows=(Moving(passes=frozenset({NEBULA})),),
)

agenda(
    "Enforced Travel Ban",
    "If passed, alpha and beta wormholes have no effect on movement.",
    timing="Always, for everybody, unless another effect makes the systems adjacent.",
    clauses=("6.1", "101.1"),
    steps=_STEPS,
    of=Whose.ANYONE,
    windows=(Moving(closes=True),),
)

agenda(
    "Wormhole Reconstruction",
    "If passed, all systems with an alpha or a beta wormhole are adjacent to each other.",
    timing="Always, for everybody.",
    clauses=("6.1", "101.1"),
    steps=_STEPS,
    of=Whose.ANYONE,
    windows=(Moving(joins=True),),
)

relic(
    "Dominus Orb",
    "Purge it: you can move and transport units out of systems that contain your command tokens.",
    timing="Before you move units in a tactical action.",
    clauses=("58.4.c", "95.3"),
    steps=_STEPS,
    windows=(Moving(leaves_tokens=True),),
)

relic(
    "Circlet of the Void",
    "Your ships do not roll for gravity rifts, and other anomalies do not limit their movement.",
    edition=Edition.CODEX_4,
    timing="Always, exhausted or not, and in retreats; gravity rifts still give +1.",
    clauses=("41.2", "9.2"),
    windows=(
        Moving(passes=frozenset({ASTEROID_FIELD, NEBULA, SUPERNOVA}), enters=_BARS, nebula_speed=True, no_rolls=True),
    ),
)
