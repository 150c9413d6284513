"""What a player exhausts to cast votes: planets, and what is exhausted like them."""

from __future__ import annotations

from typing import NamedTuple

from mecatol.domain.clauses import cites
from mecatol.domain.rulings import STATION_VOTES
from mecatol.domain.units import is_station, planets
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game, Side
from mecatol.game.planet_values import INFLUENCE, RESOURCES, planet_value
from mecatol.rules.voting.windows import VotesLikePlanet


class VotingPlanet(NamedTuple):
    """A readied planet, or something like a planet, that is exhausted for votes."""

    resources: int
    influence: int


@cites("8.6", "47.2")
def voting_planets(game: Game, side: Side) -> list[VotingPlanet]:
    """Return what the player can exhaust for votes: planets, ocean cards and relics like planets; space stations too.

    Whether space stations are among them is a ruling of the scenario.

    Raises ScenarioError for planets without a known value.
    """
    found, problems = list[VotingPlanet](), list[Problem]()
    for index, slug in enumerate(side.player.controls):
        printed = planets().get(slug, {})
        if slug not in side.player.influence and not printed:
            message = f"the game knows no planet {slug!r}; name its influence under `influence`, or correct the name"
            problems.append(Problem(f"players.{side.index}.controls.{index}", message, slug))
        elif _gives_votes(game, side, slug):
            values = (planet_value(side, slug, what) or 0 for what in (RESOURCES, INFLUENCE))
            found.append(VotingPlanet(*values))
    if problems:
        raise ScenarioError(problems)
    found.extend(VotingPlanet(*window.values(side)) for _, window in side.acting(VotesLikePlanet))
    return found


def _gives_votes(game: Game, side: Side, planet: str) -> bool:
    """Tell whether a planet card can be exhausted for votes."""
    if planet in side.player.exhausted:
        return False
    return not is_station(planet) or game.ruling(STATION_VOTES) == "votes"
