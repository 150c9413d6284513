"""What changes the movement of ships for every faction: technologies, cards, laws and relics."""

from __future__ import annotations

from solver.domain.editions import BASE, CODEX_4, POK
from solver.domain.steps import ACTIVE, MOVEMENT_STEP
from solver.effects.model import ACTION_CARD, AGENDA, ANYONE, RELIC, TECHNOLOGY, Effect, declare
from solver.movement.windows import Moving
from solver.scenario.movement import ANOMALIES, ASTEROID_FIELD, NEBULA, SHIPS, SUPERNOVA

_STEPS = (MOVEMENT_STEP,)
_BARS = frozenset({ASTEROID_FIELD, SUPERNOVA})

for _effect in (
    Effect(
        slug="gravity-drive",
        name="Gravity Drive",
        kind=TECHNOLOGY,
        edition=BASE,
        meaning="One of your ships gets +1 to its move value in this tactical action.",
        timing="After the system is activated; the ship is chosen so that as much as possible arrives.",
        clauses=("58.3",),
        steps=_STEPS,
        windows=(Moving(one=1),),
    ),
    Effect(
        slug="light-wave-deflector",
        name="Light/Wave Deflector",
        kind=TECHNOLOGY,
        edition=BASE,
        meaning="Your ships can move through systems in which other players have ships.",
        timing="Always, for all of the owner's ships that move.",
        clauses=("58.4.b",),
        steps=_STEPS,
        windows=(Moving(passes=frozenset({SHIPS})),),
    ),
    Effect(
        slug="flank-speed",
        name="Flank Speed",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="All your ships get +1 to their move values in this tactical action.",
        timing="After you activate a system; a second copy adds nothing.",
        clauses=("58.3",),
        steps=_STEPS,
        role=ACTIVE,
        windows=(Moving(each=1),),
    ),
    Effect(
        slug="in-the-silence-of-space",
        name="In the Silence of Space",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="Your ships in one system can move through systems in which other players have ships.",
        timing="After you activate a system; the fleet is chosen so that as much as possible arrives.",
        clauses=("58.4.b",),
        steps=_STEPS,
        role=ACTIVE,
        windows=(Moving(passes=frozenset({SHIPS}), one_system=True),),
    ),
    Effect(
        slug="lost-star-chart",
        name="Lost Star Chart",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="Alpha and beta wormholes lead to each other in this tactical action.",
        timing="After you activate a system; also where a law closes alpha and beta wormholes.",
        clauses=("6.1", "101.1"),
        steps=_STEPS,
        role=ACTIVE,
        windows=(Moving(joins=True),),
    ),
    Effect(
        slug="nav-suite",
        name="Nav Suite",
        kind=ACTION_CARD,
        edition=POK,
        meaning="Anomalies do nothing to your ships in this Movement step, neither harm nor help.",
        timing="After you activate a system: no rolls for gravity rifts, and no +1 from them either.",
        clauses=("9.2",),
        steps=_STEPS,
        role=ACTIVE,
        windows=(Moving(
            passes=frozenset(ANOMALIES), enters=_BARS, nebula_speed=True, no_rolls=True, no_pull=True,
        ),),
    ),
    Effect(
        slug="shared-research",
        name="Shared Research",
        kind=AGENDA,
        edition=BASE,
        meaning="Voted for: units can move through nebulae.",
        timing="Always, for everybody; a ship that starts in a nebula still has move value 1.",
        clauses=("59.1.a",),
        steps=_STEPS,
        of=ANYONE,
        windows=(Moving(passes=frozenset({NEBULA})),),
    ),
    Effect(
        slug="enforced-travel-ban",
        name="Enforced Travel Ban",
        kind=AGENDA,
        edition=BASE,
        meaning="Voted for: alpha and beta wormholes have no effect on movement.",
        timing="Always, for everybody, unless another effect makes the systems adjacent.",
        clauses=("6.1", "101.1"),
        steps=_STEPS,
        of=ANYONE,
        windows=(Moving(closes=True),),
    ),
    Effect(
        slug="wormhole-reconstruction",
        name="Wormhole Reconstruction",
        kind=AGENDA,
        edition=BASE,
        meaning="Voted for: all systems with an alpha or a beta wormhole are adjacent to each other.",
        timing="Always, for everybody.",
        clauses=("6.1", "101.1"),
        steps=_STEPS,
        of=ANYONE,
        windows=(Moving(joins=True),),
    ),
    Effect(
        slug="dominus-orb",
        name="Dominus Orb",
        kind=RELIC,
        edition=POK,
        meaning="Purge it: you can move and transport units out of systems with command tokens of yours.",
        timing="Before you move units in a tactical action.",
        clauses=("58.4.c", "95.3"),
        steps=_STEPS,
        windows=(Moving(leaves_tokens=True),),
    ),
    Effect(
        slug="circlet-of-the-void",
        name="Circlet of the Void",
        kind=RELIC,
        edition=CODEX_4,
        meaning="Your ships do not roll for gravity rifts, and other anomalies do not limit their movement.",
        timing="Always, exhausted or not; gravity rifts still give +1.",
        clauses=("41.2", "9.2"),
        steps=_STEPS,
        windows=(Moving(
            passes=frozenset({ASTEROID_FIELD, NEBULA, SUPERNOVA}), enters=_BARS, nebula_speed=True, no_rolls=True,
        ),),
    ),
):  # fmt: skip
    declare(_effect)
