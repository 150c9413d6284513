"""The Firmament."""

from __future__ import annotations

from mecatol.cards import (
    SHIPS,
    Ability,
    BeforeUse,
    Edition,
    Force,
    Moment,
    Moving,
    RepairInCombat,
    Role,
    StartChoice,
    StepName,
    Unit,
    Value,
    Whose,
    changed,
    sheet,
    stack,
)

firmament = sheet(
    "The Firmament",
    short="Firmament", edition=Edition.THUNDERS_EDGE, commodities=3,
    start={"carrier": 1, "cruiser": 1, "destroyer": 1, "fighter": 3, "infantry": 3, "space-dock": 1},
    start_choice=StartChoice(1, ("neural-motivator", "psychoarchaeology", "sarween-tools", "scanlink-drone-network")),
)  # fmt: skip

firmament.flagship(
    "Heaven's Eye",
    "In a system with units of a player whose control token is on one of its owner's plots, it gets +1 to its move "
    "value and is repaired at the end of each combat round.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

firmament.mech(
    "Viper EX-23",
    "When ground forces are committed to its planet, its owner may choose that all their own units there coexist, if "
    "they do not yet.",
    cost=2, combat=Value(6), sustain_damage=True,
    left_out="Whether units fight or coexist is decided before the combat; where they coexist, there is none.",
)  # fmt: skip

firmament.ability(
    "Plots Within Plots",
    "Secret objectives that others have scored can be scored again, on top of your own and of the one that you score "
    "in a round, for a facedown plot with that player's token instead of a victory point.",
    left_out="It gives a plot card instead of a victory point and counts toward no limit, so the score stays as it is.",
)

firmament.ability(
    "Puppets of the Blade", "Action, with a plot in play: replace the faction's components with those of the Obsidian."
)

firmament.technology(
    "Neural Parasite (Firmament)",
    "When the status phase starts, you may place an infantry on a home planet that you control. The card flips when "
    "you become the Obsidian.",
    prerequisites=("green", "green"),
)

firmament.technology(
    "Planesplitter (Firmament)",
    "When you gain it, The Fracture comes into play. The card flips when you become the Obsidian.",
    prerequisites=("yellow", "yellow"),
)


def _repaired(moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
    hurt = stack(units, "flagship").damaged
    return changed(units, "flagship", healthy=hurt, damaged=-hurt) if moment.round and hurt else units


firmament.ability(
    "Heaven’s Eye beside a puppet",
    "If a player whose token is on one of your plots has units in the active system, the flagship gets +1 to its move "
    "value and is repaired at the end of each combat round.",
    slug="heavens-eye-repair",
    unit="heavens-eye",
    timing="In movement, and when a round of space combat ends, each time, before anything that happens after the "
    "round, such as Devotion; enter it if such a player has units there.",
    clauses=("58.3", "78.9.a", "87.3"),
    steps=(StepName.MOVEMENT, StepName.SPACE_COMBAT),
    assumed="a player whose token is on one of their plots has units in the system",
    windows=(Moving(each=1, ships=lambda unit: unit.type == "flagship"), RepairInCombat(_repaired, spares=False)),
)


def _not_at_those_that_moved(moment: Moment, owner: int, unit: Unit) -> bool:
    if moment.ability == Ability.SPACE_CANNON:
        side = moment.game.sides[owner]
        moment.game.warn(
            f"Assumed: all of {side.name}’s ships have moved into the system. Myru Vos does not keep Space Cannon from "
            "being used against any that were there before."
        )
    return moment.ability == Ability.SPACE_CANNON


firmament.agent(
    "Myru Vos",
    "Firmament agent: exhaust it when a player moves ships. Space Cannon cannot be used against them, and ships that "
    "transport nothing can move through systems with other players’ ships.",
    timing="All through Space Cannon Offense, as if all ships there had moved; in movement, for each fleet that "
    "transports nothing; Fighter II move on their own. The Firmament can use it for another player: enter it with "
    "that player's effects.",
    clauses=("77.2", "77.5.a", "58.4.b"),
    steps=(StepName.SPACE_CANNON_OFFENSE, StepName.MOVEMENT),
    of=Whose.TARGET,
    role=Role.ACTIVE,
    windows=(BeforeUse(_not_at_those_that_moved), Moving(passes=frozenset({SHIPS}), unladen=True)),
)

firmament.breakthrough("The Sowing", synergy=("green", "yellow"))
