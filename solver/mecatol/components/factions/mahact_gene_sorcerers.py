"""The Mahact Gene-Sorcerers."""

from __future__ import annotations

from mecatol.components.acts import PlusFor, breakthrough
from mecatol.domain.editions import POK
from mecatol.domain.factions import Faction
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import COMMANDER, FACTION_ABILITY, FACTION_TECHNOLOGY, USER, Component, Effect, declare
from mecatol.rules.rolls.windows import ReadResults

declare(
    Faction(
        slug="mahact-gene-sorcerers",
        name="The Mahact Gene-Sorcerers",
        short="Mahact",
        aliases=("mahact", "mgs"),
        edition=POK,
        commodities=3,
        start={"dreadnought": 1, "carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 3, "space-dock": 1},
        start_technologies=(
            "bio-stims",
            "predictive-intelligence",
        ),
        leaders_of_others=(COMMANDER,),  # by Imperia
    )
)

declare(
    Unit(
        slug="crimson-legionnaire",
        name="Crimson Legionnaire I",
        type="infantry",
        faction="mahact-gene-sorcerers",
        edition=POK,
        cost=1,
        combat=Value(8),
        meaning="When one is destroyed, its owner gains a commodity or converts one to a trade good.",
    )
)

declare(
    Unit(
        slug="crimson-legionnaire-2",
        name="Crimson Legionnaire II",
        type="infantry",
        faction="mahact-gene-sorcerers",
        upgrade_of="crimson-legionnaire",
        technology="crimson-legionnaire-2",
        prerequisites=("green", "green"),
        edition=POK,
        cost=1,
        combat=Value(7),
        meaning="When one is destroyed, its owner gains a commodity or converts one to a trade good, and places it on "
        "this card. At the start of that player's next turn it returns to a planet that they control in their home "
        "system.",
    )
)

declare(
    Unit(
        slug="arvicon-rex",
        name="Arvicon Rex",
        type="flagship",
        faction="mahact-gene-sorcerers",
        edition=POK,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="It gets +2 to its combat rolls against an opponent who has no token in its owner's fleet pool.",
    )
)

declare(
    Unit(
        slug="starlancer",
        name="Starlancer",
        type="mech",
        faction="mahact-gene-sorcerers",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="When a player whose token is in its owner's fleet pool activates its system, its owner may return "
        "that token to end that player's turn.",
    )
)

declare(
    Component(
        slug="edict",
        name="Edict",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="When you win a combat, put one of the loser's command tokens from their reinforcements into your "
        "fleet pool, at most one per player. These tokens raise your fleet limit.",
    )
)

declare(
    Component(
        slug="imperia",
        name="Imperia",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="While another player's token is in your fleet pool, you may use that player's unlocked commander.",
        left_out="Choose that player's commander among the Mahact player's cards.",
    )
)

declare(
    Component(
        slug="hubris",
        name="Hubris",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="You have no Alliance note and cannot receive one.",
    )
)

declare(
    Component(
        slug="genetic-recombination",
        name="Genetic Recombination",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="Exhaust it before a player votes and name an outcome: that player must vote for it or remove a token "
        "from their fleet pool.",
        left_out="That player chooses between the vote and the token; enter the votes as they are cast.",
    )
)


declare(
    Effect(
        slug="arvicon-rex-edge",
        name="Arvicon Rex against a stranger",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        unit="arvicon-rex",
        edition=POK,
        meaning="The flagship gets +2 to its combat rolls against an opponent whose token is not in your fleet pool.",
        timing="In every round of a space combat; enter it if the opponent is such a player.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        assumed="the opponent’s token is not in their fleet pool",
        windows=(ReadResults(PlusFor(2, "flagship")),),
    )
)

declare(breakthrough("vaults-of-the-heir", "Vaults of the Heir", "mahact-gene-sorcerers", ("green", "yellow")))
