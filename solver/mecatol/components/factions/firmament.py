"""The Firmament."""

from __future__ import annotations

from mecatol.components.acts import breakthrough
from mecatol.domain.editions import THUNDERS_EDGE
from mecatol.domain.factions import Faction, StartChoice
from mecatol.domain.steps import ACTIVE, MOVEMENT_STEP, SPACE_CANNON_OFFENSE, SPACE_COMBAT
from mecatol.domain.units import SPACE_CANNON, Unit, Value
from mecatol.effects.model import (
    AGENT,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    TARGET,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.state import Force, changed, stack
from mecatol.rules.hits.windows import RepairInCombat
from mecatol.rules.movement.windows import Moving
from mecatol.rules.rolls.windows import BeforeUse
from mecatol.scenario.movement import SHIPS

declare(
    Faction(
        slug="firmament",
        name="The Firmament",
        short="Firmament",
        edition=THUNDERS_EDGE,
        commodities=3,
        start={"carrier": 1, "cruiser": 1, "destroyer": 1, "fighter": 3, "infantry": 3, "space-dock": 1},
        start_choice=StartChoice(
            1,
            (
                "neural-motivator",
                "psychoarchaeology",
                "sarween-tools",
                "scanlink-drone-network",
            ),
        ),
    )
)

declare(
    Unit(
        slug="heavens-eye",
        name="Heaven's Eye",
        type="flagship",
        faction="firmament",
        edition=THUNDERS_EDGE,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="In a system with units of a player whose control token is on one of its owner's plots, it gets +1 to "
        "its move value and is repaired at the end of each combat round.",
    )
)

declare(
    Unit(
        slug="viper-ex-23",
        name="Viper EX-23",
        type="mech",
        faction="firmament",
        edition=THUNDERS_EDGE,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="When ground forces are committed to its planet, its owner may choose that all their own units there "
        "coexist, if they do not yet.",
        left_out="Whether units fight or coexist is decided before the combat; where they coexist, there is none.",
    )
)

declare(
    Component(
        slug="plots-within-plots",
        name="Plots Within Plots",
        kind=FACTION_ABILITY,
        faction="firmament",
        edition=THUNDERS_EDGE,
        meaning="Secret objectives that others have scored can be scored again, on top of your own and of the one that "
        "you score in a round, for a facedown plot with that player's token instead of a victory point.",
        left_out="It gives a plot card instead of a victory point and counts toward no limit, so the score stays as it "
        "is.",
    )
)

declare(
    Component(
        slug="puppets-of-the-blade",
        name="Puppets of the Blade",
        kind=FACTION_ABILITY,
        faction="firmament",
        edition=THUNDERS_EDGE,
        meaning="Action, with a plot in play: replace the faction's components with those of the Obsidian.",
    )
)

declare(
    Component(
        slug="neural-parasite-firmament",
        name="Neural Parasite (Firmament)",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green"),
        faction="firmament",
        edition=THUNDERS_EDGE,
        meaning="When the status phase starts, you may place an infantry on a home planet that you control. The card "
        "flips when you become the Obsidian.",
    )
)

declare(
    Component(
        slug="planesplitter-firmament",
        name="Planesplitter (Firmament)",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="firmament",
        edition=THUNDERS_EDGE,
        meaning="When you gain it, The Fracture comes into play. The card flips when you become the Obsidian.",
    )
)


def _repaired(moment: Moment, owner: int, units: Force, sustained: Force) -> Force:
    hurt = stack(units, "flagship").damaged
    return changed(units, "flagship", healthy=hurt, damaged=-hurt) if moment.round and hurt else units


declare(
    Effect(
        slug="heavens-eye-repair",
        name="Heaven’s Eye beside a puppet",
        kind=FACTION_ABILITY,
        faction="firmament",
        unit="heavens-eye",
        edition=THUNDERS_EDGE,
        meaning="If a player whose token is on one of your plots has units in the active system, the flagship gets +1 "
        "to its move value and is repaired at the end of each combat round.",
        timing="In movement, and when a round of space combat ends, each time, before anything that happens after the "
        "round, such as Devotion; enter it if such a player has units there.",
        clauses=("58.3", "78.9.a", "87.3"),
        steps=(MOVEMENT_STEP, SPACE_COMBAT),
        of=USER,
        assumed="a player whose token is on one of their plots has units in the system",
        windows=(
            Moving(each=1, ships=lambda unit: unit.type == "flagship"),
            RepairInCombat(_repaired, spares=False),
        ),
    )
)


def _not_at_those_that_moved(moment: Moment, owner: int, unit: Unit) -> bool:
    if moment.ability == SPACE_CANNON:
        side = moment.game.sides[owner]
        moment.game.warn(
            f"Assumed: all of {side.name}’s ships have moved into the system. Myru Vos does not keep Space Cannon from "
            "being used against any that were there before."
        )
    return moment.ability == SPACE_CANNON


declare(
    Effect(
        slug="myru-vos",
        name="Myru Vos",
        kind=LEADER,
        leader=AGENT,
        faction="firmament",
        shared=True,
        edition=THUNDERS_EDGE,
        meaning="Firmament agent: exhaust it when a player moves ships. Space Cannon cannot be used against them, and "
        "ships that transport nothing can move through systems with other players’ ships.",
        timing="All through Space Cannon Offense, as if all ships there had moved; in movement, for each fleet that "
        "transports nothing; Fighter II move on their own. The Firmament can use it for another player: enter it with "
        "that player's effects.",
        clauses=("77.2", "77.5.a", "58.4.b"),
        steps=(SPACE_CANNON_OFFENSE, MOVEMENT_STEP),
        of=TARGET,
        role=ACTIVE,
        windows=(
            BeforeUse(_not_at_those_that_moved),
            Moving(passes=frozenset({SHIPS}), unladen=True),
        ),
    )
)

declare(breakthrough("the-sowing", "The Sowing", "firmament", ("green", "yellow")))
