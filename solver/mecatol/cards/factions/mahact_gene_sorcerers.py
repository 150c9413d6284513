"""The Mahact Gene-Sorcerers."""

from __future__ import annotations

from mecatol.cards import Edition, Leader, PlusFor, ReadResults, StepName, Value, sheet

mahact = sheet(
    "The Mahact Gene-Sorcerers",
    short="Mahact", aliases=("mahact", "mgs"), edition=Edition.POK, commodities=3,
    start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 3, "space-dock": 1},
    start_technologies=("bio-stims", "predictive-intelligence"),
    leaders_of_others=(Leader.COMMANDER,),  # by Imperia
)  # fmt: skip

crimson_legionnaire = mahact.unit(
    "infantry",
    "Crimson Legionnaire I",
    "When one is destroyed, its owner gains a commodity or converts one to a trade good.",
    cost=1, combat=Value(8),
)  # fmt: skip

mahact.upgrade(
    crimson_legionnaire,
    "Crimson Legionnaire II",
    "When one is destroyed, its owner gains a commodity or converts one to a trade good, and places it on this card. "
    "At the start of that player's next turn it returns to a planet that they control in their home system.",
    prerequisites=("green", "green"), cost=1, combat=Value(7),
)  # fmt: skip

mahact.flagship(
    "Arvicon Rex",
    "It gets +2 to its combat rolls against an opponent who has no token in its owner's fleet pool.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

mahact.mech(
    "Starlancer",
    "When a player whose token is in its owner's fleet pool activates its system, its owner may return that token to "
    "end that player's turn.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

mahact.ability(
    "Edict",
    "When you win a combat, put one of the loser's command tokens from their reinforcements into your fleet pool, at "
    "most one per player. These tokens raise your fleet limit.",
)

mahact.ability(
    "Imperia",
    "While another player's token is in your fleet pool, you may use that player's unlocked commander.",
    left_out="Choose that player's commander among the Mahact player's cards.",
)

mahact.ability("Hubris", "You have no Alliance note and cannot receive one.")

mahact.technology(
    "Genetic Recombination",
    "Exhaust it before a player votes and name an outcome: that player must vote for it or remove a token from their "
    "fleet pool.",
    prerequisites=("green",),
    left_out="That player chooses between the vote and the token; enter the votes as they are cast.",
)

mahact.ability(
    "Arvicon Rex against a stranger",
    "The flagship gets +2 to its combat rolls against an opponent whose token is not in your fleet pool.",
    slug="arvicon-rex-edge",
    unit="arvicon-rex",
    timing="In every round of a space combat; enter it if the opponent is such a player.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    assumed="the opponent’s token is not in their fleet pool",
    windows=(ReadResults(PlusFor(2, "flagship")),),
)

mahact.breakthrough("Vaults of the Heir", synergy=("green", "yellow"))
