"""The Winnu."""

from __future__ import annotations

from mecatol.components.acts import CombatPlus, but_fighters, strength
from mecatol.domain.editions import BASE, POK, THUNDERS_EDGE
from mecatol.domain.factions import Faction, StartChoice
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    GROUND_COMBAT,
    MOVEMENT_STEP,
    PRODUCTION_STEP,
    SPACE_COMBAT,
    SYNERGY_STEPS,
    VICTORY_STEP,
)
from mecatol.domain.units import Unit, Value, planets, systems
from mecatol.effects.model import (
    AGENT,
    BREAKTHROUGH,
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
from mecatol.game.model import Game
from mecatol.game.windows import ColorsAlike
from mecatol.probability.dice import Dice
from mecatol.rules.movement.windows import Moving
from mecatol.rules.production.windows import CombinedCost, Funds, Treasury
from mecatol.rules.rolls.windows import BeforeRoll, ReadResults
from mecatol.rules.victory.windows import CustodiansForNothing

declare(
    Faction(
        slug="winnu",
        name="The Winnu",
        short="Winnu",
        edition=BASE,
        commodities=3,
        aliases=("winu",),
        start={"carrier": 1, "cruiser": 1, "fighter": 2, "infantry": 2, "pds": 1, "space-dock": 1},
        start_choice=StartChoice(
            1,
            (
                "ai-development-algorithm",
                "antimass-deflectors",
                "dark-energy-tap",
                "neural-motivator",
                "plasma-scoring",
                "psychoarchaeology",
                "sarween-tools",
                "scanlink-drone-network",
            ),
        ),
    )
)

declare(
    Unit(
        slug="salai-sai-corian",
        name="Salai Sai Corian",
        type="flagship",
        faction="winnu",
        edition=BASE,
        cost=8,
        combat=Value(7, 0),
        move=1,
        capacity=3,
        sustain_damage=True,
        meaning="It rolls one combat die for each of the opponent's non-fighter ships in the system.",
    )
)

declare(
    Unit(
        slug="reclaimer",
        name="Reclaimer",
        type="mech",
        faction="winnu",
        edition=POK,
        cost=2,
        combat=Value(6),
        sustain_damage=True,
        meaning="After a tactical action in which you gained control of its planet, you may place a PDS or a space "
        "dock there.",
    )
)

declare(
    Effect(
        slug="blood-ties",
        name="Blood Ties",
        kind=FACTION_ABILITY,
        faction="winnu",
        edition=BASE,
        meaning="You can remove the custodians token from Mecatol Rex without spending influence.",
        timing="Whenever its owner removes the custodians token.",
        clauses=("27.2",),
        steps=(VICTORY_STEP,),
        automatic=True,
        windows=(CustodiansForNothing(),),
    )
)

declare(
    Component(
        slug="reclamation",
        name="Reclamation",
        kind=FACTION_ABILITY,
        faction="winnu",
        edition=BASE,
        meaning="After a tactical action that gained you control of Mecatol Rex, you may place a PDS and a space dock "
        "there.",
    )
)

declare(
    Component(
        slug="lazax-gate-folding",
        name="Lazax Gate Folding",
        kind=FACTION_TECHNOLOGY,
        color="blue",
        prerequisites=("blue", "blue"),
        faction="winnu",
        edition=BASE,
        meaning="While Mecatol Rex is not under your control, its system has an alpha and a beta wormhole during your "
        "tactical actions. While it is, you can exhaust this card as an action to place an infantry there.",
        left_out="Its wormholes are part of the route that you enter, and its action places the infantry outside any "
        "step.",
    )
)


def _swap_one(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    ways = [treasury]
    for index, card in enumerate(treasury.cards):
        if card.resources != card.influence:
            more = card.influence - card.resources
            new = card._replace(resources=card.influence, influence=card.resources, spendable=card.spendable + more)
            ways.append(treasury._replace(cards=(*treasury.cards[:index], new, *treasury.cards[index + 1 :])))
    return ways


declare(
    Effect(
        slug="hegemonic-trade-policy",
        name="Hegemonic Trade Policy",
        kind=FACTION_TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow", "yellow"),
        faction="winnu",
        edition=BASE,
        meaning="Exhaust it when your units use Production: one of your planets swaps its resources and influence for "
        "that use.",
        timing="Before the order is paid for, with the planet that helps most, or none; a space dock on it uses the "
        "new resource value.",
        clauses=("75.1", "68.1"),
        steps=(PRODUCTION_STEP,),
        exhausts=True,
        windows=(Funds(_swap_one),),
    )
)

declare(
    Effect(
        slug="berekar-berekon",
        name="Berekar Berekon",
        kind=LEADER,
        leader=AGENT,
        faction="winnu",
        shared=True,
        edition=POK,
        meaning="Winnu agent: when a player produces units, reduce their combined cost by 2.",
        timing="When units use Production; production limits still hold.",
        clauses=("67.1.c",),
        steps=(PRODUCTION_STEP,),
        windows=(CombinedCost(lambda moment, owner: 2),),
    )
)


def _as_many(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    if moment.ability != COMBAT or moment.place != SPACE:
        return dice
    ships = strength(moment, moment.target, lambda unit: unit.is_ship and not unit.is_fighter)
    printed = moment.game.sides[owner].units["flagship"].combat
    more = ships - (printed.dice if printed else 0)
    return tuple(d._replace(dice=d.dice + d.units * more) if d.unit == "flagship" else d for d in dice)


declare(
    Effect(
        slug="salai-sai-corian-dice",
        name="Salai Sai Corian",
        kind=UNIT_TEXT,
        faction="winnu",
        unit="salai-sai-corian",
        edition=BASE,
        meaning="It rolls as many combat dice as the opponent has non-fighter ships in the system.",
        timing="In every round, counting the ships that are left.",
        clauses=("78.5",),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        windows=(BeforeRoll(_as_many, observes=but_fighters),),
    )
)

declare(
    Effect(
        slug="rickar-rickani",
        name="Rickar Rickani",
        kind=LEADER,
        leader=COMMANDER,
        unlock="Control Mecatol Rex or take part in a combat in its system.",
        faction="winnu",
        shared=True,
        edition=POK,
        meaning="The Winnu's commander: your units get +2 to their combat rolls in your home system, the Mecatol Rex "
        "system and systems with legendary planets.",
        timing="In every round; enter it only for a combat in such a system. Other players can have the commander "
        "through Alliance.",
        clauses=("78.5", "42.1"),
        steps=(SPACE_COMBAT, GROUND_COMBAT),
        of=USER,
        assumed="the combat is in their home system, the Mecatol Rex system or one with a legendary planet",
        windows=(ReadResults(CombatPlus(2)),),
    )
)


_THRONES = "imperator"


def _legend(game: Game) -> bool:
    """Tell whether the active system has a legendary planet, as far as its tile is known."""
    tile = game.scenario.system
    return tile is None or any(planets()[slug]["legendary"] for slug in systems()[tile]["planets"])


def _supported(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    return CombatPlus(moment.game.sides[owner].effects[_THRONES])(moment, owner, dice)


declare(
    Effect(
        slug=_THRONES,
        name="Imperator",
        kind=BREAKTHROUGH,
        faction="winnu",
        edition=THUNDERS_EDGE,
        synergy=("blue", "red"),
        meaning="In combat your units roll with +1 for each Support for the Throne that your opponent has in play. "
        "One of your ships gets +1 to its move value where a legendary planet is.",
        timing="In every round, in space and on planets; enter it once for each such note, your own included. In "
        "movement if the active system's tile has a legendary planet, or if you enter no tile.",
        clauses=("78.5", "42.1", "58.3"),
        steps=(SPACE_COMBAT, GROUND_COMBAT, MOVEMENT_STEP, *SYNERGY_STEPS),
        of=USER,
        limit=7,
        windows=(ReadResults(_supported), Moving(one=1, holds=_legend), ColorsAlike()),
    )
)
