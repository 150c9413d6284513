"""The Naaz-Rokha Alliance."""

from __future__ import annotations

from mecatol.cards import (
    ROLL_STEPS,
    SPACE,
    Ability,
    BeforeRoll,
    CannotBeHit,
    Category,
    CombatPlus,
    Dice,
    Edition,
    Moment,
    ReadResults,
    RepairAll,
    RepairInCombat,
    StepName,
    Unit,
    UnitsBecome,
    Value,
    Whose,
    flagship_here,
    rolled_by,
    sheet,
    stack,
    units,
    with_values,
)

naaz_rokha = sheet(
    "The Naaz-Rokha Alliance",
    short="Naaz-Rokha", aliases=("naaz-rokha", "naaz", "nra"), edition=Edition.POK, commodities=3,
    start={"carrier": 2, "destroyer": 1, "fighter": 2, "infantry": 3, "mech": 1, "space-dock": 1},
    start_technologies=("ai-development-algorithm", "psychoarchaeology"),
)  # fmt: skip

naaz_rokha.flagship(
    "Visz El Vir",
    "Each of its owner's mechs in its system rolls one more die in combat.",
    cost=8, combat=Value(9, 2), move=1, capacity=4, sustain_damage=True,
)  # fmt: skip

eidolon = naaz_rokha.mech(
    "Eidolon",
    "When a space combat starts with it in the active system's space area, its card is flipped: it is a Z-Grav "
    "Eidolon until that combat ends.",
    cost=2, combat=Value(6, 2), sustain_damage=True,
)  # fmt: skip

naaz_rokha.mech(
    "Z-Grav Eidolon",
    "The other side of Eidolon. While in space in the active system, it is a ship, too; its card is flipped back when "
    "that space combat ends.",
    categories=frozenset({Category.GROUND_FORCE, Category.SHIP}), cost=2, combat=Value(8, 2),
)  # fmt: skip

naaz_rokha.mech(
    "Eidolon Maximum",
    "Formed from four mechs in one system by the breakthrough Absolute Synergy. It cannot be assigned hits from unit "
    "abilities, it is repaired at the start of each combat round, and its owner cannot gain other mechs while it is "
    "on the board.",
    upgrade_of="eidolon", technology="absolute-synergy", edition=Edition.THUNDERS_EDGE,
    categories=frozenset({Category.GROUND_FORCE, Category.SHIP}), combat=Value(4, 4), move=3, sustain_damage=True,
    limit=1, worth=8,
)  # fmt: skip

naaz_rokha.ability(
    "Distant Suns",
    "When you explore a planet with one of your mechs, you may draw one more card and choose which to resolve.",
)

naaz_rokha.ability(
    "Fabrication", "Action: purge two relic fragments of one type to gain a relic, or one to gain a command token."
)

naaz_rokha.technology(
    "Pre-Fab Arcologies", "When you explore a planet, ready it.", prerequisites=("green", "green", "green")
)

naaz_rokha.text(
    "eidolon-maximum",
    "It cannot be assigned hits from unit abilities.",
    slug="eidolon-maximum-immunity",
    timing="Always; such hits go to the owner's other units, or are lost if there are none.",
    clauses=("87.4.a",),
    steps=(*ROLL_STEPS, StepName.SUSTAIN_DAMAGE),
    of=Whose.TARGET,
    windows=(
        CannotBeHit(lambda moment, owner, unit: moment.ability != Ability.COMBAT and unit.slug == "eidolon-maximum"),
    ),
)


def _more_dice(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != Ability.COMBAT or not flagship_here(moment.state.players[owner]):
        return dice
    return tuple(d._replace(dice=d.dice + d.units) if rolled_by(moment, owner, d, "mech") else d for d in dice)


naaz_rokha.text(
    "visz-el-vir",
    "Each of your mechs in its system rolls one more die in combat.",
    slug="visz-el-vir-dice",
    timing="In every round, in space and on planets, while it is in the active system.",
    clauses=("78.5.b", "42.1.a"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    windows=(BeforeRoll(_more_dice, elsewhere=flagship_here),),
)

naaz_rokha.technology(
    "Supercharge",
    "Exhaust it when a combat round starts: your units get +1 to their combat rolls in that round.",
    prerequisites=("red",),
    timing="In the first round, in space and on planets; rolls for unit abilities are not affected.",
    clauses=("78.5", "42.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    rounds=1,
    exhausts=True,
    windows=(ReadResults(CombatPlus(1)),),
)

naaz_rokha.text(
    "eidolon-maximum",
    "It is repaired at the start of each combat round in which it fights.",
    slug="eidolon-maximum-repair",
    timing="Before every round, including the first, in space and on planets; not at the end of the combat.",
    clauses=("78.2.a", "42.4.a", "87.3"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    windows=(RepairInCombat(RepairAll("mech"), spares=False, while_fought=True),),
)

_FLYING = "z-grav-eidolon"


def _turned_over(moment: Moment, owner: int) -> dict[str, Unit]:
    side = moment.game.sides[owner]
    mech = side.units.get("mech")
    if mech is None or mech.slug not in ("eidolon", _FLYING) or not stack(moment.state.at(owner, SPACE), "mech").total:
        return {}
    # values set by hand for mechs hold for both sides of the card
    return {"mech": with_values({"mech": units()[_FLYING]}, side.player.by_hand)["mech"]}


naaz_rokha.text(
    "eidolon",
    "In a space combat, it is a Z-Grav Eidolon, which is also a ship.",
    slug="eidolon-flight",
    timing="From the start of the combat to its end, if it is in the space area; a defender's becomes one after the "
    "attacker's effects at the start of the combat.",
    clauses=("78.2.a", "78.5", "78.6"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    windows=(UnitsBecome(_turned_over),),
)

naaz_rokha.breakthrough(
    "Absolute Synergy",
    "Blue and green count as each other when you research and when you score objectives.",
    synergy=("blue", "green"),
    part=True,
)
