"""Relics."""

from __future__ import annotations

from mecatol.cards import (
    ADJACENT,
    SHIP_HIT_STEPS,
    SPACE,
    Ability,
    BareHits,
    Dice,
    Edition,
    Funds,
    GatherDice,
    Kind,
    LendSustain,
    Moment,
    NearMisses,
    PlanetCard,
    RerollAtRisk,
    RiskMisses,
    RolledPoint,
    Side,
    Spending,
    StepName,
    TradesThisRelic,
    Treasury,
    Unit,
    Value,
    VotesLikePlanet,
    Whose,
    deck,
    docks_in,
    has_lost,
    ways_to_risk,
)

relic = deck(Kind.RELIC, Edition.THUNDERS_EDGE)

relic(
    "The Crown of Thalnos",
    "In each round of combat you may reroll any of your dice, with +1 to the new results. A unit that rerolls and has "
    "no hit by then is destroyed.",
    slug="crown-of-thalnos",
    edition=Edition.POK,
    timing="In every round, every die that missed, of the types of units that you choose. Where you choose none, "
    "nothing is rerolled, or the dice of the cheapest type, or all, whichever is best for its owner; the answer says "
    "which. Units are destroyed before hits are assigned, and cannot sustain.",
    clauses=("78.5", "42.1", "87.5"),
    choice="risk",
    tries=ways_to_risk,
    windows=(RerollAtRisk(RiskMisses(1)),),
)

_ARMAMENTS = Dice("", units=1, dice=3, value=6)


def _lacks_sustain(moment: Moment, owner: int, unit: Unit) -> bool:
    if not unit.is_ship or unit.is_fighter:
        return False
    about = moment._replace(player=owner, target=moment.player)
    return not unit.sustain_damage or has_lost(about, Ability.SUSTAIN_DAMAGE, unit)


relic(
    "Metali Void Armaments",
    "In the Anti-Fighter Barrage step you may roll Anti-Fighter Barrage 6 (×3) in addition to that of your units.",
    timing="With the owner's barrage roll, as if a unit rolled these dice. You may leave it out.",
    clauses=("10.1", "78.3"),
    steps=(StepName.ANTI_FIGHTER_BARRAGE,),
    windows=(GatherDice(lambda moment, owner: (_ARMAMENTS,)),),
)

relic(
    "Metali Void Shielding",
    "Each time your ships other than fighters are hit, one of them may use Sustain Damage as if it had it.",
    timing="Before the hits are assigned; the cheapest undamaged ship without Sustain Damage uses it.",
    clauses=("87.1", "87.4"),
    steps=SHIP_HIT_STEPS,
    of=Whose.TARGET,
    windows=(LendSustain(_lacks_sustain),),
)

_LIGHTRAIL = Value(5, 2)
"""The Space Cannon that Lightrail Ordnance gives to space docks."""


def _rails(moment: Moment, owner: int) -> tuple[Dice, ...]:
    """Return the dice of the owner's space docks: next door too against ships, on the planet alone in defense."""
    holdings = moment.state.players[owner]
    places = [SPACE, ADJACENT, *(planet for planet, _ in holdings.planets)] if moment.place == SPACE else [moment.place]
    docks = docks_in(moment, owner, places)
    dice = docks * _LIGHTRAIL.dice
    return (Dice("space-dock", units=docks, dice=dice, value=_LIGHTRAIL.value),) if docks else ()


relic(
    "Lightrail Ordnance",
    "Each of your space docks has Space Cannon 5 (×2), which reaches ships in adjacent systems.",
    timing="With the owner's other Space Cannon dice, offense and defense alike.",
    clauses=("77.3.c", "77.7"),
    steps=(StepName.SPACE_CANNON_OFFENSE, StepName.SPACE_CANNON_DEFENSE),
    windows=(GatherDice(_rails, gives=("space-dock", _LIGHTRAIL), calls_on=lambda unit: unit.type == "space-dock"),),
)

relic(
    "The Silver Flame",
    "It can change hands in a transaction. Action: purge it and roll a die. A 10 is worth a victory point; anything "
    "else purges your home system with everything in it, and you can no longer score public objectives. The Fracture "
    "enters play.",
    timing="In every transaction in which its owner gives a relic. Who can win mentions its point without counting it.",
    clauses=("94.3", "98.2"),
    windows=(TradesThisRelic(), RolledPoint(10)),
)

relic(
    "Heart of Ixth",
    "Exhaust it after a die was rolled: its result is one higher or lower.",
    timing="On the first of your combat dice that misses by one after all rerolls, which becomes a hit; you may "
    "choose a later round. With The Crown of Thalnos it saves a unit that would be destroyed, if it can, the most "
    "valuable first. To use it on a die of the opponent’s, enter Heart of Ixth (opponent’s die) instead. Dice of unit "
    "abilities are left as they are.",
    clauses=("78.5", "42.1"),
    spends=True,
    exhausts=True,
    card="heart-of-ixth",
    windows=(NearMisses(lambda moment, owner, dice: moment.ability == Ability.COMBAT),),
)

relic(
    "Heart of Ixth (opponent’s die)",
    "Heart of Ixth on another player’s die: exhaust it after the die was rolled, and its result is one lower.",
    slug="heart-of-ixth-opponent",
    timing="On the first of the opponent’s combat dice that hits without a point to spare after all rerolls, which "
    "becomes a miss; you may choose a later round. Enter it instead of Heart of Ixth, which changes a die of your own. "
    "Dice that The Crown of Thalnos rerolls and dice of unit abilities are left as they are.",
    clauses=("78.5", "42.1"),
    of=Whose.TARGET,
    spends=True,
    exhausts=True,
    card="heart-of-ixth",
    windows=(BareHits(lambda moment, owner, dice: moment.ability == Ability.COMBAT),),
)

_TRIAD = "the-triad"


def _its_worth(side: Side) -> tuple[int, int]:
    """Return its resources and its influence: three, and one more for each type of fragment that was entered."""
    return (2 + side.effects.get(_TRIAD, 1),) * 2


def _like_a_planet(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    resources, influence = _its_worth(moment.game.sides[owner])
    return [treasury._replace(cards=(*treasury.cards, PlanetCard(_TRIAD, resources, influence, True, resources)))]


relic(
    "The Triad",
    "You can exhaust it like a planet: it is worth 3 resources and 3 influence, and one more of each for every type "
    "of relic fragment that you have.",
    timing="Whenever units or objectives are paid for and votes are cast, unless it is exhausted. Enter it once, and "
    "once more for each type of relic fragment.",
    clauses=("75.2", "47.3", "8.6"),
    limit=5,
    exhausts=True,
    windows=(Funds(_like_a_planet), Spending(further=_its_worth), VotesLikePlanet(_its_worth)),
)
