"""One sentence for a player about what is wrong with a battle: in the game's words, without names of fields."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mecatol.domain.counts import in_words
from mecatol.domain.units import UNIT_TYPES, planet_name, planets
from mecatol.errors import Problem
from mecatol.fixes.candidate import called
from mecatol.fixes.wording import part

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NOTATION = re.compile(r"`([^`]*)`|(?<![\w’])'([a-z0-9-]+)'")
"""Names of fields and slugs, as messages write them."""
_ALLOWED = re.compile(r"\s*Allowed: .*\Z", re.DOTALL)
_PREDICATE = re.compile(r"(?:has|holds|is|lacks|names|says)\b")
"""How a message begins that needs a subject."""
_SUBJECTS = {"text": "The text", "players": "The list of players", "link": "The link", "scenario": "The scenario"}
"""What such a message is about, by field."""
_CODE = re.compile(r"; (?:in code|give (?:a mapping|a list)\b).*\Z", re.DOTALL)
"""What only programmers can follow."""


def for_players(problems: Sequence[Problem]) -> str:
    """Return what is wrong, in one sentence: the first fault, and how many more there are."""
    first = problems[0]
    more = len(problems) - 1
    others = f" ({more} more {'things are' if more > 1 else 'thing is'} wrong as well)" if more else ""
    if first.suggestion is not None:
        word = str(first.value)[:60]
        return f"“{word}” means nothing here; did you mean {called(first.suggestion)}?{others}"
    said = _CODE.sub("", _ALLOWED.sub("", first.message)).strip().rstrip(".")
    if first.field != "text":  # words that a player wrote are quoted as they are
        said = _NOTATION.sub(lambda found: called(found[2]) if found[2] else part(found[1]), said)
    if first.field in _SUBJECTS and _PREDICATE.match(said):
        said = f"{_SUBJECTS[first.field]} {said}"
    where = _where(first.field)
    sentence = f"{where}: {said}" if where else said
    return f"{sentence[:1].upper()}{sentence[1:]}{others}."


def _where(field: str) -> str:
    """Return what a field is about: whose units, where they are, or what players call the part of the battle."""
    keys = field.split(".")
    if keys[0] != "players" or len(keys) < 2 or not keys[1].isdigit():
        return "" if keys[0] in ("text", "scenario", "step", "players", "link") else part(keys[0])
    at = int(keys[1])
    whose = f"the {_ORDINALS[at]} player" if at < len(_ORDINALS) else f"player {at + 1}"
    if len(keys) == 2:
        return whose
    unit = next((in_words(key, 2) for key in keys[3:] if key in UNIT_TYPES), None)
    planet = next((planet_name(key) for key in keys[3:] if key in planets()), None)
    what = unit or part(keys[2])
    return f"{whose}’s {what}{f' on {planet}' if planet else ''}"
