"""A saved game as plain data, for a page, and in lines, for the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mecatol.advice.enough import additions, cheapest
from mecatol.domain.counts import in_words
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import planet_name
from mecatol.saved_games.arrivals import arrivals, movement
from mecatol.saved_games.battles import battles, system_of
from mecatol.saved_games.economy import producers, production, votes
from mecatol.saved_games.model import NEUTRAL, Forces, SavedGame, SavedSystem
from mecatol.saved_games.scenarios import title_of
from mecatol.saved_games.threats import Threat
from mecatol.solution.model import Solution
from mecatol.solution.text import table


def game_data(game: SavedGame) -> dict[str, Any]:
    """Return a game as plain data: players, systems with places and units, laws, what is not known, what was assumed.

    A system's `place` is its column to the east and its row, in axial coordinates of hexes with flat tops.
    """
    return {
        "form": game.form,
        "name": game.name,
        "round": game.round,
        "active": {"player": game.active_player, "system": game.active_system},
        "players": [
            {
                "key": player.key,
                "name": title_of(game, player.key),
                "person": player.name,
                "faction": player.faction,
                "color": player.color,
                "technologies": player.technologies,
                "exhausted": player.exhausted,
                "leaders": player.leaders,
                "relics": player.relics,
                "controls": player.controls,
                "trade_goods": player.trade_goods,
                "commodities": player.commodities,
                "fleet_pool": player.fleet_pool,
                "tactic_tokens": player.tactic_tokens,
                "passed": player.passed,
                "speaker": player.speaker,
            }
            for player in game.players.values()
        ],
        "systems": [_system_data(system) for system in game.systems.values()],
        "laws": game.laws,
        "left_out": game.left_out(),
        "notes": game.notes,
    }


def _system_data(system: SavedSystem) -> dict[str, Any]:
    return {
        "position": system.position,
        "tile": system.tile,
        "said": system.said,
        "title": system.title,
        "place": system.place,
        "space": _units_data(system.space),
        "planets": {
            slug: {"units": _units_data(planet.units), "controller": planet.controller, "tokens": planet.tokens}
            for slug, planet in system.planets.items()
        },
        "activated": system.activated,
        "tokens": system.tokens,
        "wormholes": sorted(system.wormholes),
        "anomalies": sorted(system.anomalies),
    }


def _units_data(forces: Forces) -> dict[str, dict[str, dict[str, int]]]:
    found = {}
    for key, units in forces.items():
        found[key] = {kind: held._asdict() for kind, held in units.items()}
    return found


def system_data(game: SavedGame, said: str) -> dict[str, Any]:
    """Return what can be asked of a system, as scenarios: its battles, what can move in, production.

    Raises:
        ScenarioError: there is no such system, or several.
    """
    system = system_of(game, said)
    keys = [key for key in game.players if key != NEUTRAL]
    moving = {key: found for key in keys if (found := movement(game, system.position, key))}
    return {
        "system": _system_data(system),
        "battles": [vars(battle) for battle in battles(game, system.position)],
        "movement": moving,
        "production": {key: production(game, system, key) for key in producers(game, system)},
        "votes": votes(game),
    }


def threat_data(found: Iterable[Threat]) -> list[dict[str, Any]]:
    """Return lines of the table of threats as plain data."""
    return [threat._asdict() for threat in found]


def summary(game: SavedGame) -> Iterator[str]:
    """Yield a game in lines: who plays, what is where, and what is not known here."""
    named = f" {game.name}" if game.name else ""
    played = f", round {game.round}" if game.round else ""
    yield f"Game{named} ({game.form}){played}"
    for player in game.players.values():
        faction = FACTIONS[player.faction].name if player.faction else "no faction that is known here"
        if player.key != NEUTRAL:
            yield f"  {title_of(game, player.key)}: {faction}, {player.name}"
    yield "Systems with units"
    for system in game.systems.values():
        if lines := list(holdings(game, system)):
            yield f"  {system.position} {system.title}: {'; '.join(lines)}"
    yield from _left(game)


def holdings(game: SavedGame, system: SavedSystem) -> Iterator[str]:
    """Yield who has which units in a system and where, a sentence for each player and place."""
    places = [("space", system.space)]
    places += [(planet_name(slug), planet.units) for slug, planet in system.planets.items()]
    for where, forces in places:
        for key, units in forces.items():
            counts = ", ".join(f"{held.number} {in_words(kind, held.number)}" for kind, held in units.items())
            yield f"{title_of(game, key)} has {counts} {'in' if where == 'space' else 'on'} {where}"


def _left(game: SavedGame) -> Iterator[str]:
    yield from game.left_out()
    yield from game.notes


def of_system(game: SavedGame, said: str, solve: Callable[[Any], Solution]) -> Iterator[str]:
    """Yield what can be asked of a system, in lines: the odds of its battles as `solve` has them, what can move in.

    Raises:
        ScenarioError: there is no such system, or several.
    """
    system = system_of(game, said)
    yield f"{system.position} {system.title}"
    yield from (f"  {line}" for line in holdings(game, system))
    for battle in battles(game, system.position):
        yield f"\n{battle.title}"
        yield from (f"  {sentence}" for sentence in battle.said)
        if battle.alone:
            yield from (f"  {line}" for line in _enough(battle.scenario, battle.alone))
        else:
            yield from (f"  {line}" for line in table(solve(battle.scenario).to_json(), False).splitlines())
    for key in game.players:
        for one in arrivals(game, system.position, key) if key != NEUTRAL else ():
            units = ", ".join(f"{number} {in_words(kind, number)}" for kind, number in one.counts.items())
            yield f"\n{title_of(game, key)} can move {units} here from {one.origin} {game.systems[one.origin].title}."
    yield from _left(game)


_REACH = 0.8
"""The chance for which the cheapest units are looked for against a player who is alone."""


def _enough(scenario: dict[str, Any], player: str) -> Iterator[str]:
    found = cheapest(list(additions(scenario, player, _REACH)), _REACH)
    wanted = _percent(_REACH)
    yield f"Enough for {wanted}: {found[0].text}." if found else f"Nothing that was tried gives {wanted}."


def _percent(chance: float) -> str:
    """Return a chance as one says it, with at most one decimal."""
    return f"{100 * chance:.1f}".removesuffix(".0") + "%"


def of_threats(game: SavedGame, key: str, found: Iterable[Threat]) -> Iterator[str]:
    """Yield the table of which systems of a player can be taken, by whom, and how likely."""
    yield f"What can be taken from {title_of(game, key)} this turn, by everything that reaches it"
    for one in found:
        chance = "too large to solve" if one.chance is None else _percent(one.chance)
        what = f"takes {one.takes}" if one.takes else "clears the space area"
        yield f"  {one.position} {one.system}: {one.attacker} {what}, {chance}, with {one.fleet}"
