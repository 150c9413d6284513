"""The little markup of our texts: links in double brackets, and *emphasis*.

`[[sustain-damage]]` and `[[sustain-damage|sustains]]` lead to a topic, `[[77.5.a]]` to a clause,
`[[note:capacity.picking-up]]` to a note of a topic, `[[card:plasma-scoring]]` to a card or effect, `[[unit:pds]]` to a
unit, `[[faction:arborec]]` to a faction, and `[[value:pds.space_cannon]]` shows a number from the unit data. Everything
else that Markdown or HTML would read is refused, for it would be shown as it is written. Lists, tables and pictures are
`content.blocks`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

type SpanKind = Literal["text", "emphasis", "topic", "clause", "note", "card", "unit", "faction", "value"]

_CLAUSE = re.compile(r"\d+\.\d+(\.[a-z]+)?\Z")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_VALUE = re.compile(r"[a-z0-9-]+\.[a-z_]+\Z")
_MARK = re.compile(r"\[\[(?P<link>.*?)\]\]|(?<![\w*])\*(?P<emphasis>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])", re.S)
_NOTE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*\Z")
_PREFIXED: dict[str, tuple[SpanKind, re.Pattern[str]]] = {
    "note": ("note", _NOTE),
    "card": ("card", _SLUG),
    "unit": ("unit", _SLUG),
    "faction": ("faction", _SLUG),
    "value": ("value", _VALUE),
}
"""What stands before a colon in a link, to the kind of link and what its target looks like."""

SHAPES = (
    "[[topic]], [[topic|words]], [[77.5.a]], [[note:topic.name]], [[card:name]], [[unit:name]], [[faction:name]] "
    "or [[value:unit.field]]"
)
"""What a link may look like, for messages."""

_REFUSED = tuple(
    (re.compile(pattern, re.M), message)
    for pattern, message in (
        (r"\*\*|__", "there is no bold: write *emphasis*"),
        (r"(?<!\w)_\S(?:[^_\n]*\S)?_(?!\w)", "emphasis is written with stars: *emphasis*"),
        (r"`|^\s*~~~", "there is no code, and no backtick: write plain words"),
        (r"~~", "nothing is struck through: leave it out"),
        (r"(?<!\[)\[[^\[\]]*\]\(", f"no links but ours: write {SHAPES}"),
        (r"^\s*\[[^\[\]]*\]:", f"no links but ours: write {SHAPES}"),
        (r"</?[A-Za-z]|<!--", "there is no HTML: write plain words"),
        (r"&#?\w+;", "there is no HTML: write the sign itself"),
        (r"\\", "there is no backslash: write the sign itself"),
        (r"^\s*#{1,6}(?:\s|$)", "there are no headings: begin a clause or a section"),
        (r"^\s*>", "there are no quotations set apart: write a sentence"),
        (r"^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$", "there are no lines across: leave an empty line"),
        (r"^\s*[*+]\s", "a line of a list begins with `- ` or `1. `"),
        (r"\b(?:https?|ftp)://|\bwww\.\w", "no addresses of other sites: name the source in `basis`"),
        (r"^\s*\d+\)\s", "a line of a list begins with `- ` or `1. `"),
    )
)
"""What Markdown or HTML would read and our prose does not have, and what to write instead."""


class Span(NamedTuple):
    """A piece of prose."""

    kind: SpanKind
    text: str
    """The words to show; empty for a link without words of its own, which shows the name of its target."""
    target: str = ""
    """Where a link leads: a slug, a clause id, or `unit.field` for a value."""


class BadMark(NamedTuple):
    """A piece of a text that cannot be read."""

    excerpt: str
    message: str


@cache  # a text is read for its checks, its page, the search, what mentions it and the data of others
def scan(text: str) -> tuple[tuple[Span, ...], tuple[BadMark, ...]]:
    """Split prose into spans; what cannot be read stays in as text and is told apart."""
    spans: list[Span] = []
    bad = list(refused(text))
    done = 0
    for mark in _MARK.finditer(text):
        _plain(text[done : mark.start()], spans, bad)
        done = mark.end()
        if (words := mark["emphasis"]) is not None:
            spans.append(Span("emphasis", _one_line(words)))
            continue
        span = _link(mark["link"])
        if span is None:
            bad.append(BadMark(mark[0].split("\n")[0], f"{mark[0]!r} is not a link: write {SHAPES}"))
        spans.append(span or Span("text", mark[0]))
    _plain(text[done:], spans, bad)
    return tuple(spans), tuple(bad)


def parse(text: str) -> tuple[Span, ...]:
    """Return the spans of a text that has been checked.

    Raises:
        ValueError: something in it cannot be read.
    """
    spans, bad = scan(text)
    if bad:
        raise ValueError("; ".join(mark.message for mark in bad))
    return spans


def refused(text: str) -> tuple[BadMark, ...]:
    """Return what in a text Markdown or HTML would read, and our prose does not have."""
    found = []
    for pattern, message in _REFUSED:
        if match := pattern.search(text):
            excerpt = text[match.start() : match.start() + 30].strip().split("\n")[0]
            found.append(BadMark(excerpt, f"{excerpt!r}: {message}"))
    return tuple(found)


def _plain(text: str, spans: list[Span], bad: list[BadMark]) -> None:
    for star in re.finditer(r"(?<=[^*\s])\*(?!\*)|(?<!\*)\*(?=[^*\s])", text):
        excerpt = text[max(star.start() - 10, 0) : star.start() + 20].split("\n")[0]
        bad.append(BadMark(excerpt, f"{excerpt!r} holds half an emphasis: write *emphasis*"))
    for bracket in re.finditer(r"\[\[|\]\]", text):
        excerpt = text[bracket.start() : bracket.start() + 30].split("\n")[0]
        bad.append(BadMark(excerpt, f"{excerpt!r} is half a link: write {SHAPES}"))
    if text:
        spans.append(Span("text", _one_line(text)))


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


def _link(inside: str) -> Span | None:
    target, bar, words = _one_line(inside).partition("|")
    target, words = target.strip(), words.strip()
    if bar and not words:
        return None
    if _CLAUSE.match(target):
        return Span("clause", words, target)
    prefix, colon, name = target.partition(":")
    if colon:
        kind, shape = _PREFIXED.get(prefix, (None, _SLUG))
        return Span(kind, words, name) if kind and shape.match(name) else None
    return Span("topic", words, target) if _SLUG.match(target) else None
