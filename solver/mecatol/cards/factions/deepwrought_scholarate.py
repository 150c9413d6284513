"""The Deepwrought Scholarate."""

from __future__ import annotations

from mecatol.cards import OWN_UNITS, Edition, Ignores, Moving, Production, StartChoice, StepName, Value, sheet

deepwrought = sheet(
    "The Deepwrought Scholarate",
    short="Deepwrought", aliases=("deepwrought", "scholarate"), edition=Edition.THUNDERS_EDGE, commodities=3,
    start={"dreadnought": 1, "carrier": 1, "fighter": 4, "infantry": 3, "space-dock": 1},
    start_choice=StartChoice(2),  # any
)  # fmt: skip

deepwrought.flagship(
    "D.W.S. Luminous",
    "It can move through systems that contain its owner's units, even if other players' ships are there, and gets +1 "
    "to its move value for each such system.",
    cost=8, combat=Value(7, 2), move=1, capacity=6, sustain_damage=True,
)  # fmt: skip

deepwrought.text(
    "dws-luminous",
    "It can move through systems that contain its owner's units, even if other players' ships are there, and gets +1 "
    "to its move value for each such system.",
    slug="dws-luminous-passage",
    timing="For it alone, in systems on the way that you say contain your units.",
    clauses=("58.3", "58.4.b"),
    steps=(StepName.MOVEMENT,),
    windows=(Moving(eased_by=frozenset({OWN_UNITS}), ships=lambda unit: unit.type == "flagship"),),
)

deepwrought.mech(
    "Eanautic",
    "When another player activates its system while it coexists, it may move, with any of its owner's infantry there, "
    "to a planet that player controls in their home system.",
    cost=2, combat=Value(6), production=Production(value=1), sustain_damage=True,
)  # fmt: skip

deepwrought.ability(
    "Research Team",
    "When ground forces are committed to a planet with your units, your units there may choose to coexist.",
    left_out="Whether units fight or coexist is decided before the combat; where they coexist, there is none.",
)

deepwrought.ability(
    "Oceanbound",
    "Gain an ocean card for each planet on which your units begin to coexist. If you ever have more ocean cards than "
    "such planets, lose the excess.",
)

deepwrought.technology(
    "Hydrothermal Mining",
    "At the start of the status phase, gain a trade good for each ocean card in play.",
    prerequisites=("green",),
)

deepwrought.technology(
    "Radical Advancement",
    "When the status phase starts, you may swap a technology you own for one of the same color with one more "
    "prerequisite; neither may be a unit upgrade.",
    prerequisites=("green",),
    left_out="Enter the technology that it gives as one that you own; the research calculator does not choose it.",
)

deepwrought.agent(
    "Doctor Carrina",
    "Deepwrought agent: exhaust it when another player researches: that player ignores one prerequisite. In return, "
    "you may place an infantry to coexist on one of that player’s planets outside their home system.",
    for_others=True,
    timing="Where a prerequisite is missing; enter it for the player who researches, and mark it as exhausted once it "
    "is used.",
    clauses=("90.12.c",),
    windows=(Ignores(1),),
)

deepwrought.breakthrough("Visionaria Select", synergy=("green", "yellow"))
