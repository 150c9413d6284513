"""Galactic events, which the table agrees on before a game and which hold for everybody."""

from __future__ import annotations

from mecatol.cards import (
    CombatPlus,
    Dice,
    Edition,
    Game,
    Kind,
    Moment,
    Moving,
    Producers,
    ReadResults,
    SharesTechnologies,
    StepName,
    TradesAnywhere,
    TradesInNoAgenda,
    Unit,
    UnitsAre,
    Whose,
    Work,
    deck,
    systems,
    units,
)

event = deck(Kind.GALACTIC_EVENT, Edition.THUNDERS_EDGE)

event(
    "Age of Commerce",
    "Anyone can trade with anyone, neighbors or not. Replenishing adds your commodity value to what you hold, without "
    "a maximum. A transaction may include sharing technologies that belong to no faction: the other player gains "
    "their own copy, and you keep yours.",
    edition=Edition.CODEX_4,
    timing="In every transaction of the game, no matter who enters it.",
    clauses=("94.1", "94.3"),
    of=Whose.ANYONE,
    windows=(TradesAnywhere(), SharesTechnologies()),
)

event(
    "Hidden Agenda",
    "In the agenda phase nobody but the speaker speaks, except to announce action cards, and nobody trades. All vote "
    "at once in writing, and the speaker counts the votes in secret and announces only the totals, unless an outcome "
    "depends on who voted how. The player with Zeal votes in the open, before everyone else.",
    timing="In every agenda phase, no matter who enters it, but only for transactions.",
    clauses=("94.6",),
    bears=(StepName.VOTES,),
    left_out="The vote calculator takes votes in order; with secret votes it needs what each player wrote down.",
    of=Whose.ANYONE,
    windows=(TradesInNoAgenda(),),
)


def _into_the_fracture(game: Game) -> bool:
    """Tell whether the active system is one of The Fracture, as far as its tile is known."""
    tile = game.scenario.system
    return tile is None or systems()[tile]["kind"] == "fracture"


event(
    "Call of the Void",
    "When you activate a system of The Fracture, each of your ships gets +1 to its move value. Once you have moved "
    "units there, you gain a command token.",
    timing="In every movement into The Fracture, no matter who enters it; without a system tile, the active system is "
    "taken to be there.",
    clauses=("58.3",),
    steps=(StepName.MOVEMENT,),
    of=Whose.ANYONE,
    windows=(Moving(each=1, holds=_into_the_fracture),),
)

_PHENOMENAE = "cosmic-phenomenae"


def _in_thicker_fog(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Add 2 more to the combat rolls of who has the nebula's +1, once, whoever enters the event."""
    sides = moment.game.sides
    again = any(_PHENOMENAE in side.effects for side in sides[:owner])
    return dice if again or "nebula" not in sides[moment.player].effects else CombatPlus(2)(moment, owner, dice)


def _near_a_supernova(moment: Moment, owner: int, works: tuple[Work, ...]) -> list[tuple[Work, ...]]:
    """Raise the production value of each unit by 1, once, whoever enters the event."""
    if any(_PHENOMENAE in side.effects for side in moment.game.sides[:owner]):
        return [works]
    return [tuple(one._replace(value=one.value + 1) if one.value and not one.added else one for one in works)]


event(
    "Cosmic Phenomenae",
    "Anomalies change. In a nebula the defender's ships get +3 instead of +1. Fighters with no move value stay out of "
    "space combat in an asteroid field. In and next to a supernova, each production value is one higher. A ship that "
    "leaves a gravity rift may take another +1 move, and is then removed on 5 or less. All systems with entropic "
    "scars are adjacent to one another.",
    timing="No matter who enters it: in every space combat in a nebula (enter the nebula as well), and in movement "
    "for ships that start in a gravity rift. These get the other +1 only if they need it to arrive, and never when "
    "they retreat. For production, enter it only in or next to a supernova.",
    clauses=("59.3", "41.1", "68.1.a"),
    steps=(StepName.SPACE_COMBAT, StepName.MOVEMENT, StepName.PRODUCTION),
    left_out="Leave fighters without a move value out of a combat in an asteroid field, and enter routes that the "
    "entropic scars open.",
    of=Whose.ANYONE,
    windows=(ReadResults(_in_thicker_fog), Moving(stronger_pull=True), Producers(_near_a_supernova, last=True)),
)

_ABANDONED = "conventions-of-war-abandoned"


def _three_units_a_hit(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Let each hit of a bombardment go to three units, once, whoever enters the event."""
    if any(_ABANDONED in side.effects for side in moment.game.sides[:owner]):
        return dice
    return tuple(d._replace(yields=3 * d.yields, bonus_hits=3 * d.bonus_hits) for d in dice)


event(
    "Conventions of War Abandoned",
    "Each hit from a bombardment destroys three units. As an action, you may exhaust X-89 Bacterial Weapon to purge "
    "the card of a planet in a system where one of your units has Bombardment, along with its attachments and "
    "legendary ability. A player whose home planets have all been purged is eliminated.",
    timing="In every bombardment, no matter who enters it: each hit counts as three, and a unit that sustains damage "
    "cancels one of them.",
    clauses=("15.1", "15.2"),
    steps=(StepName.BOMBARDMENT,),
    left_out="Planets are not purged; they count as planets still.",
    of=Whose.ANYONE,
    windows=(ReadResults(_three_units_a_hit),),
)


def _upgraded(unit: Unit) -> Unit:
    """Return what a fighter is where all players begin with its upgrade; any other unit as it is."""
    better = next((one for one in units().values() if unit.is_fighter and one.upgrade_of == unit.slug), None)
    return better or unit


event(
    "Age of Fighters",
    "All players begin with Fighter II, or with the upgrade of their faction's own fighters. Each fighter that counts "
    "against the fleet pool has capacity 1, but cannot carry fighters. Every other ship that is destroyed is purged.",
    timing="In every step with fighters, no matter who enters it.",
    clauses=("97.1",),
    left_out="The capacity of fighters is not counted: enter ground forces that they carry as carried by a ship.",
    of=Whose.ANYONE,
    windows=(UnitsAre(_upgraded),),
)
