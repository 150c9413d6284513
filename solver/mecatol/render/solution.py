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
from mecatol.render.lines import line
from mecatol.render.numbers import average
from mecatol.render.words import text


def render(data: Mapping[str, Any], links: Links, folded: bool = False, verdict: str = "") -> str:
    """Render a Solution (its JSON) as one HTML fragment; ``folded`` is for a page to read, with no way to a form.

    ``verdict`` is the Yes or No of a page that asks a question.

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
    shown, closed = answer(facts, links)
    hits, exact = _hits(facts)
    pictures = battles.pictures(fought, facts)
    body = [
        _over(facts),
        _head(facts, verdict, bool(fought)),
        battles.bars(fought, facts),
        "" if data.get("answer") else story.deciding(data, links),
        story.warnings(data, links),
        pictures,
        hits,
        shown,
        tables.chances(facts),
        tables.outcomes(facts, "" if pictures else battles.cost(facts)),
        "" if folded else chosen(facts),
        line("Why", story.cited(data), story.rolls(data) + story.trace(data, links) + story.choices(data, links)),
        closed,
        line("Hits", "exactly and at least", exact),
        line("Averages", "what is lost, by type", tables.expected(facts) + tables.others(facts)),
        line("Rounds", combat.essence(facts), combat.rounds(facts) or ("" if folded else combat.asking(facts))),
    ]
    return f'<div class="result">{"".join(body)}</div>'


def _head(facts: Facts, verdict: str, fought: bool) -> str:
    """Render the sentences that answer the question; of a battle, whose bar does, those alone that somebody asked for.

    Hits have a number of their own.
    """
    first, *rest = facts.sentences or facts.headlines
    if fought:
        if not verdict and not facts.data.get("scenario", {}).get("ask"):
            return ""
        rest = []
    if verdict:
        first = f"{verdict}. {first}"
    also = "".join(f'<p class="result__also">{text(sentence)}</p>' for sentence in rest)
    return f'<p class="result__headline">{text(first)}</p>{also}'


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


def questions(data: Mapping[str, Any]) -> dict[str, float]:
    """Return what one would ask of a Solution, each question in words with its probability, for comparing several."""
    return Facts(data).questions()


def _hits(facts: Facts) -> tuple[str, str]:
    """Render who scores how many hits: the average as a number and a chart; and each number, to be closed."""
    parts, exact = [], ""
    for name, found in facts.data.get("hits", {}).items():
        distribution = {int(number): float(probability) for number, probability in found.items()}
        if set(distribution) <= {0}:
            parts.append(f'<p class="result__also">{text(name)} scores no hits.</p>')
            continue
        tone, sure = facts.tone(name), len(distribution) == 1
        mean = average(sum(number * chance for number, chance in distribution.items()))
        what = f"{name}’s {'hit' if mean == '1' else 'hits'}" if sure else f"{name}’s hits on average"
        size = "" if exact else " result-number--main"
        figure = (
            f'<p class="hits__figure"><strong class="result-number{size}">{mean}</strong> <span>{text(what)}</span></p>'
        )
        chart = hits_chart(name, distribution, tone)
        chart = "" if sure else f'<div class="hits__chart" style="max-width:{width(distribution)}">{chart}</div>'
        parts.append(f'<div class="hits player--{tone % 8}">{figure}{chart}</div>')
        exact += "" if sure else hits_table(name, distribution)
    return f'<div class="result__part">{"".join(parts)}</div>' if parts else "", exact
