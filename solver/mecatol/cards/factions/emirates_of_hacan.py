"""The Emirates of Hacan."""

from __future__ import annotations

from mecatol.cards import (
    BoughtVotes,
    ColorsAlike,
    Edition,
    FleetToken,
    FreeUnits,
    NearMisses,
    StepName,
    TradesActionCards,
    TradesAnywhere,
    TradesItsPlanet,
    Value,
    flagship_here,
    sheet,
)

hacan = sheet(
    "The Emirates of Hacan",
    short="Hacan", aliases=("hacan", "lions", "lion", "cats", "cat"), edition=Edition.BASE, commodities=6,
    start={"carrier": 2, "cruiser": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
    start_technologies=("antimass-deflectors", "sarween-tools"),
)  # fmt: skip

hacan.flagship(
    "Wrath of Kenara",
    "After its owner rolls a die in a space combat there, that player may spend a trade good to add 1 to the result.",
    cost=8, combat=Value(7, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

hacan.mech(
    "Pride of Kenara",
    "The card of its planet may be given in a transaction. Its owner's units there then move to another planet that "
    "player controls.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

hacan.text(
    "pride-of-kenara",
    "The card of its planet can be given in a transaction; its owner's units there go to another planet.",
    slug="pride-of-kenara-planet",
    timing="In its owner’s transactions, for planets that it is on.",
    clauses=("94.3",),
    windows=(TradesItsPlanet("Pride of Kenara"),),
)

hacan.ability("Masters of Trade", "You do not spend a token for the secondary ability of Trade.")

hacan.ability(
    "Guild Ships",
    "You can make transactions with players who are not your neighbors.",
    timing="In each of its owner’s transactions.",
    clauses=("94.1",),
    automatic=True,
    windows=(TradesAnywhere(),),
)

hacan.ability(
    "Arbiters",
    "Action cards can be given in your transactions.",
    timing="In each of its owner’s transactions.",
    clauses=("94.3.a",),
    automatic=True,
    windows=(TradesActionCards(),),
)

hacan.technology(
    "Production Biomes",
    "Action: exhaust it and spend a strategy token. You gain four trade goods, and another player gains two.",
    prerequisites=("green", "green"),
)

hacan.technology(
    "Quantum Datahub Node",
    "At the end of the strategy phase, spend a strategy token and give another player three trade goods to swap "
    "strategy cards with that player.",
    prerequisites=("yellow", "yellow", "yellow"),
)

hacan.hero(
    "Harrugh Gefhara",
    "Hacan hero: the units of one use of Production cost nothing. Purge it.",
    title="Galactic Securities Net",
    timing="When units use Production; production limits still hold.",
    clauses=("67.1",),
    windows=(FreeUnits(lambda moment, owner, unit: 99),),
    unlock="",
)

hacan.ability(
    "Trade goods of Wrath of Kenara",
    "In a space combat with the flagship, you may spend a trade good to add 1 to the result of a die that you rolled.",
    slug="wrath-of-kenara-trade",
    unit="wrath-of-kenara",
    timing="Enter it once for each trade good that you will spend: on the first dice that miss by one, once per die, "
    "only in combat rolls, after rerolls. With The Crown of Thalnos, units that would be destroyed are saved first.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    limit=20,
    spends=True,
    windows=(NearMisses(lambda moment, owner, dice: flagship_here(moment.state.players[owner])),),
)

hacan.commander(
    "Gila the Silvertongue",
    "Hacan commander: when you vote, cast two more votes for each trade good you spend.",
    unlock="Ten trade goods at once.",
    timing="With all of its owner's trade goods, with or without Bribery; at least one vote must be cast.",
    clauses=("8.15",),
    windows=(BoughtVotes(2),),
)

hacan.note(
    "Trade Convoys",
    "Action: place it faceup. You can make transactions with players who are not your neighbors, until you activate a "
    "system with Hacan units.",
    timing="In each of its holder’s transactions while it is faceup.",
    clauses=("94.1",),
    windows=(TradesAnywhere(),),
)

hacan.breakthrough(
    "Auto-Factories",
    "When you produce three or more ships other than fighters at once, add a command token from your reinforcements "
    "to your fleet pool.",
    synergy=("yellow", "red"),
    timing="With each such production, before the fleet pool is checked; a token is taken to be in reinforcements.",
    clauses=("37.1", "90.12"),
    windows=(FleetToken(3), ColorsAlike()),
)
