"""What a planet is worth to the player who controls it: what is printed on it, and what effects add."""

from __future__ import annotations

from mecatol.domain.steps import PRODUCTION_STEP, VICTORY_STEP, VOTES_STEP
from mecatol.domain.units import planets
from mecatol.effects.model import Window, window
from mecatol.game.model import Side

RESOURCES, INFLUENCE = "resources", "influence"


@window
class PlanetValues(Window):
    """A planet's values are read: what is added to those that are printed on one planet."""

    planet: str
    """Its slug."""
    resources: int = 0
    influence: int = 0

    steps = (PRODUCTION_STEP, VOTES_STEP, VICTORY_STEP)


def added(side: Side, planet: str, what: str) -> int:
    """Return what a player's effects add to a planet's resources or influence."""
    return sum(getattr(window, what) for _, window in side.acting(PlanetValues) if window.planet == planet)


def planet_value(side: Side, planet: str, what: str) -> int | None:
    """Return a planet's resources or influence: the scenario's number, which holds whatever effects there are.

    Otherwise what is printed, and what effects add to it; None for a planet that is not known.
    """
    given: int | None = getattr(side.player, what).get(planet)
    if given is not None or planet not in planets():
        return given
    return int(planets()[planet][what]) + added(side, planet, what)
