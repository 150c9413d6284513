"""What values set by hand do in a combat, as effects in the windows of rolls and of its start."""

from __future__ import annotations

from mecatol.cards.acts import CombatPlus
from mecatol.domain.editions import BASE
from mecatol.domain.steps import ANTI_FIGHTER_BARRAGE_STEP, GROUND_COMBAT, SPACE_COMBAT
from mecatol.effects.model import BY_HAND, EFFECTS, USER, Effect
from mecatol.game.by_hand import SLUGS
from mecatol.game.moment import Moment
from mecatol.probability.dice import Dice
from mecatol.rules.combat.windows import StartOfCombat, Strike
from mecatol.rules.rolls.windows import ReadResults

_COMBATS = (SPACE_COMBAT, GROUND_COMBAT)


class _AddsByHand:
    """Add a number that the owner has set to the result of every combat die."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the number added."""
        number: int = moment.game.sides[owner].player.by_hand[self.key]
        return CombatPlus(number)(moment, owner, dice)


def _strike(moment: Moment, owner: int) -> Strike:
    return Strike(moment.game.sides[owner].player.by_hand["hits"], lambda unit: True)


_EFFECTS = (
    Effect(
        slug=SLUGS["bonus"],
        name="Bonus set by hand",
        kind=BY_HAND,
        edition=BASE,
        meaning="The number set is added to each of their combat rolls.",
        timing="In every round of every combat.",
        clauses=("78.5", "42.1"),
        steps=_COMBATS,
        of=USER,
        automatic=True,
        windows=(ReadResults(_AddsByHand("bonus")),),
    ),
    Effect(
        slug=SLUGS["first_round"],
        name="Bonus of the first round set by hand",
        kind=BY_HAND,
        edition=BASE,
        meaning="The number set is added to each of their combat rolls in the first round.",
        timing="In the first round of every combat.",
        clauses=("78.5", "42.1"),
        steps=_COMBATS,
        of=USER,
        automatic=True,
        rounds=1,
        opening=True,
        windows=(ReadResults(_AddsByHand("first_round")),),
    ),
    Effect(
        slug=SLUGS["hits"],
        name="Hits set by hand",
        kind=BY_HAND,
        edition=BASE,
        meaning="At the start of combat the other side takes this many hits.",
        timing="At the start of every combat, once.",
        clauses=("78.2.a", "42.4.a"),
        steps=(*_COMBATS, ANTI_FIGHTER_BARRAGE_STEP),
        of=USER,
        automatic=True,
        windows=(StartOfCombat(_strike),),
    ),
)

for _effect in _EFFECTS:
    EFFECTS[_effect.slug] = _effect  # no component of the game, so `declare` has no record of it
