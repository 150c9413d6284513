"""Wordings that give a translation away, and what an American player says instead.

`python -m content` finds them in the content and in what the solver and the site say. A wording is *held* once nothing
uses it any more: from then on it is a fault. `python -m content --english` lists the others, for whoever edits a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

type Where = Literal["everywhere", "content", "said"]


class Wording(NamedTuple):
    """One way of writing that is not wanted."""

    name: str
    pattern: re.Pattern[str]
    better: str
    """What to write instead, as an example or in a few words."""
    held: bool
    """True once nothing uses it: using it again is a fault."""
    where: Where = "everywhere"
    """In the rules (`content`) alone, in remarks on what held before a change (`said`) alone, or everywhere."""


class Slip(NamedTuple):
    """One place where a text uses a wording."""

    wording: Wording
    found: str

    @property
    def message(self) -> str:
        """What a fault says of it."""
        return f"{self.found!r} is not how a player says it ({self.wording.name}): {self.wording.better}"


_BRITISH = (
    r"(?:colour|centre|favour|neighbour|armour|defence|honour|behaviour|labour|grey\b|catalogue[ds]\b)\w*|spelt|learnt|"
    r"whilst|amongst|towards|fulfils?\b|fulfilment|(?:cancel|travel|model|label|signal|level)l(?:ed|ing|er)\b|\w*cheque|"
    r"(?:recogni|organi|reali|initiali|summari|minimi|maximi|optimi|normali|generali|speciali|memori|emphasi|authori|"
    r"prioriti|randomi|apologi|categori|customi|finali|stabili|synchroni|visuali|capitali|analy)s(?:e[ds]?|ing|ations?)"
)
_PRONOUN = r"(?:mine|yours|theirs|ours|hers)"
_COUNT = r"(?:one|two|three|four|five|six|a|\d+)"


def _wording(name: str, pattern: str, better: str, *, held: bool = False, where: Where = "everywhere") -> Wording:
    return Wording(name, re.compile(pattern, re.I), better, held, where)


WORDINGS = (
    _wording(
        "British spelling", rf"\b(?:{_BRITISH})", "American spelling: color, center, canceled, fulfill", held=True
    ),
    _wording(
        "of mine",
        rf"(?<!one )(?<!each )(?<!any )(?<!some )(?<!none )(?<!all )\bof {_PRONOUN}\b",
        "my cruiser",
        held=True,
    ),
    _wording("of Blue's", r"\bof (?:Red|Blue|Green|Yellow|Purple|Black)['’]s\b(?! \w)", "one Blue infantry", held=True),
    _wording(
        "with 16/25",
        r"\bwith (?:about )?\d+(?:/\d+|(?:\.\d+)? ?%)",
        "the figure first: “64 %.”, “a 64 % chance”",
        held=True,
    ),
    _wording("with probability", r"\bwith probability\b", "with a chance of 2/5, or a percentage", held=True),
    _wording(
        "in ten rounds",
        r"\b(?:in|of) (?:ten|a hundred|a thousand|\d+)(?: decisive)? rounds\b",
        "percentages",
        held=True,
    ),
    _wording(
        "brings",
        r"\b(?:brings?|brought)\b(?![^.;:]*\b(?:into|to|there|here|along|back|down|in|with)\b)",
        "gives, draws, scores, causes, introduces",
        held=True,
    ),
    _wording(
        "stands in", r"\bstands? (?:in|on|with|at|beside|under|there|lowest|for)\b", "is in, is printed on", held=True
    ),
    _wording("fighters alone", r"\b(?!(?:is|was|has|does|moves|comes)\b)\w+s alone\b", "only fighters", held=True),
    _wording("in place of", r"\bin (?:the )?place of\b", "instead of", held=True),
    _wording("asks for", r"\b(?:asks for|it wants|wants an?)\b", "requires, needs", held=True),
    _wording(
        "besides", r"\b(?:besides|whoever|mostly|be it|be they)\b", "also, anyone who, usually, even if", held=True
    ),
    _wording("at the most", r"\bat the (?:most|least)\b(?! chance)", "at most, at least", held=True),
    _wording("one hit more", rf"\b{_COUNT} (?!or )[a-z]+ more\b(?! than)", "one more hit", held=True),
    _wording(
        "is no activation",
        r"(?<!there )\b(?:is|are|was|were) no (?!longer|more|such|less|one|way|other|others)[a-z]+",
        "is not an activation",
        held=True,
    ),
    _wording("how likely do", r"\bhow likely do(?:es)?\b", "how likely are all three to arrive", held=True),
    _wording(
        "what becomes of", r"\b(?:what (?:comes|is said)|becomes?) of\b", "what happens to, the result", held=True
    ),
    _wording("by itself", r"\b(?:mov|rid|fl|arriv)\w+ by (?:itself|themselves)\b", "on its own", held=True),
    _wording("no more", r"\bno more\b(?= when| if|[.,;])", "no longer", held=True),
    _wording(
        "foretell",
        r"\b(?:foretel\w*|foretold|laid open|felled)\b",
        "predict, destroyed",
        held=True,
    ),
    _wording(", for", r", for (?:it|they|he|she|there|nobody)\b", "because", held=True),
    _wording("plays no part", r"\b(?:is named|plays? no part)\b", "name the unit and say what it does", held=True),
    _wording("field name", r"\b[a-z]+_[a-z_]+\b|\bpolicy\.[a-z]+", "say it in words", where="content", held=True),
    _wording(
        "remark without a subject",
        r"^(?:Knew|Said|Spoke|Named|Called|Held|Had|Was|Were|Could|Did|Pointed|Wrote|Stood|Gave|Told|Limited)\b",
        "a sentence: “The base game did not mention relic fragments”",
        held=True,
        where="said",
    ),
)
"""Every wording that a pattern can find; `GUIDE.md` says the rest."""


def slips(text: str, where: Where) -> Iterator[Slip]:
    """Yield the wordings that a text should not use, held or not, links taken as their words.

    Args:
        text: one text of a field.
        where: whether it is a text of the rules, a remark on what held before a change, or what the code says.
    """
    words = _LINK.sub(_words, text)
    for wording in WORDINGS:
        if wording.where in ("everywhere", where, "content" if where == "said" else ""):
            for found in wording.pattern.finditer(words):
                yield Slip(wording, found[0])


def opening(question: str, answer: str) -> str | None:
    """Say how an answer should begin; None if it does, or if the question does not tell.

    A question with an alternative or a second part ("or", "and", "each") may be answered in any way.
    """
    first = next((said for said in _SENTENCE.split(_LINK.sub(_words, question)) if said.endswith("?")), "")
    if not first or not answer or _PARTS.search(first):
        return None
    if _ASKS_HOW_MANY.search(first):
        return None if _FIGURE.match(answer) else "begin with the figure"
    if _ASKS_WHETHER.match(first):
        return None if _YES_OR_NO.match(answer) else "begin with Yes, No or Only"
    return None


def repeats(title: str, text: str) -> bool:
    """Tell whether a title says no more than the words with which its text begins."""
    said, begins = (re.sub(r"\W+", " ", _LINK.sub(_words, words)).strip().lower() for words in (title, text))
    return bool(said) and begins.startswith(said)


def _words(link: re.Match[str]) -> str:
    """Return the words of a link; those of a number that comes from the unit data stand for it."""
    return "7" if link["kind"] == "value:" else link["words"] or link["target"].replace("-", " ")


_LINK = re.compile(r"\[\[(?P<kind>[a-z]+:)?(?P<target>[^|\]]*)(?:\|(?P<words>[^\]]*))?\]\]")
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_PARTS = re.compile(r"\b(?:or|and|each)\b")
_NUMBERS = (
    "zero none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen twenty all both half every neither only always never exactly about"
)
_FIGURE = re.compile(rf"\d|(?:at most|at least|as many|any number|up to|{_NUMBERS.replace(' ', '|')})\b", re.I)
_ASKS_HOW_MANY = re.compile(r"\bhow (?:likely|many|often|far)\b", re.I)
_ASKS_WHETHER = re.compile(
    r"(?:[^?]*, )?(?:can|may|do|does|did|is|are|am|was|were|must|will|would|should|could|has|have)\b"
    r"(?!.*\b(?:what|which|who|how)\b)",
    re.I,
)
_YES_OR_NO = re.compile(r"(?:Yes|No|Only|Not|Neither|Both)\b")
