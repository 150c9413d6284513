"""The Obsidian."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus, Plus
from mecatol.domain.editions import THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import GROUND_COMBAT, ROLL_STEPS, SPACE_COMBAT
from mecatol.domain.units import Unit, Value, systems
from mecatol.effects.model import (
    AGENT,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.rolls.windows import ReadResults

declare(
    Faction(
        slug="obsidian",
        name="The Obsidian",
        short="Obsidian",
        edition=THUNDERS_EDGE,
        commodities=3,
    )
)

declare(
    Unit(
        slug="heavens-hollow",
        name="Heaven's Hollow",
        type="flagship",
        faction="obsidian",
        edition=THUNDERS_EDGE,
        cost=8,
        combat=Value(5, 3),
        move=1,
        capacity=3,
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="viper-hollow",
        name="Viper Hollow",
        type="mech",
        faction="obsidian",
        edition=THUNDERS_EDGE,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="If it coexisted when the faction turned into the Obsidian, its owner takes the planet and the other "
        "player's units are those that coexist.",
    )
)

declare(
    Component(
        slug="nocturne",
        name="Nocturne",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="Nobody can pick this faction at setup; the Firmament turns into it.",
    )
)

declare(
    Component(
        slug="the-blades-orchestra",
        name="The Blade's Orchestra",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="Its arrival turns over the home system, the two-sided components and all plots in play, and readies "
        "the home planets that it holds.",
    )
)

declare(
    Component(
        slug="marionettes",
        name="Marionettes",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="The players whose tokens lie on a plot are that plot's puppets.",
    )
)

declare(
    Component(
        slug="neural-parasite-obsidian",
        name="Neural Parasite (Obsidian)",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=None,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="As its turn starts, an enemy infantry dies in a system with its own infantry or next to one.",
    )
)

declare(
    Component(
        slug="planesplitter-obsidian",
        name="Planesplitter (Obsidian)",
        kind=FACTION_TECHNOLOGY,
        colour="yellow",
        prerequisites=None,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="A strategic action may shift an ingress token into a system with its units or next to one.",
    )
)


declare(
    Effect(
        slug="assail",
        name="Assail",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="Plot: your units get +1 to their rolls against a puppet, a player whose token lies on the plot.",
        timing="In every combat roll and every roll for a unit ability; name it where the opponent is a puppet.",
        clauses=("78.5", "42.1"),
        steps=(*ROLL_STEPS, SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        windows=(ReadResults(Plus(1)),),
    )
)


def _elsewhere(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    here = tile is None or systems()[tile]["kind"] == "fracture"
    return None if here else "acts in the Fracture alone"


declare(
    Effect(
        slug="aroz-hollow",
        name="Aroz Hollow",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Units in the Fracture.",
        faction="obsidian",
        shared=True,
        edition=THUNDERS_EDGE,
        meaning="Obsidian commander: +1 to all combat rolls of its owner’s units in the Fracture.",
        timing="In every round, in space and on planets; if no system is entered, the combat is in the Fracture.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        needs=_elsewhere,
        windows=(ReadResults(CombatPlus(1)),),
    )
)

declare(
    Component(
        slug="vos-hollow",
        name="Vos Hollow",
        kind=LEADER,
        leader=AGENT,
        faction="obsidian",
        shared=True,
        edition=THUNDERS_EDGE,
        meaning="When a player’s ship is destroyed in any combat, you may exhaust it: that player’s opponent must "
        "destroy a ship of the same type in the active system, if they have one.",
        left_out="When a ship is destroyed in a combat, the opponent of its owner has to give up one of the same type; "
        "the solver has no such timing window.",
    )
)
