"""The Yssaril Tribes."""

from __future__ import annotations

from mecatol.deploy.deployments import CONTROLLED, OWN_EVENT, PLANET, Deployment, declare_deploy, mech_there
from mecatol.domain.editions import BASE, POK
from mecatol.domain.factions import Faction
from mecatol.domain.steps import MOVEMENT_STEP
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import AGENT, FACTION_ABILITY, FACTION_TECHNOLOGY, UNIT_TEXT, Component, Effect, declare
from mecatol.movement.windows import Moving
from mecatol.scenario.movement import SHIPS

declare(
    Faction(
        slug="yssaril-tribes",
        name="The Yssaril Tribes",
        short="Yssaril",
        aliases=("yssaril",),
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
        meaning="It may pass through systems with ships of other players.",
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
        meaning="Deploy: Stall Tactics may be followed by putting it on a planet that its owner controls.",
    )
)

declare(
    Component(
        slug="stall-tactics",
        name="Stall Tactics",
        kind=FACTION_ABILITY,
        faction="yssaril-tribes",
        edition=BASE,
        meaning="Action: throw away an action card.",
    )
)

declare(
    Component(
        slug="scheming",
        name="Scheming",
        kind=FACTION_ABILITY,
        faction="yssaril-tribes",
        edition=BASE,
        meaning="It draws one action card more each time and then throws one away.",
    )
)

declare(
    Component(
        slug="crafty",
        name="Crafty",
        kind=FACTION_ABILITY,
        faction="yssaril-tribes",
        edition=BASE,
        meaning="There is no limit to its hand of action cards.",
    )
)

declare(
    Component(
        slug="mageon-implants",
        name="Mageon Implants",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=("green", "green", "green"),
        faction="yssaril-tribes",
        edition=BASE,
        meaning="Action: exhausted, it shows another's action cards and takes one.",
    )
)

declare(
    Component(
        slug="transparasteel-plating",
        name="Transparasteel Plating",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=("green",),
        faction="yssaril-tribes",
        edition=BASE,
        meaning="Players who have passed can play no action cards in its turns.",
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
        timing="Always, for the flagship alone.",
        clauses=("58.4.b",),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(passes=frozenset({SHIPS}), ships=lambda unit: unit.slug == "ysia-yssrila"),),
    )
)

declare_deploy(
    Deployment(
        unit="blackshade-infiltrator",
        moment="stall-tactics",
        happens="Yssaril's Stall Tactics has just been used.",
        when="Stall Tactics has just been used.",
        what="It comes to any planet that the player controls.",
        window="use of Stall Tactics",
        needs=(OWN_EVENT, PLANET, CONTROLLED),
        place=mech_there,
    )
)
