"""The active system as production sees it: planets, control, ships of others, what can be spent and who produces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from solver.blockade import blockaded
from solver.clauses import cites
from solver.effects.model import Moment
from solver.errors import Problem, ScenarioError
from solver.game import Game, Side
from solver.opening import Actor, opened
from solver.production.windows import Card, Funds, Producers, ProductionWindow, Treasury, Work
from solver.rolls.gathering import can_use
from solver.state import SPACE
from solver.step import PRODUCTION_STEP
from solver.units import PRODUCTION, Unit, planets, systems


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
    held = {
        planet
        for planet, _ in game.start.players[0].planets
        if not any(game.start.at(other.index, planet) for other in game.sides[1:])
    }
    return Board(
        game,
        Moment(game, game.start, PRODUCTION_STEP, PRODUCTION, 0, 0, SPACE),
        _planets_here(game),
        frozenset(held | set(side.player.controls)),
        tuple(other.name for other in game.sides[1:] if other.has_ships(game.start)),
    )


def _value(board: Board, planet: str, what: str) -> int | None:
    """Return a planet's resources or influence: the scenario's number, else the printed one, None if unknown."""
    given: int | None = getattr(board.side.player, what).get(planet)
    if given is not None:
        return given
    return int(planets()[planet][what]) if planet in planets() else None


def _owned(board: Board) -> list[str]:
    """Return the planets whose cards the player has, those of the active system first."""
    own = [planet for planet in board.here if planet in board.controlled]
    return own + [planet for planet in board.side.player.controls if planet not in own]


def problems(board: Board) -> Iterator[Problem]:
    """Yield what the scenario says of planets that cannot be."""
    player = board.side.player
    for index, planet in enumerate(player.exhausted):
        if planet not in board.controlled:
            yield Problem(
                f"players.0.exhausted.{index}",
                f"{player.name} does not control {planet!r}; name it under `controls` as well",
                planet,
            )
    for planet in _owned(board):
        if _value(board, planet, "resources") is None:
            yield Problem(
                f"players.0.resources.{planet}",
                f"{planet!r} is no planet of the game; say what it is worth under `resources`, 0 if nothing",
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
        resources = _value(board, planet, "resources") or 0
        influence = _value(board, planet, "influence") or 0
        cards.append(Card(planet, resources, influence, planet not in player.exhausted, resources))
    ways = [Treasury(tuple(cards), player.trade_goods)]
    for actor in board.opened(Funds):
        before, ways = ways, [way for old in ways for way in actor.window.act(board.moment, actor.owner, old)]
        if not set(before) & set(ways) or (chosen and chosen not in before):
            actor.note()
    return list(dict.fromkeys(ways))


@cites("79.4", "79.4.a")
def _lost(board: Board, place: str, unit: Unit) -> str | None:
    """Return the clause that has destroyed a space dock where it stands, None if it stands."""
    if unit.type != "space-dock":
        return None
    if place == SPACE:
        return "79.4.a" if board.blockaded else None
    guarded = any(board.side.units[s.unit].is_ground_force for s in board.game.start.at(0, place))
    others = any(board.game.start.at(other.index, place) for other in board.game.sides[1:])
    return "79.4" if others and not guarded else None


def _coexists(board: Board, place: str, unit: Unit) -> bool:
    return unit.is_structure and place != SPACE and place not in board.controlled


def why_nothing(board: Board) -> str:
    """Say why no unit of the player's in the system produces."""
    side, state, reasons = board.side, board.game.start, dict[str, None]()
    for place in (SPACE, *(planet for planet, _ in state.players[0].planets)):
        for there in state.at(0, place):
            unit = side.units[there.unit]
            if not unit.production:
                continue
            with board.game.silently():
                barred = not can_use(board.moment._replace(place=place), unit)
            if side.declines(PRODUCTION):
                reasons[f"{side.name} declines to use Production"] = None
            elif barred:
                reasons[f"an effect takes Production from {unit.name}"] = None
            elif _lost(board, place, unit):
                reasons[f"{unit.name} was destroyed before it could produce"] = None
            else:
                reasons[f"{unit.name} cannot produce under an effect in play"] = None
    return "; ".join(reasons) or f"{side.name} has no unit with Production in the system"


@cites("14.1", "68.1", "79.1")
def works(board: Board, treasury: Treasury) -> list[tuple[Work, ...]]:
    """Return the ways in which the player's units in the system may produce, the plain one first.

    A planet's resources count as the treasury reads them, for a space dock's value hangs on them.
    """
    game, side, found = board.game, board.side, []
    for place in (SPACE, *(planet for planet, _ in game.start.players[0].planets)):
        for there in game.start.at(0, place):
            unit = side.units[there.unit]
            if not unit.production:
                continue
            if side.declines(PRODUCTION):
                game.note("68.1", f"{side.name} declines to use Production.")
                continue
            if not can_use(board.moment._replace(place=place), unit):
                continue
            if clause := _lost(board, place, unit):
                game.note(clause, f"{side.name}’s {unit.name} in this position was destroyed before it could produce.")
                continue
            value = unit.production.value
            if value is None:
                card = treasury.card(place)
                base = card.resources if card else _value(board, place, "resources")
                value = (base or 0) + (unit.production.resource_bonus or 0)
            blockaded = board.blockaded or _coexists(board, place, unit)
            found.append(Work(place, unit.name, there.total, value, unit, blockaded))
    ways = [tuple(found)]
    for actor in board.opened(Producers):
        before, ways = ways, [way for old in ways for way in actor.window.act(board.moment, actor.owner, old)]
        if not set(before) & set(ways):
            actor.note()
    return list(dict.fromkeys(ways))
