"""The Empyrean."""

from __future__ import annotations

from mecatol.cards import (
    ADJACENT,
    HIT_STEPS,
    NEBULA,
    SHIPS,
    SPACE,
    Edition,
    Holdings,
    Moving,
    RepairSustained,
    Role,
    StepName,
    Value,
    VotesTogether,
    Whose,
    sheet,
    stack,
)

empyrean = sheet(
    "The Empyrean",
    short="Empyrean", edition=Edition.POK, commodities=4, aliases=("empy",),
    start={"carrier": 2, "destroyer": 1, "fighter": 2, "infantry": 4, "space-dock": 1},
    start_technologies=("dark-energy-tap",),
)  # fmt: skip

empyrean.flagship(
    "Dynamo",
    "After any player's unit sustains damage in its system or an adjacent one, its owner may spend two influence to "
    "repair that unit.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

empyrean.mech(
    "Watcher",
    "When another player plays an action card, remove this mech from a system with that player's units, or one next "
    "to it, to cancel the card.",
    cost=2, combat=Value(6), sustain_damage=True,
    left_out="Leave out the action card that it cancels, and the mech that is removed for it.",
)  # fmt: skip

empyrean.ability(
    "Voidborn",
    "Nebulae do not limit your ships' movement.",
    timing="Always: through a nebula, and out of one at full move value.",
    clauses=("59.1", "59.2"),
    steps=(StepName.MOVEMENT,),
    automatic=True,
    windows=(Moving(passes=frozenset({NEBULA}), nebula_speed=True),),
)

empyrean.ability(
    "Aetherpassage",
    "After a player activates a system, you may let that player move through systems that contain your ships.",
    shared=True,
    for_others=True,
    timing="With the Empyrean player's consent, for all of your ships that move. A third player's ships still block "
    "them, so enter it only if all ships on the way are the Empyrean's.",
    clauses=("58.4.b",),
    steps=(StepName.MOVEMENT,),
    role=Role.ACTIVE,
    windows=(Moving(passes=frozenset({SHIPS})),),
)

empyrean.ability("Dark Whispers", "You start with a second faction promissory note.")

empyrean.technology(
    "Aetherstream",
    "When you or a neighbor activates a system next to an anomaly, you may give all of that player's ships +1 to "
    "their move values.",
    prerequisites=("blue", "blue"),
    timing="After a system next to an anomaly is activated; enter it only then.",
    clauses=("58.3",),
    steps=(StepName.MOVEMENT,),
    of=Whose.ANYONE,
    windows=(Moving(each=1),),
)

empyrean.technology(
    "Voidwatch",
    "A player who moves ships into a system with your units must give you a promissory note.",
    prerequisites=("green",),
)


def _flagship_near(holdings: Holdings) -> bool:
    return any(stack(holdings.at(place), "flagship").total for place in (SPACE, ADJACENT))


empyrean.ability(
    "Dynamo’s repairs",
    "After a unit sustains damage in the flagship's system or an adjacent one, spend 2 influence to repair it.",
    slug="dynamo-repair",
    unit="dynamo",
    timing="Enter it as often as you will pay. It is used at the first chances, for the owner's units that survive "
    "the same hits, the most expensive first. No unit sustains twice against the same hits, and Direct Hit comes "
    "first.",
    clauses=("87.3", "87.1"),
    steps=HIT_STEPS,
    of=Whose.TARGET,
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

empyrean.note(
    "Blood Pact",
    "Action: place it faceup. Whenever you and the Empyrean vote for the same outcome, you cast four more votes, "
    "until you activate a system with Empyrean units.",
    timing="On every agenda while it is faceup; both must cast at least one vote of their own.",
    clauses=("8.15",),
    windows=(VotesTogether(4),),
)

empyrean.breakthrough("Void Tether", synergy=("blue", "green"))
