"""The Deepwrought Scholarate."""

from __future__ import annotations

from mecatol.components.acts import breakthrough
from mecatol.domain.editions import THUNDERS_EDGE
from mecatol.domain.factions import Faction, StartChoice
from mecatol.domain.steps import MOVEMENT_STEP, TECHNOLOGY_STEP
from mecatol.domain.units import Production, Unit, Value
from mecatol.effects.model import (
    AGENT,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    UNIT_TEXT,
    Component,
    Effect,
    declare,
)
from mecatol.rules.movement.windows import Moving
from mecatol.rules.technology.windows import Ignores
from mecatol.scenario.movement import OWN_UNITS

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
        meaning="It can move through systems that contain its owner's units, even if other players' ships are there, "
        "and gets +1 to its move value for each such system.",
    )
)

declare(
    Effect(
        slug="dws-luminous-passage",
        name="D.W.S. Luminous",
        kind=UNIT_TEXT,
        faction="deepwrought-scholarate",
        unit="dws-luminous",
        edition=THUNDERS_EDGE,
        meaning="It can move through systems that contain its owner's units, even if other players' ships are there, "
        "and gets +1 to its move value for each such system.",
        timing="For it alone, in systems on the way that you say contain your units.",
        clauses=("58.3", "58.4.b"),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(eased_by=frozenset({OWN_UNITS}), ships=lambda unit: unit.type == "flagship"),),
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
        meaning="When another player activates its system while it coexists, it may move, with any of its owner's "
        "infantry there, to a planet that player controls in their home system.",
    )
)

declare(
    Component(
        slug="research-team",
        name="Research Team",
        kind=FACTION_ABILITY,
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="When ground forces are committed to a planet with your units, your units there may choose to coexist.",
        left_out="Whether units fight or coexist is decided before the combat; where they coexist, there is none.",
    )
)

declare(
    Component(
        slug="oceanbound",
        name="Oceanbound",
        kind=FACTION_ABILITY,
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="Gain an ocean card for each planet on which your units begin to coexist. If you ever have more ocean "
        "cards than such planets, lose the excess.",
    )
)

declare(
    Component(
        slug="hydrothermal-mining",
        name="Hydrothermal Mining",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="At the start of the status phase, gain a trade good for each ocean card in play.",
    )
)

declare(
    Component(
        slug="radical-advancement",
        name="Radical Advancement",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        faction="deepwrought-scholarate",
        edition=THUNDERS_EDGE,
        meaning="When the status phase starts, you may swap a technology you own for one of the same color with one "
        "more prerequisite; neither may be a unit upgrade.",
        left_out="Enter the technology that it gives as one that you own; the research calculator does not choose it.",
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
        meaning="Deepwrought agent: exhaust it when another player researches: that player ignores one prerequisite. "
        "In return, you may place an infantry to coexist on one of that player’s planets outside their home system.",
        timing="Where a prerequisite is missing; enter it for the player who researches, and mark it as exhausted once "
        "it is used.",
        clauses=("90.12.c",),
        steps=(TECHNOLOGY_STEP,),
        windows=(Ignores(1),),
    )
)

declare(breakthrough("visionaria-select", "Visionaria Select", "deepwrought-scholarate", ("green", "yellow")))
