"""The Universities of Jol-Nar."""

from __future__ import annotations

from mecatol.cards import (
    ROLL_STEPS,
    Ability,
    Dice,
    Edition,
    Ignores,
    Moment,
    ReadResults,
    StepName,
    Value,
    reroll_ability,
    sheet,
    stack,
)

jol_nar = sheet(
    "The Universities of Jol-Nar",
    short="Jol-Nar", aliases=("jol-nar", "jolnar", "jn", "fish", "hylar"), edition=Edition.BASE, commodities=4,
    start={"dreadnought": 1, "carrier": 2, "fighter": 1, "infantry": 2, "pds": 2, "space-dock": 1},
    start_technologies=("antimass-deflectors", "neural-motivator", "plasma-scoring", "sarween-tools"),
)  # fmt: skip

jol_nar.flagship(
    "J.N.S. Hylarim",
    "Each natural 9 or 10 on its combat rolls produces two additional hits.",
    cost=8, combat=Value(6, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

jol_nar.mech(
    "Shield Paling",
    "Its owner's infantry on its planet are not affected by Fragile.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

jol_nar.ability(
    "Brilliant",
    "When you spend a token to use the secondary ability of Technology, you may use the primary ability instead.",
    left_out="It changes what research costs and how often you can research; ask the calculator about each technology "
    "in turn.",
)

jol_nar.ability(
    "Analytical",
    "Ignore one prerequisite of each technology you research, except unit upgrades.",
    timing="Whenever a prerequisite is missing.",
    clauses=("90.12.c",),
    automatic=True,
    windows=(Ignores(1, upgrades=False),),
)

jol_nar.technology(
    "E-Res Siphons",
    "Gain four trade goods after another player activates a system with your ships.",
    prerequisites=("yellow", "yellow"),
)

jol_nar.technology(
    "Spatial Conduit Cylinder",
    "After you activate a system that contains your units, you may exhaust it: during this activation, that system is "
    "adjacent to all others that contain your units.",
    prerequisites=("blue", "blue"),
    left_out="It decides which systems are adjacent; enter the route to the active system that it opens.",
)

jol_nar.commander(
    "Ta Zern",
    "Jol-Nar's commander: you may reroll any of your dice for unit abilities.",
    unlock="Own eight technologies.",
    until=Edition.THUNDERS_EDGE,
    timing="After each such roll of the owner's: every miss is rerolled once. Other players can have the commander "
    "through Alliance.",
    clauses=("10.1", "15.1", "74.1", "77.3", "77.7"),
    steps=ROLL_STEPS,
    windows=(ReadResults(reroll_ability),),
)

jol_nar.commander(
    "Agnlan Oln",
    "Jol-Nar's commander, called Ta Zern before Thunder's Edge: you may reroll any of your dice for unit abilities.",
    version_of="ta-zern",
    unlock="Own eight technologies.",
    edition=Edition.THUNDERS_EDGE,
    timing="After each such roll of the owner's: every miss is rerolled once. Other players can have the commander "
    "through Alliance.",
    clauses=("10.1", "15.1", "74.1", "77.3", "77.7"),
    steps=ROLL_STEPS,
    windows=(ReadResults(reroll_ability),),
)


def _weaker(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != Ability.COMBAT:
        return dice
    mechs = stack(moment.state.at(owner, moment.place), "mech").total
    mech = moment.game.sides[owner].units["mech"] if mechs else None
    palings = mech and mech.slug == "shield-paling" and mech.meaning  # which Articles of War takes from it
    return tuple(d if palings and d.unit == "infantry" else d._replace(modifier=d.modifier - 1) for d in dice)


jol_nar.ability(
    "Fragile",
    "Your units get −1 to their combat rolls, except infantry with a Shield Paling.",
    timing="In every round, in space and on planets; rolls for unit abilities are not affected.",
    clauses=("78.5", "42.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    automatic=True,
    windows=(ReadResults(_weaker),),
)


def _two_more(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != Ability.COMBAT:
        return dice
    return tuple(d._replace(bonus_value=9, bonus_hits=2) if d.unit == "flagship" else d for d in dice)


jol_nar.text(
    "jns-hylarim",
    "Each 9 or 10 on its combat dice, before modifiers, produces two additional hits.",
    slug="jns-hylarim-hits",
    timing="With every combat roll of the flagship.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    windows=(ReadResults(_two_more),),
)

jol_nar.breakthrough("Specialized Compounds", synergy=("green", "yellow"))
