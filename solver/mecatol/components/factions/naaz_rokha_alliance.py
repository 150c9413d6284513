"""The Naaz-Rokha Alliance."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus, RepairAll, flagship_here, rolled_by
from mecatol.domain.editions import POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
)
from mecatol.domain.units import GROUND_FORCE, SHIP, Unit, Value, units
from mecatol.effects.model import (
    BREAKTHROUGH,
    COMBAT,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    TARGET,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.by_hand import with_values
from mecatol.game.state import stack
from mecatol.game.windows import UnitsBecome
from mecatol.probability.dice import Dice
from mecatol.rules.hits.windows import CannotBeHit, RepairInCombat
from mecatol.rules.rolls.windows import BeforeRoll, ReadResults

declare(
    Faction(
        slug="naaz-rokha-alliance",
        name="The Naaz-Rokha Alliance",
        short="Naaz-Rokha",
        aliases=(
            "naaz-rokha",
            "naaz",
            "nra",
        ),
        edition=POK,
        commodities=3,
        start={"carrier": 2, "destroyer": 1, "fighter": 2, "infantry": 3, "mech": 1, "space-dock": 1},
        start_technologies=(
            "ai-development-algorithm",
            "psychoarchaeology",
        ),
    )
)

declare(
    Unit(
        slug="visz-el-vir",
        name="Visz El Vir",
        type="flagship",
        faction="naaz-rokha-alliance",
        edition=POK,
        cost=8,
        combat=Value(9, 2),
        move=1,
        capacity=4,
        sustain_damage=True,
        meaning="Each of its owner's mechs in its system rolls one more die in combat.",
    )
)

declare(
    Unit(
        slug="eidolon",
        name="Eidolon",
        type="mech",
        faction="naaz-rokha-alliance",
        edition=POK,
        cost=2,
        combat=Value(6, 2),
        sustain_damage=True,
        meaning="When a space combat starts with it in the active system's space area, its card is flipped: it is a "
        "Z-Grav Eidolon until that combat ends.",
    )
)

declare(
    Unit(
        slug="z-grav-eidolon",
        name="Z-Grav Eidolon",
        type="mech",
        faction="naaz-rokha-alliance",
        edition=POK,
        categories=frozenset({GROUND_FORCE, SHIP}),
        cost=2,
        combat=Value(8, 2),
        meaning="The other side of Eidolon. While in space in the active system, it is a ship, too; its card is "
        "flipped back when that space combat ends.",
    )
)

declare(
    Unit(
        slug="eidolon-maximum",
        name="Eidolon Maximum",
        type="mech",
        faction="naaz-rokha-alliance",
        upgrade_of="eidolon",
        technology="absolute-synergy",
        edition=THUNDERS_EDGE,
        categories=frozenset({GROUND_FORCE, SHIP}),
        combat=Value(4, 4),
        move=3,
        sustain_damage=True,
        limit=1,
        worth=8,
        meaning="Formed from four mechs in one system by the breakthrough Absolute Synergy. It cannot be assigned hits "
        "from unit abilities, it is repaired at the start of each combat round, and its owner cannot gain other "
        "mechs while it is on the board.",
    )
)

declare(
    Component(
        slug="distant-suns",
        name="Distant Suns",
        kind=FACTION_ABILITY,
        faction="naaz-rokha-alliance",
        edition=POK,
        meaning="When you explore a planet with one of your mechs, you may draw one more card and choose which to "
        "resolve.",
    )
)

declare(
    Component(
        slug="fabrication",
        name="Fabrication",
        kind=FACTION_ABILITY,
        faction="naaz-rokha-alliance",
        edition=POK,
        meaning="Action: purge two relic fragments of one type to gain a relic, or one to gain a command token.",
    )
)

declare(
    Component(
        slug="pre-fab-arcologies",
        name="Pre-Fab Arcologies",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green", "green"),
        faction="naaz-rokha-alliance",
        edition=POK,
        meaning="When you explore a planet, ready it.",
    )
)


declare(
    Effect(
        slug="eidolon-maximum-immunity",
        name="Eidolon Maximum",
        kind=UNIT_TEXT,
        faction="naaz-rokha-alliance",
        unit="eidolon-maximum",
        edition=THUNDERS_EDGE,
        meaning="It cannot be assigned hits from unit abilities.",
        timing="Always; such hits go to the owner's other units, or are lost if there are none.",
        clauses=("87.4.a",),
        steps=(
            ANTI_FIGHTER_BARRAGE_STEP,
            BOMBARDMENT_STEP,
            SPACE_CANNON_DEFENSE,
            SPACE_CANNON_OFFENSE,
            SUSTAIN_DAMAGE_STEP,
        ),
        of=TARGET,
        automatic=True,
        windows=(CannotBeHit(lambda moment, owner, unit: moment.ability != COMBAT and unit.slug == "eidolon-maximum"),),
    )
)


def _more_dice(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT or not flagship_here(moment.state.players[owner]):
        return dice
    return tuple(d._replace(dice=d.dice + d.units) if rolled_by(moment, owner, d, "mech") else d for d in dice)


declare(
    Effect(
        slug="visz-el-vir-dice",
        name="Visz El Vir",
        kind=UNIT_TEXT,
        faction="naaz-rokha-alliance",
        unit="visz-el-vir",
        edition=POK,
        meaning="Each of your mechs in its system rolls one more die in combat.",
        timing="In every round, in space and on planets, while it is in the active system.",
        clauses=("78.5.b", "42.1.a"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        automatic=True,
        windows=(BeforeRoll(_more_dice, elsewhere=flagship_here),),
    )
)


declare(
    Effect(
        slug="supercharge",
        name="Supercharge",
        kind=FACTION_TECHNOLOGY,
        color="red",
        prerequisites=("red",),
        faction="naaz-rokha-alliance",
        edition=POK,
        meaning="Exhaust it when a combat round starts: your units get +1 to their combat rolls in that round.",
        timing="In the first round, in space and on planets; rolls for unit abilities are not affected.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        rounds=1,
        exhausts=True,
        windows=(ReadResults(CombatPlus(1)),),
    )
)


declare(
    Effect(
        slug="eidolon-maximum-repair",
        name="Eidolon Maximum",
        kind=UNIT_TEXT,
        faction="naaz-rokha-alliance",
        unit="eidolon-maximum",
        edition=THUNDERS_EDGE,
        meaning="It is repaired at the start of each combat round in which it fights.",
        timing="Before every round, including the first, in space and on planets; not at the end of the combat.",
        clauses=("78.2.a", "42.4.a", "87.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        automatic=True,
        windows=(RepairInCombat(RepairAll("mech"), spares=False, while_fought=True),),
    )
)


_FLYING = "z-grav-eidolon"


def _turned_over(moment: Moment, owner: int) -> dict[str, Unit]:
    side = moment.game.sides[owner]
    mech = side.units.get("mech")
    if mech is None or mech.slug not in ("eidolon", _FLYING) or not stack(moment.state.at(owner, SPACE), "mech").total:
        return {}
    # values set by hand for mechs hold for both sides of the card
    return {"mech": with_values({"mech": units()[_FLYING]}, side.player.by_hand)["mech"]}


declare(
    Effect(
        slug="eidolon-flight",
        name="Eidolon",
        kind=UNIT_TEXT,
        faction="naaz-rokha-alliance",
        unit="eidolon",
        edition=POK,
        meaning="In a space combat, it is a Z-Grav Eidolon, which is also a ship.",
        timing="From the start of the combat to its end, if it is in the space area; a defender's becomes one after "
        "the attacker's effects at the start of the combat.",
        clauses=("78.2.a", "78.5", "78.6"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        automatic=True,
        windows=(UnitsBecome(_turned_over),),
    )
)

declare(
    Component(
        slug="absolute-synergy",
        name="Absolute Synergy",
        kind=BREAKTHROUGH,
        synergy=("blue", "green"),
        faction="naaz-rokha-alliance",
        edition=THUNDERS_EDGE,
        meaning="Blue and green count as each other when you research and when you score objectives.",
        part=True,
    )
)
