"""What an effect changes about the movement of its owner's ships."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mecatol.domain.steps import MOVEMENT_STEP, SPACE_COMBAT
from mecatol.effects.model import Window

if TYPE_CHECKING:
    from mecatol.domain.units import Unit
    from mecatol.game.model import Game


@dataclass(frozen=True, kw_only=True)
class Moving(Window):
    """Ships move: what an effect does not change stays as it is here. Systems are words of SYSTEMS."""

    steps = (MOVEMENT_STEP, SPACE_COMBAT)
    keeps_order = True  # who retreats rolls for a gravity rift once the combat is over

    each: int = 0
    """What is added to the move value of each ship."""
    one: int = 0
    """What is added to the move value of one ship, which the owner chooses: 1 or nothing."""
    matches: bool = False
    """Whether one ship, which the owner chooses, has the highest move value on the board instead of a lower one."""
    alike: bool = False
    """Whether ships other than fighters have the highest move value of the ships that start with them."""
    holds: Callable[[Game], bool] | None = None
    """Whether the effect acts in this movement; always by default."""
    carries: Callable[[Unit], bool] | None = None
    """Which units every ship can transport, beside its capacity; none by default."""
    starting: frozenset[str] = frozenset()
    """Where a ship must start for `each`: in a system of one of these kinds; anywhere where this is empty."""
    stronger_pull: bool = False
    """Whether a ship that starts in a gravity rift can get 1 more from it, at a greater risk."""
    leaving_rifts: int = 0
    """What is added to the move value of each ship that leaves a gravity rift, however many it leaves."""
    passes: frozenset[str] = frozenset()
    """What ships can move through though they otherwise cannot."""
    eased_by: frozenset[str] = frozenset()
    """What in a system on the way lets ships past other players' ships there, and adds 1 to their move values."""
    enters: frozenset[str] = frozenset()
    """What ships can move into, as the active system, though they otherwise cannot."""
    one_system: bool = False
    """Whether it does so for the ships of one system alone."""
    ships: Callable[[Unit], bool] | None = None
    """Which ships it is about; all by default."""
    unladen: bool = False
    """Whether it lets ships through that transport nothing, and no others."""
    nebula_speed: bool = False
    """Whether ships that start in a nebula keep their move value."""
    no_rolls: bool = False
    """Whether ships do not roll for gravity rifts."""
    no_rolls_in: frozenset[str] = frozenset()
    """In which systems ships do not roll for a gravity rift."""
    no_pull: bool = False
    """Whether gravity rifts add nothing to move values."""
    leaves_tokens: bool = False
    """Whether units may start, and be picked up, where a command token of their owner's is."""
    joins: bool = False
    """Whether alpha and beta wormholes lead to each other."""
    closes: bool = False
    """Whether alpha wormholes, and beta wormholes, do not lead to each other."""
    bars_others: frozenset[str] = frozenset()
    """What ships of other players cannot move through because of it, and nothing lets them."""
    closes_to_others: frozenset[str] = frozenset()
    """Which systems no other player can activate, and so move ships into, while ships of its owner’s are there."""
    next_door: bool = False
    """Whether ships move only from adjacent systems."""
    most_ships: int | None = None
    """How many ships may move in all; None for any number."""
    shuns_ships: bool = False
    """Whether ships cannot move into a system with other players' ships."""
    shuts: frozenset[str] = frozenset()
    """Which ways, words of WAYS, its owner's ships cannot take at all."""

    def is_about(self, ship: Unit) -> bool:
        """Tell whether a ship is one of those that it is about."""
        return self.ships is None or self.ships(ship)
