"""Relics."""

from __future__ import annotations

from mecatol.domain.editions import THUNDERS_EDGE
from mecatol.domain.places import ADJACENT, SPACE
from mecatol.domain.steps import (
    ANTI_FIGHTER_BARRAGE_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SUSTAIN_DAMAGE_STEP,
    TRANSACTION_STEP,
)
from mecatol.domain.units import SUSTAIN_DAMAGE, Unit
from mecatol.effects.model import RELIC, TARGET, USER, Effect, Moment, declare
from mecatol.game.state import stack
from mecatol.hits.windows import LendSustain
from mecatol.probability.dice import Dice
from mecatol.rolls.gathering import has_lost
from mecatol.rolls.windows import GatherDice
from mecatol.transactions.windows import TradesThisRelic

_ARMAMENTS = Dice("", units=1, dice=3, value=6)


def _lacks_sustain(moment: Moment, owner: int, unit: Unit) -> bool:
    if not unit.is_ship or unit.is_fighter:
        return False
    about = moment._replace(player=owner, target=moment.player)
    return not unit.sustain_damage or has_lost(about, SUSTAIN_DAMAGE, unit)


declare(
    Effect(
        slug="metali-void-armaments",
        name="Metali Void Armaments",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="In the Anti-Fighter Barrage step you may roll Anti-Fighter Barrage 6 (×3) besides that of your units.",
        timing="With the owner's barrage roll; its dice belong to no unit. `decline` leaves it out.",
        clauses=("10.1", "78.3"),
        steps=(ANTI_FIGHTER_BARRAGE_STEP,),
        of=USER,
        windows=(GatherDice(lambda moment, owner: (_ARMAMENTS,)),),
    )
)

declare(
    Effect(
        slug="metali-void-shielding",
        name="Metali Void Shielding",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="Each time your ships other than fighters are hit, one of them may use Sustain Damage as if it had it.",
        timing="Before the hits are assigned; the cheapest undamaged ship without Sustain Damage uses it.",
        clauses=("87.1", "87.4"),
        steps=(SPACE_CANNON_OFFENSE, ANTI_FIGHTER_BARRAGE_STEP, SPACE_COMBAT, SUSTAIN_DAMAGE_STEP),
        of=TARGET,
        windows=(LendSustain(_lacks_sustain),),
    )
)


def _rails(moment: Moment, owner: int) -> tuple[Dice, ...]:
    """Return the dice of the owner's space docks: next door too against ships, on the planet alone in defense."""
    holdings = moment.state.players[owner]
    places = [SPACE, ADJACENT, *(planet for planet, _ in holdings.planets)] if moment.place == SPACE else [moment.place]
    docks = sum(stack(holdings.at(place), "space-dock").total for place in places)
    return (Dice("space-dock", units=docks, dice=2 * docks, value=5),) if docks else ()


declare(
    Effect(
        slug="lightrail-ordnance",
        name="Lightrail Ordnance",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="Each of your space docks has Space Cannon 5 (×2), which reaches ships in adjacent systems.",
        timing="With the owner's other Space Cannon dice, offense and defense alike.",
        clauses=("77.3.c", "77.7"),
        steps=(SPACE_CANNON_OFFENSE, SPACE_CANNON_DEFENSE),
        of=USER,
        windows=(GatherDice(_rails, calls_on=lambda unit: unit.type == "space-dock"),),
    )
)

declare(
    Effect(
        slug="the-silver-flame",
        name="The Silver Flame",
        kind=RELIC,
        edition=THUNDERS_EDGE,
        meaning="The only relic that can change hands in a transaction. Action: purged for a die, which on 10 is worth "
        "a victory point, and else costs its owner their home with all that stands there.",
        timing="In every transaction in which its owner gives a relic.",
        clauses=("94.3",),
        steps=(TRANSACTION_STEP,),
        windows=(TradesThisRelic(),),
    )
)
