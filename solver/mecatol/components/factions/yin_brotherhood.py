"""The Yin Brotherhood."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.components.acts import OneMoreWith, breakthrough, strength
from mecatol.domain.editions import BASE, CODEX_1, CODEX_3, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    GROUND_COMBAT,
    PRODUCTION_STEP,
    ROLL_STEPS,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    TECHNOLOGY_STEP,
)
from mecatol.domain.units import Unit, Value
from mecatol.effects.model import (
    AGENT,
    COMMANDER,
    FACTION_ABILITY,
    FACTION_TECHNOLOGY,
    HERO,
    LEADER,
    PROMISSORY_NOTE,
    UNIT_TEXT,
    USER,
    Component,
    Effect,
    Moment,
    declare,
)
from mecatol.game.state import Force, Stack
from mecatol.probability.dice import Dice
from mecatol.rules.combat.windows import EndOfRound, PlaceForLosses, StartOfCombat, Strike
from mecatol.rules.hits.windows import TakeAllAlong
from mecatol.rules.production.windows import AfterProduction, Gift, UnitPrice
from mecatol.rules.technology.windows import Ignores, IgnoresIfOthersOwn

declare(
    Faction(
        slug="yin-brotherhood",
        name="The Yin Brotherhood",
        short="Yin",
        aliases=("yin", "clones"),
        edition=BASE,
        commodities=2,
        start={"carrier": 2, "destroyer": 1, "fighter": 4, "infantry": 4, "space-dock": 1},
        start_technologies=("sarween-tools",),
    )
)

declare(
    Unit(
        slug="van-hauge",
        name="Van Hauge",
        type="flagship",
        faction="yin-brotherhood",
        edition=BASE,
        cost=8,
        combat=Value(9, 2),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="When it is destroyed, all ships in its system are destroyed.",
    )
)

declare(
    Unit(
        slug="moyins-ashes",
        name="Moyin's Ashes",
        type="mech",
        faction="yin-brotherhood",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        deploy=True,
        meaning="Deploy: when its owner uses Indoctrination, they may spend one more influence to replace the "
        "opponent's infantry with this mech instead of an infantry.",
    )
)


def _one_infantry(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    return (Gift("infantry", 1, "on a planet here that the player controls"),) if order else ()


def _two_infantry(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    where = "together, on any planet that the player controls or in a space area with the player's ships"
    return (Gift("infantry", 2, where),) if order else ()


declare(
    Effect(
        slug="yin-spinner",
        name="Yin Spinner",
        kind=FACTION_TECHNOLOGY,
        color="green",
        prerequisites=("green", "green"),
        faction="yin-brotherhood",
        edition=BASE,
        until=CODEX_1,
        meaning="After your units use Production, place an infantry on a planet that you control in that system.",
        timing="After the order, from your reinforcements, at no cost.",
        clauses=("68.1",),
        steps=(PRODUCTION_STEP,),
        windows=(AfterProduction(_one_infantry),),
    )
)

declare(
    Effect(
        slug="yin-spinner-omega",
        name="Yin Spinner Ω",
        kind=FACTION_TECHNOLOGY,
        version_of="yin-spinner",
        color="green",
        prerequisites=("green", "green"),
        faction="yin-brotherhood",
        edition=CODEX_1,
        meaning="After you produce units, place up to two infantry together, on any planet you control or in a space "
        "area with your ships.",
        timing="After the order, from your reinforcements, at no cost.",
        clauses=("68.1",),
        steps=(PRODUCTION_STEP,),
        windows=(AfterProduction(_two_infantry),),
    )
)

_GREEN = Ignores(1, color="biotic")

declare(
    Effect(
        slug="brother-omar",
        name="Brother Omar",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Use Indoctrination.",
        faction="yin-brotherhood",
        shared=True,
        edition=POK,
        until=CODEX_3,
        meaning="Yin commander: it counts as a green technology for prerequisites, and each time you pay the cost of "
        "infantry, you produce one more; it does not count against the limit.",
        timing="In every research, and whenever infantry are produced; the solver pays for more groups than needed "
        "when the limit is tight.",
        clauses=("67.2", "68.1.b", "90.12"),
        steps=(PRODUCTION_STEP, TECHNOLOGY_STEP),
        windows=(UnitPrice(OneMoreWith("infantry")), _GREEN),
    )
)


declare(
    Effect(
        slug="van-hauge-end",
        name="Van Hauge",
        kind=UNIT_TEXT,
        faction="yin-brotherhood",
        unit="van-hauge",
        edition=BASE,
        meaning="When it is destroyed, all ships in its system are destroyed.",
        timing="At once, in Space Cannon Offense as well as in a space combat and its barrage; the combat then ends in "
        "a draw.",
        clauses=("78.10", "78.6.a", "77.5"),
        steps=(SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=USER,
        automatic=True,
        windows=(TakeAllAlong(lambda moment, owner, lost: any(unit.type == "flagship" for unit in lost)),),
    )
)


_SURE_HIT = Dice("", units=0, dice=1, value=1)
"""A hit is produced and assigned like any other; no die is rolled for it."""


def _may_go(unit: Unit) -> bool:
    return unit.kind in ("cruiser", "destroyer")


def _for_a_ship(moment: Moment, owner: int) -> Strike | None:
    if not strength(moment, owner, _may_go):
        return None
    others = strength(moment, moment.target, lambda unit: unit.is_ship and not unit.is_fighter)
    return Strike(1, lambda unit: unit.is_ship and not (others and unit.is_fighter), dice=(_SURE_HIT,), costs=_may_go)


declare(
    Effect(
        slug="impulse-core",
        name="Impulse Core",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="yin-brotherhood",
        edition=BASE,
        meaning="When a space combat starts, you may destroy one of your cruisers or destroyers to produce a hit "
        "against an opponent's ship, other than a fighter if possible.",
        timing="Always, before any barrage, with your cheapest cruiser or destroyer; the opponent assigns the hit. "
        "Leave it out to keep the ship.",
        clauses=("78.2.a", "78.6", "87.4"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        of=USER,
        windows=(StartOfCombat(_for_a_ship),),
    )
)


def _fighters_for_a_small_ship(moment: Moment, owner: int, destroyed: Force) -> Force:
    units = moment.game.sides[owner].units
    return (Stack("fighter", 2, 0),) if any(_may_go(units[s.unit]) for s in destroyed) else ()


declare(
    Effect(
        slug="brother-milor",
        name="Brother Milor",
        kind=LEADER,
        leader=AGENT,
        faction="yin-brotherhood",
        shared=True,
        edition=POK,
        until=CODEX_3,
        meaning="Yin agent: after a cruiser or destroyer is destroyed, its owner may place up to two fighters in its "
        "system.",
        timing="In space combat and its barrage, two fighters when the owner first loses such a ship there, after all "
        "hits are assigned. The Yin can use it for another player: enter it with that player's effects.",
        clauses=("78.6",),
        steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT),
        bears=(SPACE_CANNON_OFFENSE,),
        spends=True,
        windows=(PlaceForLosses(_fighters_for_a_small_ship, depends_on_lost_types=True),),
    )
)


def _two_more(moment: Moment, owner: int, destroyed: Force) -> Force:
    if moment.place != SPACE:
        return (Stack("infantry", 2, 0),)
    if "direct-hit" in moment.game.sides[moment.target].effects:
        name = moment.game.sides[owner].name
        moment.game.warn(
            f"{name}’s Brother Milor: fighters that come for a ship lost to Direct Hit could take the hits that are "
            "left; here they come when all hits are assigned."
        )
    return (Stack("fighter", 2, 0),)


for _slug, _name, _edition, _until, _meaning in (
    (
        "brother-milor-omega",
        "Brother Milor Ω",
        CODEX_3,
        THUNDERS_EDGE,
        "Yin agent: after a unit is destroyed, its owner may place 2 fighters if it was a ship, or else 2 infantry.",
    ),
    (
        "brother-milor-omega-omega",
        "Brother Milor ΩΩ",
        THUNDERS_EDGE,
        None,
        "Yin agent: after a unit is destroyed in combat, its owner may place 2 fighters if it was a ship, or 2 "
        "infantry if it was a ground force. Printed without a mark.",
    ),
):
    declare(
        Effect(
            slug=_slug,
            name=_name,
            kind=LEADER,
            version_of="brother-milor",
            leader=AGENT,
            faction="yin-brotherhood",
            shared=True,
            edition=_edition,
            until=_until,
            meaning=_meaning,
            timing="In combat, when the owner first loses a unit in it, after all hits are assigned; the new units "
            "fight from the next round on. The Yin can use it for another player: enter it with that player's effects.",
            clauses=("78.6", "42.2"),
            steps=(ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, GROUND_COMBAT),
            bears=ROLL_STEPS if _until else (),
            spends=True,
            windows=(PlaceForLosses(_two_more, depends_on_lost_types=True),),
        )
    )


def _for_any_ship(moment: Moment, owner: int) -> Strike | None:
    there = strength(moment, owner, _may_go) and strength(moment, moment.target, lambda unit: unit.is_ship)
    return Strike(1, lambda unit: unit.is_ship, by_owner=True, costs=_may_go) if there else None


declare(
    Effect(
        slug="devotion",
        name="Devotion",
        kind=FACTION_ABILITY,
        faction="yin-brotherhood",
        edition=BASE,
        meaning="After a round of space combat, destroy one of your cruisers or destroyers to produce a hit and assign "
        "it to an opponent's ship of your choice.",
        timing="Enter it as often as you will use it: once after each of the first rounds, with your cheapest cruiser "
        "or destroyer, against the most expensive ship that cannot sustain (among equals, the one that hits best), "
        "or else against one that can. Not in a round that ends with a retreat.",
        clauses=("78.6", "87.4"),
        steps=(SPACE_COMBAT,),
        of=USER,
        limit=10,
        spends=True,
        windows=(EndOfRound(_for_any_ship, costs=_may_go),),
    )
)


declare(
    Effect(
        slug="brother-omar-omega",
        name="Brother Omar Ω",
        kind=LEADER,
        version_of="brother-omar",
        leader=COMMANDER,
        unlock="Use one of your faction abilities.",
        faction="yin-brotherhood",
        shared=True,
        edition=CODEX_3,
        meaning="It counts as a green technology for prerequisites. When you research a technology that another player "
        "owns, you may return one of your infantry to ignore all prerequisites. Printed in Thunder's Edge without "
        "a mark.",
        timing="In every research, as the green prerequisite; an answer says what depends on other players’ cards.",
        clauses=("90.12",),
        steps=(TECHNOLOGY_STEP,),
        windows=(_GREEN, IgnoresIfOthersOwn("return an infantry")),
    )
)

declare(
    Component(
        slug="dannel-of-the-tenth",
        name="Dannel of the Tenth",
        title="Spinner Overdrive",
        kind=LEADER,
        leader=HERO,
        unlock="Three scored objectives.",
        faction="yin-brotherhood",
        edition=POK,
        until=CODEX_3,
        meaning="Action: for each planet with your infantry, either ready it or double that infantry from your "
        "reinforcements. Then purge this card.",
        left_out="It places infantry outside combat; enter them in the scenario instead.",
    )
)

declare(
    Component(
        slug="dannel-of-the-tenth-omega",
        name="Dannel of the Tenth Ω",
        title="Quantum Dissemination",
        kind=LEADER,
        version_of="dannel-of-the-tenth",
        leader=HERO,
        unlock="Three scored objectives.",
        faction="yin-brotherhood",
        edition=CODEX_3,
        meaning="Action: commit up to three infantry from your reinforcements to any planets outside home systems and "
        "resolve ground combats there; Space Cannon cannot be used against them. Then purge this card. Printed in "
        "Thunder's Edge without a mark.",
        left_out="Use the ground combat calculator for each planet that they land on.",
        clauses=("42.1",),
    )
)

declare(
    Component(
        slug="greyfire-mutagen",
        name="Greyfire Mutagen",
        kind=PROMISSORY_NOTE,
        faction="yin-brotherhood",
        edition=BASE,
        until=CODEX_1,
        meaning="Play it after a system is activated: for that tactical action, the Yin cannot use their faction "
        "abilities or faction technologies. Then return it to the Yin.",
        left_out="Leave the Yin's faction abilities and faction technologies out of the scenario instead.",
    )
)

declare(
    Component(
        slug="greyfire-mutagen-omega",
        name="Greyfire Mutagen Ω",
        kind=PROMISSORY_NOTE,
        version_of="greyfire-mutagen",
        faction="yin-brotherhood",
        edition=CODEX_1,
        meaning="Play it at the start of a ground combat against at least two ground forces that are not the Yin's: "
        "replace one of your opponent's infantry with one of your own. Then return it to the Yin.",
        left_out="In the scenario, take an infantry away from the opponent and add one of yours.",
        clauses=("42.4.a",),
    )
)

declare(breakthrough("yin-ascendant", "Yin Ascendant", "yin-brotherhood", ("yellow", "green")))
