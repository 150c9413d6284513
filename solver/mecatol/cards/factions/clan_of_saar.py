"""The Clan of Saar."""

from __future__ import annotations

from mecatol.cards import (
    ASTEROID_FIELD,
    OWN_EVENT,
    PLANET,
    ActionWithDice,
    ColorsAlike,
    Deployment,
    Dice,
    Edition,
    Moment,
    Moving,
    Production,
    Role,
    ScoresWithoutHome,
    StepName,
    Value,
    declare_deploy,
    mech_there,
    sheet,
)

saar = sheet(
    "The Clan of Saar",
    short="Saar", aliases=("saar", "clan"), edition=Edition.BASE, commodities=3,
    start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
    start_technologies=("antimass-deflectors",),
)  # fmt: skip

floating_factory = saar.unit(
    "space-dock",
    "Floating Factory I",
    "It is in space instead of on a planet, moves and retreats like a ship, and is destroyed as soon as it is "
    "blockaded.",
    move=1, capacity=4, production=Production(value=5),
)  # fmt: skip

saar.upgrade(
    floating_factory,
    "Floating Factory II",
    "It is in space instead of on a planet, moves and retreats like a ship, and is destroyed as soon as it is "
    "blockaded.",
    prerequisites=("yellow", "yellow"), move=2, capacity=5, production=Production(value=7),
)  # fmt: skip

saar.flagship(
    "Son of Ragh", cost=8, combat=Value(5, 2), move=1, capacity=3, anti_fighter_barrage=Value(6, 4), sustain_damage=True
)

saar.mech(
    "Scavenger Zeta",
    "Deploy: when its owner gains control of a planet, that player may spend a trade good to place it there.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip

saar.ability("Scavenge", "Gain a trade good each time you gain control of a planet.")

saar.ability(
    "Nomadic",
    "You can score objectives without controlling your home planets.",
    timing="Whenever its owner scores a public objective.",
    clauses=("61.16",),
    automatic=True,
    windows=(ScoresWithoutHome(),),
)

saar.technology(
    "Chaos Mapping",
    "Other players cannot activate asteroid fields that contain your ships. At the start of your turn, you may "
    "produce one unit in a system with a unit that has Production.",
    prerequisites=("blue",),
    timing="In movement, against other players’ fleets. The unit that it produces is left out; enter the position "
    "after that.",
    clauses=("11.1",),
    steps=(StepName.MOVEMENT,),
    windows=(Moving(closes_to_others=frozenset({ASTEROID_FIELD}), calls_on=lambda unit: unit.is_ship),),
)

saar.agent(
    "Captain Mendosa",
    "Saar agent: when a player activates a system, one of their ships gets the highest move value of any ship on the "
    "board.",
    timing="For the ship that lets the most units arrive, before anything is added to move values, even out of a "
    "nebula. Enter the fastest ship's move value. The Saar can use it for another player: enter it with that player's "
    "effects.",
    clauses=("58.3",),
    steps=(StepName.MOVEMENT,),
    role=Role.ACTIVE,
    windows=(Moving(matches=True),),
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
    alone = moment.game.scenario.step == StepName.BOMBARDMENT
    return None if alone else "is an action of its own: solve it in the Bombardment step"


saar.breakthrough(
    "Deorbit Barrage",
    "Exhaust it, spend any number of resources and choose a planet within two systems of an asteroid field that "
    "contains your ships. Roll as many dice as you spent; each 4 or higher assigns a hit to a ground force on that "
    "planet.",
    synergy=("blue", "red"),
    timing="An action of its own, before anything bombards. Enter it once for each resource that you spend. Unless "
    "you choose the planet, it is the first with ground forces; the hits go where they destroy the most units, and "
    "units with Sustain Damage cancel theirs. Planetary Shield does not stop it.",
    clauses=("87.1",),
    role=Role.ACTIVE,
    limit=20,
    needs=_apart,
    exhausts=True,
    windows=(
        ActionWithDice(lambda moment, owner, resources: Dice("", units=0, dice=resources, value=4)),
        ColorsAlike(),
    ),
)
