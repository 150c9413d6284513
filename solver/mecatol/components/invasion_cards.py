"""Action cards that are played in an invasion before its combats."""

from __future__ import annotations

from collections.abc import Hashable

from mecatol.components.acts import controls
from mecatol.domain.editions import BASE, CODEX_1
from mecatol.domain.places import SPACE
from mecatol.domain.steps import (
    ACTIVE,
    BOMBARDMENT_STEP,
    GROUND_COMBAT,
    INVASION,
    OTHER,
    PLANETARY_SHIELD_STEP,
    SPACE_CANNON_DEFENSE,
    TACTICAL_ACTION,
)
from mecatol.domain.units import BOMBARDMENT, PLANETARY_SHIELD, SPACE_CANNON, Unit
from mecatol.effects.model import ACTION_CARD, ANYONE, TARGET, USER, Effect, Moment, declare
from mecatol.game.state import Holdings, totals
from mecatol.probability.dice import Dice
from mecatol.rules.combat.windows import TurnBack
from mecatol.rules.rolls.windows import BeforeUse, GatherDice, ReadResults

_BLITZ_VALUE = 6


def _ships(holdings: Holdings) -> Hashable:
    """Return how many of which unit a player has in space: who is damaged bombards all the same."""
    return totals(holdings.space)


def _armed(unit: Unit) -> bool:
    return unit.is_ship and not unit.is_fighter and not unit.bombardment


def _ships_without(moment: Moment, owner: int) -> tuple[Dice, ...]:
    """Return a die for each ship other than fighters that has no Bombardment of its own."""
    units = moment.game.sides[owner].units
    return tuple(
        Dice(s.unit, s.total, s.total, _BLITZ_VALUE) for s in moment.state.at(owner, SPACE) if _armed(units[s.unit])
    )


def _opponents_pds(moment: Moment, owner: int, unit: Unit) -> bool:
    theirs = moment.player != owner and unit.type == "pds"
    return theirs and moment.ability in (PLANETARY_SHIELD, SPACE_CANNON)


def _is_theirs(moment: Moment, owner: int) -> bool:
    """Tell whether a player controls the planet: with units before the invasion, bombarded or not, or as was said."""
    player = moment.game.sides[owner].player
    known = moment.place in player.controls or bool(moment.game.start.at(owner, moment.place))
    return known and controls(moment, owner, moment.place)


class _AgainstOwnPlanets:
    """Add a number to the result of every die that others roll to bombard a planet which the owner controls."""

    adds = True

    def __init__(self, modifier: int) -> None:
        self.modifier = modifier

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the modifier added where it applies, as also on a planet gained in this action."""
        if moment.ability != BOMBARDMENT:
            return dice
        seen = moment._replace(state=moment.whole or moment.state)  # those who fight there control it as well
        own = controls(seen, owner, moment.place) if owner == moment.target else _is_theirs(seen, owner)
        if not own:
            return dice
        return tuple(d._replace(modifier=d.modifier + self.modifier) for d in dice)


declare(
    Effect(
        slug="disable",
        name="Disable",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="At the start of an invasion: your opponents' PDS lose Planetary Shield and Space Cannon for "
        "that invasion.",
        timing="From the start of the invasion: for bombardment and Space Cannon Defense, not for Space Cannon "
        "Offense. Units other than PDS keep their shield.",
        clauses=("77.6", "15.1.f"),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP, SPACE_CANNON_DEFENSE, GROUND_COMBAT),
        of=TARGET,
        role=ACTIVE,
        windows=(BeforeUse(_opponents_pds),),
    )
)

declare(
    Effect(
        slug="bunker",
        name="Bunker",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="At the start of an invasion: bombardment dice against planets you control get −4 to their results.",
        timing="With every bombardment roll of that invasion against a planet that the owner controls, even one "
        "against units that coexist there.",
        clauses=("15.1", "15.2"),
        steps=(BOMBARDMENT_STEP,),
        of=ANYONE,
        role=OTHER,
        windows=(ReadResults(_AgainstOwnPlanets(-4)),),
    )
)

declare(
    Effect(
        slug="blitz",
        name="Blitz",
        kind=ACTION_CARD,
        edition=CODEX_1,
        meaning="At the start of an invasion: your ships in the active system without Bombardment, except fighters, "
        "gain Bombardment 6.",
        timing="Until the invasion ends; those ships then bombard with the others, all or none of them.",
        clauses=("15.1", "15.1.b"),
        steps=(BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP),
        of=USER,
        role=ACTIVE,
        windows=(GatherDice(_ships_without, elsewhere=_ships, calls_on=_armed),),
    )
)


declare(
    Effect(
        slug="parley",
        name="Parley",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="When another player commits ground forces to one of your planets, they go back to the space area.",
        timing="On the first planet of the owner's to which ground forces are committed; you may "
        "choose planets on which it is not played. They cannot land elsewhere in that invasion.",
        clauses=("49.2",),
        steps=(INVASION, TACTICAL_ACTION),
        of=TARGET,
        role=OTHER,
        spends=True,
        windows=(TurnBack(_is_theirs),),
    )
)
