"""The Naalu Collective."""

from __future__ import annotations

from dataclasses import replace

from mecatol.cards import (
    CONTROLLED,
    PLANET,
    Ability,
    BeforeUse,
    Category,
    Deployment,
    Edition,
    Moment,
    Need,
    OneMoreWith,
    PlusFor,
    ReadResults,
    StepName,
    Unit,
    UnitPrice,
    UnitsBecome,
    Value,
    Whose,
    declare_deploy,
    flagship_here,
    in_system,
    mech_there,
    sheet,
)

naalu = sheet(
    "The Naalu Collective",
    short="Naalu", aliases=("naalu", "nalu", "snakes", "snake"), edition=Edition.BASE, commodities=3,
    start={"carrier": 1, "cruiser": 1, "destroyer": 1, "fighter": 3, "infantry": 4, "pds": 1, "space-dock": 1},
    start_technologies=("neural-motivator", "sarween-tools"),
)  # fmt: skip

hybrid_crystal_fighter = naalu.unit("fighter", "Hybrid Crystal Fighter I", cost=1, combat=Value(8))

naalu.upgrade(
    hybrid_crystal_fighter,
    "Hybrid Crystal Fighter II",
    "It can move without being transported. Each one beyond your ships' capacity counts as half a ship against your "
    "fleet pool.",
    prerequisites=("blue", "green"), cost=1, combat=Value(7), move=2, excess_fleet_pool=0.5,
)  # fmt: skip

naalu.flagship(
    "Matriarch",
    "In an invasion, its owner's fighters there may be committed to planets like ground forces. They return to space "
    "after the combat.",
    cost=8, combat=Value(9, 2), move=1, capacity=6, sustain_damage=True,
)  # fmt: skip

naalu.mech(
    "Iconoclast",
    "It gets +2 to its combat rolls against an opponent with a relic fragment.",
    until=Edition.CODEX_3, cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

naalu.mech(
    "Iconoclast Ω",
    "In its system, its owner's units are safe from Anti-Fighter Barrage.",
    edition=Edition.CODEX_3, until=Edition.THUNDERS_EDGE, cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

naalu.mech(
    "Iconoclast ΩΩ",
    "Deploy: when another player gains a relic, place this mech on any planet that you control.",
    edition=Edition.THUNDERS_EDGE, cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip

naalu.ability("Telepathic", "Your initiative is 0, so you come first.")

naalu.ability(
    "Foresight",
    "After another player moves ships into a system with your ships, you may move yours to an adjacent system where "
    "no other player has any; a token from your strategy pool goes there.",
    left_out="The ships leave before any combat; leave them out of the battle.",
)

naalu.technology(
    "Neuroglaive",
    "A player who activates a system with your ships must return a token from their fleet pool.",
    prerequisites=("green", "green", "green"),
)


def _guarded(moment: Moment, owner: int, unit: Unit) -> bool:
    return moment.ability == Ability.ANTI_FIGHTER_BARRAGE and in_system(moment, owner, "mech")


naalu.text(
    "iconoclast-omega",
    "In its system, your units are safe from Anti-Fighter Barrage.",
    slug="iconoclast-omega-guard",
    until=Edition.THUNDERS_EDGE,
    timing="While it is in the active system, in space or on a planet.",
    clauses=("10.1", "78.3"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE,),
    of=Whose.TARGET,
    windows=(BeforeUse(_guarded),),
)

naalu.commander(
    "M’aban",
    "Naalu commander: each time you pay the cost of fighters, produce one more; it does not count against the limit.",
    unlock="Twelve of your fighters are on the board.",
    until=Edition.CODEX_3,
    timing="Whenever fighters are produced; the solver pays for more groups than needed where the limit is tight.",
    clauses=("67.2", "68.1.b"),
    windows=(UnitPrice(OneMoreWith("fighter")),),
)

naalu.ability(
    "Iconoclast against relic fragments",
    "Your mechs get +2 to their combat rolls against an opponent who has a relic fragment.",
    slug="iconoclast-edge",
    unit="iconoclast",
    edition=Edition.POK,
    until=Edition.CODEX_3,
    timing="In every round of a ground combat; enter it if the opponent is such a player.",
    clauses=("42.1",),
    steps=(StepName.GROUND_COMBAT,),
    assumed="the opponent has a relic fragment",
    windows=(ReadResults(PlusFor(2, "mech")),),
)


def _landing(moment: Moment, owner: int) -> dict[str, Unit]:
    fighter = moment.game.sides[owner].units["fighter"]
    if owner or not flagship_here(moment.state.players[owner]):
        return {}
    return {"fighter": replace(fighter, categories=fighter.categories | {Category.GROUND_FORCE})}


naalu.text(
    "matriarch",
    "In an invasion in its system your fighters may be committed to planets, like ground forces.",
    slug="matriarch-landing",
    timing="While it is in the active system: all land with the ground forces unless the plan of the landing says "
    "otherwise. They go back to space after the combat, hold no planet and destroy no structures; where they alone "
    "are left, the combat is a draw.",
    clauses=("49.2", "49.5", "42.1", "42.4.d"),
    steps=(StepName.SPACE_CANNON_DEFENSE, StepName.GROUND_COMBAT),
    windows=(UnitsBecome(_landing),),
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

naalu.breakthrough("Mindsieve", synergy=("green", "red"))
