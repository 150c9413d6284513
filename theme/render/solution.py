"""A whole result: the same function writes it at build time and in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theme.render import story, tables
from theme.render.chart import hits_chart, hits_table
from theme.render.clauses import Links
from theme.render.facts import Facts
from theme.render.words import text


def render(data: Mapping[str, Any], links: Links) -> str:
    """Render a Solution (its JSON) as one HTML fragment.

    Everything that is not ours is escaped, so the fragment may be put into a page as it is. It has no ids and no
    headings: a page may hold any number of results. ``links`` says where clauses stand; see `theme.render.clauses`.
    """
    facts = Facts(data)
    first, *rest = facts.headlines() or ["Solved."]
    head = f'<p class="result__headline">{text(first)}</p>'
    head += "".join(f'<p class="result__also">{text(sentence)}</p>' for sentence in rest)
    explained = story.rolls(data) + story.trace(data, links)
    body = [
        head,
        story.warnings(data),
        story.answer(data, links),
        tables.winner(facts),
        _hits(facts),
        tables.outcomes(facts),
        tables.chances(facts),
        tables.expected(facts),
        story.choices(data),
        f'<details class="fold result__story"><summary>How this follows from the rules</summary>{explained}</details>'
        if explained
        else "",
    ]
    return f'<div class="result">{"".join(body)}</div>'


def summary(data: Mapping[str, Any]) -> str:
    """Sum a Solution up in plain text, for a reader who listens."""
    return " ".join(Facts(data).headlines()) or "Solved."


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
            f'<div class="hits"><div class="hits__chart"><p class="result__label">'
            f'<span class="player player--{tone % 8}">{text(name)}</span>’s hits</p>'
            f"{hits_chart(name, distribution, tone)}</div>{hits_table(name, distribution)}</div>"
        )
    return f'<div class="result__part">{"".join(parts)}</div>' if parts else ""
