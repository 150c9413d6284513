"""The words of a battle, each with what it means: the first half of reading plain words (see `words`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from mecatol.domain.editions import LATEST
from mecatol.domain.factions import FACTIONS
from mecatol.paste import slang
from mecatol.paste.naming import (
    Slips,
    component_names,
    faction_names,
    looked_up,
    normal,
    planet_names,
    spellings,
    twice_slipped,
    unit_names,
)
from mecatol.paste.vocabulary import SILENT, SYMBOLS, WordKind, begins_a_name, meanings, named
from mecatol.scenario.counts import whole


@dataclass
class Lexeme:
    """A word or phrase of a text, with its meaning."""

    kind: WordKind
    value: Any
    start: int
    end: int
    slip: str | None = None
    """What it was read as, where a slip was forgiven."""
    attached: bool = False
    """Whether it stands together with what is before it: `dn2`."""
    plural: bool = False
    faction: str | None = None
    """Of a player's name, the faction that stands behind it somewhere: `Dave (Sol)`."""
    used: bool = False
    """Whether it has been understood; what has not is named."""

    def said(self, text: str) -> str:
        """Return the word as it stands in a text, in small letters."""
        return text[self.start : self.end].casefold()

    def __post_init__(self) -> None:
        """Let what says nothing by itself need no understanding."""
        self.used = self.used or self.kind in SILENT


_FORGIVEN_VERBS = re.compile("attack|against|versus|defend|invad|surviv|destroy|bombard|damaged|upgrad")
"""Verbs in which a slip is forgiven; most others are a letter away from an ordinary word: `fight`, `might`."""
_ORDINARY_WORDS = (
    "abandon alarm alpha armor banker barrier bread cable canal cargo carried "
    "catcher copper custodian deadly disabled dose drama dream dreamy "
    "driven filter finger floor icon lighter list mental "
    "naval memorial oracle ordered parent partly prior read shallow shake "
    "stake starter target urgent watched watches weather "
    "attached image flight depend depending trade arent attach readied reading showing swing"
)
_ORDINARY = frozenset(_ORDINARY_WORDS.split(" "))
"""Ordinary words that are a letter away from a name, and no slip of it."""


_OF_AN_ITEM = (WordKind.NUMBER, WordKind.TIMES, WordKind.ARTICLE, WordKind.DAMAGED, WordKind.UNIT, WordKind.UPGRADE)
"""What units are listed with: how many, which, of what upgrade."""


@cache  # names do not change, and every word that is not known is compared with all of them
def _slips() -> Slips:
    """Return the names in which a slip is forgiven."""
    kinds = (WordKind.DIVIDER, WordKind.DAMAGED, WordKind.UPGRADE)
    verbs = [word for word, (kind, _) in meanings().items() if kind in kinds and _FORGIVEN_VERBS.search(word)]
    factions = [name for name, slug in faction_names().items() if name in normal(FACTIONS[slug].name)]
    return Slips([*unit_names(), *factions, *component_names(), *planet_names(), *verbs])


