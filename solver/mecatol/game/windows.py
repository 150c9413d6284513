"""The windows of whatever lasts, of what units become, and the sorts of windows around the rounds of a combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from mecatol.domain.steps import (
    ABILITY_STEPS,
    BARRAGE_AND_COMBATS,
    CAPACITY_STEP,
    GROUND_COMBAT,
    INVASION,
    MOVEMENT_STEP,
    SPACE_CANNON_DEFENSE,
    SPACE_CANNON_OFFENSE,
    SPACE_COMBAT,
    SYNERGY_STEPS,
    TACTICAL_ACTION,
    TRANSACTION_STEP,
)
from mecatol.effects.model import Window, window
from mecatol.game.moment import Moment

if TYPE_CHECKING:
    from mecatol.domain.units import Unit
    from mecatol.game.model import Game, Side
    from mecatol.game.state import Force


class Lasting(Window):
    """A window that is open all the time: the rounds of a combat do not touch it, nor it them."""

    steps: ClassVar[tuple[str, ...]] = (*ABILITY_STEPS, CAPACITY_STEP, INVASION, MOVEMENT_STEP, TACTICAL_ACTION)
    keeps_order = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: it holds before as after."""
        return False


@window
class UnitsAre(Lasting):
    """What a unit is for everybody while the effect is in play; the texts of units that it changes do nothing."""

    steps = (*Lasting.steps, TRANSACTION_STEP)

    act: Callable[[Unit], Unit]


@window
class FleetPool(Lasting):
    """How many ships more than its fleet pool the owner may have in a system."""

    ships: int


@window
class StructuresAboard(Lasting):
    """The owner's structures can be carried in the space area, where they have no unit abilities."""


@window
class ColorsAlike(Window):
    """A technology is researched, or an objective scored: the colors of its synergy count as each other for its owner.

    So do all colors, where the component has no synergy.
    """

    steps = SYNERGY_STEPS

    @property
    def commutes(self) -> bool:
        """Whether it comes to the same which of two is first: always."""
        return True


class BeforeRounds(Window):
    """A window that is over when the first round begins: how the rounds go it does not touch."""

    steps: ClassVar[tuple[str, ...]] = BARRAGE_AND_COMBATS
    keeps_order = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: no hits of a roll are assigned by then."""
        return False


@window
class LastShipLost(Window):
    """The owner's last ship in the active system was destroyed: what of its ground forces in space lands, and where.

    None where nothing does. `where` is the planet, the same all through an action (game, owner).
    """

    act: Callable[[Moment, int], Force | None]
    where: Callable[[Game, int], str | None]

    steps: ClassVar[tuple[str, ...]] = (SPACE_CANNON_OFFENSE, SPACE_COMBAT)
    keeps_order = True
    spendable = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: it acts once the combat is over."""
        return False


@window
class CombatFought(Window):
    """The active player has a space combat in an action: it is kept as a use of the effect, for what follows it."""

    steps = (TACTICAL_ACTION,)
    keeps_order = True


@window
class CombatWon(Window):
    """The owner has won a ground combat: what comes to the planet then (moment, owner)."""

    act: Callable[[Moment, int], Force]

    steps = (GROUND_COMBAT,)
    keeps_order = True

    def rewards_patience(self, spends: bool) -> bool:
        """Tell that it does not: it acts once the combat is over."""
        return False


@window
class SystemActivated(Lasting):
    """The active system was activated by another player: what comes to a planet of the owner's then.

    It is asked only where the planet has none of the owner's ground forces, since those that are entered may have come
    by it (owner, units there).
    """

    steps = (INVASION, TACTICAL_ACTION)

    act: Callable[[Side, Force], Force]


class AfterLosses(Window):
    """A window that opens once both sides have taken the hits of a round."""

    steps: ClassVar[tuple[str, ...]] = BARRAGE_AND_COMBATS


@window
class UnitsBecome(BeforeRounds):
    """A combat, or an invasion, begins: what types of the owner's units are while it lasts, as far as they change."""

    act: Callable[[Moment, int], Mapping[str, Unit]]

    gives_abilities = True
    steps = (*BeforeRounds.steps, SPACE_CANNON_DEFENSE)  # what has landed can be shot at
