"""Games as AsyncTI4's web map gets them: JSON with `tilePositions`, `tileUnitData` and `playerData`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mecatol.saved_games import names
from mecatol.saved_games.async_save import MOST_SYSTEMS, leader, new_system, place_token, take
from mecatol.saved_games.model import NEUTRAL, Forces, Held, SavedGame, SavedPlanet, SavedPlayer, put

_COUNT = 99


def is_web_map(data: Any) -> bool:
    """Tell whether JSON is what the web map gets."""
    return isinstance(data, Mapping) and "tileUnitData" in data and "tilePositions" in data


def read_web_map(data: Mapping[str, Any]) -> SavedGame:
    """Return the game; what is not known here, or is of another form than expected, is noted."""
    game = SavedGame("AsyncTI4's web map", name=text_of(data.get("gameName")))
    game.round = count_of(data.get("gameRound")) or None
    colors: dict[str, str] = {}
    for told in records_of(data.get("playerData")):
        _player(game, told, colors)
    _laws(game, data)
    state = data.get("gameState")
    if isinstance(state, Mapping):
        game.active_system = text_of(state.get("activeSystem")) or None
        game.active_player = colors.get(text_of(state.get("activePlayer")))
    for entry in words_of(data.get("tilePositions"))[:MOST_SYSTEMS]:
        position, _, said = entry.partition(":")
        if position and said:
            new_system(game, said, position)
    tiles = data.get("tileUnitData")
    for position, told in tiles.items() if isinstance(tiles, Mapping) else ():
        if position in game.systems and isinstance(told, Mapping):
            _system(game, str(position), told)
    return game


def _laws(game: SavedGame, data: Mapping[str, Any]) -> None:
    for law in records_of(data.get("lawsInPlay")):
        said = text_of(law.get("id")) or text_of(law.get("name"))
        if slug := names.law(said) or names.law(text_of(law.get("name"))):
            game.laws[slug] = text_of(law.get("electedFaction")) or text_of(law.get("electedInfo")) or None
        else:
            game.leave("laws", text_of(law.get("name")) or said)


def _player(game: SavedGame, told: Mapping[str, Any], colors: dict[str, str]) -> None:
    key = text_of(told.get("faction"))
    if not key or key == "null":
        return
    name = text_of(told.get("displayName")) or text_of(told.get("userName")) or key
    color = text_of(told.get("color"))
    player = SavedPlayer(key, "Neutral" if key == NEUTRAL else name[:40], names.faction(key), color)
    colors[color] = key
    if player.faction is None and key != NEUTRAL:
        game.leave("factions", key)
    take(game, "technologies", words_of(told.get("techs")), names.technology, player.technologies)
    take(game, "planets", words_of(told.get("planets")), names.planet, player.controls)
    take(game, "relics", words_of(told.get("relics")), names.relic, player.relics)
    take(game, "exhausted cards", words_of(told.get("exhaustedTechs")), names.technology, player.exhausted)
    take(game, "exhausted cards", words_of(told.get("exhaustedPlanets")), names.planet, player.exhausted)
    for one in records_of(told.get("leaders")):
        exhausted, locked = one.get("exhausted") is True, one.get("locked") is True
        leader(game, player, text_of(one.get("id")), exhausted=exhausted, locked=locked)
    player.trade_goods, player.commodities = count_of(told.get("tg")), count_of(told.get("commodities"))
    player.fleet_pool = count_of(told["fleetCC"]) if "fleetCC" in told else None
    player.tactic_tokens = count_of(told["tacticalCC"]) if "tacticalCC" in told else None
    player.passed, player.speaker = told.get("passed") is True, told.get("isSpeaker") is True
    game.players[key] = player


def _system(game: SavedGame, position: str, told: Mapping[str, Any]) -> None:
    system = game.systems[position]
    system.activated = [word for word in words_of(told.get("ccs")) if game.player(word)]
    _entities(game, position, "space", told.get("space"), system.space)
    planets = told.get("planets")
    for said, record in planets.items() if isinstance(planets, Mapping) else ():
        slug = names.planet(str(said))
        if slug is None or not isinstance(record, Mapping):
            game.leave("planets", str(said))
            continue
        planet = system.planets.setdefault(slug, SavedPlanet(slug))
        planet.controller = text_of(record.get("controlledBy")) or None
        if record.get("exhausted") is True and planet.controller in game.players:
            exhausted = game.players[planet.controller].exhausted
            exhausted += [slug] if slug not in exhausted else []
        _entities(game, position, slug, record.get("entities"), planet.units)


def _entities(game: SavedGame, position: str, where: str, told: Any, forces: Forces) -> None:
    """Read the units and tokens in one place, by faction."""
    for faction, entities in told.items() if isinstance(told, Mapping) else ():
        for one in records_of(entities):
            said, count = text_of(one.get("entityId")), count_of(one.get("count"))
            if one.get("entityType") != "unit":
                place_token(game.systems[position], where, names.token(said))
            elif kind := names.unit(said):
                put(forces, game.player(str(faction)).key, kind, _held(one, count))
            else:
                game.leave("units", said)


def _held(one: Mapping[str, Any], count: int) -> Held:
    states = one.get("unitStates")
    if isinstance(states, list) and len(states) == 4:
        none, damaged, galvanized, both = [count_of(state) for state in states]
        return Held(none + damaged + galvanized + both, damaged + both, galvanized + both)
    return Held(count, min(count, count_of(one.get("sustained"))))


def count_of(value: Any) -> int:
    """Return a count that JSON holds; 0 for what is none."""
    return min(max(value, 0), _COUNT) if isinstance(value, int) and not isinstance(value, bool) else 0


def text_of(value: Any) -> str:
    """Return a text that JSON holds, no longer than a name; "" for what is none."""
    return value[:80] if isinstance(value, str) else ""


def words_of(value: Any) -> list[str]:
    """Return the texts of a list that JSON holds; none for what is no list."""
    return [one[:80] for one in value if isinstance(one, str)] if isinstance(value, list) else []


def records_of(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a list that JSON holds; none for what is no list."""
    for one in value if isinstance(value, list) else ():
        if isinstance(one, Mapping):
            yield one
