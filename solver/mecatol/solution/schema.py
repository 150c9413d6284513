"""The JSON Schema of what `Solution.to_json` returns, for programs that read answers."""

from __future__ import annotations

from typing import Any

VERSION = 1
"""The version of the format of scenarios and solutions: it grows when a field goes away or changes its meaning."""


def _text() -> dict[str, Any]:
    return {"type": "string"}


def _each(value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value}


def _listed(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


def _record(needs: dict[str, Any], **may: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": [*needs], "properties": {**needs, **may}}


def solution_schema() -> dict[str, Any]:
    """Return the schema; further fields are allowed everywhere, and readers ignore what they do not know."""
    number = {"oneOf": [{"type": "number"}, {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}]}
    chance = {"oneOf": [{"type": "number", "minimum": 0, "maximum": 1.000000001}, number["oneOf"][1]]}
    counts = _each({"type": "integer", "minimum": 0})
    units = _each(number)
    holdings = _record({"space": counts, "damaged": {"type": "object"}, "planets": _each(counts)}, adjacent=counts)
    finding = _record({"subject": _text(), "verdict": {"enum": ["yes", "no", "depends"]}, "text": _text(),
                       "clauses": _listed(_text())})  # fmt: skip
    table = _record({"title": _text(), "columns": _listed(_text()), "rows": _listed({"type": "array"})})
    whole = {"type": "integer", "minimum": 0}
    stop = _record({"fleet": whole, "unit": _text(), "number": whole, "entered": whole, "why": _text()})
    answer = _record({"headline": _text(), "findings": _listed(finding), "tables": _listed(table)},
                     stops=_listed(stop))  # fmt: skip
    choice = _record({"player": _text(), "choice": _text(), "text": _text()}, value=number, margin=number)
    needs = {
        "step": _text(),
        "scenario": {"type": "object"},
        "hits": _each(_each(chance)),
        "rolls": _listed(_record({"player": _text(), "target": _text(), "ability": _text(), "where": _text(),
                                  "hits": _each(chance)})),
        "outcomes": _listed(_record({"probability": chance, "players": _each(holdings)})),
        "expected_losses": _each(units),
        "expected_cost": units,
        "chances": _listed(_record({"condition": _text(), "probability": chance}, takes=_text())),
        "answer": {"oneOf": [{"type": "null"}, answer]},
        "choices": _listed(choice),
        "trace": _listed(_record({"clause": _text(), "text": _text()})),
        "warnings": _listed(_text()),
        "version": _text(),
    }  # fmt: skip
    found = _record(
        needs,
        winner=_each(chance),
        rounds=_listed(_record({"round": {"type": "integer"}, "fought": chance, "over": chance,
                                "winner": _each(chance), "left": _each(units)})),
        expected_gains=_each(units),
        expected_worth=units,
    )  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"mecatol:solution-{VERSION}",
        "title": "Solution",
        "description": "What a scenario comes to. Probabilities are numbers in 0..1, or fractions such as 4/25.",
        **found,
    }
