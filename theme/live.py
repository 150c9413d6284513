"""What the calculator asks in the browser: a scenario in, a rendered answer out, both as JSON text.

Runs in CPython and in the browser's Python alike; it needs the solver and `theme.render`, nothing else.
"""

from __future__ import annotations

import json
from typing import Any

import solver
from theme.render import render, summary


def answer(text: str) -> str:
    """Solve and render one question.

    Takes the JSON of ``{"scenario": {…}, "links": {"77": "../space-cannon/"}}``; ``links`` says where the pages of
    clauses stand (see `theme.render.clauses.Links`) and may be missing. Returns the JSON of ``{"html": fragment,
    "summary": a sentence, "scenario": the scenario as the solver writes it}``, or of ``{"errors": [{"field": path,
    "message": sentence}]}`` when the scenario is not valid. Never raises for what a visitor can write.
    """
    try:
        question = json.loads(text)
    except (ValueError, RecursionError) as error:
        return _errors([{"field": "", "message": f"The question is not JSON: {error}"}])
    if not isinstance(question, dict) or not isinstance(question.get("scenario"), dict):
        return _errors([{"field": "", "message": "The question needs a scenario: an object with step and players."}])
    links = question.get("links")
    try:
        data = solver.solve(question["scenario"]).to_json()
    except solver.ScenarioError as error:
        return _errors([{"field": problem.field, "message": problem.message} for problem in error.problems])
    html = render(data, _links(links))
    return json.dumps({"html": html, "summary": summary(data), "scenario": data["scenario"]}, ensure_ascii=False)


def _links(value: object) -> dict[str, str]:
    """Keep the addresses that stay on this site, for they come from the page and end in ``href``."""
    if not isinstance(value, dict):
        return {}
    return {
        str(number): address for number, address in value.items() if isinstance(address, str) and ":" not in address
    }


def _errors(errors: list[dict[str, Any]]) -> str:
    return json.dumps({"errors": errors}, ensure_ascii=False)
