"""The Deepwrought Scholarate."""

from __future__ import annotations

from mecatol.domain.editions import THUNDERS_EDGE
from mecatol.domain.factions import Faction, StartChoice
from mecatol.domain.steps import MOVEMENT_STEP, TECHNOLOGY_STEP
from mecatol.domain.units import Production, Unit, Value
from mecatol.effects.model import AGENT, FACTION_ABILITY, FACTION_TECHNOLOGY, LEADER, Component, Effect, declare
from mecatol.technology.windows import Ignores

declare(
    Faction(
        slug="deepwrought-scholarate",
        name="The Deepwrought Scholarate",
        short="Deepwrought",
        aliases=(
            "deepwrought",
            "scholarate",
        ),
        edition=THUNDERS_EDGE,
        commodities=3,
        start={"dreadnought": 1, "carrier": 1, "fighter": 4, "infantry": 3, "space-dock": 1},
        start_choice=StartChoice(2),  # any
    )
)

declare(
    Unit(
        slug="dws-luminous",
        name="D.W.S. Luminous",
        type="flagship",
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=6,
        sustain_damage=True,
        meaning="It may pass through systems with its owner's units, no matter who else is there, and each of them "
        "adds one to its move.",
        bears=(MOVEMENT_STEP,),
    )
)

declare(
    Unit(
        slug="eanautic",
        name="Eanautic",
        type="mech",
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        cost=2,
        combat=Value(6),
        production=Production(value=1),
        sustain_damage=True,
        meaning="When somebody else activates its system while it coexists, it may leave with any infantry beside it "
        "for a planet that its owner controls at home.",
    )
)

declare(
    Component(
        slug="research-team",
        name="Research Team",
        kind=FACTION_ABILITY,
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="When ground forces land, this player's units on that planet may choose to coexist.",
    )
)

declare(
    Component(
        slug="oceanbound",
        name="Oceanbound",
        kind=FACTION_ABILITY,
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="It gains an ocean card for each planet on which its units begin to coexist; cards above the number "
        "of such planets are lost.",
    )
)

declare(
    Component(
        slug="hydrothermal-mining",
        name="Hydrothermal Mining",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=("green",),
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="The status phase opens with a trade good for every ocean card in play.",
    )
)

declare(
    Component(
        slug="radical-advancement",
        name="Radical Advancement",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=("green",),
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="When the status phase starts, an owned technology may be traded for one of its color with one "
        "more prerequisite, but not for or with a unit upgrade.",
    )
)

declare(
    Effect(
        slug="doctor-carrina",
        name="Doctor Carrina",
        kind=LEADER,
        leader=AGENT,
        faction="deepwrought-scholarate",
        shared=True,
        for_others=True,
        edition=THUNDERS_EDGE,
        meaning="Deepwrought agent: exhausted, it spares another player one prerequisite of what they research. In "
        "return a Deepwrought infantry may come to coexist on a planet of that player’s away from home.",
        timing="Where a prerequisite is missing; the player who researches names it, and it under `exhausted` once it "
        "is used.",
        clauses=("90.12.c",),
        steps=(TECHNOLOGY_STEP,),
        windows=(Ignores(1),),
    )
)
