"""A decision: what may be done and what not, each reason with its clauses, and the tables that go with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mecatol.render import grids, tally
from mecatol.render.clauses import Links, clause, linked
from mecatol.render.facts import Facts
from mecatol.render.lines import line
from mecatol.render.words import text

_VERDICTS = {"yes": ("✓", "Yes"), "no": ("✕", "No")}
"""Sign and word of a verdict; any other is a question mark and its own word."""


_SHOWN = 3
"""Findings that say yes, before all but the first of them are closed."""


def answer(facts: Facts, links: Links) -> tuple[str, str]:
    """Render a solution's answer: what is in sight of its findings and tables, and what is closed.

    Its headline stands at the head of the result.
    """
    found = facts.data.get("answer")
    if not found:
        return "", ""
    tables = list(found.get("tables", ()))
    counted = tally.tally(tables, facts)
    reasons = list(found.get("findings", ()))
    sound = [one for one in reasons if one.get("verdict") == "yes"]
    checked = sound[1:] if len(sound) > _SHOWN else []
    shown = findings([one for one in reasons if one not in checked], links)
    subjects = " · ".join(str(one.get("subject", "")) for one in checked)
    closed = line("Checked", text(subjects), findings(checked, links))
    for place, one in enumerate(tables):
        title, inside = text(one.get("title", "")), grids.grid(one, facts, links)
        # The first is in sight, and so are those that answer.
        if not place or tuple(one.get("columns", ())) in grids.OPEN:
            shown += f'<div class="result__part"><p class="result__label">{title}</p>{inside}</div>'
        else:
            closed += line(title, str(len(one.get("rows", ()))), inside)
    return counted + shown + _stops(found.get("stops", ())), closed


def _stops(stops: Sequence[object]) -> str:
    """Return where ships get to for the map of the form, which draws it (`browser/drawing/map.ts`)."""
    return f'<div data-part="stops" data-value="{text(json.dumps(stops))}"></div>' if stops else ""


def findings(found: Iterable[Mapping[str, Any]], links: Links) -> str:
    """Render findings as a list: verdict, subject, reason, clauses."""
    lines = "".join(_finding(one, links) for one in found)
    return f'<ul class="findings">{lines}</ul>' if lines else ""


def _finding(found: Mapping[str, Any], links: Links) -> str:
    cited = " ".join(clause(str(one), links) for one in found.get("clauses", ()))
    subject = str(found.get("subject", ""))
    return (
        f'<li class="finding">{verdict(str(found.get("verdict", "")))}'
        f"<div><strong>{text(subject[:1].upper() + subject[1:])}</strong> "
        f"{linked(str(found.get('text', '')), links)} {cited}</div></li>"
    )


def verdict(said: str) -> str:
    """Return a verdict as a sign in a circle; those who listen hear its word."""
    known = said if said in _VERDICTS else "other"
    sign, word = _VERDICTS.get(said, ("?", said.capitalize()))
    return f'<span class="verdict verdict--{known}" role="img" aria-label="{text(word)}">{sign}</span>'
