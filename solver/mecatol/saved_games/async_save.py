"""Games as AsyncTI4 saves them: lines of text in sections, units as `red—dn 1,1` or, before 2025, with damage apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mecatol.domain.units import systems
from mecatol.paste.slang import COLOR_CODES
from mecatol.saved_games import names
from mecatol.saved_games.hexes import place_of
from mecatol.saved_games.model import NEUTRAL, Forces, Held, SavedGame, SavedPlanet, SavedPlayer, SavedSystem, put

_UNIT = re.compile(
    r"(?P<color>[a-z]{2,12})(?:—|_)(?P<unit>[a-z]{2,14})(?:\.png)?\s+(?P<counts>\d{1,3}(?:,\d{1,3}){0,3})\Z"
)
_OWNED = re.compile(r"(?P<what>command|control|sweep)_(?P<color>[a-z]{2,12})(?:\.png)?\Z")
_SPACE = "space"
_NO_MAP = "-unitholder-"


def is_save(text: str) -> bool:
    """Tell whether a text is a game that AsyncTI4 saved, or the tiles of one."""
    return "-tile-" in text and _NO_MAP in text


def read_save(text: str) -> SavedGame:
    """Return the game of a save, or of its tiles alone; what is not known here is noted."""
    game = SavedGame("an AsyncTI4 save")
    lines = iter(text.splitlines())
    before: list[str] = []
    for line in lines:
        if line == "-gameinfo-":
            game.name = before[2] if len(before) > 2 else ""
            _game_info(game, _section(lines, "-endgameinfo-"))
        elif line == "-player-":
            _player(game, list(_section(lines, "-endplayer-")))
        elif line == "-tile-":
            _tile(game, _section(lines, "-endtile-"))
        else:
            before.append(line)
    _speaker(game)
    return game


def _section(lines: Iterator[str], end: str) -> Iterator[str]:
    for line in lines:
        if line == end:
            return
        yield line


def _game_info(game: SavedGame, lines: Iterator[str]) -> None:
    told = dict(_pairs(lines))
    game.round = int(told["round"]) if told.get("round", "").isdigit() else None
    game.active_player = told.get("active_player") or None
    game.active_system = told.get("active_system") or None
    elected = dict(entry.partition(",")[::2] for entry in told.get("law_info", "").split(";") if entry)
    for word in _listed(told.get("law", "")):
        if slug := names.law(word):
            game.laws[slug] = elected.get(word)
        else:
            game.leave("laws", word)
    if speaker := told.get("speaker"):
        game.active_player = game.active_player if game.active_player != "null" else None
        game.players["speaker"] = SavedPlayer("speaker", speaker)


def _pairs(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        key, _, value = line.partition(" ")
        yield key, value


def _listed(told: str) -> list[str]:
    """Return the names of a list: `a,b`, or `a,12;b,7;` with numbers that say nothing here."""
    if ";" in told:
        return [entry.partition(",")[0] for entry in told.split(";") if entry]
    return [word for word in told.split(",") if word]


def _player(game: SavedGame, lines: list[str]) -> None:
    number, name, *rest = [*lines[:2], *lines[2:]] if len(lines) > 1 else ["", "", *lines]
    told = dict(_pairs(iter(rest)))
    if told.get("color", "null") in ("null", "") or told.get("faction", "null") in ("null", ""):
        return
    color, faction = told["color"], told["faction"]
    key = NEUTRAL if faction == NEUTRAL else color
    title = "Neutral" if key == NEUTRAL else name[:40] or color.capitalize()
    player = SavedPlayer(key, title, names.faction(faction), color)
    if player.faction is None and key != NEUTRAL:
        game.leave("factions", faction)
    speaker = game.players.get("speaker")
    player.speaker = speaker is not None and speaker.name == number
    if game.active_player == number:
        game.active_player = key
    _cards(game, player, told)
    for field, words in (("trade_goods", "trade_goods"), ("commodities", "commodities"), ("fleet_pool", "fleet_cc")):
        if told.get(words, "").isdigit():
            setattr(player, field, int(told[words]))
    if told.get("tactical_cc", "").isdigit():
        player.tactic_tokens = int(told["tactical_cc"])
    player.passed = told.get("passed") == "true"
    game.players[key] = player


def _cards(game: SavedGame, player: SavedPlayer, told: dict[str, str]) -> None:
    """Give a player the technologies, planets, leaders and relics that a save names."""
    take(game, "technologies", _listed(told.get("tech", "")), names.technology, player.technologies)
    take(game, "planets", _listed(told.get("planets", "")), names.planet, player.controls)
    take(game, "relics", _listed(told.get("relics", "")), names.relic, player.relics)
    for field, reads in (("tech_exhausted", names.technology), ("planets_exhausted", names.planet)):
        take(game, "exhausted cards", _listed(told.get(field, "")), reads, player.exhausted)
    for entry in told.get("leaders", "").split(";"):
        parts = entry.split(",")
        if len(parts) >= 5:
            leader(game, player, parts[0], exhausted=parts[3] == "true", locked=parts[4] == "true")


def take(game: SavedGame, kind: str, words: list[str], reads: Callable[[str], str | None], into: list[str]) -> None:
    """Add the slugs of words to a list, each once; a word that is not known here is noted."""
    for word in words:
        slug = reads(word)
        if slug and slug not in into:
            into.append(slug)
        elif slug is None and not (kind == "relics" and names.is_known_card(word)):
            game.leave(kind, word)


def leader(game: SavedGame, player: SavedPlayer, said: str, *, exhausted: bool, locked: bool) -> None:
    """Note what is told of one of a player's leaders."""
    found = names.leader(said)
    if found is None:
        game.leave("leaders", said)
        return
    state = "locked" if locked else "exhausted" if exhausted else "ready"
    if state != "exhausted" or found[1] not in player.leaders:
        player.leaders[found[1]] = state


