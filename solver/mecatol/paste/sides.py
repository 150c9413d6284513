"""Where one side of a battle ends and the other begins, and which of them attacks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from mecatol.errors import ScenarioError, fault
from mecatol.paste.lexing import Lexeme
from mecatol.paste.vocabulary import FIRST, SECOND, WordKind

_ACTS = re.compile(r"attack|invad|assault", re.IGNORECASE)
_HOLDS = re.compile(r"defend", re.IGNORECASE)
_SENDING = ("send", "sends", "sending", "sent", "throw", "throws", "throwing")
_CONTENT = (
    WordKind.WORD,
    WordKind.NUMBER,
    WordKind.FACTION,
    WordKind.CARD,
    WordKind.CARD_LEFT,
    WordKind.PLANET,
    WordKind.NEUTRAL,
    WordKind.SOME,
    WordKind.UNIT,
)
"""What a side that was meant consists of."""


@dataclass
class TwoSides:
    """The words of both sides, and what was said of who attacks."""

    words: tuple[list[Lexeme], list[Lexeme]]
    roles: list[int | None] = field(default_factory=lambda: [None, None])
    """What each was said to do, FIRST for attacking, SECOND for defending."""
    attacker: int | None = None
    """Which of them attacks as the verb between them has it."""
    step: str | None = None
    object_first: bool = False
    """Whether who acts is named last, and the first word for a player is the second side's: `I beat 5 with 1`."""
    both: bool = False
    """Whether both have the same units: `3 cruisers each`."""


class _Words:
    """Words that are still to be parted, with how many units are named before each."""

    def __init__(self, words: list[Lexeme], text: str) -> None:
        self.all, self.text = words, text
        self._units = [0, *accumulate(word.kind is WordKind.UNIT for word in words)]
        self._content = [0, *accumulate(word.kind in _CONTENT for word in words)]

    def armed(self, begin: int, end: int) -> bool:
        """Tell whether a unit is named from one place up to another."""
        return self._units[end] > self._units[begin]

    def told(self, begin: int, end: int) -> bool:
        """Tell whether anything that could be a side stands from one place up to another."""
        return self._content[end] > self._content[begin]

    def places(self, *kinds: WordKind) -> list[int]:
        """Return where words of some kinds stand."""
        return [at for at, word in enumerate(self.all) if word.kind in kinds]

    def between(self, ends: Iterable[int]) -> list[tuple[int, int]]:
        """Return the stretches between the words at some places."""
        return [(begin + 1, end) for begin, end in pairwise([-1, *ends, len(self.all)])]

    def parted(self, begin: int, end: int, place: int) -> bool:
        """Tell whether units are named on both sides of a word."""
        return self.armed(begin, place) and self.armed(place + 1, end)

    def at(self, place: int, after: int | None = None) -> tuple[list[Lexeme], list[Lexeme]]:
        """Return the words before a place and those after it, or from another on."""
        return self.all[:place], self.all[place if after is None else after :]

    def third(self, begin: int, end: int | None = None) -> ScenarioError:
        """Return the error of a third side, which begins at a place."""
        words = self.all[begin:end]
        said = " ".join(self.text[words[0].start : words[-1].end].split())
        way = "leave one out, or solve them in turn"
        return fault("text", f"names a third side, {said[:80]!r}; a battle has two: {way}", said[:200])


def has_units(words: Sequence[Lexeme]) -> bool:
    """Tell whether a unit is named among words."""
    return any(word.kind is WordKind.UNIT for word in words)


def divide(lexemes: list[Lexeme], text: str) -> TwoSides:
    """Return the two sides of a text.

    They stand on either side of `vs` or of a verb (`beat`, `attacked by`, `->`), behind `Attacker:` and `Defender:`, on
    two lines, in two sentences, or behind words for the players (`I have …, she has …`).
    Raises ScenarioError for a third side, and where there is only one.
    """
    title, lexemes = _title(lexemes)
    words = _Words(lexemes, text)
    cuts = _cuts(words)
    sides = _around(words, cuts) if cuts else None
    for way in (
        ()
        if sides
        else (_between, _sent_at, _by_role, _object_first, _by_block, _by_head, _by_one_role, _by_owner, _for_both)
    ):
        if sides := way(words):
            break
    if sides is None:
        message = "names one side; put 'vs' between two, as in '5 cruisers vs 1 war sun'"
        raise fault("text", message, text[:200])
    for index in (FIRST, SECOND):
        _hear(sides, index, text)
    if title:
        for faction, side in zip(title, sides.words, strict=True):
            side.insert(0, faction)
    return sides


