"""The Emirates of Hacan."""

from __future__ import annotations

from mecatol.components.acts import flagship_here
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import PRODUCTION_STEP, SPACE_COMBAT, SYNERGY_STEPS, TRANSACTION_STEP, VOTES_STEP
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    BREAKTHROUGH,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    PROMISSORY_NOTE,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    declare,
)
from mecatol.game.windows import ColorsAlike
from mecatol.rules.combat.windows import NearMisses
from mecatol.rules.production.windows import FleetToken, FreeUnits
from mecatol.rules.transaction.windows import TradesActionCards, TradesAnywhere, TradesItsPlanet
from mecatol.rules.voting.windows import BoughtVotes

declare(
    Faction(
        slug="emirates-of-hacan",
        name="The Emirates of Hacan",
        short="Hacan",
        aliases=("hacan", "lions", "cats"),
        edition=BASE,
        commodities=6,
        start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
        start_technologies=(
            "antimass-deflectors",
            "sarween-tools",
        ),
    )
)

declare(
    Unit(
        slug="wrath-of-kenara",
        name="Wrath of Kenara",
        type="flagship",
        faction="emirates-of-hacan",
        edition=BASE,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="After its owner rolls a die in a space combat there, that player may spend a trade good to add 1 to "
        "the result.",
    )
)

declare(
    Unit(
        slug="pride-of-kenara",
        name="Pride of Kenara",
        type="mech",
        faction="emirates-of-hacan",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="The card of its planet may be given in a transaction. Its owner's units there then move to another "
        "planet that player controls.",
    )
)

declare(
    Effect(
        slug="pride-of-kenara-planet",
        name="Pride of Kenara",
        kind=UNIT_TEXT,
        faction="emirates-of-hacan",
        unit="pride-of-kenara",
        edition=POK,
        meaning="The card of its planet can be given in a transaction; its owner's units there go to another planet.",
        timing="In its owner’s transactions, for planets that it is on.",
        clauses=("94.3",),
        steps=(TRANSACTION_STEP,),
        automatic=True,
        windows=(TradesItsPlanet("Pride of Kenara"),),
    )
)

declare(
    Component(
        slug="masters-of-trade",
        name="Masters of Trade",
        kind=FACTION_ABILITY,
        faction="emirates-of-hacan",
        edition=BASE,
        meaning="You do not spend a token for the secondary ability of Trade.",
    )
)

declare(
    Effect(
        slug="guild-ships",
        name="Guild Ships",
        kind=FACTION_ABILITY,
        faction="emirates-of-hacan",
        edition=BASE,
        meaning="You can make transactions with players who are not your neighbors.",
        timing="In each of its owner’s transactions.",
        clauses=("94.1",),
        steps=(TRANSACTION_STEP,),
        automatic=True,
        windows=(TradesAnywhere(),),
    )
)

declare(
    Effect(
        slug="arbiters",
        name="Arbiters",
        kind=FACTION_ABILITY,
        faction="emirates-of-hacan",
        edition=BASE,
        meaning="Action cards can be given in your transactions.",
        timing="In each of its owner’s transactions.",
        clauses=("94.3.a",),
        steps=(TRANSACTION_STEP,),
        automatic=True,
        windows=(TradesActionCards(),),
    )
)

declare(
    Component(
        slug="production-biomes",
        name="Production Biomes",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green"),
        faction="emirates-of-hacan",
        edition=BASE,
        meaning="Action: exhaust it and spend a strategy token. You gain four trade goods, and another player gains "
        "two.",
    )
)

declare(
    Component(
        slug="quantum-datahub-node",
        name="Quantum Datahub Node",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow", "yellow"),
        faction="emirates-of-hacan",
        edition=BASE,
        meaning="At the end of the strategy phase, spend a strategy token and give another player three trade goods "
        "to swap strategy cards with that player.",
    )
)


declare(
    Effect(
        slug="harrugh-gefhara",
        name="Harrugh Gefhara",
        kind=LEADER,
        leader=HERO,
        title="Galactic Securities Net",
        faction="emirates-of-hacan",
        edition=POK,
        meaning="Hacan hero: the units of one use of Production cost nothing. Purge it.",
        timing="When units use Production; production limits still hold.",
        clauses=("67.1",),
        steps=(PRODUCTION_STEP,),
        windows=(FreeUnits(lambda moment, owner, unit: 99),),
    )
)

declare(
    Effect(
        slug="wrath-of-kenara-trade",
        name="Trade goods of Wrath of Kenara",
        kind=FACTION_ABILITY,
        faction="emirates-of-hacan",
        unit="wrath-of-kenara",
        edition=BASE,
        meaning="In a space combat with the flagship, you may spend a trade good to add 1 to the result of a die that "
        "you rolled.",
        timing="Enter it once for each trade good that you will spend: on the first dice that miss by one, once per "
        "die, only in combat rolls, after rerolls. With The Crown of Thalnos, units that would be destroyed are saved "
        "first.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        limit=20,
        spends=True,
        windows=(NearMisses(lambda moment, owner, dice: flagship_here(moment.state.players[owner])),),
    )
)

declare(
    Effect(
        slug="gila-the-silvertongue",
        name="Gila the Silvertongue",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Ten trade goods at once.",
        faction="emirates-of-hacan",
        shared=True,
        edition=POK,
        meaning="Hacan commander: when you vote, cast two more votes for each trade good you spend.",
        timing="With all of its owner's trade goods, with or without Bribery; at least one vote must be cast.",
        clauses=("8.15",),
        steps=(VOTES_STEP,),
        windows=(BoughtVotes(2),),
    )
)

declare(
    Effect(
        slug="trade-convoys",
        name="Trade Convoys",
        kind=PROMISSORY_NOTE,
        faction="emirates-of-hacan",
        edition=BASE,
        meaning="Action: place it faceup. You can make transactions with players who are not your neighbors, until "
        "you activate a system with Hacan units.",
        timing="In each of its holder’s transactions while it is faceup.",
        clauses=("94.1",),
        steps=(TRANSACTION_STEP,),
        windows=(TradesAnywhere(),),
    )
)

declare(
    Effect(
        slug="auto-factories",
        name="Auto-Factories",
        kind=BREAKTHROUGH,
        faction="emirates-of-hacan",
        edition=THUNDERS_EDGE,
        synergy=("yellow", "red"),
        meaning="When you produce three or more ships other than fighters at once, add a command token from your "
        "reinforcements to your fleet pool.",
        timing="With each such production, before the fleet pool is checked; a token is taken to be in reinforcements.",
        clauses=("37.1", "90.12"),
        steps=(PRODUCTION_STEP, *SYNERGY_STEPS),
        windows=(FleetToken(3), ColorsAlike()),
    )
)
