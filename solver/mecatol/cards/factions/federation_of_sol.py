"""The Federation of Sol."""

from __future__ import annotations

from mecatol.cards import (
    CONTROLLED,
    ONE_MORE_DIE,
    OWN_EVENT,
    PLANET,
    CarriedUncounted,
    ColorsAlike,
    Deployment,
    Edition,
    Role,
    Stack,
    StartOfCombat,
    StepName,
    Strike,
    Value,
    declare_deploy,
    mech_there,
    not_on_own_planet,
    sheet,
)

sol = sheet(
    "The Federation of Sol",
    short="Sol", aliases=("sol", "federation"), edition=Edition.BASE, commodities=4,
    start={"carrier": 2, "destroyer": 1, "fighter": 3, "infantry": 5, "space-dock": 1},
    start_technologies=("antimass-deflectors", "neural-motivator"),
)  # fmt: skip

advanced_carrier = sol.unit("carrier", "Advanced Carrier I", cost=3, combat=Value(9), move=1, capacity=6)

sol.upgrade(
    advanced_carrier,
    "Advanced Carrier II",
    prerequisites=("blue", "blue"), cost=3, combat=Value(9), move=2, capacity=8, sustain_damage=True,
)  # fmt: skip

spec_ops = sol.unit("infantry", "Spec Ops I", cost=1, combat=Value(7))

sol.upgrade(
    spec_ops,
    "Spec Ops II",
    "When one is destroyed, roll a die: on 5 or more, place it on this card. At the start of its owner's next turn it "
    "returns to a planet that player controls in their home system.",
    prerequisites=("green", "green"), cost=1, combat=Value(6),
)  # fmt: skip

sol.flagship(
    "Genesis",
    "At the end of the status phase, place an infantry with it in space.",
    cost=8, combat=Value(5, 2), move=1, capacity=12, sustain_damage=True,
)  # fmt: skip

sol.mech(
    "ZS Thunderbolt M2",
    "Deploy: after you use Orbital Drop, spend three resources to place it on the same planet.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip

sol.ability("Orbital Drop", "Action: spend a strategy token to place two infantry on one planet you control.")

sol.ability("Versatile", "In the status phase, gain one extra command token.")

sol.breakthrough(
    "Bellum Gloriosum",
    "When you produce ships with capacity, fighters and ground forces that fit their capacity do not count against "
    "the production limit.",
    synergy=("green", "yellow"),
    timing="With each production of ships that have capacity; all units of one order are produced together.",
    clauses=("68.1.a", "68.1.b"),
    windows=(CarriedUncounted(), ColorsAlike()),
)

sol.agent(
    "Evelyn Delouis",
    "Sol’s agent: one of your ground forces rolls one more die in a round of ground combat.",
    timing="In the first round, for the unit that gains the most hits from it after all other effects.",
    clauses=("42.1",),
    steps=(StepName.GROUND_COMBAT,),
    rounds=1,
    windows=(ONE_MORE_DIE,),
)

_INFANTRY = Strike(0, lambda unit: False, joins=(Stack("infantry", 1, 0),))

sol.commander(
    "Claire Gibson",
    "Sol commander: when a ground combat starts on a planet you control, you may add an infantry there from your "
    "reinforcements.",
    unlock="Control planets with at least 12 resources in total.",
    timing="For the player who is attacked, in each ground combat, after Space Cannon Defense, or for the active "
    "player who controls the planet and attacks units that coexist there. Where no ground force is left on either "
    "side, there is no combat to start.",
    clauses=("42.4.a",),
    steps=(StepName.GROUND_COMBAT,),
    role=Role.OTHER,
    in_control=True,
    needs=not_on_own_planet,
    windows=(StartOfCombat(lambda moment, owner: _INFANTRY),),
)

declare_deploy(
    Deployment(
        unit="zs-thunderbolt-m2",
        moment="orbital-drop",
        happens="Sol's Orbital Drop has just been used.",
        when="Orbital Drop has just been used.",
        what="It is placed on the planet where Orbital Drop placed infantry.",
        window="use of Orbital Drop",
        needs=(OWN_EVENT, PLANET, CONTROLLED),
        resources=3,
        place=mech_there,
    )
)
