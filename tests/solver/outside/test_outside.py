"""Questions that people asked elsewhere, each with an answer that was worked out apart from this project.

`cases.json` has the input (a scenario, or what is pasted), the figures that must stand in the solution, and words that
must stand in its answer. Casualties follow the default order unless a case says otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mecatol
from mecatol.paste.taking import take

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
WAITING = {
    "as-tech", "as-corsair", "alarum",
    "aether2", "scramble", "p6",
}  # fmt: skip
"""Those that ask for cards and policies that the solver does not carry out yet."""


def figures(value: Any) -> Iterator[float]:
    """Yield every number in a part of a solution."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from figures(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["id"], marks=[pytest.mark.xfail(strict=False)] if case["id"] in WAITING else [])
        for case in CASES
    ],
)
def test_a_question_from_elsewhere_has_the_right_answer(case: dict[str, Any]) -> None:
    scenario = take(case["paste"]).scenario if "paste" in case else case["scenario"]
    solution = mecatol.solve(scenario).to_json()
    found = [*figures([solution.get(key) for key in ("winner", "hits", "chances", "outcomes", "answer")])]
    for figure in case.get("figures", ()):
        assert any(abs(figure - one) < 2e-6 for one in found), (figure, case)
    assert case.get("says", "") in json.dumps(solution, ensure_ascii=False)
