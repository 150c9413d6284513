"""A decision: what may be done and what not, each reason with its clauses, and the tables that go with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from mecatol.render.clauses import Links, clause, linked
from mecatol.render.numbers import average, percent
from mecatol.render.words import text

_VERDICTS = {"yes": "Yes", "no": "No"}
_CLAUSES = "Clauses"
"""The heading of a column that holds clause ids with commas between them."""


def answer(data: Mapping[str, Any], links: Links) -> str:
    """Render a solution's answer: its findings and tables (its headline stands at the head of the result)."""
    found = data.get("answer")
    if not found:
        return ""
    tables = "".join(table(one, links) for one in found.get("tables", ()))
    return findings(found.get("findings", ()), links) + tables + _stops(found.get("stops", ()))


def _stops(stops: Sequence[object]) -> str:
    """Return where ships get to for the map of the form, which draws it (`browser/drawing/map.js`)."""
    return f'<div data-part="stops" data-value="{text(json.dumps(stops))}"></div>' if stops else ""


def findings(found: Iterable[Mapping[str, Any]], links: Links) -> str:
    """Render findings as a list: verdict, subject, reason, clauses."""
    lines = "".join(_finding(one, links) for one in found)
    return f'<ul class="findings">{lines}</ul>' if lines else ""


def _finding(found: Mapping[str, Any], links: Links) -> str:
    verdict = str(found.get("verdict", ""))
    known = verdict if verdict in _VERDICTS else "other"
    cited = " ".join(clause(str(one), links) for one in found.get("clauses", ()))
    return (
        f'<li class="finding finding--{known}">'
        f'<span class="finding__verdict">{text(_VERDICTS.get(verdict, verdict.capitalize()))}</span>'
        f"<div><strong>{text(found.get('subject', ''))}</strong> "
        f"{linked(str(found.get('text', '')), links)} {cited}</div></li>"
    )


def table(data: Mapping[str, Any], links: Links) -> str:
    """Render a table of the answer; numbers under a heading that speaks of a chance are percentages."""
    columns = [str(column) for column in data.get("columns", ())]
    head = "".join(f'<th role="columnheader" scope="col">{text(column)}</th>' for column in columns)
    rows = "".join(f'<tr role="row">{_row(row, columns, links)}</tr>' for row in data.get("rows", ()))
    # The roles are those that the elements have; a narrow screen shows each row as a list, which would take them away.
    return (
        f'<div class="result__part scroll" role="group" tabindex="0" aria-label="{text(data.get("title", "Table"))}">'
        f'<table class="odds odds--words odds--lists" role="table"><caption>{text(data.get("title", ""))}</caption>'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead><tbody role="rowgroup">{rows}</tbody></table></div>'
    )


def _row(row: Sequence[object], columns: Sequence[str], links: Links) -> str:
    first, *rest = [_cell(value, column, links) for value, column in zip(row, columns, strict=False)] or [""]
    cells = "".join(
        f'<td role="cell" data-label="{text(column)}">{cell}</td>'
        for cell, column in zip(rest, columns[1:], strict=False)
    )
    return f'<th role="rowheader" scope="row">{first}</th>{cells}'


def _cell(value: object, column: str, links: Links) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return text(percent(value) if "chance" in column.lower() else average(value))
    if value in ("yes", "no"):
        return f'<span class="verdict verdict--{value}">{value}</span>'
    if column == _CLAUSES and isinstance(value, str) and value:
        return ", ".join(clause(one, links) for one in value.split(", "))
    return "–" if value is None else linked(str(value), links)
