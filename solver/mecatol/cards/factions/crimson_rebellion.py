"""The Crimson Rebellion."""

from __future__ import annotations

from mecatol.cards import (
    ADJACENT,
    BREACH,
    HOME,
    HYPERLANE,
    PLANET,
    SYNERGY_STEPS,
    WAYS,
    Ability,
    BeforeUse,
    ColorsAlike,
    Deployment,
    Edition,
    Has,
    Moment,
    Moving,
    Need,
    StartChoice,
    StepName,
    Unit,
    Value,
    Whose,
    declare_deploy,
    flagship_here,
    mech_there,
    sheet,
)

rebellion = sheet(
    "The Crimson Rebellion",
    short="Rebellion", aliases=("rebellion", "crimson"), edition=Edition.THUNDERS_EDGE, commodities=2,
    start={"carrier": 1, "destroyer": 2, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
    start_choice=StartChoice(
        1, ("antimass-deflectors", "dark-energy-tap", "plasma-scoring", "ai-development-algorithm")
    ),
)  # fmt: skip

exile = rebellion.unit(
    "destroyer",
    "Exile I",
    "When any combat ends in its system or next to it, its owner may put an inactive breach where that combat was.",
    cost=1, combat=Value(8), move=2, anti_fighter_barrage=Value(9, 2),
)  # fmt: skip

rebellion.upgrade(
    exile,
    "Exile II",
    "When any combat ends no further than two systems away, its owner may put a breach, active or not, where that "
    "combat was.",
    prerequisites=("red", "red"), cost=1, combat=Value(7), move=2, anti_fighter_barrage=Value(6, 3),
)  # fmt: skip

rebellion.flagship(
    "Quietus",
    "If its system has an active breach, the units of other players lose their unit abilities in every system that "
    "has one.",
    cost=8, combat=Value(5, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

rebellion.mech(
    "Revenant",
    "Deploy: when its owner commits ground forces in a system with an active breach, that player may place it on a "
    "planet there, even with no other units in the system.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip

rebellion.ability(
    "Sundered",
    "Your ships can use only epsilon wormholes. Other players' units that enter your home system are destroyed.",
    timing="For its owner's ships on every route through another kind of wormhole; what happens to other players' "
    "units in its home system is left out.",
    clauses=("101.1",),
    steps=(StepName.MOVEMENT,),
    automatic=True,
    windows=(Moving(shuts=frozenset(WAYS) - {HYPERLANE}),),
)

rebellion.ability(
    "Incursion",
    "When you activate a system with a breach, you may flip it. Systems with active breaches are adjacent, and "
    "players with ships there may remove them when the status phase ends.",
    left_out="Breaches decide which systems are adjacent; enter the route to the active system that they open.",
)

rebellion.ability(
    "The Sorrow",
    "Its tile lies where the home system would, with an inactive breach on it, and is not a home system. The home "
    "system itself is kept off the board.",
)

rebellion.technology(
    "Subatomic Splicer",
    "If one of your ships is destroyed, a space dock at home may produce a replacement of the same type.",
    prerequisites=("yellow",),
    left_out="The replacement is paid for on its own and never joins the combat in which the other ship was destroyed.",
)


def _of_others(moment: Moment, owner: int, unit: Unit) -> bool:
    if moment.ability == Ability.COMBAT or moment.player == owner or moment.place == ADJACENT:
        return False
    was_here = flagship_here(moment.game.start.players[owner])  # else it is at another breach, out of harm's way
    return not was_here or flagship_here(moment.state.players[owner])


rebellion.text(
    "quietus",
    "While it is at an active breach, other players' units at active breaches have no unit abilities.",
    unit=None,
    timing="Enter it if the flagship is in a system with an active breach and this system has one as well. Units keep "
    "their text abilities and combat rolls, and units in adjacent systems keep everything.",
    clauses=("10.1", "15.1", "30.1", "68.1", "77.1", "87.1"),
    of=Whose.ANYONE,
    assumed="the flagship is at an active breach, and so is this system",
    windows=(BeforeUse(_of_others, observes=Has("flagship"), elsewhere=flagship_here),),
    automatic=False,
)

rebellion.breakthrough(
    "Resonance Generator",
    "During your tactical actions, ships that start in your home system or in a system with an active breach get +1 "
    "to their move values. Action: exhaust it to flip a breach, or to add an active one in a system with your units "
    "that is not a home system.",
    synergy=("blue", "red"),
    timing="In the owner's tactical actions, exhausted or not, for ships that are marked as starting there.",
    clauses=("58.3",),
    steps=(StepName.MOVEMENT, *SYNERGY_STEPS),
    windows=(Moving(each=1, starting=frozenset({HOME, BREACH})), ColorsAlike()),
)

declare_deploy(
    Deployment(
        unit="revenant",
        moment="commit-ground-forces",
        when="The player is committing ground forces in their own tactical action, in a system with an active breach.",
        what="It is committed to a planet there, even if the player has no other units in the system.",
        window="Commit Ground Forces step, no matter how many planets the system has",
        needs=(
            Need(
                lambda at: at.player == 0 and at.whose == at.player,
                "It is the player's own tactical action.",
                "It is not the player's own tactical action.",
            ),
            Need(
                lambda at: at.breach == "active",
                "The active system has an active breach.",
                "The active system has no active breach.",
            ),
            PLANET,
        ),
        place=mech_there,
    )
)

rebellion.hero(
    "Homesick Phantom",
    "Ships that you produce may wait on this card. Purge it when a space combat starts, and all of them appear in the "
    "active system.",
    title="Fragment Reality",
    left_out="Count the ships on the card among those in the system: they appear as the combat starts.",
)
