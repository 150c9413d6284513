"""The Yssaril Tribes."""

from __future__ import annotations

from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import MOVEMENT_STEP, SYNERGY_STEPS, TRANSACTION_STEP
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    AGENT,
    BREAKTHROUGH,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    UNIT_TEXT,
    Component,
    Effect,
    declare,
)
from mecatol.game.windows import ColorsAlike
from mecatol.rules.deploy.deployments import CONTROLLED, OWN_EVENT, PLANET, Deployment, declare_deploy, mech_there
from mecatol.rules.movement.windows import Moving
from mecatol.rules.transaction.windows import TradesOnOccasion
from mecatol.scenario.movement import SHIPS

declare(
    Faction(
        slug="yssaril-tribes",
        name="The Yssaril Tribes",
        short="Yssaril",
        aliases=("yssaril", "goblins"),
        edition=BASE,
        commodities=3,
        start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 5, "pds": 1, "space-dock": 1},
        start_technologies=("neural-motivator",),
        leaders_of_others=(AGENT,),  # by Ssruu, its own agent
    )
)

declare(
    Unit(
        slug="ysia-yssrila",
        name="Y'sia Y'ssrila",
        type="flagship",
        faction="yssaril-tribes",
        edition=BASE,
        cost=8,
        combat=Value(5, 2),
        move=2,
        capacity=3,
        sustain_damage=True,
        meaning="It can move through systems in which other players have ships.",
    )
)

declare(
    Unit(
        slug="blackshade-infiltrator",
        name="Blackshade Infiltrator",
        type="mech",
        faction="yssaril-tribes",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: after its owner uses Stall Tactics, they may place it on a planet they control.",
    )
)

declare(
    Component(
        slug="stall-tactics",
        name="Stall Tactics",
        kind=FACTION_ABILITY,
        faction="yssaril-tribes",
        edition=BASE,
        meaning="Action: discard an action card.",
    )
)

declare(
    Component(
        slug="scheming",
        name="Scheming",
        kind=FACTION_ABILITY,
        faction="yssaril-tribes",
        edition=BASE,
        meaning="When you draw action cards, draw one extra, then discard one from your hand.",
    )
)

declare(
    Component(
        slug="crafty",
        name="Crafty",
        kind=FACTION_ABILITY,
        faction="yssaril-tribes",
        edition=BASE,
        meaning="There is no limit to the action cards in your hand.",
    )
)

declare(
    Component(
        slug="mageon-implants",
        name="Mageon Implants",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green", "green"),
        faction="yssaril-tribes",
        edition=BASE,
        meaning="Action: exhaust it to look at another player's action cards and take one of them.",
    )
)

declare(
    Component(
        slug="transparasteel-plating",
        name="Transparasteel Plating",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        faction="yssaril-tribes",
        edition=BASE,
        meaning="During your turns, players who have passed cannot play action cards.",
    )
)

declare(
    Effect(
        slug="ysia-yssrila-passage",
        name="Y’sia Y’ssrila",
        kind=UNIT_TEXT,
        faction="yssaril-tribes",
        unit="ysia-yssrila",
        edition=BASE,
        meaning="It can move through systems in which other players have ships.",
        timing="Always, but only the flagship.",
        clauses=("58.4.b",),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(passes=frozenset({SHIPS}), ships=lambda unit: unit.type == "flagship"),),
    )
)

declare(
    Effect(
        slug="deepgloom-executable",
        name="Deepgloom Executable",
        kind=BREAKTHROUGH,
        synergy=("green", "yellow"),
        faction="yssaril-tribes",
        edition=THUNDERS_EDGE,
        meaning="Others can use your Stall Tactics or Scheming if you let them. You may then make a transaction with "
        "that player, and in the action phase it does not count against the limit of one per turn.",
        timing="That transaction needs no neighbors and no turn of either player.",
        clauses=("94.1",),
        steps=(TRANSACTION_STEP, *SYNERGY_STEPS),
        windows=(
            TradesOnOccasion(
                "let {other} use Stall Tactics or Scheming", in_agenda="The card lifts the limit of one in turns only."
            ),
            ColorsAlike(),
        ),
    )
)

declare_deploy(
    Deployment(
        unit="blackshade-infiltrator",
        moment="stall-tactics",
        happens="Yssaril's Stall Tactics has just been used.",
        when="Stall Tactics has just been used.",
        what="It is placed on any planet that the player controls.",
        window="use of Stall Tactics",
        needs=(OWN_EVENT, PLANET, CONTROLLED),
        place=mech_there,
    )
)
