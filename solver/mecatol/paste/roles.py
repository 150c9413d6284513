"""What each side is said to do: who attacks, who defends, and whose a clause behind the units is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mecatol.paste.clauses import OWNERS, TwoSides, Words
from mecatol.paste.lexing import Lexeme
from mecatol.paste.vocabulary import FIRST, SECOND, WordKind

_ACTS = re.compile(r"attack|invad|assault|(?:mov|com|cam)\w+ in\b", re.IGNORECASE)
HOLDS = re.compile(r"defend", re.IGNORECASE)
_SUFFERING = ("got", "get", "gets", "getting", "was", "were", "being", "been", "am", "are", "is", "i'm")
"""Words before a verb that is said of those that suffer it."""
GIVEN = ("for", "to", "on")
"""Words before the player whose a card or bonus is: `Bunker on the defender`."""
MOST_HEARD = 50
"""Verbs and roles of a side that are listened to."""


def hear(sides: TwoSides, index: int, text: str) -> None:
    """Note what a side is said to do by words of its own, or of the other's: `attacking`, `defender`, `Sol attacks`."""
    words = Words(sides.words[index], text)
    for at in words.places(WordKind.DIVIDER, WordKind.ROLE)[:MOST_HEARD]:
        word = words.all[at]
        said = text[word.start : word.end]
        told = _side_told(sides, words, at)
        side = index if told is None else told
        if word.kind is WordKind.ROLE:
            if says_own_role(said) or _labels(words, at) or told is not None:
                sides.roles[side] = word.value
        elif sides.roles[side] is None:
            role = FIRST if _ACTS.search(said) else SECOND if HOLDS.match(said) else None
            suffered = is_suffered(words, at) and words.armed(0, at)
            sides.roles[side] = 1 - role if role is not None and suffered else role
        if side != index:
            word.kind, word.used = WordKind.FILLER, True


def is_suffered(words: Words, at: int) -> bool:
    """Tell whether a verb is said of those that suffer it: `attacked by`, `got attacked`."""
    said = words.all[at].said(words.text)
    before = words.all[at - 1] if at else None
    helps = before is not None and before.said(words.text) in _SUFFERING
    return said.endswith((" by", " from")) or (helps and said.endswith("ed"))


def _is_named(told: Lexeme, side: Sequence[Lexeme]) -> bool:
    """Tell whether the words of a side name the player that a word names, apart from that word itself."""
    others = (word.value for word in side if word is not told)
    return any(told.value in (value, getattr(value, "faction", None)) for value in others)


def _side_told(sides: TwoSides, words: Words, at: int) -> int | None:
    """Return the side that a verb or role behind a side's units is said of; None where nothing tells."""
    told = words.subject(at)
    following = words.next(at)
    if told is None and words.all[at].kind is WordKind.ROLE and following and following.kind in OWNERS[2:]:
        told = following  # `…, attacker Sol`
    if told is None or not words.armed(0, words.clause(at)):
        return None
    if told.kind in (WordKind.ME, WordKind.THEM):
        owners = [owner_of(side, told) for side in sides.words]
        if told.kind in owners:
            return owners.index(told.kind)
        other = next((place for place in (FIRST, SECOND) if owners[place] is not None), None)
        return 1 - other if other is not None else FIRST if told.kind is WordKind.ME else SECOND
    found = [place for place, side in enumerate(sides.words) if _is_named(told, side)]
    if not found and told.value in ("red", "blue"):  # as sides are called that have no names
        return int(told.value == "blue")
    return found[0] if len(found) == 1 else None


def owner_of(words: Sequence[Lexeme], told: Lexeme | None = None) -> WordKind | None:
    """Return the word for a player before the first unit of a side, whose it is; whom a verb acts on is not meant."""
    found = before = None
    for word in words:
        if word.kind is WordKind.UNIT:
            break
        acted_on = before is not None and before.kind is WordKind.DIVIDER
        if word.kind in (WordKind.ME, WordKind.THEM) and word is not told and not acted_on:
            found = word.kind
        before = word
    return found


def says_own_role(said: str) -> bool:
    """Tell whether a word for a role is that of the side it stands in, wherever it stands: `on defense`."""
    return said.casefold().startswith("on ")


def has_card_before(words: Sequence[Lexeme], at: int) -> bool:
    """Tell whether words name a card and then, at a place, the player whose it is: `Bunker for the defender`."""
    before = next((word for word in reversed(words[:at]) if word.kind is not WordKind.FILLER), None)
    return before is not None and before.kind in (WordKind.CARD, WordKind.CARD_LEFT, WordKind.BONUS)


def _labels(words: Words, at: int) -> bool:
    """Tell whether a word for a role names the side it stands in: before all units, or behind them by itself."""
    following = next((word for word in words.all[at + 1 : at + 9] if word.kind is not WordKind.FILLER), None)
    before = words.all[at - 1] if at else None
    given = before is not None and before.said(words.text) in GIVEN
    if given or has_card_before(words.all, at):
        return False
    if not words.armed(0, at):
        about = following is not None and following.kind in (WordKind.RETREAT, WordKind.CARD)
        return words.armed(at, len(words.all)) and not about
    return following is None or following.kind in (
        WordKind.CLOSE,
        WordKind.COMMA,
        WordKind.STOP,
        WordKind.LINE,
        WordKind.AND,
    )
