"""Production and votes of a saved game, as scenarios: who produces where with what to spend, and what each can vote."""

from __future__ import annotations

from mecatol.domain.steps import ACTIVE, OTHER
from mecatol.domain.units import planets as known_planets
from mecatol.saved_games.model import NEUTRAL, SavedGame, SavedPlayer, SavedSystem
from mecatol.saved_games.scenarios import Data, cards_in, place_units, player_data, scenario


def producers(game: SavedGame, system: SavedSystem) -> list[str]:
    """Return the players with a unit that has Production in a system."""
    return [key for key in system.players() if _produces(game, system, key)]


def _produces(game: SavedGame, system: SavedSystem, key: str) -> bool:
    return any(card.production for card in cards_in(system, key, player_data(game, key)))


def production(game: SavedGame, system: SavedSystem, key: str) -> Data:
    """Return the scenario of Production in a system, without an order: the most units are asked for."""
    player = player_data(game, key, ACTIVE)
    _add_funds(game.player(key), player)
    if key in system.space:
        place_units(player, "space", system.space[key])
    for slug, planet in system.planets.items():
        if key in planet.units:
            place_units(player, slug, planet.units[key])
    others = [other for other in system.space if other != key]
    players = [player]
    for other in others[:1]:
        data = player_data(game, other)
        place_units(data, "space", system.space[other])
        players.append(data)
    return scenario(system, "production", players)


def _add_funds(player: SavedPlayer, data: Data) -> None:
    """Give a player of a scenario planets and trade goods to spend."""
    if player.controls:
        data["controls"] = list(player.controls)
    exhausted = [*data.get("exhausted", ()), *[slug for slug in player.exhausted if slug in known_planets()]]
    if exhausted:
        data["exhausted"] = list(dict.fromkeys(exhausted))
    if player.trade_goods:
        data["trade_goods"] = player.trade_goods


def votes(game: SavedGame) -> Data | None:
    """Return the scenario of a vote on an agenda, nobody having voted yet; None where fewer than two can vote."""
    voting = [player for player in game.players.values() if player.key != NEUTRAL and player.controls]
    if len(voting) < 2:
        return None
    players: list[Data] = []
    for player in voting[:_MOST_PLAYERS]:
        data = player_data(game, player.key, ACTIVE if not players else OTHER)
        data.pop("fleet_pool", None)
        _add_funds(player, data)
        players.append(data)
    vote = scenario(None, "agenda-votes", players)
    speakers = [one["name"] for one, player in zip(players, voting, strict=False) if player.speaker]
    if speakers:
        vote["agenda"] = {"speaker": speakers[0]}
    return vote


_MOST_PLAYERS = 8