_TOKEN = re.compile(
    r"\n[\s]*"
    r"|(?<!\w)(?P<value>(?:[hH]it(?:s|ting)?[ ]+(?:on|at)|[cC]ombat[ ]+value)[ ]+(?:an?[ ]+|of[ ]+)?"
    r"[0-9]{1,2}(?![\w,.]*[0-9])s?[+]?(?:[ ]+or[ ]+(?:more|higher|better|above))?)"
    r"|(?<!\w)(?P<bonus>[+-][0-9])"
    r"(?=[ ]+(?:to|on|in|for|combat|rolls?|dice|vs?|versus|against)\b|[ ]*[,.;!?)\n]|[ ]*\Z)"
    r"|(?<![^\W_])(?P<grouped>[0-9]{1,3}(?:,[0-9]{3})+)(?![\w,])"
    r"|(?<![^\W_])(?P<vague>[0-9]+\+(?=[ ]+[^\W\d_])"
    r"|[0-9]+(?:[.,/–-][0-9]+)+(?![^\W_])|(?:(?<=\S )|\A(?=[^\n]*\Z))-[0-9]+(?![^\W_]))"
    r"|:(?P<emoji>[A-Za-z]\w*):"
    r"|(?<![^\W_])(?:(?:[^\W\d_]\.){2,}(?=[ ]+[^\W_])|[wW]/(?=[ 0-9]|[^\W_]{2}))"
    r"|[^\W_]+(?:['’`._-]+(?=[^\W_])[^\W_]+|/(?=[^\W\d_]{3}|[oO]\b)[^\W_]+)*['’]?"
    r"|-+>|=>|<-+|>>|[^\s\w]|_"
)
"""Line ends, bonuses, emojis of a chat, initials that a name goes on after (`J.N.S. Hylarim`), words, signs."""
_NO_WHOLE = re.compile(r"[0-9]+e[0-9]+\Z|[0-9]*[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u218b]+\Z")
"""What looks like a number and is no whole one, beside `3.5`, `10-15` and `-3`: `1e3`, ½, ²."""
_WIDE_DIGITS = {0xFF10 + digit: str(digit) for digit in range(10)}
"""Digits as keyboards of East Asia write them, each to the same digit."""
_COUNTED = re.compile(r"(\d+)[^\W\d_]")
_PARTS = re.compile(r"\d+|[^\W\d_]+|[+]")


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int
    kind: WordKind | None = None
    """What it is, where its form alone tells."""

    @property
    def word(self) -> bool:
        return self.kind is None and self.text[0].isalnum()


def lexemes(text: str, edition: str = LATEST) -> list[Lexeme]:
    """Return the words of a text with their meanings, the longest names first."""
    tokens = [token for found in _TOKEN.finditer(text.translate(_WIDE_DIGITS)) for token in _tokens(found)]
    found: list[Lexeme] = []
    at = 0
    while at < len(tokens):
        if kind := tokens[at].kind:
            value = int(tokens[at].text) if kind is WordKind.BONUS else None
            found.append(Lexeme(kind, value, tokens[at].start, tokens[at].end))
            at += 1
            continue
        if not tokens[at].word:
            found += _symbol(tokens, at, text)
            at += 1
            continue
        taken, made = _longest(tokens, at, edition)
        found += [_as_unit(made[0], found, text)] if len(made) == 1 else made
        at += taken
    return found


def _is_counted_next(found: list[Lexeme]) -> bool:
    """Tell whether a number at the end counts what comes next.

    It does not where it counts a unit before it (`dn 2 ff 3`, `ff x3`, `ff: 3`) or names a round.
    """
    kinds = (each.kind for each in reversed(found))  # no more of them is looked at than it takes
    last = next(kinds, None)
    if last is WordKind.TIMES:
        last = next(kinds, None)
    before = next(kinds, None)
    if last is not WordKind.NUMBER or before is WordKind.ROUND:
        return False
    first = None
    if before is WordKind.COLON:
        first = next(kinds, None)
    while before in _OF_AN_ITEM:
        first, before = before, next(kinds, None)
    return first is not WordKind.UNIT


def _as_unit(read: Lexeme, found: list[Lexeme], text: str) -> Lexeme:
    """Return what was read, as a unit where a card has the same short form and a number stands before it: `2 sdn`."""
    name = looked_up(slang.COUNTED_UNITS, read.said(text)) if read.kind is WordKind.CARD else None
    if name is None or not _is_counted_next(found):
        return read
    return Lexeme(WordKind.UNIT, unit_names()[name], read.start, read.end, plural=_is_plural(read.said(text)))


def _is_plural(name: str) -> bool:
    """Tell whether letters are the plural of a unit's name, and no name themselves."""
    return name.endswith("s") and name not in unit_names()


def _tokens(found: re.Match[str]) -> Iterator[_Token]:
    """Yield what was found as a token, and a number that stands together with letters as one by itself: `2war suns`."""
    for kind, sort in ((WordKind.VALUE, "value"), (WordKind.BONUS, "bonus"), (WordKind.SOME, "vague")):
        if found[sort] and normal(found[sort]) not in unit_names():
            yield _Token(found[sort], *found.span(sort), kind)
            return
    if found["grouped"]:
        yield _Token(found[0].replace(",", ""), *found.span())
        return
    said, start = found["emoji"] or found[0], found.start()
    together = _COUNTED.match(said)
    rest = normal(said[together.end(1) :]).removeprefix("x") if together else ""
    if together and not begins_a_name(normal(said)) and any(map(begins_a_name, spellings(rest))):
        middle = start + together.end(1)
        yield _Token(together[1], start, middle)
        yield _Token(said[together.end(1) :], middle, found.end())
    else:
        yield _Token(said, start, found.end())


