"""What is made out before two sides are parted: names of players, what is asked for, and PDS in range."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mecatol.paste.clauses import has_units, is_of_faction
from mecatol.paste.lexing import Lexeme
from mecatol.paste.naming import normal
from mecatol.paste.vocabulary import FIRST, Divider, WordKind

_LABELS = ("player", "side", "team", "fleet")
"""Words that a number or a letter makes the name of a player: `player 2`."""
_NUMBERED = re.compile(r"[pP][1-8]\Z")
_NAME = re.compile(r"[^\W\d_]{2,20}(?:['’]s?)?\Z")
_POSSESSIVE = re.compile(r"['’]s?\Z")
_SAID = ("has", "had", "brings", "plays", "uses", "gets", "owns")
"""Words behind the name of a player."""
_FARTHEST = 4
"""How many words may stand between `how many` and the units that are asked for."""


def prepare(words: list[Lexeme], text: str) -> list[Lexeme]:
    """Return the words of a text with names of players joined and told, and without the units that it asks for."""
    words = _labeled(words, text)
    _name_people(words, text)
    words = _with_factions(words)
    for at, word in enumerate(words):
        if word.kind is WordKind.SOME and at and words[at - 1].said(text) == "how":
            asked = next((one for one in words[at + 1 : at + _FARTHEST] if one.kind is not WordKind.FILLER), None)
            if asked is not None and asked.kind is WordKind.UNIT:
                word.kind = asked.kind = WordKind.FILLER
                word.used = asked.used = True
    _to_hit(words, text)
    _bombardment(words, text)
    kinds = [word.kind for word in words]
    if WordKind.RANGE in kinds and not {WordKind.DIVIDER, WordKind.ROLE} & {*kinds}:
        at = kinds.index(WordKind.RANGE)
        if has_units(words[:at]) and has_units(words[at:]):  # `4 cruisers in range of 3 PDS`
            words[at].kind, words[at].value = WordKind.DIVIDER, Divider(FIRST)
    return words


def _to_hit(words: list[Lexeme], text: str) -> None:
    """Pass over the verb of `+1 to hit`, which parts no sides."""
    for at, word in enumerate(words):
        if word.kind is not WordKind.BONUS:
            continue
        following = next((one for one in words[at + 1 : at + _FARTHEST] if one.kind is not WordKind.FILLER), None)
        if following is not None and following.said(text) in ("hit", "hits", "hitting"):
            following.kind, following.used = WordKind.FILLER, True


def _bombardment(words: list[Lexeme], text: str) -> None:
    """Take `bombardment on` for a verb, where there is no other, or the `on` of `bombardment: A on B`."""
    at = next((at for at, word in enumerate(words) if word.kind is WordKind.STEP and word.value == "bombardment"), None)
    if at is None or any(word.kind is WordKind.DIVIDER for word in words):
        return
    links = [place for place in range(at + 1, len(words)) if words[place].said(text) in ("on", "of", "against")]
    links = [place for place in links if has_units(words[place : place + _FARTHEST])]
    if not links:
        return
    link = next((place for place in links if has_units(words[at:place])), None)
    cut = at if has_units(words[:at]) or link is None else link
    words[cut].kind, words[cut].value = WordKind.DIVIDER, Divider(FIRST, step="bombardment")
    if links[0] == at + 1:
        words[links[0]].kind = WordKind.FILLER


def spoken_name(said: str) -> str:
    """Return the name of a player as it is shown: `Anna` for `anna's`."""
    name = _POSSESSIVE.sub("", said)
    return name[:1].upper() + name[1:] if " " in name or not (name.islower() or name.isupper()) else name.capitalize()


def _labeled(words: list[Lexeme], text: str) -> list[Lexeme]:
    """Return words in which `player 1` and `side B` are one, where at least two players are called so."""
    labels = dict(_labels(words, text))
    names = {normal(text[words[at].start : words[end].end]) for at, end in labels.items()}
    if len(names) != 2:
        return words
    found: list[Lexeme] = []
    skipped = -1
    for at, word in enumerate(words):
        if at in labels:
            skipped, last = labels[at], words[labels[at]]
            value = normal(text[word.start : last.end])
            found.append(Lexeme(WordKind.COLOR, value, word.start, last.end, used=True))
        elif at > skipped:
            found.append(word)
    return found


def _labels(words: Sequence[Lexeme], text: str) -> Iterator[tuple[int, int]]:
    """Yield where labels of players begin and end."""
    for at, word in enumerate(words):
        if word.kind is WordKind.WORD and _NUMBERED.match(text[word.start : word.end]):
            yield at, at
        if word.said(text) not in _LABELS or at + 1 == len(words):
            continue
        mark = words[at + 1]
        letter = mark.kind in (WordKind.WORD, WordKind.ARTICLE) and mark.end - mark.start == 1
        behind = words[at + 2].kind if at + 2 < len(words) else None
        counts = behind in (WordKind.UNIT, WordKind.FACTION, WordKind.DAMAGED, WordKind.UPGRADE)
        if (letter or (mark.kind is WordKind.NUMBER and mark.value < 9)) and not counts:
            yield at, at + 1


def _name_people(words: list[Lexeme], text: str) -> None:
    """Take two unknown words that are spoken of as players for their names: `Anna has …, Ben has …`.

    One is enough where another player is spoken of.
    """
    names = dict.fromkeys(_person(words[at], text) for at in _people(words, text))
    others = any(word.kind in (WordKind.ME, WordKind.FACTION, WordKind.COLOR) for word in words)
    if len(names) != 2 and not (len(names) == 1 and others):
        return
    for word in words:
        if _unknown(word, text) and _person(word, text) in names:
            word.kind, word.value, word.used, word.slip = WordKind.COLOR, _person(word, text), True, None


def _with_factions(words: list[Lexeme]) -> list[Lexeme]:
    """Return words in which each name of `Dave (Sol)` tells the faction, and no brackets are left of it."""
    told = [at for at, word in enumerate(words) if word.kind is WordKind.COLOR and is_of_faction(words, at)]
    factions = {words[at].value: words[at + 2].value for at in told}
    apart = {at + ahead for at in told for ahead in (1, 2, 3)}
    for word in words:
        if word.kind is WordKind.COLOR:
            word.faction = factions.get(word.value)
    return [word for at, word in enumerate(words) if at not in apart]


def _person(word: Lexeme, text: str) -> str:
    return normal(_POSSESSIVE.sub("", text[word.start : word.end]))


def _unknown(word: Lexeme, text: str) -> bool:
    """Tell whether nothing is known for a word, or it is a planet's name only by a slip: `Lisa's`."""
    owns = _POSSESSIVE.search(text[word.start : word.end])
    return word.kind is WordKind.WORD or bool(word.kind is WordKind.PLANET and word.slip and owns)


def _people(words: Sequence[Lexeme], text: str) -> Iterator[int]:
    """Yield where an unknown word is spoken of as a player is."""
    for at, word in enumerate(words):
        said = text[word.start : word.end]
        if not _unknown(word, text) or not _NAME.match(said):
            continue
        before, behind = words[at - 1] if at else None, words[at + 1] if at + 1 < len(words) else None
        begins = before is None or before.kind not in (WordKind.WORD, WordKind.NUMBER)
        if not begins or behind is None:
            if begins and before is not None and said[0].isupper() and before.said(text) == "for":
                yield at  # `3 cruisers for Ben`
            continue
        owns = _POSSESSIVE.search(said) is not None or is_of_faction(words, at)
        has = owns or behind.said(text) in _SAID or behind.kind is WordKind.COLON
        verb = behind.kind is WordKind.DIVIDER and not behind.value.strong
        acted_on = before is not None and (before.kind is WordKind.DIVIDER or before.said(text) == "for")
        if has or (said[0].isupper() and (verb or acted_on or behind.kind is WordKind.NUMBER)):
            yield at
