"""Two answers side by side: each chance under both, and by how many points they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theme.render.facts import NOBODY, Facts
from theme.render.numbers import average, percent, points
from theme.render.words import text

_HEAD = "".join(f'<th scope="col">{label}</th>' for label in ("", "A", "B", "Change"))


def compare(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Render two Solutions (their JSON) beside each other: A is the one that was kept, B the new one.

    Chances are set against each other in percentage points; what only one of them speaks of counts 0 in the other.
    """
    before, after = _chances(kept), _chances(now)
    rows = [
        _row(question, percent(one), percent(two), points(two - one), two - one)
        for question in dict.fromkeys((*before, *after))
        for one, two in [(before.get(question, 0.0), after.get(question, 0.0))]
    ]
    lost_before, lost_after = kept.get("expected_cost", {}), now.get("expected_cost", {})
    for name in dict.fromkeys((*lost_before, *lost_after)):
        one, two = float(lost_before.get(name, 0.0)), float(lost_after.get(name, 0.0))
        if one or two:
            question = f"Resources that {name} loses on average"
            rows.append(_row(question, average(one), average(two), _more(two - one), two - one))
    if not rows:
        rows = ['<tr><td colspan="4">Neither case has a chance to compare.</td></tr>']
    return (
        '<div class="result__part compare" role="region" aria-label="Comparison">'
        '<table class="odds odds--compare"><caption>A, the case that was kept, and B, the case in the form</caption>'
        f"<thead><tr>{_HEAD}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    ).replace('<th scope="col"></th>', "<td></td>", 1)


def _chances(data: Mapping[str, Any]) -> dict[str, float]:
    won = {str(name): float(chance) for name, chance in (data.get("winner") or {}).items()}
    wins = {f"{NOBODY[name].capitalize() if name in NOBODY else name} wins": chance for name, chance in won.items()}
    return {**wins, **Facts(data).questions()}


def _row(question: str, one: str, two: str, difference: str, sign: float) -> str:
    trend = "same" if abs(sign) < 1e-12 else "more" if sign > 0 else "less"
    return (
        f'<tr><th scope="row">{text(question)}</th><td>{text(one)}</td><td>{text(two)}</td>'
        f'<td class="compare__{trend}">{text(difference)}</td></tr>'
    )


def _more(difference: float) -> str:
    if abs(difference) < 1e-12:
        return "the same"
    return f"{'+' if difference > 0 else '−'}{average(abs(difference))}"
