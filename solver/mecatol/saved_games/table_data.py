"""Game data that Tabletop Simulator's and Tabletop Playground's tables export: JSON with `players` and `hexSummary`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.saved_games import names
from mecatol.saved_games.async_save import take
from mecatol.saved_games.async_web import count_of, records_of, text_of, words_of
from mecatol.saved_games.hex_summary import read_hex_summary
from mecatol.saved_games.model import SavedGame, SavedPlayer

_STATES = {"unlocked": "ready", "locked": "locked", "exhausted": "exhausted"}


def is_table_data(data: Any) -> bool:
    """Tell whether JSON is what those tables export."""
    return isinstance(data, Mapping) and "players" in data and ("hexSummary" in data or "platform" in data)


def read_table_data(data: Mapping[str, Any]) -> SavedGame:
    """Return the game; what is not known here, or is of another form than expected, is noted."""
    playground = text_of(data.get("platform")) == "ttpg"
    game = SavedGame("Tabletop Playground's game data" if playground else "Tabletop Simulator's game data")
    game.round = count_of(data.get("round")) or None
    for told in records_of(data.get("players")):
        _player(game, told)
    _of_the_table(game, data)
    if summary := data.get("hexSummary"):
        read_hex_summary(str(summary)[:_LONGEST], game)
    else:
        game.notes.append("The game data holds no hexSummary, so there is no map.")
    _active_system(game, data.get("activeSystem"))
    return game


_LONGEST = 50_000


def _player(game: SavedGame, told: Mapping[str, Any]) -> None:
    color = (text_of(told.get("actualColor")) or text_of(told.get("color"))).lower()
    if not color:
        return
    faction = text_of(told.get("factionName")) or text_of(told.get("factionShort"))
    known = names.faction(faction) or names.faction(text_of(told.get("factionShort")))
    player = SavedPlayer(color, text_of(told.get("steamName")) or color.capitalize(), known, color)
    if known is None and faction.strip("- "):
        game.leave("factions", faction)
    take(game, "technologies", words_of(told.get("technologies")), names.technology, player.technologies)
    take(game, "planets", _of_cards(told.get("planetCards")), names.planet, player.controls)
    take(game, "relics", _of_cards(told.get("relicCards")), names.relic, player.relics)
    leaders = told.get("leaders")
    for rank, state in leaders.items() if isinstance(leaders, Mapping) else ():
        if rank in ("agent", "commander", "hero") and state in _STATES:
            player.leaders[rank] = _STATES[state]
    tokens = told.get("commandTokens")
    if isinstance(tokens, Mapping):
        player.fleet_pool, player.tactic_tokens = count_of(tokens.get("fleet")), count_of(tokens.get("tactics"))
    player.trade_goods, player.commodities = count_of(told.get("tradeGoods")), count_of(told.get("commodities"))
    player.passed = told.get("active") is False
    game.players[color] = player


def _of_cards(value: Any) -> list[str]:
    """Return the names of cards of the tables: `card.planet:base/jord`."""
    return [word.rpartition("/")[2].replace("_", " ") for word in words_of(value)]


def _of_the_table(game: SavedGame, data: Mapping[str, Any]) -> None:
    """Read whose turn it is, who is the speaker and which laws are in play."""
    turn, speaker = text_of(data.get("turn")).lower(), text_of(data.get("speaker")).lower()
    game.active_player = turn if turn in game.players else None
    if speaker in game.players:
        game.players[speaker].speaker = True
    for said in words_of(data.get("laws")):
        if slug := names.law(said):
            game.laws[slug] = None
        else:
            game.leave("laws", said)


def _active_system(game: SavedGame, told: Any) -> None:
    tile = names.tile(str(told.get("tile"))) if isinstance(told, Mapping) and "tile" in told else None
    found = [system.position for system in game.systems.values() if system.tile == tile]
    game.active_system = found[0] if tile and found else None
