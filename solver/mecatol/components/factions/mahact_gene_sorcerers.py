"""The Mahact Gene-Sorcerers."""

from __future__ import annotations

from mecatol.components.acts import PlusFor
from mecatol.domain.editions import POK
from mecatol.domain.factions import Faction
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import COMMANDER, FACTION_ABILITY, FACTION_TECHNOLOGY, USER, Component, Effect, declare
from mecatol.rolls.windows import ReadResults

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
        meaning="Its death brings its owner a commodity or turns one into a trade good.",
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
        meaning="Its death brings its owner a commodity or turns one into a trade good; it then waits on this card "
        "and is back on a home planet of its owner's when that player's next turn starts.",
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
        meaning="Its combat rolls gain two against an opponent of whom its owner holds no command token in the fleet "
        "pool.",
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
        meaning="When a player whose token is in its owner's fleet pool activates its system, giving that token back "
        "ends that player's turn.",
    )
)

declare(
    Component(
        slug="edict",
        name="Edict",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="Winning a combat puts a token of the loser's reinforcements into its fleet pool, one of each player "
        "at most, and such tokens raise the fleet limit.",
    )
)

declare(
    Component(
        slug="imperia",
        name="Imperia",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="While a player's token is there, that player's unlocked commander serves it as well.",
    )
)

declare(
    Component(
        slug="hubris",
        name="Hubris",
        kind=FACTION_ABILITY,
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="It neither has nor can receive an Alliance note.",
    )
)

declare(
    Component(
        slug="genetic-recombination",
        name="Genetic Recombination",
        kind=FACTION_TECHNOLOGY,
        colour="green",
        prerequisites=("green",),
        faction="mahact-gene-sorcerers",
        edition=POK,
        meaning="Exhausted before a player votes: that player votes for the named outcome or loses a fleet token.",
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
        timing="In every round of a space combat; name it where the opponent is such a player.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        windows=(ReadResults(PlusFor(2, "flagship")),),
    )
)
