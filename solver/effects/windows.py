"""What effects commonly do in a window: the pieces that declarations are made of."""

from __future__ import annotations

from solver.dice import Dice
from solver.effects.model import Hits, Moment
from solver.units import Unit


class Forbid:
    """Forbid one unit ability to every unit, or to every unit of one type."""

    def __init__(self, ability: str, unit_type: str | None = None) -> None:
        self.ability = ability
        self.unit_type = unit_type

    def __call__(self, moment: Moment, owner: int, unit: Unit) -> bool:
        """Tell whether the unit cannot use the ability that the moment is about."""
        return moment.ability == self.ability and self.unit_type in (None, unit.type)


def one_more_die(moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
    """Let one of the units, the one that hits most easily, roll one die more."""
    if not any(d.unit for d in dice):
        return dice
    best = max((i for i, d in enumerate(dice) if d.unit), key=lambda i: dice[i].chance)
    return tuple(d._replace(dice=d.dice + 1) if i == best else d for i, d in enumerate(dice))


class Plus:
    """Add a number to the result of every die."""

    def __init__(self, modifier: int) -> None:
        self.modifier = modifier

    def __call__(self, moment: Moment, owner: int, dice: tuple[Dice, ...]) -> tuple[Dice, ...]:
        """Return the dice with the modifier added."""
        return tuple(d._replace(modifier=d.modifier + self.modifier) for d in dice)


class Cancel:
    """Cancel up to a number of hits."""

    def __init__(self, hits: int) -> None:
        self.hits = hits

    def __call__(self, moment: Moment, owner: int, hits: Hits) -> Hits:
        """Return the hits that are left."""
        return hits._replace(number=max(0, hits.number - self.hits))


def non_fighters_first(moment: Moment, owner: int, hits: Hits) -> Hits:
    """Make the hits go to ships other than fighters while there are any."""
    return hits._replace(non_fighters_first=True)
