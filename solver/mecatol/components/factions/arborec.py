"""The Arborec."""

from __future__ import annotations

from mecatol.components.acts import breakthrough
from mecatol.domain.editions import BASE, POK
from mecatol.domain.factions import Faction
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import PRODUCTION_STEP
from mecatol.domain.units import Production, Unit, Value
from mecatol.effects.model import FACTION_ABILITY, FACTION_TECHNOLOGY, Component, Effect, Moment, declare
from mecatol.game.state import State
from mecatol.rules.deploy.deployments import INFANTRY, OWN_EVENT, Deployment, Need, Situation, declare_deploy, with_more
from mecatol.rules.production.windows import CannotMake, Work

declare(
    Faction(
        slug="arborec",
        name="The Arborec",
        short="Arborec",
        edition=BASE,
        commodities=3,
        aliases=("plants",),
        start={"carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 4, "pds": 1, "space-dock": 1},
        start_technologies=("magen-defense-grid",),
    )
)

declare(
    Unit(
        slug="letani-warrior",
        name="Letani Warrior I",
        type="infantry",
        faction="arborec",
        edition=BASE,
        cost=1,
        combat=Value(8),
        production=Production(value=1),
    )
)

declare(
    Unit(
        slug="letani-warrior-2",
        name="Letani Warrior II",
        type="infantry",
        faction="arborec",
        upgrade_of="letani-warrior",
        technology="letani-warrior-2",
        prerequisites=("green", "green"),
        edition=BASE,
        cost=1,
        combat=Value(7),
        production=Production(value=2),
        meaning="When one is destroyed, roll a die: on 6 or more, place it on this card. At the start of its owner's "
        "next turn it returns to a planet that player controls in their home system.",
    )
)

declare(
    Unit(
        slug="duha-menaimon",
        name="Duha Menaimon",
        type="flagship",
        faction="arborec",
        edition=BASE,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=5,
        sustain_damage=True,
        meaning="When its owner activates its system, that player may produce up to five units there.",
        bears=(PRODUCTION_STEP,),
        left_out="These units are produced right after the activation, apart from Production and its limit; enter them "
        "as units that are already there.",
    )
)

declare(
    Unit(
        slug="letani-behemoth",
        name="Letani Behemoth",
        type="mech",
        faction="arborec",
        edition=POK,
        cost=2,
        combat=Value(6),
        production=Production(value=2),
        sustain_damage=True,
        planetary_shield=True,
        deploy=True,
        meaning="Deploy: instead of using Mitosis, replace one of your infantry with this mech.",
    )
)

declare(
    Component(
        slug="bioplasmosis",
        name="Bioplasmosis",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green"),
        faction="arborec",
        edition=BASE,
        meaning="At the end of the status phase, your infantry may move between planets that you control in the same "
        "system or in adjacent ones.",
    )
)


def _docks_grow_nothing(moment: Moment, owner: int, work: Work, unit: Unit) -> bool:
    return unit.type == "infantry" and work.unit is not None and work.unit.type == "space-dock"


declare(
    Effect(
        slug="mitosis",
        name="Mitosis",
        kind=FACTION_ABILITY,
        faction="arborec",
        edition=BASE,
        meaning="Your space docks cannot produce infantry. Instead, place one infantry on a planet you control at the "
        "start of each status phase.",
        timing="Always; space docks may still produce everything except infantry.",
        clauses=("68.1.d",),
        steps=(PRODUCTION_STEP,),
        automatic=True,
        windows=(CannotMake(_docks_grow_nothing),),
    )
)


def _infantry_place(at: Situation) -> str | None:
    """Return where an infantry of the player's stands, wherever that is: on the planet if one is named."""
    named = at.game.scenario.deploy.get("planet")
    places = (
        [named] if named else [*(planet for planet, _ in at.game.start.players[at.player].planets), SPACE, ADJACENT]
    )
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
        needs=(
            OWN_EVENT,
            Need(lambda at: _infantry_place(at) is not None, INFANTRY.yes, INFANTRY.no),
        ),
        where=_infantry_place,
        place=_mech_for_infantry_anywhere,
    )
)

declare(breakthrough("psychospore", "Psychospore", "arborec", ("green", "red")))