def _title(lexemes: list[Lexeme]) -> tuple[tuple[Lexeme, Lexeme] | None, list[Lexeme]]:
    """Return the factions of a title, `Sol vs Hacan:`, and the words behind it; all words where there is none."""
    ends = (WordKind.COLON, WordKind.COMMA, WordKind.LINE, WordKind.STOP)
    told = [(at, word) for at, word in enumerate(lexemes[:12]) if word.kind is not WordKind.FILLER][:4]
    kinds = [word.kind for _, word in told]
    if kinds[:3] != [WordKind.FACTION, WordKind.DIVIDER, WordKind.FACTION] or kinds[3:] not in [[end] for end in ends]:
        return None, lexemes
    rest = lexemes[told[3][0] + 1 :]
    dividers = [at for at, word in enumerate(rest) if word.kind is WordKind.DIVIDER]
    if not any(has_units(rest[:at]) and has_units(rest[at:]) for at in dividers[:5]):
        return None, lexemes
    first, second = told[0][1], told[2][1]
    return ((second, first) if told[1][1].value.attacker == SECOND else (first, second)), rest


def _cuts(words: _Words) -> list[int]:
    """Return the dividers that part sides, by place.

    A strong one (`vs`) always does, unless nothing at all is said before it; of verbs the first that has units on
    both sides, where there is no `vs`.
    """
    dividers, end = words.places(WordKind.DIVIDER), len(words.all)
    strong: list[int] = []
    for at in dividers:
        if words.all[at].value.strong and words.told(strong[-1] + 1 if strong else 0, at):
            strong.append(at)
    return strong or [at for at in dividers if words.parted(0, end, at)][:1]


def _around(words: _Words, cuts: list[int]) -> TwoSides:
    """Return the sides around dividers. Raises ScenarioError for a third one."""
    parts = words.between(cuts)
    armed = [index for index, part in enumerate(parts) if words.armed(*part)]
    if len(armed) > 2:
        raise words.third(*parts[armed[2]])
    dividers = words.places(WordKind.DIVIDER)
    for begin, end in (parts[index] for index in armed):
        if third := next((at for at in dividers if begin <= at < end and words.parted(begin, end, at)), None):
            raise words.third(third + 1, end)
    second = armed[1] if len(armed) == 2 else len(parts) - 1 if armed in ([], [0]) else armed[0]
    said = [words.all[at].value for at in cuts]
    for at in cuts:
        words.all[at].kind, words.all[at].used = WordKind.FILLER, True
    return TwoSides(
        words.at(parts[second][0]),
        attacker=next((divider.attacker for divider in said if divider.attacker is not None), None),
        step=next((divider.step for divider in said if divider.step), None),
    )


def _between(words: _Words) -> TwoSides | None:
    """Return the sides of `a fight between 3 cruisers and 2 dreads`: `and` parts them, where there is one alone."""
    start = next(iter(words.places(WordKind.BETWEEN)), None)
    if start is None or words.armed(0, start):
        return None
    ands = [at for at in words.places(WordKind.AND) if at > start and words.parted(start, len(words.all), at)]
    return TwoSides(words.at(ands[0], ands[0] + 1)) if len(ands) == 1 else None


def _sent_at(words: _Words) -> TwoSides | None:
    """Return the sides of `if I send 3 cruisers at 2 dreads`: the first `at` with units on both sides parts them."""
    said = [words.text[word.start : word.end].casefold() for word in words.all]
    start = next((at for at, text in enumerate(said) if text in _SENDING), None)
    ends = [] if start is None else [at for at, text in enumerate(said) if at > start and text == "at"]
    for at in ends:
        if not words.armed(0, start or 0) and words.parted(start or 0, len(words.all), at):
            words.all[at].kind, words.all[at].used = WordKind.FILLER, True
            return TwoSides(words.at(at, at + 1), attacker=FIRST)
    return None


def _by_role(words: _Words) -> TwoSides | None:
    """Return the sides behind the words for attacker and defender."""
    places, end = words.places(WordKind.ROLE), len(words.all)
    for one, other in pairwise(places):
        first, second = words.all[one].value, words.all[other].value
        if first != second and not words.armed(0, one) and words.armed(one, other) and words.armed(other, end):
            return TwoSides(words.at(other), roles=[first, second])
    return None


def _object_first(words: _Words) -> TwoSides | None:
    """Return the sides of `beat 5 cruisers with 1 war sun`: who acts is named last."""
    verb = next(iter(words.places(WordKind.DIVIDER)), None)
    if verb is None or words.armed(0, verb):
        return None
    divider = words.all[verb].value
    for at in words.places(WordKind.WITH):
        if at > verb and words.parted(verb, len(words.all), at):
            attacker = None if divider.attacker is None else 1 - divider.attacker
            words.all[verb].kind, words.all[verb].used = WordKind.FILLER, True
            return TwoSides(words.at(at, at + 1), attacker=attacker, step=divider.step, object_first=True)
    return None


