"""The Obsidian."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus, Plus, breakthrough
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
from mecatol.rules.rolls.windows import ReadResults

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
        meaning="If it coexisted when the faction became the Obsidian, its owner gains control of the planet, and the "
        "other player's units there now coexist.",
    )
)

declare(
    Component(
        slug="nocturne",
        name="Nocturne",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="This faction cannot be chosen at setup; the Firmament becomes it.",
    )
)

declare(
    Component(
        slug="the-blades-orchestra",
        name="The Blade's Orchestra",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="When this faction comes into play, flip its home system, its double-sided components and all plots in "
        "play, and ready the home planets it controls.",
    )
)

declare(
    Component(
        slug="marionettes",
        name="Marionettes",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="Players whose control tokens are on a plot are that plot's puppets.",
    )
)

declare(
    Component(
        slug="neural-parasite-obsidian",
        name="Neural Parasite (Obsidian)",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=None,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="At the start of your turn, destroy another player's infantry in a system that contains your infantry "
        "or is adjacent to one that does.",
    )
)

declare(
    Component(
        slug="planesplitter-obsidian",
        name="Planesplitter (Obsidian)",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=None,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="With each strategic action you perform, you may move an ingress token to a system with your units or "
        "one adjacent to it.",
    )
)


declare(
    Effect(
        slug="assail",
        name="Assail",
        kind=FACTION_ABILITY,
        faction="obsidian",
        edition=THUNDERS_EDGE,
        meaning="Plot: your units get +1 to their rolls against a puppet, that is, a player whose token is on the "
        "plot.",
        timing="In every combat roll and every roll for a unit ability; enter it if the opponent is a puppet.",
        clauses=("78.5", "42.1", "10.1", "15.1", "77.3", "77.7"),
        steps=(*ROLL_STEPS, SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        assumed="the opponent is a puppet",
        windows=(ReadResults(Plus(1)),),
    )
)


def _elsewhere(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    here = tile is None or systems()[tile]["kind"] == "fracture"
    return None if here else "acts only in The Fracture"


declare(
    Effect(
        slug="aroz-hollow",
        name="Aroz Hollow",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Have units in The Fracture.",
        faction="obsidian",
        shared=True,
        edition=THUNDERS_EDGE,
        meaning="Obsidian commander: your units in The Fracture get +1 to their combat rolls.",
        timing="In every round, in space and on planets; without a system tile, the combat is taken to be in The "
        "Fracture.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        needs=_elsewhere,
        assumed="the combat is in The Fracture",
        told_by_tile=True,
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
        left_out="The solver has no timing window in which one player's loss makes the opponent destroy a ship of the "
        "same type.",
    )
)

declare(breakthrough("the-reaping", "The Reaping", "obsidian", ("green", "yellow")))
