"""Two answers side by side: each chance under both, and by how many points they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.render import battles
from mecatol.render.facts import NOBODY, Facts
from mecatol.render.numbers import average, percent, points
from mecatol.render.words import text

_HEAD = "".join(f'<th scope="col">{label}</th>' for label in ("", "A", "B", "Change"))


def compare(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Render two Solutions (their JSON) beside each other: A is the one that was kept, B the new one.

    Chances are set against each other in percentage points; what only one of them speaks of counts 0 in the other.
    """
    one_bars, two_bars = (battles.bars(battles.battles(facts), facts) for facts in (Facts(kept), Facts(now)))
    before, after = _chances(kept), _chances(now)
    rows = [
        _row(question, percent(one), percent(two), points(two - one), two - one)
        for question in dict.fromkeys((*before, *after))
        for one, two in [(before.get(question, 0.0), after.get(question, 0.0))]
    ]
    for key, does in (("expected_cost", "loses"), ("expected_worth", "gains")):
        before, after = kept.get(key, {}), now.get(key, {})
        for name in dict.fromkeys((*before, *after)):
            one, two = float(before.get(name, 0.0)), float(after.get(name, 0.0))
            if one or two:
                question = f"Resources that {name} {does} on average"
                rows.append(_row(question, average(one), average(two), _more(two - one), two - one))
    if not rows:
        rows = ['<tr><td colspan="4">Neither case has a chance to compare.</td></tr>']
    return (
        '<div class="compare" role="region" aria-label="Comparison">'
        f"{_beside(one_bars, two_bars)}{moved(kept, now)}"
        '<details class="fold"><summary>Every difference</summary>'
        '<table class="odds odds--compare"><caption>A, the case that was kept, and B, the case in the form</caption>'
        f"<thead><tr>{_HEAD}</tr></thead><tbody>{''.join(rows)}</tbody></table></details></div>"
    ).replace('<th scope="col"></th>', "<td></td>", 1)


def _beside(one: str, two: str) -> str:
    """Render both cases' bars beside each other, where both have any."""
    if not one or not two:
        return ""
    sides = (("A", "kept", one), ("B", "in the form", two))
    shown = "".join(
        f'<div class="compare__side"><p class="result__label"><strong>{letter}</strong>, {words}</p>{html}</div>'
        for letter, words, html in sides
    )
    return f'<div class="compare__sides">{shown}</div>'


def moved(kept: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Render in one line by how many points B moves each player's chance of winning; empty where nobody wins."""
    before, after = kept.get("winner") or {}, now.get("winner") or {}
    facts = Facts(now)
    lines = [
        f'<span class="player {facts.style(name)}">{text(name)}</span> '
        f"{text(points(float(after[name]) - float(before.get(name, 0.0))))}"
        for name in map(str, after)
        if name not in NOBODY
    ]
    return f'<p class="compare__moved">B against A: {", ".join(lines)}</p>' if before and lines else ""


def _chances(data: Mapping[str, Any]) -> dict[str, float]:
    won = {str(name): float(chance) for name, chance in (data.get("winner") or {}).items()}
    wins = {NOBODY.get(name, f"{name} wins"): chance for name, chance in won.items()}
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
