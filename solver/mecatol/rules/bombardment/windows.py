"""The windows of Bombardment and Planetary Shield."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from mecatol.domain.steps import BOMBARDMENT_STEP, GROUND_COMBAT, PLANETARY_SHIELD_STEP
from mecatol.effects.model import Window, window
from mecatol.game.moment import Moment
from mecatol.probability.dice import Dice

if TYPE_CHECKING:
    from mecatol.domain.units import Unit


class Inquiry(NamedTuple):
    """What a decision about a planet has found out, for effects that depend on it."""

    moment: Moment
    """Bombardment by `player` against `target` on the planet `place`."""
    bombarding: tuple[Unit, ...]
    """The player's units that can bombard that planet."""
    barred: tuple[str, ...]
    """Clauses that keep the player's units from it; empty if nothing does."""
    shields: Mapping[int, int]
    """How many units with a Planetary Shield in effect each player has there, by index."""
    lifted: Mapping[int, int]
    """How many units each player has there whose Planetary Shield is taken away, by index."""

    def strength(self, player: int, counted: Callable[[Unit], bool]) -> int:
        """Return how many units that count a player has on the planet."""
        units = self.moment.game.sides[player].units
        return sum(s.total for s in self.moment.state.at(player, self.moment.place) if counted(units[s.unit]))


class Ruled(NamedTuple):
    """Whether an effect works on a planet, and why."""

    works: bool
    text: str
    """The reason, in a sentence."""
    clauses: tuple[str, ...]


@window
class ActionWithDice(Window):
    """An action of its own, before any bombardment: its dice against ground forces on a planet (moment, owner, copies).

    The owner chooses the planet and, for each hit, the unit; None where there are no dice.
    """

    act: Callable[[Moment, int, int], Dice | None]

    steps = (BOMBARDMENT_STEP,)
    adds_dice = True
    gives_abilities = True


@window
class OverlookShields(Window):
    """Units would bombard: others' Planetary Shields, although in effect, do not stop the owner's."""

    steps = (BOMBARDMENT_STEP, PLANETARY_SHIELD_STEP)


@window
class ShieldRuling(Window):
    """A decision about Planetary Shield: whether the effect works on the planet (inquiry, owner); None: no concern."""

    act: Callable[[Inquiry, int], Ruled | None]

    steps = (PLANETARY_SHIELD_STEP,)


@window
class BombardAfterRound(Window):
    """A round of ground combat is over: the ships of the owner, the active player, bombard the planet."""

    steps = (GROUND_COMBAT,)
    brings = (BOMBARDMENT_STEP,)
    keeps_order = True  # where there is a ship to do so, what it does is an event after the round, and that has none


@window
class BombardBeforeRound(Window):
    """A round of ground combat starts: dice of Bombardment at the opponent's ground forces, then at the owner's own."""

    dice: Dice

    steps = (GROUND_COMBAT,)
    brings = (BOMBARDMENT_STEP,)
    keeps_order = True  # as above
