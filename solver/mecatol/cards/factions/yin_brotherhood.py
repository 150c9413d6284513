"""The Yin Brotherhood."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.cards import (
    ROLL_STEPS,
    SHIP_HIT_STEPS,
    SPACE,
    AfterProduction,
    Dice,
    Edition,
    EndOfRound,
    Force,
    Gift,
    Ignores,
    IgnoresIfOthersOwn,
    Moment,
    OneMoreWith,
    PlaceForLosses,
    Stack,
    StartOfCombat,
    StepName,
    Strike,
    TakeAllAlong,
    Unit,
    UnitPrice,
    Value,
    sheet,
    strength,
)

yin = sheet(
    "The Yin Brotherhood",
    short="Yin", aliases=("yin", "clones", "clone"), edition=Edition.BASE, commodities=2,
    start={"carrier": 2, "destroyer": 1, "fighter": 4, "infantry": 4, "space-dock": 1},
    start_technologies=("sarween-tools",),
)  # fmt: skip

yin.flagship(
    "Van Hauge",
    "When it is destroyed, all ships in its system are destroyed.",
    cost=8, combat=Value(9, 2), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

yin.mech(
    "Moyin's Ashes",
    "Deploy: when its owner uses Indoctrination, they may spend one more influence to replace the opponent's infantry "
    "with this mech instead of an infantry.",
    cost=2, combat=Value(6), sustain_damage=True, deploy=True,
)  # fmt: skip


def _one_infantry(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    return (Gift("infantry", 1, "on a planet here that the player controls"),) if order else ()


def _two_infantry(moment: Moment, owner: int, order: Mapping[str, int]) -> tuple[Gift, ...]:
    where = "together, on any planet that the player controls or in a space area with the player's ships"
    return (Gift("infantry", 2, where),) if order else ()


yin.technology(
    "Yin Spinner",
    "After your units use Production, place an infantry on a planet that you control in that system.",
    prerequisites=("green", "green"),
    until=Edition.CODEX_1,
    timing="After the order, from your reinforcements, at no cost.",
    clauses=("68.1",),
    windows=(AfterProduction(_one_infantry),),
)

yin.technology(
    "Yin Spinner Ω",
    "After you produce units, place up to two infantry together, on any planet you control or in a space area with "
    "your ships.",
    prerequisites=("green", "green"),
    edition=Edition.CODEX_1,
    timing="After the order, from your reinforcements, at no cost.",
    clauses=("68.1",),
    windows=(AfterProduction(_two_infantry),),
)

_GREEN = Ignores(1, color="biotic")

yin.commander(
    "Brother Omar",
    "Yin commander: it counts as a green technology for prerequisites, and each time you pay the cost of infantry, "
    "you produce one more; it does not count against the limit.",
    unlock="Use Indoctrination.",
    until=Edition.CODEX_3,
    timing="In every research, and whenever infantry are produced; the solver pays for more groups than needed when "
    "the limit is tight.",
    clauses=("67.2", "68.1.b", "90.12"),
    windows=(UnitPrice(OneMoreWith("infantry")), _GREEN),
)

yin.text(
    "van-hauge",
    "When it is destroyed, all ships in its system are destroyed.",
    slug="van-hauge-end",
    timing="At once, in Space Cannon Offense as well as in a space combat and its barrage; the combat then ends in a "
    "draw.",
    clauses=("78.10", "78.6.a", "77.5"),
    steps=SHIP_HIT_STEPS,
    windows=(TakeAllAlong(lambda moment, owner, lost: any(unit.type == "flagship" for unit in lost)),),
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


yin.technology(
    "Impulse Core",
    "When a space combat starts, you may destroy one of your cruisers or destroyers to produce a hit against an "
    "opponent's ship, other than a fighter if possible.",
    prerequisites=("yellow", "yellow"),
    timing="Always, before any barrage, with your cheapest cruiser or destroyer; the opponent assigns the hit. Leave "
    "it out to keep the ship.",
    clauses=("78.2.a", "78.6", "87.4"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    windows=(StartOfCombat(_for_a_ship),),
)


def _fighters_for_a_small_ship(moment: Moment, owner: int, destroyed: Force) -> Force:
    units = moment.game.sides[owner].units
    return (Stack("fighter", 2, 0),) if any(_may_go(units[s.unit]) for s in destroyed) else ()


yin.agent(
    "Brother Milor",
    "Yin agent: after a cruiser or destroyer is destroyed, its owner may place up to two fighters in its system.",
    until=Edition.CODEX_3,
    timing="In space combat and its barrage, two fighters when the owner first loses such a ship there, after all "
    "hits are assigned. The Yin can use it for another player: enter it with that player's effects.",
    clauses=("78.6",),
    steps=(StepName.ANTI_FIGHTER_BARRAGE, StepName.SPACE_COMBAT),
    bears=(StepName.SPACE_CANNON_OFFENSE,),
    spends=True,
    windows=(PlaceForLosses(_fighters_for_a_small_ship, depends_on_lost_types=True),),
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


for _name, _edition, _until, _meaning in (
    (
        "Brother Milor Ω",
        Edition.CODEX_3,
        Edition.THUNDERS_EDGE,
        "Yin agent: after a unit is destroyed, its owner may place 2 fighters if it was a ship, or else 2 infantry.",
    ),
    (
        "Brother Milor ΩΩ",
        Edition.THUNDERS_EDGE,
        None,
        "Yin agent: after a unit is destroyed in combat, its owner may place 2 fighters if it was a ship, or 2 "
        "infantry if it was a ground force. Printed without a mark.",
    ),
):
    yin.agent(
        _name,
        _meaning,
        edition=_edition,
        until=_until,
        timing="In combat, when the owner first loses a unit in it, after all hits are assigned; the new units fight "
        "from the next round on. The Yin can use it for another player: enter it with that player's effects.",
        clauses=("78.6", "42.2"),
        bears=ROLL_STEPS if _until else (),
        spends=True,
        windows=(PlaceForLosses(_two_more, depends_on_lost_types=True),),
    )


def _for_any_ship(moment: Moment, owner: int) -> Strike | None:
    there = strength(moment, owner, _may_go) and strength(moment, moment.target, lambda unit: unit.is_ship)
    return Strike(1, lambda unit: unit.is_ship, by_owner=True, costs=_may_go) if there else None


yin.ability(
    "Devotion",
    "After a round of space combat, destroy one of your cruisers or destroyers to produce a hit and assign it to an "
    "opponent's ship of your choice.",
    timing="Enter it as often as you will use it: once after each of the first rounds, with your cheapest cruiser or "
    "destroyer, against the most expensive ship that cannot sustain (among equals, the one that hits best), or else "
    "against one that can. Not in a round that ends with a retreat.",
    clauses=("78.6", "87.4"),
    limit=10,
    spends=True,
    windows=(EndOfRound(_for_any_ship, costs=_may_go),),
)

yin.commander(
    "Brother Omar Ω",
    "It counts as a green technology for prerequisites. When you research a technology that another player owns, you "
    "may return one of your infantry to ignore all prerequisites. Printed in Thunder's Edge without a mark.",
    unlock="Use one of your faction abilities.",
    edition=Edition.CODEX_3,
    timing="In every research, as the green prerequisite; an answer says what depends on other players’ cards.",
    clauses=("90.12",),
    windows=(_GREEN, IgnoresIfOthersOwn("return an infantry")),
)

yin.hero(
    "Dannel of the Tenth",
    "Action: for each planet with your infantry, either ready it or double that infantry from your reinforcements. "
    "Then purge this card.",
    title="Spinner Overdrive",
    until=Edition.CODEX_3,
    left_out="It places infantry outside combat; enter them in the scenario instead.",
)

yin.hero(
    "Dannel of the Tenth Ω",
    "Action: commit up to three infantry from your reinforcements to any planets outside home systems and resolve "
    "ground combats there; Space Cannon cannot be used against them. Then purge this card. Printed in Thunder's Edge "
    "without a mark.",
    title="Quantum Dissemination",
    edition=Edition.CODEX_3,
    left_out="Use the ground combat calculator for each planet that they land on.",
    clauses=("42.1",),
)

yin.note(
    "Greyfire Mutagen",
    "Play it after a system is activated: for that tactical action, the Yin cannot use their faction abilities or "
    "faction technologies. Then return it to the Yin.",
    until=Edition.CODEX_1,
    left_out="Leave the Yin's faction abilities and faction technologies out of the scenario instead.",
)

yin.note(
    "Greyfire Mutagen Ω",
    "Play it at the start of a ground combat against at least two ground forces that are not the Yin's: replace one "
    "of your opponent's infantry with one of your own. Then return it to the Yin.",
    edition=Edition.CODEX_1,
    left_out="In the scenario, take an infantry away from the opponent and add one of yours.",
    clauses=("42.4.a",),
)

yin.breakthrough("Yin Ascendant", synergy=("yellow", "green"))
