"""Combat values and bonuses in the words of a side: `hitting on 5+`, `+1 to combat` (the grammar stands in `words`)."""

from __future__ import annotations

import re

from mecatol.effects.model import EFFECTS
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import called
from mecatol.paste.side import SideReader
from mecatol.paste.vocabulary import WordKind
from mecatol.rules.rolls.windows import ReadResults

_BETWEEN = (
    WordKind.FILLER, WordKind.OPEN, WordKind.CLOSE, WordKind.COLON, WordKind.COMMA, WordKind.WITH, WordKind.ON,
    WordKind.TIMES,
)  # fmt: skip
"""What may stand between a bonus and the card that gives it: `+1 to hit from Morale Boost`, `Morale Boost, +1`."""
_SAID_BETWEEN = ("giving", "gives", "adding", "adds", "granting", "grants", "so", "meaning", "means", "thanks", "due")
"""Words of no other meaning that may stand there, too."""
_GIVERS = (WordKind.CARD, WordKind.OWN, WordKind.ANOMALY)
_FARTHEST = 8
"""How many words from a bonus its card is looked for."""
_NUMBER = re.compile(r"\d+")


def take_value(side: SideReader, word: Lexeme) -> None:
    """Take `hitting on 5+` for the combat value of the units named last; where none are, it is named."""
    value = int(_NUMBER.search(side.text_of(word))[0])  # type: ignore[index]
    if side.last is None or not 1 <= value <= 10 or side.last.hits_on not in (None, value):
        side.unknown(word)
        return
    word.used = True
    side.last.hits_on = value


def take_bonus(side: SideReader, word: Lexeme) -> None:
    """Take `+1 to combat` for a bonus set by hand, unless a card beside it gives it; of two, the second is named."""
    if card := _giver(side):
        word.used = True
        side.note(f"{side.text_of(word)!r} was read as what {called(card)} gives, not as one more bonus.")
    elif not side.fleet.bonus and word.value:
        word.used = True
        side.fleet.bonus = word.value
        if side.is_loose():
            side.home.loose["The bonus"] = None


def _giver(side: SideReader) -> str | None:
    """Return the card right beside the bonus being read that adds to rolls, by slug; None for no such card."""
    here = side.at - 1
    behind = side.words[here + 1 : here + _FARTHEST]
    before = side.words[max(0, here - _FARTHEST) : here][::-1]
    for words in (behind, before):
        nearest = next((word for word in words if not _may_stand_between(side, word)), None)
        if nearest is None or nearest.kind not in _GIVERS:
            continue
        effect = EFFECTS.get(nearest.value)
        if effect and effect.acts_in(ReadResults):
            return str(nearest.value)
    return None


def _may_stand_between(side: SideReader, word: Lexeme) -> bool:
    """Tell whether a word may stand between a bonus and its card."""
    return word.kind in _BETWEEN or side.text_of(word).casefold() in _SAID_BETWEEN
