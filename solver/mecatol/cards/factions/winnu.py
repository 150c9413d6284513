"""The Winnu."""

from __future__ import annotations

from mecatol.cards import (
    SPACE,
    SYNERGY_STEPS,
    Ability,
    BeforeRoll,
    ColorsAlike,
    CombatPlus,
    CombinedCost,
    CustodiansForNothing,
    Dice,
    Edition,
    Funds,
    Game,
    Moment,
    Moving,
    ReadResults,
    StartChoice,
    StepName,
    Treasury,
    Value,
    but_fighters,
    planets,
    sheet,
    strength,
    systems,
)

winnu = sheet(
    "The Winnu",
    short="Winnu", edition=Edition.BASE, commodities=3, aliases=("winu",),
    start={"carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 2, "pds": 1, "space-dock": 1},
    start_choice=StartChoice(
        1, ("ai-development-algorithm", "antimass-deflectors", "dark-energy-tap", "neural-motivator",
            "plasma-scoring", "psychoarchaeology", "sarween-tools", "scanlink-drone-network"),
    ),
)  # fmt: skip

winnu.flagship(
    "Salai Sai Corian",
    "It rolls one combat die for each of the opponent's non-fighter ships in the system.",
    cost=8, combat=Value(7, 0), move=1, capacity=3, sustain_damage=True,
)  # fmt: skip

winnu.mech(
    "Reclaimer",
    "After a tactical action in which you gained control of its planet, you may place a PDS or a space dock there.",
    cost=2, combat=Value(6), sustain_damage=True,
)  # fmt: skip

winnu.ability(
    "Blood Ties",
    "You can remove the custodians token from Mecatol Rex without spending influence.",
    timing="Whenever its owner removes the custodians token.",
    clauses=("27.2",),
    automatic=True,
    windows=(CustodiansForNothing(),),
)

winnu.ability(
    "Reclamation",
    "After a tactical action that gained you control of Mecatol Rex, you may place a PDS and a space dock there.",
)

winnu.technology(
    "Lazax Gate Folding",
    "While Mecatol Rex is not under your control, its system has an alpha and a beta wormhole during your tactical "
    "actions. While it is, you can exhaust this card as an action to place an infantry there.",
    prerequisites=("blue", "blue"),
    left_out="Its wormholes are part of the route that you enter, and its action places the infantry outside any step.",
)


def _swap_one(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    ways = [treasury]
    for index, card in enumerate(treasury.cards):
        if card.resources != card.influence:
            more = card.influence - card.resources
            new = card._replace(resources=card.influence, influence=card.resources, spendable=card.spendable + more)
            ways.append(treasury._replace(cards=(*treasury.cards[:index], new, *treasury.cards[index + 1 :])))
    return ways


winnu.technology(
    "Hegemonic Trade Policy",
    "Exhaust it when your units use Production: one of your planets swaps its resources and influence for that use.",
    prerequisites=("yellow", "yellow"),
    timing="Before the order is paid for, with the planet that helps most, or none; a space dock on it uses the new "
    "resource value.",
    clauses=("75.1", "68.1"),
    exhausts=True,
    windows=(Funds(_swap_one),),
)

winnu.agent(
    "Berekar Berekon",
    "Winnu agent: when a player produces units, reduce their combined cost by 2.",
    timing="When units use Production; production limits still hold.",
    clauses=("67.1.c",),
    windows=(CombinedCost(lambda moment, owner: 2),),
)


def _as_many(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != Ability.COMBAT or moment.place != SPACE:
        return dice
    ships = strength(moment, moment.target, lambda unit: unit.is_ship and not unit.is_fighter)
    flagship = moment.game.sides[owner].units.get("flagship")
    printed = flagship and flagship.combat
    more = ships - (printed.dice if printed else 0)
    return tuple(d._replace(dice=d.dice + d.units * more) if d.unit == "flagship" else d for d in dice)


winnu.text(
    "salai-sai-corian",
    "It rolls as many combat dice as the opponent has non-fighter ships in the system.",
    slug="salai-sai-corian-dice",
    timing="In every round, counting the ships that are left.",
    clauses=("78.5",),
    steps=(StepName.SPACE_COMBAT,),
    windows=(BeforeRoll(_as_many, observes=but_fighters),),
)

winnu.commander(
    "Rickar Rickani",
    "The Winnu's commander: your units get +2 to their combat rolls in your home system, the Mecatol Rex system and "
    "systems with legendary planets.",
    unlock="Control Mecatol Rex or take part in a combat in its system.",
    timing="In every round; enter it only for a combat in such a system. Other players can have the commander through "
    "Alliance.",
    clauses=("78.5", "42.1"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT),
    assumed="the combat is in their home system, the Mecatol Rex system or one with a legendary planet",
    windows=(ReadResults(CombatPlus(2)),),
)

_THRONES = "imperator"


def _legend(game: Game) -> bool:
    """Tell whether the active system has a legendary planet, as far as its tile is known."""
    tile = game.scenario.system
    return tile is None or any(planets()[slug]["legendary"] for slug in systems()[tile]["planets"])


def _supported(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    return CombatPlus(moment.game.sides[owner].effects[_THRONES])(moment, owner, dice)


winnu.breakthrough(
    "Imperator",
    "In combat your units roll with +1 for each Support for the Throne that your opponent has in play. One of your "
    "ships gets +1 to its move value where a legendary planet is.",
    synergy=("blue", "red"),
    timing="In every round, in space and on planets; enter it once for each such note, your own included. In movement "
    "if the active system's tile has a legendary planet, or if you enter no tile.",
    clauses=("78.5", "42.1", "58.3"),
    steps=(StepName.SPACE_COMBAT, StepName.GROUND_COMBAT, StepName.MOVEMENT, *SYNERGY_STEPS),
    limit=7,
    windows=(ReadResults(_supported), Moving(one=1, holds=_legend), ColorsAlike()),
)
