"""The moment in which a window opens: who uses which ability against whom, where, and in which position."""

from __future__ import annotations

from typing import NamedTuple

from mecatol.effects.model import Window
from mecatol.game.model import Game
from mecatol.game.state import State


class Moment(NamedTuple):
    """The circumstances in which a window opens."""

    game: Game
    state: State
    step: str
    ability: str
    """The unit ability in use, by slug; COMBAT for a combat roll."""
    player: int
    """Index of the player whose units use it."""
    target: int
    """Index of the player against whose units it is used."""
    place: str
    """Where the target's units are: SPACE or a planet's slug."""
    round: int = 0
    """The round of combat, from 1; 0 outside combat rounds."""
    whole: State | None = None
    """The position with what `state` hides, for windows that observe it; None where nothing is hidden.

    In a bombardment between rounds of combat it has one ground force for all that fight on the planet.
    """

    def shown_to(self, window: Window) -> Moment:
        """Return the moment as a window may see it."""
        return self if self.whole is None or window.observes is None else self._replace(state=self.whole)

    def at(self, state: State) -> Moment:
        """Return the moment with another position."""
        if state is self.state:
            return self
        whole = self.whole and state.revealed(self.whole, self.place)
        return self._replace(state=state, whole=whole)

    def turned(self, ability: str) -> Moment:
        """Return the moment in which the target uses an ability of its own."""
        return self._replace(ability=ability, player=self.target, target=self.player)
