"""The Sunken Court, a faction of players' own: one file, and an edition for it."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus, PlusFor
from mecatol.rolls.windows import ReadResults

from mecatol.domain.editions import THUNDERS_EDGE, Edition
from mecatol.domain.factions import Faction
from mecatol.domain.steps import GROUND_COMBAT, SPACE_COMBAT
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import FACTION_ABILITY, FACTION_TECHNOLOGY, Component, Effect, declare

TIDES = "tides"

declare(Edition(slug=TIDES, name="Tides (homebrew)", extends=THUNDERS_EDGE))

declare(
    Faction(
        slug="sunken-court",
        name="The Sunken Court",
        short="Court",
        edition=TIDES,
        commodities=3,
        start={"carrier": 1, "cruiser": 2, "infantry": 3, "space-dock": 1},
        start_technologies=("sarween-tools",),
    )
)

declare(
    Unit(
        slug="leviathan",
        name="Leviathan",
        type="flagship",
        faction="sunken-court",
        edition=TIDES,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="drowned-knight",
        name="Drowned Knight",
        type="mech",
        faction="sunken-court",
        edition=TIDES,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
    )
)

declare(
    Effect(
        slug="undertow",
        name="Undertow",
        kind=FACTION_ABILITY,
        faction="sunken-court",
        edition=TIDES,
        meaning="Your units get +1 to their combat rolls on planets.",
        timing="In every round of a ground combat.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        automatic=True,
        windows=(ReadResults(CombatPlus(1)),),
    )
)

declare(
    Effect(
        slug="deep-guns",
        name="Deep Guns",
        kind=FACTION_TECHNOLOGY,
        faction="sunken-court",
        edition=TIDES,
        color="red",
        prerequisites=("red", "red"),
        meaning="Your cruisers get +2 to their combat rolls.",
        timing="In every round of a space combat.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        windows=(ReadResults(PlusFor(2, "cruiser")),),
    )
)

declare(
    Component(
        slug="tide-tables",
        name="Tide Tables",
        kind=FACTION_ABILITY,
        faction="sunken-court",
        edition=TIDES,
        meaning="Your ships move through systems with an ocean planet as if nothing stood there.",
        left_out="Movement is left to the players.",
    )
)
