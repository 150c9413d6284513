"""Action cards that are played in an invasion before its combats."""

from __future__ import annotations

from collections.abc import Hashable

from mecatol.cards import (
    SPACE,
    Ability,
    BeforeUse,
    Dice,
    Edition,
    GatherDice,
    Holdings,
    Kind,
    Moment,
    ReadResults,
    Role,
    StepName,
    TurnBack,
    Unit,
    Whose,
    controls,
    deck,
    totals,
)

action_card = deck(Kind.ACTION_CARD)

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
    return theirs and moment.ability in (Ability.PLANETARY_SHIELD, Ability.SPACE_CANNON)


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
        if moment.ability != Ability.BOMBARDMENT:
            return dice
        seen = moment._replace(state=moment.whole or moment.state)  # those who fight there control it as well
        own = controls(seen, owner, moment.place) if owner == moment.target else _is_theirs(seen, owner)
        if not own:
            return dice
        return tuple(d._replace(modifier=d.modifier + self.modifier) for d in dice)


action_card(
    "Disable",
    "At the start of an invasion: your opponents' PDS lose Planetary Shield and Space Cannon for that invasion.",
    timing="From the start of the invasion: for bombardment and Space Cannon Defense, not for Space Cannon Offense. "
    "Units other than PDS keep their shield.",
    clauses=("77.6", "15.1.f"),
    steps=(StepName.BOMBARDMENT, StepName.PLANETARY_SHIELD, StepName.SPACE_CANNON_DEFENSE, StepName.GROUND_COMBAT),
    of=Whose.TARGET,
    role=Role.ACTIVE,
    windows=(BeforeUse(_opponents_pds),),
)

action_card(
    "Bunker",
    "At the start of an invasion: bombardment dice against planets you control get −4 to their results.",
    timing="With every bombardment roll of that invasion against a planet that the owner controls, even one against "
    "units that coexist there.",
    clauses=("15.1", "15.2"),
    steps=(StepName.BOMBARDMENT,),
    of=Whose.ANYONE,
    role=Role.OTHER,
    windows=(ReadResults(_AgainstOwnPlanets(-4)),),
)

action_card(
    "Blitz",
    "At the start of an invasion: your ships in the active system without Bombardment, except fighters, gain "
    "Bombardment 6.",
    edition=Edition.CODEX_1,
    timing="Until the invasion ends; those ships then bombard with the others, all or none of them.",
    clauses=("15.1", "15.1.b"),
    steps=(StepName.BOMBARDMENT, StepName.PLANETARY_SHIELD),
    role=Role.ACTIVE,
    windows=(GatherDice(_ships_without, elsewhere=_ships, calls_on=_armed),),
)

action_card(
    "Parley",
    "When another player commits ground forces to one of your planets, they go back to the space area.",
    timing="On the first planet of the owner's to which ground forces are committed; you may choose planets on which "
    "it is not played. They cannot land elsewhere in that invasion.",
    clauses=("49.2",),
    of=Whose.TARGET,
    role=Role.OTHER,
    spends=True,
    windows=(TurnBack(_is_theirs),),
)
