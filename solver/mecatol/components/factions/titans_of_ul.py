"""The Titans of Ul."""

from __future__ import annotations

from mecatol.components.acts import Cancel, breakthrough, held_here
from mecatol.domain.editions import POK
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    HIT_STEPS,
    PRODUCTION_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    VICTORY_STEP,
    VOTES_STEP,
)
from mecatol.domain.units import GROUND_FORCE, STRUCTURE, Production, Unit, Value
from mecatol.effects.model import (
    AGENT,
    COMMANDER,
    FACTION_ABILITY,
    HERO,
    LEADER,
    TARGET,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.limits import ON_A_PLANET
from mecatol.game.planet_values import PlanetValues
from mecatol.game.state import State
from mecatol.probability.dice import Dice
from mecatol.rules.deploy.deployments import (
    OWN_EVENT,
    PLANET,
    Deployment,
    Need,
    Situation,
    declare_deploy,
    mech_there,
    with_more,
)
from mecatol.rules.hits.windows import BeforeHits
from mecatol.rules.production.windows import Funds, Treasury
from mecatol.rules.rolls.windows import GatherDice

declare(
    Faction(
        slug="titans-of-ul",
        name="The Titans of Ul",
        short="Titans",
        aliases=("ul", "titans", "titan"),
        edition=POK,
        commodities=2,
        start={"dreadnought": 1, "cruiser": 2, "fighter": 2, "infantry": 3, "space-dock": 1},
        start_technologies=(
            "antimass-deflectors",
            "scanlink-drone-network",
        ),
    )
)

declare(
    Unit(
        slug="saturn-engine",
        name="Saturn Engine I",
        type="cruiser",
        faction="titans-of-ul",
        edition=POK,
        cost=2,
        combat=Value(7),
        move=2,
        capacity=1,
    )
)

declare(
    Unit(
        slug="saturn-engine-2",
        name="Saturn Engine II",
        type="cruiser",
        faction="titans-of-ul",
        upgrade_of="saturn-engine",
        technology="saturn-engine-2",
        prerequisites=("green", "red", "yellow"),
        edition=POK,
        cost=2,
        combat=Value(6),
        move=3,
        capacity=2,
        sustain_damage=True,
    )
)

declare(
    Unit(
        slug="hel-titan",
        name="Hel-Titan I",
        type="pds",
        faction="titans-of-ul",
        edition=POK,
        categories=frozenset({STRUCTURE, GROUND_FORCE}),
        combat=Value(7),
        space_cannon=Value(6),
        production=Production(value=1),
        sustain_damage=True,
        planetary_shield=True,
        meaning="It is both a structure and a ground force, and cannot be transported.",
    )
)

declare(
    Unit(
        slug="hel-titan-2",
        name="Hel-Titan II",
        type="pds",
        faction="titans-of-ul",
        upgrade_of="hel-titan",
        technology="hel-titan-2",
        prerequisites=("red", "yellow"),
        edition=POK,
        categories=frozenset({STRUCTURE, GROUND_FORCE}),
        combat=Value(6),
        space_cannon=Value(5, deep=True),
        production=Production(value=1),
        sustain_damage=True,
        planetary_shield=True,
        meaning="It is both a structure and a ground force, and cannot be transported. Its Space Cannon also reaches "
        "ships in adjacent systems.",
    )
)

declare(
    Unit(
        slug="ouranos",
        name="Ouranos",
        type="flagship",
        faction="titans-of-ul",
        edition=POK,
        cost=8,
        combat=Value(7, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: after its owner activates a system that contains one of their PDS, they may replace one of "
        "those PDS with it.",
    )
)

declare(
    Unit(
        slug="hecatoncheires",
        name="Hecatoncheires",
        type="mech",
        faction="titans-of-ul",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: when its owner would place a PDS on a planet, they may place this mech and an infantry there "
        "instead.",
    )
)

declare(
    Component(
        slug="terragenesis",
        name="Terragenesis",
        kind=FACTION_ABILITY,
        faction="titans-of-ul",
        edition=POK,
        meaning="After you explore a planet without a sleeper token, you may place or move one there.",
    )
)

declare(
    Component(
        slug="awaken",
        name="Awaken",
        kind=FACTION_ABILITY,
        faction="titans-of-ul",
        edition=POK,
        meaning="After you activate a system that contains your sleeper tokens, you may replace them with PDS.",
    )
)

declare(
    Component(
        slug="coalescence",
        name="Coalescence",
        kind=FACTION_ABILITY,
        faction="titans-of-ul",
        edition=POK,
        meaning="If your flagship or Awaken places your units where another player has units, your units must fight "
        "them.",
        left_out="Enter the units where they were placed: they fight like any others there.",
    )
)


def _gain(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    return [treasury._replace(trade_goods=treasury.trade_goods + 1)]


declare(
    Effect(
        slug="tungstantus",
        name="Tungstantus",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Five of your structures are on the board.",
        faction="titans-of-ul",
        shared=True,
        edition=POK,
        meaning="Ul commander: when your units use Production, gain a trade good.",
        timing="Before the order is paid for, so you can spend it on that order.",
        clauses=("93.4.a",),
        steps=(PRODUCTION_STEP,),
        windows=(Funds(_gain),),
    )
)


declare(
    Effect(
        slug="tellurian",
        name="Tellurian",
        kind=LEADER,
        leader=AGENT,
        faction="titans-of-ul",
        shared=True,
        edition=POK,
        meaning="The Titans' agent: cancel one hit against one of your units.",
        timing="At the first hits on the owner's units; it cannot save a unit that is destroyed without a hit. The "
        "Titans can use it for another player: enter it with that player's effects. The best play may be to hold "
        "it back.",
        clauses=("10.2", "15.2", "77.5", "77.8", "78.6", "42.2", "87.5"),
        steps=HIT_STEPS,
        of=TARGET,
        spends=True,
        windows=(BeforeHits(Cancel(1)),),
    )
)


def _pds_place(at: Situation) -> str | None:
    """Return where a PDS stands that can be replaced: the planet named, or the first with one."""
    places = [planet for planet, _ in at.game.start.players[at.player].planets]
    named = [at.planet] if at.planet else [*places, SPACE]
    return next((place for place in named if at.own("pds", place)), None)


def _flagship_for_pds(at: Situation) -> State:
    state = at.changed(SPACE, "flagship", 1)
    place = _pds_place(at)
    return with_more(state, at.player, place, "pds", -1) if place else state


def _mech_and_infantry(at: Situation) -> State:
    return with_more(mech_there(at), at.player, at.planet or SPACE, "infantry", 1)


declare_deploy(
    Deployment(
        unit="ouranos",
        moment="activate-system",
        when="The player has just activated a system that already contained one of their PDS.",
        what="It replaces one of those PDS and is placed in the space area.",
        window="activation of a system",
        needs=(
            OWN_EVENT,
            Need(
                lambda at: _pds_place(at) is not None,
                "The player has a PDS there to replace.",
                "The player has no PDS there to replace.",
            ),
        ),
        place=_flagship_for_pds,
    )
)

declare_deploy(
    Deployment(
        unit="hecatoncheires",
        moment="place-pds",
        when="The player would place a PDS on a planet.",
        what="The mech and an infantry are placed on the planet instead of the PDS.",
        window="PDS that would be placed",
        takes={"pds": 1},
        needs=(
            OWN_EVENT,
            PLANET,
            Need(
                lambda at: at.own("pds") < ON_A_PLANET["pds"],
                "The planet has room for a PDS.",
                "The planet has two PDS already, so no further one could be placed.",
                ("30.1", "85.5"),
            ),
        ),
        place=_mech_and_infantry,
    )
)

_ELYSIUM = "elysium"
_CANNON = Dice("", units=1, dice=3, value=5)


def _elysium(moment: Moment, owner: int) -> str | None:
    return held_here(moment, owner, {_ELYSIUM: "55"})


def _without_elysium(moment: Moment, owner: int) -> str | None:
    return None if _elysium(moment, owner) else "acts where its owner controls Elysium in the active system"


def _elysium_fires(moment: Moment, owner: int) -> tuple[Dice, ...]:
    return (_CANNON,) if moment.place in (SPACE, _elysium(moment, owner)) else ()


declare(
    Effect(
        slug="ul-the-progenitor",
        name="Ul the Progenitor",
        title="Geoform",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="titans-of-ul",
        shared=True,
        edition=POK,
        meaning="Action: ready Elysium and attach this card. The planet's resources and influence are 3 higher, and it "
        "gains Space Cannon 5 (×3) as if it were a unit.",
        timing="Once it is attached, for the player who controls Elysium. The planet fires with the owner's Space "
        "Cannon in its system, offense and defense, and a further die such as that of Plasma Scoring may be "
        "its own. It counts 3 more resources and influence, unless you enter its values.",
        clauses=("77.3", "77.7", "75.2", "47.2"),
        steps=(SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE, PRODUCTION_STEP, VOTES_STEP, VICTORY_STEP),
        needs=_without_elysium,
        windows=(GatherDice(_elysium_fires), PlanetValues(_ELYSIUM, 3, 3)),
    )
)

declare(breakthrough("slumberstate-computing", "Slumberstate Computing", "titans-of-ul", ("green", "yellow")))
