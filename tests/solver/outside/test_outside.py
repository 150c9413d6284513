"""Questions that people asked elsewhere, each with an answer that was worked out apart from this project.

`cases.json` has the input (a scenario, or what is pasted), the figures that must stand in the solution, words that it
`says` or `lacks`, or with which it is `refused`. Casualties follow the default order unless a case says otherwise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.paste.taking import take

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def figures(value: Any) -> Iterator[float]:
    """Yield every number in a part of a solution."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from figures(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)


def scenario_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return the scenario that a case is about, read from words or a link where it is told so."""
    return take(case["paste"]).scenario if "paste" in case else dict(case["scenario"])


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_a_question_from_elsewhere_has_the_right_answer(case: dict[str, Any]) -> None:
    if "refused" in case:
        with pytest.raises(mecatol.ScenarioError, match=re.escape(case["refused"])):
            mecatol.solve(scenario_of(case))
        return
    solution = mecatol.solve(scenario_of(case)).to_json()
    found = [*figures([solution.get(key) for key in ("winner", "hits", "chances", "outcomes", "answer")])]
    for figure in case.get("figures", ()):
        assert any(abs(figure - one) < 2e-6 for one in found), (figure, case)
    told = json.dumps(solution, ensure_ascii=False)
    assert case.get("says", "") in told
    assert "lacks" not in case or case["lacks"] not in told