def _symbol(tokens: list[_Token], at: int, text: str) -> Iterator[Lexeme]:
    """Yield what a sign means; one that means nothing is passed over, for it is no word."""
    token = tokens[at]
    if token.text[0] == "\n":
        yield Lexeme(WordKind.LINE, token.text.count("\n"), token.start, token.end)
    elif token.text == "+":
        follows = text[token.end : token.end + 1]
        suffix = token.start > 0 and text[token.start - 1].isalnum() and not follows.isalnum()
        yield Lexeme(WordKind.UPGRADE if suffix else WordKind.AND, None, token.start, token.end)
    elif meaning := SYMBOLS.get(token.text):
        yield Lexeme(*meaning, token.start, token.end)


def _longest(tokens: list[_Token], at: int, edition: str) -> tuple[int, list[Lexeme]]:
    """Return how many tokens the longest name or phrase here has, and what it means."""
    first = tokens[at]
    if _NO_WHOLE.match(first.text) or (first.text.isdigit() and not first.text.isascii()):
        return 1, [Lexeme(WordKind.SOME, None, first.start, first.end)]
    if first.text.isascii() and first.text.isdigit():
        return 1, [Lexeme(WordKind.NUMBER, whole(first.text), first.start, first.end)]
    best: tuple[int, tuple[WordKind, Any]] | None = None
    joined = ""
    for ahead in range(at, len(tokens)):
        if not tokens[ahead].word or (ahead > at and len(first.text) == 1 and tokens[ahead].text.isdigit()):
            best = _with_bracket(tokens, at, ahead, joined, edition) or best
            break  # `v 2` is no version, but a side with two of something
        joined += normal(tokens[ahead].text)
        several = ahead > at and any(spelling in slang.abbreviations() for spelling in spellings(joined))
        if not several and (meaning := _meaning(joined, edition)):
            best = ahead - at + 1, meaning
        if not any(map(begins_a_name, spellings(joined))):
            break
    if best and (longer := _forgiven(tokens, at, edition, longer_than=best[0])):
        return longer
    if best:
        taken, (kind, value) = best
        last = tokens[at + taken - 1]
        plural = _is_plural("".join(normal(token.text) for token in tokens[at : at + taken]))
        return taken, [Lexeme(kind, value, first.start, last.end, plural=plural)]
    if parts := _parts(first, edition):
        return 1, parts
    return _forgiven(tokens, at, edition) or (1, [Lexeme(WordKind.WORD, None, first.start, first.end)])


_LONGEST_BRACKET = 4
"""Words of the longest bracket that is part of a name, such as `The Cavalry (Memoria II)`."""


def _with_bracket(
    tokens: list[_Token], at: int, opening: int, joined: str, edition: str
) -> tuple[int, tuple[WordKind, Any]] | None:
    """Return how many tokens a name has that goes on in a bracket, and what it means; None where none does."""
    if tokens[opening].text != "(":
        return None
    for closing in range(opening + 1, min(opening + _LONGEST_BRACKET + 2, len(tokens))):
        if not tokens[closing].word:
            meaning = _meaning(joined, edition) if tokens[closing].text == ")" else None
            return (closing - at + 1, meaning) if meaning and closing > opening + 1 else None
        joined += normal(tokens[closing].text)
    return None


def _meaning(joined: str, edition: str) -> tuple[WordKind, Any] | None:
    """Return what letters and digits mean together."""
    return named(joined, edition)


