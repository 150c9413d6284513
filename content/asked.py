"""Whether the first line of a worked example answers its question: what is asked stands in the line that is printed.

The line is the solver's headline, with Yes or No before it where the example's explanation opens so. What the headline
speaks of is declared by the scenario's `ask`: a calculator that opens the scenario says the same sentence.
"""

from __future__ import annotations

import re

_VERDICT = re.compile(r"(Yes|No)[.,:]")
_SENTENCE = re.compile(r"(?<=[a-z0-9)%\]”’])[.;] ")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")
_FIGURE = re.compile(r"\bhow (?:likely|often|safe|many|much)\b|\bchance\b", re.I)
_SURE = re.compile(r"\b(?:always|never|no|nothing|nobody)\b", re.I)


def verdict(explanation: str) -> str:
    """Return the Yes or No with which an explanation opens, "" for any other."""
    found = _VERDICT.match(explanation)
    return found[1] if found else ""


def first_line(explanation: str, headline: str) -> str:
    """Return the line that stands for a worked example while it is closed, and first when it is open."""
    word = verdict(explanation)
    return f"{word}. {headline}" if word else headline


def beside(question: str, explanation: str, headline: str, answered_by: str = "") -> str | None:
    """Return why the first line does not answer a question, None if it does.

    Args:
        question: what is asked.
        explanation: the answer with its reasons; it opens with the answer.
        headline: what the solver says first.
        answered_by: words of the headline that answer a question after neither yes or no nor a chance.
    """
    if answered_by:
        return None if answered_by in headline else f"the headline does not say {answered_by!r}, but {headline!r}"
    opening = _SENTENCE.split(explanation, maxsplit=1)[0]
    figures = _PERCENT.findall(opening)
    if verdict(explanation) and not (figures and _FIGURE.search(question)):
        return None
    if not figures:
        return f"say in `answered_by` which words of the headline answer the question: {headline!r}"
    if not _holds(headline, figures[0]):
        return f"the headline lacks the {figures[0]}% of the answer: let the scenario `ask` for it, not {headline!r}"
    return None


def _holds(headline: str, figure: str) -> bool:
    """Tell whether a headline holds a percentage, which it may give with another decimal."""
    if figure in ("0", "100"):
        return bool(_SURE.search(headline))
    digits = len(figure.partition(".")[2])
    return any(f"{float(found):.{digits}f}" == figure for found in _PERCENT.findall(headline))
