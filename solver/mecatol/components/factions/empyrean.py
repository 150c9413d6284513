"""The Empyrean."""

from __future__ import annotations

from mecatol.components.acts import breakthrough
from mecatol.domain.editions import POK
from mecatol.domain.factions import Faction
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import (
    ACTIVE,
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    MOVEMENT_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    VOTES_STEP,
)
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    ANYONE,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    PROMISSORY_NOTE,
    TARGET,
    Component,
    Effect,
    declare,
)
from mecatol.game.state import Holdings, stack
from mecatol.rules.hits.windows import RepairSustained
from mecatol.rules.movement.windows import Moving
from mecatol.rules.voting.windows import VotesTogether
from mecatol.scenario.movement import NEBULA, SHIPS

declare(
    Faction(
        slug="empyrean",
        name="The Empyrean",
        short="Empyrean",
        edition=POK,
        commodities=4,
        aliases=("empy",),
        start={"carrier": 2, "destroyer": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
        start_technologies=("dark-energy-tap",),
    )
)

declare(
    Unit(
        slug="dynamo",
        name="Dynamo",
        type="flagship",
        faction="empyrean",
        edition=POK,
        cost=8,
        combat=Value(5, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="After any player's unit sustains damage in its system or an adjacent one, its owner may spend two "
        "influence to repair that unit.",
    )
)

declare(
    Unit(
        slug="watcher",
        name="Watcher",
        type="mech",
        faction="empyrean",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="When another player plays an action card, remove this mech from a system with that player's units, "
        "or one next to it, to cancel the card.",
        left_out="Leave out the action card that it cancels, and the mech that is removed for it.",
    )
)

declare(
    Effect(
        slug="voidborn",
        name="Voidborn",
        kind=FACTION_ABILITY,
        faction="empyrean",
        edition=POK,
        meaning="Nebulae do not limit your ships' movement.",
        timing="Always: through a nebula, and out of one at full move value.",
        clauses=("59.1", "59.2"),
        steps=(MOVEMENT_STEP,),
        automatic=True,
        windows=(Moving(passes=frozenset({NEBULA}), nebula_speed=True),),
    )
)

declare(
    Effect(
        slug="aetherpassage",
        name="Aetherpassage",
        kind=FACTION_ABILITY,
        faction="empyrean",
        shared=True,
        for_others=True,
        edition=POK,
        meaning="After a player activates a system, you may let that player move through systems that contain your "
        "ships.",
        timing="With the Empyrean player's consent, for all of your ships that move. A third player's ships still "
        "block them, so enter it only if all ships on the way are the Empyrean's.",
        clauses=("58.4.b",),
        steps=(MOVEMENT_STEP,),
        role=ACTIVE,
        windows=(Moving(passes=frozenset({SHIPS})),),
    )
)

declare(
    Component(
        slug="dark-whispers",
        name="Dark Whispers",
        kind=FACTION_ABILITY,
        faction="empyrean",
        edition=POK,
        meaning="You start with a second faction promissory note.",
    )
)

declare(
    Effect(
        slug="aetherstream",
        name="Aetherstream",
        kind=FACTION_TECHNOLOGY,
        color="blue",
        prerequisites=("blue", "blue"),
        faction="empyrean",
        edition=POK,
        meaning="When you or a neighbor activates a system next to an anomaly, you may give all of that player's "
        "ships +1 to their move values.",
        timing="After a system next to an anomaly is activated; enter it only then.",
        clauses=("58.3",),
        steps=(MOVEMENT_STEP,),
        of=ANYONE,
        windows=(Moving(each=1),),
    )
)

declare(
    Component(
        slug="voidwatch",
        name="Voidwatch",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green",),
        faction="empyrean",
        edition=POK,
        meaning="A player who moves ships into a system with your units must give you a promissory note.",
    )
)


def _flagship_near(holdings: Holdings) -> bool:
    return any(stack(holdings.at(place), "flagship").total for place in (SPACE, ADJACENT))


declare(
    Effect(
        slug="dynamo-repair",
        name="Dynamo’s repairs",
        kind=FACTION_ABILITY,
        faction="empyrean",
        unit="dynamo",
        edition=POK,
        meaning="After a unit sustains damage in the flagship's system or an adjacent one, spend 2 influence to "
        "repair it.",
        timing="Enter it as often as you will pay. It is used at the first chances, for the owner's units that survive "
        "the same hits, the most expensive first. No unit sustains twice against the same hits, and Direct Hit "
        "comes first.",
        clauses=("87.3", "87.1"),
        steps=(
            ANTI_FIGHTER_BARRAGE_STEP,
            BOMBARDMENT_STEP,
            GROUND_COMBAT,
            SPACE_CANNON_DEFENSE,
            SPACE_CANNON_OFFENSE,
            SPACE_COMBAT,
            SUSTAIN_DAMAGE_STEP,
        ),
        of=TARGET,
        limit=10,
        spends=True,
        windows=(
            RepairSustained(
                lambda moment, owner, unit: _flagship_near(moment.state.players[owner]),
                elsewhere=_flagship_near,
                calls_on=lambda unit: unit.type == "flagship",
            ),
        ),
    )
)

declare(
    Effect(
        slug="blood-pact",
        name="Blood Pact",
        kind=PROMISSORY_NOTE,
        faction="empyrean",
        edition=POK,
        meaning="Action: place it faceup. Whenever you and the Empyrean vote for the same outcome, you cast four more "
        "votes, until you activate a system with Empyrean units.",
        timing="On every agenda while it is faceup; both must cast at least one vote of their own.",
        clauses=("8.15",),
        steps=(VOTES_STEP,),
        windows=(VotesTogether(4),),
    )
)

declare(breakthrough("void-tether", "Void Tether", "empyrean", ("blue", "green")))
