"""The Federation of Sol."""

from __future__ import annotations

from mecatol.components.acts import ONE_MORE_DIE, not_on_own_planet
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import GROUND_COMBAT, OTHER, PRODUCTION_STEP, SYNERGY_STEPS
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    AGENT,
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    LEADER,
    USER,
    Component,
    Effect,
    declare,
)
from mecatol.game.state import Stack
from mecatol.game.windows import ColorsAlike
from mecatol.rules.combat.windows import StartOfCombat, Strike
from mecatol.rules.deploy.deployments import CONTROLLED, OWN_EVENT, PLANET, Deployment, declare_deploy, mech_there
from mecatol.rules.production.windows import CarriedUncounted

declare(
    Faction(
        slug="federation-of-sol",
        name="The Federation of Sol",
        short="Sol",
        aliases=("sol", "federation"),
        edition=BASE,
        commodities=4,
        start={"carrier": 2, "destroyer": 1, "fighter": 3, "infantry": 5, "space-dock": 1},
        start_technologies=(
            "antimass-deflectors",
            "neural-motivator",
        ),
    )
)

declare(
    Unit(
        slug="advanced-carrier",
        name="Advanced Carrier I",
        type="carrier",
        faction="federation-of-sol",
        edition=BASE,
        cost=3,
        combat=Value(9),
        move=1,
        capacity=6,
    )
)

declare(
    Unit(
        slug="advanced-carrier-2",
        name="Advanced Carrier II",
        type="carrier",
        faction="federation-of-sol",
        upgrade_of="advanced-carrier",
        technology="advanced-carrier-2",
        prerequisites=("blue", "blue"),
        edition=BASE,
        cost=3,
        combat=Value(9),
        move=2,
        capacity=8,
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="spec-ops",
        name="Spec Ops I",
        type="infantry",
        faction="federation-of-sol",
        edition=BASE,
        cost=1,
        combat=Value(7),
    )
)

declare(
    Unit(
        slug="spec-ops-2",
        name="Spec Ops II",
        type="infantry",
        faction="federation-of-sol",
        upgrade_of="spec-ops",
        technology="spec-ops-2",
        prerequisites=("green", "green"),
        edition=BASE,
        cost=1,
        combat=Value(6),
        meaning="When one is destroyed, roll a die: on 5 or more, place it on this card. At the start of its owner's "
        "next turn it returns to a planet that player controls in their home system.",
    )
)

declare(
    Unit(
        slug="genesis",
        name="Genesis",
        type="flagship",
        faction="federation-of-sol",
        edition=BASE,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=12,
        sustain_damage=True,
        meaning="At the end of the status phase, place an infantry with it in space.",
    )
)

declare(
    Unit(
        slug="zs-thunderbolt-m2",
        name="ZS Thunderbolt M2",
        type="mech",
        faction="federation-of-sol",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: after you use Orbital Drop, spend three resources to place it on the same planet.",
    )
)

declare(
    Component(
        slug="orbital-drop",
        name="Orbital Drop",
        kind=FACTION_ABILITY,
        faction="federation-of-sol",
        edition=BASE,
        meaning="Action: spend a strategy token to place two infantry on one planet you control.",
    )
)

declare(
    Component(
        slug="versatile",
        name="Versatile",
        kind=FACTION_ABILITY,
        faction="federation-of-sol",
        edition=BASE,
        meaning="In the status phase, gain one extra command token.",
    )
)


declare(
    Effect(
        slug="bellum-gloriosum",
        name="Bellum Gloriosum",
        kind=BREAKTHROUGH,
        faction="federation-of-sol",
        edition=THUNDERS_EDGE,
        synergy=("green", "yellow"),
        meaning="When you produce ships with capacity, fighters and ground forces that fit their capacity do not "
        "count against the production limit.",
        timing="With each production of ships that have capacity; all units of one order are produced together.",
        clauses=("68.1.a", "68.1.b"),
        steps=(PRODUCTION_STEP, *SYNERGY_STEPS),
        windows=(CarriedUncounted(), ColorsAlike()),
    )
)


declare(
    Effect(
        slug="evelyn-delouis",
        name="Evelyn Delouis",
        kind=LEADER,
        leader=AGENT,
        faction="federation-of-sol",
        shared=True,
        edition=POK,
        meaning="Sol’s agent: one of your ground forces rolls one more die in a round of ground combat.",
        timing="In the first round, for the unit that gains the most hits from it after all other effects.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        rounds=1,
        windows=(ONE_MORE_DIE,),
    )
)

_INFANTRY = Strike(0, lambda unit: False, joins=(Stack("infantry", 1, 0),))

declare(
    Effect(
        slug="claire-gibson",
        name="Claire Gibson",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Control planets with at least 12 resources in total.",
        faction="federation-of-sol",
        shared=True,
        edition=POK,
        meaning="Sol commander: when a ground combat starts on a planet you control, you may add an infantry there "
        "from your reinforcements.",
        timing="For the player who is attacked, in each ground combat, after Space Cannon Defense, or for the active "
        "player who controls the planet and attacks units that coexist there. Where no ground force is left on either "
        "side, there is no combat to start.",
        clauses=("42.4.a",),
        steps=(GROUND_COMBAT,),
        of=USER,
        role=OTHER,
        in_control=True,
        needs=not_on_own_planet,
        windows=(StartOfCombat(lambda moment, owner: _INFANTRY),),
    )
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