def _parts(token: _Token, edition: str) -> list[Lexeme]:
    """Return the meanings of a word that is several written together (`2dn`, `dn2`, `3xca`, `ddii`), else nothing."""
    pieces = [(part[0], part.start()) for part in _PARTS.finditer(token.text)]
    found: list[Lexeme] = []
    for text, start in pieces:
        begin = token.start + start
        split = _piece(text, edition)
        if split is None:
            return []
        plural = _is_plural(normal(text))
        tight = bool(found) and found[-1].end == begin
        for kind, value, offset, length in split:
            made = Lexeme(kind, value, begin + offset, begin + offset + length, attached=tight or offset > 0)
            made.plural = plural
            known = length < len(text) or text.isdigit() or _meaning(normal(text), edition)
            made.slip = None if known else _called(kind, value)
            found.append(made)
    return found if len(found) > 1 else []


def _piece(text: str, edition: str) -> list[tuple[WordKind, Any, int, int]] | None:
    """Return the meanings of letters alone or digits alone, with where they stand; None for no such word."""
    low = text.casefold()
    if text == "+":
        return [(WordKind.AND, None, 0, 1)]
    if text.isascii() and text.isdigit():
        return [(WordKind.NUMBER, whole(text), 0, len(text))]
    if meaning := _meaning(normal(text), edition):
        return [(*meaning, 0, len(text))]
    if low.endswith("ii") and (unit := looked_up(unit_names(), text[:-2])):
        return [(WordKind.UNIT, unit, 0, len(text) - 2), (WordKind.UPGRADE, None, len(text) - 2, 2)]
    if low.startswith("x") and (unit := looked_up(unit_names(), text[1:])):
        return [(WordKind.TIMES, None, 0, 1), (WordKind.UNIT, unit, 1, len(text) - 1)]
    if low.endswith("x") and (unit := looked_up(unit_names(), text[:-1])):
        return [(WordKind.UNIT, unit, 0, len(text) - 1), (WordKind.TIMES, None, len(text) - 1, 1)]
    near = _nearest(low) or _nearest(low.removesuffix("s"))
    meaning = named(near, edition) if near else None
    return [(*meaning, 0, len(text))] if meaning else None


_LONGEST_SLIP = 4
"""Words of the longest name in which a slip is forgiven."""


def _forgiven(tokens: list[_Token], at: int, edition: str, longer_than: int = 0) -> tuple[int, list[Lexeme]] | None:
    """Return the name that the words here were meant to be, with how many they are; None where there is none.

    Behind words that are a name by themselves, only words that mean nothing can be the rest of a longer one.
    """
    joined, best = "", None
    for ahead in range(at, min(at + _LONGEST_SLIP, len(tokens))):
        if not tokens[ahead].word or (ahead > at and _stands_alone(tokens[ahead], edition)):
            break
        if longer_than and ahead >= at + longer_than and _meaning(normal(tokens[ahead].text), edition):
            break
        joined += normal(tokens[ahead].text)
        if ahead < at + longer_than:
            continue
        for spelling in (joined, joined.removesuffix("s")):
            name = _nearest(spelling) or (twice_slipped(spelling) if ahead == at else None)
            meaning = named(name, edition) if name else None
            if meaning:
                best = ahead - at + 1, meaning, joined.endswith("s"), name
                break
    if not best:
        return None
    taken, (kind, value), plural, name = best
    first, last = tokens[at], tokens[at + taken - 1]
    return taken, [Lexeme(kind, value, first.start, last.end, slip=_called(kind, value, name), plural=plural)]


def _stands_alone(token: _Token, edition: str) -> bool:
    """Tell whether a word is known so well that it is no part of a name with a slip in it."""
    kind, value = _meaning(normal(token.text), edition) or (WordKind.WORD, None)
    return token.text.isdigit() or kind in (WordKind.UNIT, WordKind.NUMBER) or bool(getattr(value, "strong", False))


_NEAREST: dict[str, str | None] = {}


def _nearest(word: str) -> str | None:
    """Return the name that a word is a slip of; a word that comes often is looked for once."""
    if {word, f"{word}s", word.removesuffix("s")} & _ORDINARY:
        return None
    if word not in _NEAREST:
        if len(_NEAREST) > 5000:
            _NEAREST.clear()
        _NEAREST[word] = _slips().nearest(word)
    return _NEAREST[word]


def _called(kind: WordKind, value: Any, name: str | None = None) -> str:
    """Return what a name that was read into a slip is called; a verb is called what it is."""
    return str(getattr(value, "type", None) or (value if isinstance(value, str) else name or kind.name.lower()))
