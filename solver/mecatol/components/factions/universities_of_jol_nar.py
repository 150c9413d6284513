"""The Universities of Jol-Nar."""

from __future__ import annotations

from mecatol.components.acts import breakthrough, reroll_ability
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.steps import GROUND_COMBAT, ROLL_STEPS, SPACE_COMBAT, TECHNOLOGY_STEP
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    COMBAT,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    LEADER,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.state import stack
from mecatol.probability.dice import Dice
from mecatol.rules.rolls.windows import ReadResults
from mecatol.rules.technology.windows import Ignores

declare(
    Faction(
        slug="universities-of-jol-nar",
        name="The Universities of Jol-Nar",
        short="Jol-Nar",
        aliases=("jol-nar", "jolnar", "jn", "fish"),
        edition=BASE,
        commodities=4,
        start={"dreadnought": 1, "carrier": 2, "fighter": 1, "infantry": 2, "pds": 2, "space-dock": 1},
        start_technologies=(
            "antimass-deflectors",
            "neural-motivator",
            "plasma-scoring",
            "sarween-tools",
        ),
    )
)

declare(
    Unit(
        slug="jns-hylarim",
        name="J.N.S. Hylarim",
        type="flagship",
        faction="universities-of-jol-nar",
        edition=BASE,
        cost=8,
        combat=Value(6, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="Each natural 9 or 10 on its combat rolls produces two additional hits.",
    )
)

declare(
    Unit(
        slug="shield-paling",
        name="Shield Paling",
        type="mech",
        faction="universities-of-jol-nar",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="Its owner's infantry on its planet are not affected by Fragile.",
    )
)

declare(
    Component(
        slug="brilliant",
        name="Brilliant",
        kind=FACTION_ABILITY,
        faction="universities-of-jol-nar",
        edition=BASE,
        meaning="When you spend a token to use the secondary ability of Technology, you may use the primary ability "
        "instead.",
        left_out="It changes what research costs and how often you can research; ask the calculator about each "
        "technology in turn.",
    )
)

declare(
    Effect(
        slug="analytical",
        name="Analytical",
        kind=FACTION_ABILITY,
        faction="universities-of-jol-nar",
        edition=BASE,
        meaning="Ignore one prerequisite of each technology you research, except unit upgrades.",
        timing="Whenever a prerequisite is missing.",
        clauses=("90.12.c",),
        steps=(TECHNOLOGY_STEP,),
        automatic=True,
        windows=(Ignores(1, upgrades=False),),
    )
)

declare(
    Component(
        slug="e-res-siphons",
        name="E-Res Siphons",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="universities-of-jol-nar",
        edition=BASE,
        meaning="Gain four trade goods after another player activates a system with your ships.",
    )
)

declare(
    Component(
        slug="spatial-conduit-cylinder",
        name="Spatial Conduit Cylinder",
        kind=FACTION_TECHNOLOGY,
        color="blue",
        prerequisites=("blue", "blue"),
        faction="universities-of-jol-nar",
        edition=BASE,
        meaning="After you activate a system that contains your units, you may exhaust it: during this activation, "
        "that system is adjacent to all others that contain your units.",
        left_out="It decides which systems are adjacent; enter the route to the active system that it opens.",
    )
)


declare(
    Effect(
        slug="ta-zern",
        name="Ta Zern",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Own eight technologies.",
        faction="universities-of-jol-nar",
        shared=True,
        edition=POK,
        until=THUNDERS_EDGE,
        meaning="Jol-Nar's commander: you may reroll any of your dice for unit abilities.",
        timing="After each such roll of the owner's: every miss is rerolled once. Other players can have the commander "
        "through Alliance.",
        clauses=("10.1", "15.1", "74.1", "77.3", "77.7"),
        steps=ROLL_STEPS,
        of=USER,
        windows=(ReadResults(reroll_ability),),
    )
)

declare(
    Effect(
        slug="agnlan-oln",
        name="Agnlan Oln",
        kind=LEADER,
        version_of="ta-zern",
        leader=COMMANDER,
        unlock="Own eight technologies.",
        faction="universities-of-jol-nar",
        shared=True,
        edition=THUNDERS_EDGE,
        meaning="Jol-Nar's commander, called Ta Zern before Thunder's Edge: you may reroll any of your dice for unit "
        "abilities.",
        timing="After each such roll of the owner's: every miss is rerolled once. Other players can have the commander "
        "through Alliance.",
        clauses=("10.1", "15.1", "74.1", "77.3", "77.7"),
        steps=ROLL_STEPS,
        of=USER,
        windows=(ReadResults(reroll_ability),),
    )
)


def _weaker(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT:
        return dice
    mechs = stack(moment.state.at(owner, moment.place), "mech").total
    mech = moment.game.sides[owner].units["mech"] if mechs else None
    palings = mech and mech.slug == "shield-paling" and mech.meaning  # which Articles of War takes from it
    return tuple(d if palings and d.unit == "infantry" else d._replace(modifier=d.modifier - 1) for d in dice)


declare(
    Effect(
        slug="fragile",
        name="Fragile",
        kind=FACTION_ABILITY,
        faction="universities-of-jol-nar",
        edition=BASE,
        meaning="Your units get −1 to their combat rolls, except infantry with a Shield Paling.",
        timing="In every round, in space and on planets; rolls for unit abilities are not affected.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        automatic=True,
        windows=(ReadResults(_weaker),),
    )
)


def _two_more(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT:
        return dice
    return tuple(d._replace(bonus_value=9, bonus_hits=2) if d.unit == "flagship" else d for d in dice)


declare(
    Effect(
        slug="jns-hylarim-hits",
        name="J.N.S. Hylarim",
        kind=UNIT_TEXT,
        faction="universities-of-jol-nar",
        unit="jns-hylarim",
        edition=BASE,
        meaning="Each 9 or 10 on its combat dice, before modifiers, produces two additional hits.",
        timing="With every combat roll of the flagship.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        windows=(ReadResults(_two_more),),
    )
)

declare(breakthrough("specialized-compounds", "Specialized Compounds", "universities-of-jol-nar", ("green", "yellow")))
