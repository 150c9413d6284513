"""A whole result: the same function writes it at build time and in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.render import battles, combat, story, tables
from mecatol.render.answer import answer
from mecatol.render.chart import hits_chart, hits_table, width
from mecatol.render.chosen import chosen
from mecatol.render.clauses import Links
from mecatol.render.facts import Facts
from mecatol.render.words import text


def render(data: Mapping[str, Any], links: Links, folded: bool = False, verdict: str = "") -> str:
    """Render a Solution (its JSON) as one HTML fragment; ``folded`` is for a page to read: tables out of
    sight until asked for, and no way to a form. ``verdict`` is the Yes or No of a page that asks a question.

    Everything that is not ours is escaped, so the fragment may be put into a page as it is. It has no ids and no
    headings: a page may hold any number of results. ``links`` says where clauses stand; see `mecatol.render.clauses`.
    """
    facts = Facts(data, marked=not folded)
    return _whole(facts, battles.battles(facts), links, folded, verdict)


def answered(data: Mapping[str, Any], links: Links) -> dict[str, str]:
    """Render a Solution for a calculator: ``{"html": as `render`, "brief": the least that answers the question,
    "summary": as `summary`}``.

    What the three have in common is looked up once, for somebody waits for them.
    """
    facts = Facts(data, marked=True)
    fought = battles.battles(facts)
    return {
        "html": _whole(facts, fought, links),
        "brief": _least(facts, fought),
        "summary": " ".join(facts.headlines),
    }


def _whole(facts: Facts, fought: list[battles.Battle], links: Links, folded: bool = False, verdict: str = "") -> str:
    data = facts.data
    first, *rest = facts.headlines
    if verdict:
        first = f"{verdict}. {first}"
    head = f'<p class="result__headline">{text(first)}</p>'
    also = "".join(f'<p class="result__also">{text(sentence)}</p>' for sentence in rest)
    explained = story.rolls(data) + story.trace(data, links)
    details = tables.chances(facts) + tables.outcomes(facts) + tables.expected(facts) + story.choices(data, links)
    body = [
        _over(facts),
        battles.bars(fought, facts),
        story.deciding(data, links),
        "" if folded else chosen(facts),
        head,
        also,
        story.warnings(data, links),
        answer(data, links),
        battles.pictures(fought, facts),
        _hits(facts),
        _fold("All outcomes and averages", details) if folded else details,
        _fold("Round by round", combat.rounds(facts) or ("" if folded else combat.asking(facts))),
        _fold("How this follows from the rules", explained, " result__story"),
    ]
    return f'<div class="result">{"".join(body)}</div>'


def summary(data: Mapping[str, Any]) -> str:
    """Sum a Solution up in plain text, for a reader who listens."""
    return " ".join(Facts(data).headlines)


def headline(data: Mapping[str, Any]) -> str:
    """Return the one sentence of plain text that answers the question."""
    return Facts(data).headlines[0]


def _least(facts: Facts, fought: list[battles.Battle]) -> str:
    """Render the least that answers the question: who wins, as bars with figures, or the first sentence."""
    return (battles.bars(fought, facts) or f'<p class="brief__sentence">{text(facts.headlines[0])}</p>') + _over(facts)


def _over(facts: Facts) -> str:
    return "".join(f'<p class="result__over">{text(words)}</p>' for words in story.over(facts.data))


def _fold(label: str, html: str, style: str = "") -> str:
    return f'<details class="fold{style}"><summary>{label}</summary>{html}</details>' if html else ""


def questions(data: Mapping[str, Any]) -> dict[str, float]:
    """Return what one would ask of a Solution, each question in words with its probability, for comparing several."""
    return Facts(data).questions()


def _hits(facts: Facts) -> str:
    parts = []
    for name, found in facts.data.get("hits", {}).items():
        distribution = {int(number): float(probability) for number, probability in found.items()}
        if set(distribution) <= {0}:
            parts.append(f'<p class="result__also">{text(name)} scores no hits.</p>')
            continue
        tone = facts.tone(name)
        parts.append(
            f'<div class="hits"><div class="hits__chart" style="max-width:{width(distribution)}">'
            f'<p class="result__label"><span class="player player--{tone % 8}">{text(name)}</span>’s hits</p>'
            f"{hits_chart(name, distribution, tone)}</div>{hits_table(name, distribution)}</div>"
        )
    return f'<div class="result__part">{"".join(parts)}</div>' if parts else ""
