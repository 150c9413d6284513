"""The Clan of Saar."""

from __future__ import annotations

from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import ACTIVE, BOMBARDMENT_STEP, MOVEMENT_STEP, SYNERGY_STEPS, VICTORY_STEP
from mecatol.domain.units import Production, Unit, Value
from mecatol.effects.model import (
    AGENT,
    BREAKTHROUGH,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.windows import ColorsAlike
from mecatol.probability.dice import Dice
from mecatol.rules.bombardment.windows import ActionWithDice
from mecatol.rules.deploy.deployments import OWN_EVENT, PLANET, Deployment, declare_deploy, mech_there
from mecatol.rules.movement.windows import Moving
from mecatol.rules.victory.windows import ScoresWithoutHome
from mecatol.scenario.movement import ASTEROID_FIELD

declare(
    Faction(
        slug="clan-of-saar",
        name="The Clan of Saar",
        short="Saar",
        aliases=("saar", "clan"),
        edition=BASE,
        commodities=3,
        start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
        start_technologies=("antimass-deflectors",),
    )
)

declare(
    Unit(
        slug="floating-factory",
        name="Floating Factory I",
        type="space-dock",
        faction="clan-of-saar",
        edition=BASE,
        move=1,
        capacity=4,
        production=Production(value=5),
        meaning="It is in space instead of on a planet, moves and retreats like a ship, and is destroyed as soon as "
        "it is blockaded.",
    )
)

declare(
    Unit(
        slug="floating-factory-2",
        name="Floating Factory II",
        type="space-dock",
        faction="clan-of-saar",
        upgrade_of="floating-factory",
        technology="floating-factory-2",
        prerequisites=("yellow", "yellow"),
        edition=BASE,
        move=2,
        capacity=5,
        production=Production(value=7),
        meaning="It is in space instead of on a planet, moves and retreats like a ship, and is destroyed as soon as "
        "it is blockaded.",
    )
)

declare(
    Unit(
        slug="son-of-ragh",
        name="Son of Ragh",
        type="flagship",
        faction="clan-of-saar",
        edition=BASE,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        anti_fighter_barrage=Value(6, 4),
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="scavenger-zeta",
        name="Scavenger Zeta",
        type="mech",
        faction="clan-of-saar",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: when its owner gains control of a planet, that player may spend a trade good to place it "
        "there.",
    )
)

declare(
    Component(
        slug="scavenge",
        name="Scavenge",
        kind=FACTION_ABILITY,
        faction="clan-of-saar",
        edition=BASE,
        meaning="Gain a trade good each time you gain control of a planet.",
    )
)

declare(
    Effect(
        slug="nomadic",
        name="Nomadic",
        kind=FACTION_ABILITY,
        faction="clan-of-saar",
        edition=BASE,
        meaning="You can score objectives without controlling your home planets.",
        timing="Whenever its owner scores a public objective.",
        clauses=("61.16",),
        steps=(VICTORY_STEP,),
        automatic=True,
        windows=(ScoresWithoutHome(),),
    )
)

declare(
    Effect(
        slug="chaos-mapping",
        name="Chaos Mapping",
        kind=FACTION_TECHNOLOGY,
        color="blue",
        prerequisites=("blue",),
        faction="clan-of-saar",
        edition=BASE,
        meaning="Other players cannot activate asteroid fields that contain your ships. At the start of your turn, "
        "you may produce one unit in a system with a unit that has Production.",
        timing="In movement, against other players’ fleets. The unit that it produces is left out; enter the position "
        "after that.",
        clauses=("11.1",),
        steps=(MOVEMENT_STEP,),
        windows=(Moving(closes_to_others=frozenset({ASTEROID_FIELD}), calls_on=lambda unit: unit.is_ship),),
    )
)

declare(
    Effect(
        slug="captain-mendosa",
        name="Captain Mendosa",
        kind=LEADER,
        leader=AGENT,
        faction="clan-of-saar",
        shared=True,
        edition=POK,
        meaning="Saar agent: when a player activates a system, one of their ships gets the highest move value of any "
        "ship on the board.",
        timing="For the ship that lets the most units arrive, before anything is added to move values, even out of a "
        "nebula. Enter the fastest ship's move value. The Saar can use it for another player: enter it with that "
        "player's effects.",
        clauses=("58.3",),
        steps=(MOVEMENT_STEP,),
        role=ACTIVE,
        windows=(Moving(matches=True),),
    )
)

declare_deploy(
    Deployment(
        unit="scavenger-zeta",
        moment="gain-planet",
        when="The player has just gained control of a planet.",
        what="It is placed on that planet.",
        window="planet gained",
        needs=(OWN_EVENT, PLANET),
        trade_goods=1,
        gains=("Scavenge", 1),
        place=mech_there,
    )
)


def _apart(moment: Moment, owner: int) -> str | None:
    alone = moment.game.scenario.step == BOMBARDMENT_STEP
    return None if alone else "is an action of its own: solve it in the Bombardment step"


def _one_each(moment: Moment, owner: int, resources: int) -> Dice:
    """Return a die for each resource that is spent."""
    return Dice("", units=0, dice=resources, value=4)


declare(
    Effect(
        slug="deorbit-barrage",
        name="Deorbit Barrage",
        kind=BREAKTHROUGH,
        synergy=("blue", "red"),
        faction="clan-of-saar",
        edition=THUNDERS_EDGE,
        meaning="Exhaust it, spend any number of resources and choose a planet within two systems of an asteroid field "
        "that contains your ships. Roll as many dice as you spent; each 4 or higher assigns a hit to a ground "
        "force on that planet.",
        timing="An action of its own, before anything bombards. Enter it once for each resource that you spend. Unless "
        "you choose the planet, it is the first with ground forces; the hits go where they destroy the most units, "
        "and units with Sustain Damage cancel theirs. Planetary Shield does not stop it.",
        clauses=("87.1",),
        steps=(BOMBARDMENT_STEP, *SYNERGY_STEPS),
        of=USER,
        role=ACTIVE,
        limit=20,
        needs=_apart,
        exhausts=True,
        windows=(ActionWithDice(_one_each), ColorsAlike()),
    )
)