def _tile(game: SavedGame, lines: Iterator[str]) -> None:
    """Read a tile: its number and position, then what is in space and on each planet."""
    said, _, position = next(lines, "").partition(" ")
    if not position or len(game.systems) > MOST_SYSTEMS:
        return
    system = new_system(game, said, position)
    where, forces, within = _SPACE, system.space, False
    for line in lines:
        if line == "-units-":
            where = next(lines, _SPACE).lower()
            forces, within = _holder(game, system, where), True
        elif line in ("-endunits-", "-planetendtokens-", "-endunitdamage-"):
            within = False
        elif line == "-unitdamage-":
            for damage in _section(lines, "-endunitdamage-"):
                _damage(game, forces, damage)
        elif within and (found := _UNIT.match(line)):
            _unit(game, forces, found)
        elif not line.startswith("-") and line.strip():
            _token(game, system, where, line)


MOST_SYSTEMS = 200
"""How many systems are read; what comes behind them is no map."""


def new_system(game: SavedGame, said: str, position: str) -> SavedSystem:
    """Add a system to a game with the planets of its tile; a tile that is not known here is noted."""
    number = names.tile(said)
    system = SavedSystem(position, number, said, place_of(position))
    if number:
        system.planets = {slug: SavedPlanet(slug) for slug in systems()[number]["planets"]}
    elif not names.is_hyperlane(said):
        game.leave("tiles", said)
    game.systems[position] = system
    return system


def _holder(game: SavedGame, system: SavedSystem, where: str) -> Forces:
    """Return the units in space or on a planet, a planet of a token among them."""
    if where == _SPACE:
        return system.space
    slug = names.planet(where)
    if slug is None:
        game.leave("planets", where)
        return {}
    return system.planets.setdefault(slug, SavedPlanet(slug)).units


def _color(said: str) -> str:
    return COLOR_CODES.get(said, said)


def _unit(game: SavedGame, forces: Forces, found: re.Match[str]) -> None:
    kind, color = names.unit(found["unit"]), _color(found["color"])
    if kind is None:
        game.leave("units", found["unit"])
        return
    none, damaged, galvanized, both = ([int(count) for count in found["counts"].split(",")] + [0, 0, 0])[:4]
    held = Held(none + damaged + galvanized + both, damaged + both, galvanized + both)
    put(forces, owner(game, color), kind, held)


def owner(game: SavedGame, color: str) -> str:
    """Return the key of the player who has a color."""
    if color in game.players:
        return color
    if NEUTRAL in game.players and color in ("gray", "lightgray"):
        return NEUTRAL
    return game.player(color).key


def _damage(game: SavedGame, forces: Forces, line: str) -> None:
    """Read damage of a save of before 2025: `red—dn 1`."""
    if not (found := _UNIT.match(line)):
        return
    kind, key = names.unit(found["unit"]), owner(game, _color(found["color"]))
    own = forces.get(key, {})
    if kind in own:
        own[kind] = own[kind]._replace(damaged=min(int(found["counts"].split(",")[0]), own[kind].number))


def _token(game: SavedGame, system: SavedSystem, where: str, line: str) -> None:
    word = line.split()[0]
    if found := _OWNED.match(word):
        key = owner(game, _color(found["color"]))
        if found["what"] == "command":
            system.activated.append(key)
        elif found["what"] == "control" and (slug := names.planet(where)) in system.planets:
            system.planets[slug].controller = key
        return
    token = names.token(word)
    place_token(system, where, token)


def place_token(system: SavedSystem, where: str, token: str) -> None:
    """Put a token into a system's space, or on one of its planets; a wormhole is called by its name."""
    slug = names.planet(where)
    if slug in system.planets:
        system.planets[slug].tokens.append(token)
    else:
        system.tokens.append(names.WORMHOLE_TOKENS.get(token, token))


def _speaker(game: SavedGame) -> None:
    game.players.pop("speaker", None)
