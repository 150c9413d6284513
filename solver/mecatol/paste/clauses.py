"""The words of a battle while it is looked for where one side ends: clauses, and of whom each is said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from mecatol.errors import ScenarioError, fault
from mecatol.paste.lexing import Lexeme
from mecatol.paste.vocabulary import FIRST, WordKind

HAS = ("has", "have", "had", "got", "brings", "wants", "with", "is", "was")
"""Words behind a faction or color that begin to say what it has."""
ENDS = (WordKind.COMMA, WordKind.STOP, WordKind.LINE)
"""What ends an item of a list, and with it what a word for a player holds for."""
LANDS = ("land", "lands", "landing", "landed", "drop", "drops", "dropping", "commit", "commits", "committing")
"""Words that say that units come to a planet, and are not there already."""
CLOSED = (*ENDS, WordKind.COLON)
_APART = (*CLOSED, WordKind.AND, WordKind.OPEN, WordKind.CLOSE)
"""What clauses stand between."""
_LONGEST_CLAUSE = 12
"""Words before a verb among which it is looked for of whom it is said."""
OWNERS = (WordKind.ME, WordKind.THEM, WordKind.FACTION, WordKind.COLOR)
"""Words for a player."""
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
    both: bool = False
    """Whether both have the same units: `3 cruisers each`."""
    speaker: int = FIRST
    """Whose side whoever speaks is on, where no word tells."""


class Words:
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

    def next(self, at: int) -> Lexeme | None:
        """Return the word behind a place that says something; None at the end."""
        return next((word for word in self.all[at + 1 : at + 9] if word.kind is not WordKind.FILLER), None)

    def clause(self, at: int) -> int:
        """Return where the clause begins that a word stands in."""
        least = max(0, at - _LONGEST_CLAUSE)
        return next((begin + 1 for begin in range(at - 1, least - 1, -1) if self.all[begin].kind in _APART), least)

    def subject(self, at: int) -> Lexeme | None:
        """Return the player or the units that a verb or role is said of: the last word before it in its clause."""
        clause = [word for word in self.all[self.clause(at) : at] if word.kind is not WordKind.FILLER]
        told = clause[-1] if clause else None
        if told is None or told.kind in OWNERS:
            return told
        return told if told.kind is WordKind.UNIT and len(clause) == 1 else None

    def between(self, ends: Iterable[int]) -> list[tuple[int, int]]:
        """Return the stretches between the words at some places."""
        return [(begin + 1, end) for begin, end in pairwise([-1, *ends, len(self.all)])]

    def parted(self, begin: int, end: int, place: int) -> bool:
        """Tell whether units are named on both sides of a word."""
        return self.armed(begin, place) and self.armed(place + 1, end)

    def is_one_object(self, begin: int, end: int) -> bool:
        """Tell whether the units between two places are the object of one verb: no sentence ends, no player follows."""
        first = next(at for at in range(begin, end) if self.all[at].kind is WordKind.UNIT)
        apart = (WordKind.STOP, WordKind.LINE, WordKind.ME, WordKind.THEM)
        return all(word.kind not in apart for word in self.all[first:end])

    def at(self, place: int, after: int | None = None) -> tuple[list[Lexeme], list[Lexeme]]:
        """Return the words before a place and those after it, or from another on."""
        return self.all[:place], self.all[place if after is None else after :]

    def third(self, begin: int, end: int | None = None) -> ScenarioError:
        """Return the error of a third side, which begins at a place."""
        words = self.all[begin:end]
        said = " ".join(self.text[words[0].start : words[-1].end].split())
        way = "leave one out, or solve them in turn"
        return fault("text", f"names a third side, {said[:80]!r}; a battle has two: {way}", said[:200])


def is_of_faction(words: Sequence[Lexeme], at: int) -> bool:
    """Tell whether a faction in brackets stands behind a word: `Dave (Sol)`."""
    behind = [word.kind for word in words[at + 1 : at + 4]]
    return behind == [WordKind.OPEN, WordKind.FACTION, WordKind.CLOSE]


def has_units(words: Sequence[Lexeme]) -> bool:
    """Tell whether a unit is named among words."""
    return any(word.kind is WordKind.UNIT for word in words)
