"""The Sunken Court, a faction of players' own: one file, and an edition for it."""

from __future__ import annotations

from mecatol.cards import CombatPlus, Edition, PlusFor, ReadResults, StepName, Value, own_edition, sheet

tides = own_edition("tides", "Tides (homebrew)", extends=Edition.THUNDERS_EDGE)

court = sheet(
    "The Sunken Court",
    short="Court",
    edition=tides,
    commodities=3,
    start={"carrier": 1, "cruiser": 2, "infantry": 3, "space-dock": 1},
    start_technologies=("sarween-tools",),
)

court.flagship(
    "Leviathan",
    cost=8,
    combat=Value(5, 2),
    move=1,
    capacity=3,
    sustain_damage=True,
)

court.mech(
    "Drowned Knight",
    cost=2,
    combat=Value(6),
    sustain_damage=True,
)

court.ability(
    "Undertow",
    "Your units get +1 to their combat rolls on planets.",
    timing="In every round of a ground combat.",
    clauses=("42.1",),
    steps=(StepName.GROUND_COMBAT,),
    automatic=True,
    windows=(ReadResults(CombatPlus(1)),),
)

court.technology(
    "Deep Guns",
    "Your cruisers get +2 to their combat rolls.",
    prerequisites=("red", "red"),
    timing="In every round of a space combat.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    windows=(ReadResults(PlusFor(2, "cruiser")),),
)

court.ability(
    "Tide Tables",
    "Your ships move through systems with an ocean planet as if nothing stood there.",
    left_out="Movement is left to the players.",
)