def _by_block(words: _Words) -> TwoSides | None:
    """Return the sides in two blocks of lines, on two lines, behind two heads or in two sentences."""
    lines = words.places(WordKind.LINE)
    for ends, heads in (
        ([at for at in lines if words.all[at].value > 1], False),
        (lines, False),
        (words.places(WordKind.LINE, WordKind.STOP), False),
        (words.places(WordKind.LINE, WordKind.STOP, WordKind.COMMA), True),
    ):
        blocks = words.between(ends)
        armed = [block for block in blocks if words.armed(*block)]
        headed = [block for block in blocks if _headed(words, *block)]
        if len(armed) == 2 and not heads:
            return TwoSides(words.at(armed[1][0]))
        if len(headed) > 2 and all(block in headed for block in armed):
            raise words.third(*armed[2])
        if len(headed) == 2 and words.armed(headed[0][0], headed[1][0]) and words.armed(headed[1][0], len(words.all)):
            return TwoSides(words.at(headed[1][0]))
    return None


def _headed(words: _Words, begin: int, end: int) -> bool:
    """Tell whether words begin with a head and a colon: `Red: …`."""
    colon = next((at for at in range(begin, min(end, begin + 9)) if words.all[at].kind is WordKind.COLON), None)
    return colon is not None and colon > begin and not words.armed(begin, colon)


def _by_head(words: _Words) -> TwoSides | None:
    """Return the sides behind two heads on one line: `A: 3 cruisers B: 2 dreadnoughts`."""
    named = (WordKind.WORD, WordKind.COLOR, WordKind.FACTION, WordKind.ARTICLE)
    ends = [at for at in words.places(WordKind.COLON, WordKind.CLOSE) if at and words.all[at - 1].kind in named]
    if len(ends) != 2 or any(word.kind is WordKind.OPEN for word in words.all):
        return None
    one, other = (at - 1 for at in ends)
    if words.armed(0, one) or not words.armed(one, other) or not words.armed(other, len(words.all)):
        return None
    for head in (one, other):
        words.all[head + 1].kind = WordKind.COLON
        if words.all[head].kind is WordKind.ARTICLE:
            words.all[head].kind, words.all[head].used = WordKind.WORD, False
    return TwoSides(words.at(other))


def _by_one_role(words: _Words) -> TwoSides | None:
    """Return the sides around the only word for a role: `4 infantry, defender 2 infantry`."""
    places = words.places(WordKind.ROLE)
    if len(places) != 1 or not words.parted(0, len(words.all), places[0]):
        return None
    following = next((word for word in words.all[places[0] + 1 :] if word.kind is not WordKind.FILLER), None)
    if following is None or following.kind not in (WordKind.NUMBER, WordKind.ARTICLE, WordKind.UNIT, WordKind.COLON):
        return None
    return TwoSides(words.at(places[0]), roles=[None, words.all[places[0]].value])


def _by_owner(words: _Words) -> TwoSides | None:
    """Return the sides of `I have 3 cruisers, she has 2 dreadnoughts`."""
    for one, other in pairwise(words.places(WordKind.ME, WordKind.THEM)):
        different = words.all[one].kind is not words.all[other].kind
        if different and words.armed(one, other) and words.armed(other, len(words.all)):
            return TwoSides(words.at(other))
    return None


def _for_both(words: _Words) -> TwoSides | None:
    """Return the sides of `3 cruisers each`: both have the same."""
    return TwoSides((words.all, []), both=True) if words.places(WordKind.EACH) else None


def _hear(sides: TwoSides, index: int, text: str) -> None:
    """Note what a side is said to do by words of its own: `attacking`, `defender`."""
    words = _Words(sides.words[index], text)
    for at in words.places(WordKind.DIVIDER, WordKind.ROLE):
        word = words.all[at]
        said = text[word.start : word.end]
        if word.kind is WordKind.ROLE:
            if says_own_role(said) or _labels(words, at):
                sides.roles[index] = word.value
        elif sides.roles[index] is None:
            role = FIRST if _ACTS.match(said) else SECOND if _HOLDS.match(said) else None
            sides.roles[index] = 1 - role if role is not None and "by" in said.casefold().split() else role


def says_own_role(said: str) -> bool:
    """Tell whether a word for a role is that of the side it stands in, wherever it stands: `on defense`."""
    return said.casefold().startswith("on ")


def has_card_before(words: Sequence[Lexeme], at: int) -> bool:
    """Tell whether words name a card and then, at a place, the player whose it is: `Bunker for the defender`."""
    before = next((word for word in reversed(words[:at]) if word.kind is not WordKind.FILLER), None)
    return before is not None and before.kind in (WordKind.CARD, WordKind.CARD_LEFT)


def _labels(words: _Words, at: int) -> bool:
    """Tell whether a word for a role names the side it stands in: before all units, or behind them by itself."""
    following = next((word for word in words.all[at + 1 : at + 9] if word.kind is not WordKind.FILLER), None)
    if has_card_before(words.all, at):
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
