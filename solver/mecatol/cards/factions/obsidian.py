"""The Obsidian."""

from __future__ import annotations

from mecatol.cards import CombatPlus, Edition, Moment, Plus, ReadResults, StepName, Value, sheet, systems

obsidian = sheet("The Obsidian", short="Obsidian", edition=Edition.THUNDERS_EDGE, commodities=3)

obsidian.flagship("Heaven's Hollow", cost=8, combat=Value(5, 3), move=1, capacity=3, sustain_damage=True)

obsidian.mech(
    "Viper Hollow",
    "If it coexisted when the faction became the Obsidian, its owner gains control of the planet, and the other "
    "player's units there now coexist.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

obsidian.ability("Nocturne", "This faction cannot be chosen at setup; the Firmament becomes it.")

obsidian.ability(
    "The Blade's Orchestra",
    "When this faction comes into play, flip its home system, its double-sided components and all plots in play, and "
    "ready the home planets it controls.",
)

obsidian.ability("Marionettes", "Players whose control tokens are on a plot are that plot's puppets.")

obsidian.technology(
    "Neural Parasite (Obsidian)",
    "At the start of your turn, destroy another player's infantry in a system that contains your infantry or is "
    "adjacent to one that does.",
    color="green",
    prerequisites=None,
)

obsidian.technology(
    "Planesplitter (Obsidian)",
    "With each strategic action you perform, you may move an ingress token to a system with your units or one "
    "adjacent to it.",
    color="yellow",
    prerequisites=None,
)

obsidian.ability(
    "Assail",
    "Plot: your units get +1 to their rolls against a puppet, that is, a player whose token is on the plot.",
    timing="In every combat roll and every roll for a unit ability; enter it if the opponent is a puppet.",
    clauses=("78.5", "42.1", "10.1", "15.1", "77.3", "77.7"),
    assumed="the opponent is a puppet",
    windows=(ReadResults(Plus(1)),),
)


def _elsewhere(moment: Moment, owner: int) -> str | None:
    tile = moment.game.scenario.system
    here = tile is None or systems()[tile]["kind"] == "fracture"
    return None if here else "acts only in The Fracture"


obsidian.commander(
    "Aroz Hollow",
    "Obsidian commander: your units in The Fracture get +1 to their combat rolls.",
    unlock="Have units in The Fracture.",
    timing="In every round, in space and on planets; without a system tile, the combat is taken to be in The Fracture.",
    clauses=("78.5", "42.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    needs=_elsewhere,
    assumed="the combat is in The Fracture",
    told_by_tile=True,
    windows=(ReadResults(CombatPlus(1)),),
)

obsidian.agent(
    "Vos Hollow",
    "When a player’s ship is destroyed in any combat, you may exhaust it: that player’s opponent must destroy a ship "
    "of the same type in the active system, if they have one.",
    left_out="The solver has no timing window in which one player's loss makes the opponent destroy a ship of the "
    "same type.",
)

obsidian.breakthrough("The Reaping", synergy=("green", "yellow"))
