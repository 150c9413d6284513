"""How a combat goes round by round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theme.render import words
from theme.render.facts import NOBODY, Facts
from theme.render.numbers import average, percent
from theme.render.words import text


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


def _who(facts: Facts, name: str) -> str:
    if name in NOBODY:
        return NOBODY[name].capitalize()
    return f'<span class="player player--{facts.tone(name) % 8}">{text(name)}</span>'
