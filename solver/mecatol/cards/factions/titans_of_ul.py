"""The Titans of Ul."""

from __future__ import annotations

from mecatol.cards import (
    ON_A_PLANET,
    OWN_EVENT,
    PLANET,
    SPACE,
    BeforeHits,
    Cancel,
    Category,
    Deployment,
    Dice,
    Edition,
    Funds,
    GatherDice,
    Moment,
    Need,
    PlanetValues,
    Production,
    Situation,
    State,
    StepName,
    Value,
    Whose,
    declare_deploy,
    held_here,
    mech_there,
    sheet,
    with_more,
)

titans = sheet(
    "The Titans of Ul",
    short="Titans", aliases=("ul", "titans", "titan"), edition=Edition.POK, commodities=2,
    start={"dreadnought": 1, "cruiser": 2, "fighter": 2, "infantry": 3, "space-dock": 1},
    start_technologies=("antimass-deflectors", "scanlink-drone-network"),
)  # fmt: skip

saturn_engine = titans.unit("cruiser", "Saturn Engine I", cost=2, combat=Value(7), move=2, capacity=1)

titans.upgrade(
    saturn_engine,
    "Saturn Engine II",
    prerequisites=("green", "red", "yellow"), cost=2, combat=Value(6), move=3, capacity=2, sustain_damage=True,
)  # fmt: skip

hel_titan = titans.unit(
    "pds",
    "Hel-Titan I",
    "It is both a structure and a ground force, and cannot be transported.",
    categories=frozenset({Category.STRUCTURE, Category.GROUND_FORCE}), combat=Value(7), space_cannon=Value(6),
    production=Production(value=1), sustain_damage=True, planetary_shield=True,
)  # fmt: skip

titans.upgrade(
    hel_titan,
    "Hel-Titan II",
    "It is both a structure and a ground force, and cannot be transported. Its Space Cannon also reaches ships in "
    "adjacent systems.",
    prerequisites=("red", "yellow"), categories=frozenset({Category.STRUCTURE, Category.GROUND_FORCE}), combat=Value(6),
    space_cannon=Value(5, deep=True), production=Production(value=1), sustain_damage=True, planetary_shield=True,
)  # fmt: skip

titans.flagship(
    "Ouranos",
    "Deploy: after its owner activates a system that contains one of their PDS, they may replace one of those PDS "
    "with it.",
    cost=8, combat=Value(7, 2), move=1, capacity=3, sustain_damage=True, deploy=True,
)  # fmt: skip

titans.mech(
    "Hecatoncheires",
    "Deploy: when its owner would place a PDS on a planet, they may place this mech and an infantry there instead.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip

titans.ability("Terragenesis", "After you explore a planet without a sleeper token, you may place or move one there.")

titans.ability(
    "Awaken", "After you activate a system that contains your sleeper tokens, you may replace them with PDS."
)

titans.ability(
    "Coalescence",
    "If your flagship or Awaken places your units where another player has units, your units must fight them.",
    left_out="Enter the units where they were placed: they fight like any others there.",
)


titans.commander(
    "Tungstantus",
    "Ul commander: when your units use Production, gain a trade good.",
    unlock="Five of your structures are on the board.",
    timing="Before the order is paid for, so you can spend it on that order.",
    clauses=("93.4.a",),
    windows=(Funds(lambda moment, owner, treasury: [treasury._replace(trade_goods=treasury.trade_goods + 1)]),),
)

titans.agent(
    "Tellurian",
    "The Titans' agent: cancel one hit against one of your units.",
    timing="At the first hits on the owner's units; it cannot save a unit that is destroyed without a hit. The Titans "
    "can use it for another player: enter it with that player's effects. The best play may be to hold it back.",
    clauses=("10.2", "15.2", "77.5", "77.8", "78.6", "42.2", "87.5"),
    of=Whose.TARGET,
    spends=True,
    windows=(BeforeHits(Cancel(1)),),
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
        place=lambda at: with_more(mech_there(at), at.player, at.planet or SPACE, "infantry", 1),
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


titans.hero(
    "Ul the Progenitor",
    "Action: ready Elysium and attach this card. The planet's resources and influence are 3 higher, and it gains "
    "Space Cannon 5 (×3) as if it were a unit.",
    title="Geoform",
    shared=True,
    timing="Once it is attached, for the player who controls Elysium. The planet fires with the owner's Space Cannon "
    "in its system, offense and defense, and a further die such as that of Plasma Scoring may be its own. It counts 3 "
    "more resources and influence, unless you enter its values.",
    clauses=("77.3", "77.7", "75.2", "47.2"),
    steps=(
        StepName.SPACE_CANNON_OFFENSE,
        StepName.SPACE_CANNON_DEFENSE,
        StepName.PRODUCTION,
        StepName.VOTES,
        StepName.VICTORY,
    ),
    needs=_without_elysium,
    windows=(GatherDice(_elysium_fires), PlanetValues(_ELYSIUM, 3, 3)),
)

titans.breakthrough("Slumberstate Computing", synergy=("green", "yellow"))
