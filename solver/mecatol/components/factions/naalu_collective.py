"""The Naalu Collective."""

from __future__ import annotations

from dataclasses import replace

from mecatol.components.acts import OneMoreWith, PlusFor, breakthrough, flagship_here, in_system
from mecatol.domain.editions import BASE, CODEX_3, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, PRODUCTION_STEP, SPACE_CANNON_DEFENSE
from mecatol.domain.units import ANTI_FIGHTER_BARRAGE, GROUND_FORCE, Unit, Value
from mecatol.effects.model import (
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    TARGET,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.windows import UnitsBecome
from mecatol.rules.deploy.deployments import CONTROLLED, PLANET, Deployment, Need, declare_deploy, mech_there
from mecatol.rules.production.windows import UnitPrice
from mecatol.rules.rolls.windows import BeforeUse, ReadResults

declare(
    Faction(
        slug="naalu-collective",
        name="The Naalu Collective",
        short="Naalu",
        aliases=("naalu", "nalu", "snakes"),
        edition=BASE,
        commodities=3,
        start={"carrier": 1, "cruiser": 1, "destroyer": 1, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
        start_technologies=(
            "neural-motivator",
            "sarween-tools",
        ),
    )
)

declare(
    Unit(
        slug="hybrid-crystal-fighter",
        name="Hybrid Crystal Fighter I",
        type="fighter",
        faction="naalu-collective",
        edition=BASE,
        cost=1,
        combat=Value(8),
    )
)

declare(
    Unit(
        slug="hybrid-crystal-fighter-2",
        name="Hybrid Crystal Fighter II",
        type="fighter",
        faction="naalu-collective",
        upgrade_of="hybrid-crystal-fighter",
        technology="hybrid-crystal-fighter-2",
        prerequisites=("blue", "green"),
        edition=BASE,
        cost=1,
        combat=Value(7),
        move=2,
        excess_fleet_pool=0.5,
        meaning="It can move without being transported. Each one beyond your ships' capacity counts as half a ship "
        "against your fleet pool.",
    )
)

declare(
    Unit(
        slug="matriarch",
        name="Matriarch",
        type="flagship",
        faction="naalu-collective",
        edition=BASE,
        cost=8,
        combat=Value(9, 2),
        move=1,
        capacity=6,
        sustain_damage=True,
        meaning="In an invasion, its owner's fighters there may be committed to planets like ground forces. They "
        "return to space after the combat.",
    )
)

declare(
    Unit(
        slug="iconoclast",
        name="Iconoclast",
        type="mech",
        faction="naalu-collective",
        edition=POK,
        until=CODEX_3,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="It gets +2 to its combat rolls against an opponent with a relic fragment.",
    )
)

declare(
    Unit(
        slug="iconoclast-omega",
        name="Iconoclast Ω",
        type="mech",
        faction="naalu-collective",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="In its system, its owner's units are safe from Anti-Fighter Barrage.",
    )
)

declare(
    Unit(
        slug="iconoclast-omega-omega",
        name="Iconoclast ΩΩ",
        type="mech",
        faction="naalu-collective",
        edition=THUNDERS_EDGE,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: when another player gains a relic, place this mech on any planet that you control.",
    )
)

declare(
    Component(
        slug="telepathic",
        name="Telepathic",
        kind=FACTION_ABILITY,
        faction="naalu-collective",
        edition=BASE,
        meaning="Your initiative is 0, so you come first.",
    )
)

declare(
    Component(
        slug="foresight",
        name="Foresight",
        kind=FACTION_ABILITY,
        faction="naalu-collective",
        edition=BASE,
        meaning="After another player moves ships into a system with your ships, you may move yours to an adjacent "
        "system where no other player has any; a token from your strategy pool goes there.",
        left_out="The ships leave before any combat; leave them out of the battle.",
    )
)

declare(
    Component(
        slug="neuroglaive",
        name="Neuroglaive",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green", "green"),
        faction="naalu-collective",
        edition=BASE,
        meaning="A player who activates a system with your ships must return a token from their fleet pool.",
    )
)


def _guarded(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability == ANTI_FIGHTER_BARRAGE and in_system(moment, owner, "mech")


declare(
    Effect(
        slug="iconoclast-omega-guard",
        name="Iconoclast Ω",
        kind=UNIT_TEXT,
        faction="naalu-collective",
        unit="iconoclast-omega",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="In its system, your units are safe from Anti-Fighter Barrage.",
        timing="While it is in the active system, in space or on a planet.",
        clauses=("10.1", "78.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=TARGET,
        automatic=True,
        windows=(BeforeUse(_guarded),),
    )
)


declare(
    Effect(
        slug="maban",
        name="M’aban",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Twelve of your fighters are on the board.",
        faction="naalu-collective",
        shared=True,
        edition=POK,
        until=CODEX_3,
        meaning="Naalu commander: each time you pay the cost of fighters, produce one more; it does not count against "
        "the limit.",
        timing="Whenever fighters are produced; the solver pays for more groups than needed where the limit is tight.",
        clauses=("67.2", "68.1.b"),
        steps=(PRODUCTION_STEP,),
        windows=(UnitPrice(OneMoreWith("fighter")),),
    )
)


declare(
    Effect(
        slug="iconoclast-edge",
        name="Iconoclast against relic fragments",
        kind=FACTION_ABILITY,
        faction="naalu-collective",
        unit="iconoclast",
        edition=POK,
        until=CODEX_3,
        meaning="Your mechs get +2 to their combat rolls against an opponent who has a relic fragment.",
        timing="In every round of a ground combat; enter it if the opponent is such a player.",
        clauses=("42.1",),
        steps=(GROUND_COMBAT,),
        of=USER,
        assumed="the opponent has a relic fragment",
        windows=(ReadResults(PlusFor(2, "mech")),),
    )
)


def _landing(moment: Moment, owner: int) -> dict[str, Unit]:
    fighter = moment.game.sides[owner].units["fighter"]
    if owner or not flagship_here(moment.state.players[owner]):
        return {}
    return {"fighter": replace(fighter, categories=fighter.categories | {GROUND_FORCE})}


declare(
    Effect(
        slug="matriarch-landing",
        name="Matriarch",
        kind=UNIT_TEXT,
        faction="naalu-collective",
        unit="matriarch",
        edition=BASE,
        meaning="In an invasion in its system your fighters may be committed to planets, like ground forces.",
        timing="While it is in the active system: all land with the ground forces unless the plan of the landing says "
        "otherwise. They go back to space after the combat, hold no planet and destroy no structures; where they alone "
        "are left, the combat is a draw.",
        clauses=("49.2", "49.5", "42.1", "42.4.d"),
        steps=(SPACE_CANNON_DEFENSE, GROUND_COMBAT),
        of=USER,
        automatic=True,
        windows=(UnitsBecome(_landing),),
    )
)

declare_deploy(
    Deployment(
        unit="iconoclast-omega-omega",
        moment="relic-gained",
        when="Another player has just gained a relic.",
        what="It is placed on any planet that its owner controls.",
        window="relic gained",
        mandatory=True,
        needs=(
            Need(
                lambda at: at.whose != at.player,
                "Another player gained the relic.",
                "The player gained the relic: only others' relics count.",
            ),
            PLANET,
            CONTROLLED,
        ),
        place=mech_there,
    )
)

declare(breakthrough("mindsieve", "Mindsieve", "naalu-collective", ("green", "red")))
