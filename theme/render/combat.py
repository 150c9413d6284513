"""Who wins, and how a combat goes round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theme.render import words
from theme.render.facts import NOBODY, Facts
from theme.render.numbers import average, percent
from theme.render.words import text


def winner(facts: Facts) -> str:
    """Render who wins as one bar cut into shares, and as a table."""
    won = {str(name): float(chance) for name, chance in (facts.data.get("winner") or {}).items()}
    if not won:
        return ""
    # Players in the order of the table with the draw between them, so that the bar reads as a tug of war.
    first, *rest = [name for name in won if name not in NOBODY]
    order = [first, *(name for name in NOBODY if name in won), *rest]
    spoken = "; ".join(f"{_name(name)} {percent(won[name])}" for name in order)
    left, parts = 0.0, []
    for name in order:
        share = won[name] * 100
        style = "share--draw" if name in NOBODY else f"share--{facts.tone(name) % 8}"
        parts.append(f'<rect class="share {style}" x="{left:.3f}%" width="{share:.3f}%" y="0" height="22"/>')
        left += share
    bar = (
        f'<svg class="shares" role="img" width="100%" height="22" focusable="false" '
        f'aria-label="{text(f"Chart of who wins: {spoken}")}">{"".join(parts)}</svg>'
    )
    head = "".join(f'<th scope="col">{_who(facts, name)}</th>' for name in order)
    row = "".join(f"<td>{text(percent(won[name]))}</td>" for name in order)
    return (
        f'<div class="result__part">{bar}<table class="odds odds--winner"><caption class="unseen">Who wins</caption>'
        f"<thead><tr>{head}</tr></thead><tbody><tr>{row}</tr></tbody></table></div>"
    )


def rounds(facts: Facts) -> str:
    """Render a combat round by round: how often a round is fought, who has won by its end, what is left on average."""
    fought = facts.data.get("rounds") or []
    if not fought:
        return ""
    names = [str(name) for name in fought[0].get("left", {})]
    head = "".join(f'<th scope="col">{column}</th>' for column in ("Round", *(_who(facts, name) for name in names)))
    rows = "".join(f"<tr>{_round(one, names)}</tr>" for one in fought)
    return (
        '<div class="result__part"><table class="odds odds--rounds"><caption>How often a round is fought; who has won '
        "by its end; what is left then on average</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _round(data: Mapping[str, Any], names: list[str]) -> str:
    cells = "".join(
        f"<td><div>has won {text(percent(data.get('winner', {}).get(name, 0.0)))}</div>"
        f'<div class="odds__small">has left {text(_left(data.get("left", {}).get(name, {})))}</div></td>'
        for name in names
    )
    fought = f'<div class="odds__small">fought {text(percent(data.get("fought", 0.0)))}</div>'
    return f'<th scope="row">{text(data.get("round", ""))}{fought}</th>{cells}'


def _left(units: Mapping[str, float]) -> str:
    ranked = sorted(units.items(), key=lambda item: words.rank(item[0]))
    return ", ".join(words.some(unit, average(number)) for unit, number in ranked if number >= 0.005) or "nothing"


def _name(name: str) -> str:
    return NOBODY.get(name, name)


def _who(facts: Facts, name: str) -> str:
    if name in NOBODY:
        return NOBODY[name].capitalize()
    return f'<span class="player player--{facts.tone(name) % 8}">{text(name)}</span>'
