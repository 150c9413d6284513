"""The Arborec."""

from __future__ import annotations

from mecatol.cards import (
    ADJACENT,
    INFANTRY,
    OWN_EVENT,
    SPACE,
    CannotMake,
    Deployment,
    Edition,
    Moment,
    Need,
    Production,
    Situation,
    State,
    StepName,
    Unit,
    Value,
    Work,
    declare_deploy,
    sheet,
    with_more,
)

arborec = sheet(
    "The Arborec",
    short="Arborec", edition=Edition.BASE, commodities=3, aliases=("plants", "trees"),
    start={"carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 4, "pds": 1, "space-dock": 1},
    start_technologies=("magen-defense-grid",),
)  # fmt: skip

letani_warrior = arborec.unit("infantry", "Letani Warrior I", cost=1, combat=Value(8), production=Production(value=1))

arborec.upgrade(
    letani_warrior,
    "Letani Warrior II",
    "When one is destroyed, roll a die: on 6 or more, place it on this card. At the start of its owner's next turn it "
    "returns to a planet that player controls in their home system.",
    prerequisites=("green", "green"), cost=1, combat=Value(7), production=Production(value=2),
)  # fmt: skip

arborec.flagship(
    "Duha Menaimon",
    "When its owner activates its system, that player may produce up to five units there.",
    cost=8, combat=Value(7, 2), move=1, capacity=5, sustain_damage=True, bears=(StepName.PRODUCTION,),
    left_out="These units are produced right after the activation, apart from Production and its limit; enter them as "
    "units that are already there.",
)  # fmt: skip

arborec.mech(
    "Letani Behemoth",
    "Deploy: instead of using Mitosis, replace one of your infantry with this mech.",
    cost=2, combat=Value(6), production=Production(value=2), sustain_damage=True, planetary_shield=True, deploy=True,
)  # fmt: skip

arborec.technology(
    "Bioplasmosis",
    "At the end of the status phase, your infantry may move between planets that you control in the same system or in "
    "adjacent ones.",
    prerequisites=("green", "green"),
)


def _docks_grow_nothing(moment: Moment, owner: int, work: Work, unit: Unit) -> bool:
    return unit.type == "infantry" and work.unit is not None and work.unit.type == "space-dock"


arborec.ability(
    "Mitosis",
    "Your space docks cannot produce infantry. Instead, place one infantry on a planet you control at the start of "
    "each status phase.",
    timing="Always; space docks may still produce everything except infantry.",
    clauses=("68.1.d",),
    automatic=True,
    windows=(CannotMake(_docks_grow_nothing),),
)


def _infantry_place(at: Situation) -> str | None:
    """Return where the player has an infantry, wherever that is: on the planet if one is named."""
    named = at.game.scenario.deploy.get("planet")
    planets = [planet for planet, _ in at.game.start.players[at.player].planets]
    places = [named] if named else [*planets, SPACE, ADJACENT]
    return next((place for place in places if at.own("infantry", place)), None)


def _mech_for_infantry_anywhere(at: Situation) -> State:
    place = _infantry_place(at) or SPACE
    return with_more(at.changed(place, "mech", 1), at.player, place, "infantry", -1)


declare_deploy(
    Deployment(
        unit="letani-behemoth",
        moment="mitosis",
        happens="The Arborec would use Mitosis at the start of the status phase.",
        when="Mitosis would be used at the start of the status phase.",
        what="Instead of placing the infantry of Mitosis, the mech replaces one of the player's infantry.",
        window="use of Mitosis",
        needs=(OWN_EVENT, Need(lambda at: _infantry_place(at) is not None, INFANTRY.yes, INFANTRY.no)),
        where=_infantry_place,
        place=_mech_for_infantry_anywhere,
    )
)

arborec.breakthrough("Psychospore", synergy=("green", "red"))
