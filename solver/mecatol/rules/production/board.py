"""The active system as production sees it: planets, control, ships of others, and what can be spent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from mecatol.domain.clauses import cites
from mecatol.domain.places import SPACE
from mecatol.domain.steps import PRODUCTION_STEP
from mecatol.domain.units import PRODUCTION, planets, systems
from mecatol.errors import Problem, ScenarioError
from mecatol.game.model import Game, Side
from mecatol.game.moment import Moment
from mecatol.game.opening import Actor, opened
from mecatol.game.planet_values import INFLUENCE, RESOURCES, PlanetValues, planet_value
from mecatol.rules.capacity.blockade import blockaded
from mecatol.rules.production.windows import Funds, PlanetCard, ProductionWindow, Treasury


@dataclass(frozen=True)
class Board:
    """The active system, and the player who produces there: the first of the scenario."""

    game: Game
    moment: Moment
    here: tuple[str, ...]
    """The planets of the active system, as far as the scenario and the tile tell."""
    controlled: frozenset[str]
    """The planets that the player controls, in the system and elsewhere."""
    enemies: tuple[str, ...]
    """The players who have ships in the system, but for this one."""

    @property
    def side(self) -> Side:
        """The player who produces."""
        return self.game.sides[0]

    @property
    def blockaded(self) -> bool:
        """Whether the player's units in the system are blockaded (14.1)."""
        return blockaded(self.game, self.game.start, 0)

    def opened[W: ProductionWindow](self, kind: type[W]) -> Iterator[Actor[W]]:
        """Open a window of this production."""
        return opened(self.moment, kind)


def _planets_here(game: Game) -> tuple[str, ...]:
    known = planets()
    named = list(dict.fromkeys(chain.from_iterable(side.player.planets for side in game.sides)))
    tiles = {known[planet]["tile"] for planet in named if planet in known and known[planet]["tile"] is not None}
    mates = [slug for slug, record in known.items() if record["tile"] in tiles]
    if game.scenario.system:
        mates += systems()[game.scenario.system]["planets"]
    found = dict.fromkeys([*named, *mates])
    return tuple(slug for slug in found if slug in named or not (known[slug]["station"] or known[slug]["ocean"]))


def survey(game: Game) -> Board:
    """Return the board on which the first player of a game produces."""
    side = game.sides[0]
    held = set()
    for planet, _ in game.start.players[0].planets:
        if not any(game.start.at(other.index, planet) for other in game.sides[1:]):
            held.add(planet)
    return Board(
        game,
        Moment(game, game.start, PRODUCTION_STEP, PRODUCTION, 0, 0, SPACE),
        _planets_here(game),
        frozenset(held | set(side.player.controls)),
        tuple(other.name for other in game.sides[1:] if other.has_ships(game.start)),
    )


def _owned(board: Board) -> list[str]:
    """Return the planets whose cards the player has, those of the active system first."""
    own = [planet for planet in board.here if planet in board.controlled]
    return own + [planet for planet in board.side.player.controls if planet not in own]


def problems(board: Board) -> Iterator[Problem]:
    """Yield what the scenario says of planets that cannot be."""
    player = board.side.player
    cards = {*board.side.effects, *player.technologies}
    for index, planet in enumerate(player.exhausted):
        if planet not in board.controlled and planet not in cards:
            yield Problem(
                f"players.0.exhausted.{index}",
                f"{player.name} does not control {planet!r}; name it under `controls` as well",
                planet,
            )
    for planet in _owned(board):
        if planet_value(board.side, planet, RESOURCES) is None:
            yield Problem(
                f"players.0.resources.{planet}",
                f"{planet!r} is not a planet in the game; say what it is worth under `resources`, 0 if nothing",
                planet,
            )


@cites("34.3", "67.1.a", "75.1", "75.2", "75.3")
def treasuries(board: Board, chosen: Treasury | None = None) -> list[Treasury]:
    """Return the ways in which the player may read what there is to spend, the plain one first.

    An effect that may be left unused is noted where it makes the one that is `chosen`.

    Raises ScenarioError for planets without a known value and for exhausted ones that the player does not control.
    """
    if found := list(problems(board)):
        raise ScenarioError(found)
    player = board.side.player
    cards = []
    for planet in _owned(board):
        resources = planet_value(board.side, planet, RESOURCES) or 0
        influence = planet_value(board.side, planet, INFLUENCE) or 0
        cards.append(PlanetCard(planet, resources, influence, planet not in player.exhausted, resources))
    for effect, window in board.side.acting(PlanetValues):
        if any(card.planet == window.planet for card in cards) and window.planet not in player.resources:
            Actor(board.moment, board.side, effect, window).note()
    ways = [Treasury(tuple(cards), player.trade_goods)]
    for actor in board.opened(Funds):
        before, ways = ways, [way for old in ways for way in actor.window.act(board.moment, actor.owner, old)]
        if not set(before) & set(ways) or (chosen and chosen not in before):
            actor.note()
    return list(dict.fromkeys(ways))
