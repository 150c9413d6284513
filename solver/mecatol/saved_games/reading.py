"""From a text to the game that it saves, whichever of the known programs wrote it."""

from __future__ import annotations

from typing import Any

from mecatol.errors import fault, text_within
from mecatol.saved_games.async_save import is_save, read_save
from mecatol.saved_games.async_web import is_web_map, read_web_map
from mecatol.saved_games.hex_summary import is_hex_summary, read_hex_summary
from mecatol.saved_games.map_string import is_map_string, read_map_string
from mecatol.saved_games.model import SavedGame
from mecatol.saved_games.table_data import is_table_data, read_table_data
from mecatol.scenario.files import parse_json

LONGEST = 4_000_000
"""Characters of a text that are read."""
_KNOWN = (
    "open JSON of AsyncTI4's web map, a save of AsyncTI4, the game data or hexSummary of Tabletop Simulator or "
    "Playground, or a map string"
)


def read_game(text: str) -> SavedGame:
    """Return the game in progress that a text holds, with what is not known here noted (`SavedGame.left_out`).

    Raises:
        ScenarioError: the text is none of the known forms, is cut off or too long, or holds no system.
    """
    text_within("game", text, "the text of a saved game")
    if len(text) > LONGEST:
        raise fault("game", f"is longer than {LONGEST:,} characters; {_KNOWN}")
    game = _game(text.removeprefix("\ufeff"))
    if not game.systems:
        raise fault("game", f"holds no system: it was read as {game.form}; {_KNOWN}")
    return game


def _game(text: str) -> SavedGame:
    stripped = text.strip()
    if is_map_string(text):
        return read_map_string(text)
    if stripped.startswith(("{", "[")):
        return _of_json(stripped)
    if is_save(text):
        return read_save(text)
    if is_hex_summary(text):
        return read_hex_summary(text)
    raise fault("game", f"is not a saved game that is known here; {_KNOWN}", stripped[:60])


def _of_json(text: str) -> SavedGame:
    try:
        data: Any = parse_json(text)
    except ValueError as wrong:
        raise fault("game", f"begins like JSON but is not JSON ({wrong}); copy all of it") from None
    if is_web_map(data):
        return read_web_map(data)
    if is_table_data(data):
        return read_table_data(data)
    raise fault("game", f"is JSON of another form; {_KNOWN}")
