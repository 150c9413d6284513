"""How a combat goes round by round: a chart of who has won by then, and its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mecatol.render import words
from mecatol.render.facts import NOBODY, Facts
from mecatol.render.numbers import average, percent
from mecatol.render.words import text
from mecatol.scenario.step import STEPS

_HEIGHT, _TOP, _FLOOR = 11, 0.5, 9
"""In letters (em) of the drawing, which grows with its text."""
_FEWEST = 1e-4
"""A round that is fought less often is not drawn; the table has it."""
_LABELLED = 12
"""More columns than this leave no room for a number below each."""
_DEFAULT = 6
"""Rounds that a tap asks for."""


def rounds(facts: Facts) -> str:
    """Render a combat round by round: how often a round is fought, who has won by its end, what is left on average."""
    fought = facts.data.get("rounds") or []
    if not fought:
        return ""
    return _chart(facts, fought) + _table(facts, fought)


def essence(facts: Facts) -> str:
    """Return in a few words when a combat is most likely over, where its rounds are known."""
    fought = facts.data.get("rounds") or []
    if not fought:
        return "one by one"
    over = [float(one.get("over", 0.0)) for one in fought]
    ends = [chance - before for chance, before in zip(over, [0.0, *over], strict=False)]
    likeliest = max(range(len(ends)), key=ends.__getitem__)
    return f"most often over in round {text(fought[likeliest].get('round', 1))} ({text(percent(ends[likeliest]))})"


def asking(facts: Facts) -> str:
    """Render a button that asks for the rounds, where a step could tell them and was not asked; else nothing."""
    step = STEPS.get(str(facts.data.get("step", "")))
    if step is None or "rounds" not in step.fields or facts.data.get("rounds") or not facts.data.get("winner"):
        return ""
    return (
        '<p class="asking" data-path="rounds"><button class="button button--quiet" type="button" data-do="decide" '
        f'data-value="{_DEFAULT}">Work out the first {_DEFAULT} rounds one by one</button></p>'
    )


def _chart(facts: Facts, fought: Sequence[Mapping[str, Any]]) -> str:
    """Draw who has won by the end of each round: the first player from below, the other from above.

    Between them lie what nobody has won and, empty, what is still fought for.
    """
    drawn = [one for one in fought if float(one.get("fought", 0.0)) >= _FEWEST or one is fought[0]]
    names = [str(name) for name in drawn[0].get("winner", {}) if name not in NOBODY]
    if len(names) != 2:
        return ""
    first, other = names
    step, tall = 100 / len(drawn), _FLOOR - _TOP
    parts, spoken = [], []
    for index, one in enumerate(drawn):
        won = {str(name): float(chance) for name, chance in one.get("winner", {}).items()}
        ours, theirs = won.get(first, 0.0) * tall, won.get(other, 0.0) * tall
        nobody = sum(chance for name, chance in won.items() if name not in names) * tall
        place = f'x="{(index + 0.08) * step:.3f}%" width="{0.84 * step:.3f}%"'
        for style, top, height in (
            ("share--open", _TOP, tall),
            (facts.style(first), _FLOOR - ours, ours),
            ("share--draw", _FLOOR - ours - nobody, nobody),
            (facts.style(other), _TOP, theirs),
        ):
            if height > 0.005:
                parts.append(f'<rect class="share {style}" {place} y="{top:.2f}em" height="{height:.2f}em"/>')
        number = text(one.get("round", index + 1))
        if len(drawn) <= _LABELLED:
            middle = (index + 0.5) * step
            parts.append(f'<text class="chart__label" x="{middle:.3f}%" y="{_FLOOR + 1.4}em">{number}</text>')
        spoken.append(f"after round {number} {first} {percent(won.get(first, 0.0))}, {other} "
                      f"{percent(won.get(other, 0.0))}")  # fmt: skip
    label = (
        f"Who has won by the end of each round: {first} at the bottom, {other} at the top, still undecided in between"
    )
    return (
        f'<div class="result__part"><p class="result__label">{text(label)}</p>'
        f'<svg class="chart" role="img" width="100%" height="{_HEIGHT}em" focusable="false" '
        f'aria-label="{text("Chart of who has won by the end of each round: " + "; ".join(spoken))}">'
        f"{''.join(parts)}</svg></div>"
    )


def _table(facts: Facts, fought: Sequence[Mapping[str, Any]]) -> str:
    names = [str(name) for name in fought[0].get("left", {})]
    columns = ["Round", *[_who(facts, name) for name in names]]
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    rows = "".join(f"<tr>{_round(facts, one, names)}</tr>" for one in fought)
    return (
        '<div class="result__part"><table class="odds odds--rounds"><caption>How often a round is fought, who has won '
        "by its end and what is left then on average</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _round(facts: Facts, data: Mapping[str, Any], names: list[str]) -> str:
    cells = "".join(
        f"<td><div>has won {text(percent(data.get('winner', {}).get(name, 0.0)))}</div>"
        f'<div class="odds__small">has left {facts.units(text(_left(data.get("left", {}).get(name, {}))))}</div></td>'
        for name in names
    )
    fought = f'<div class="odds__small">fought {text(percent(data.get("fought", 0.0)))}</div>'
    return f'<th scope="row">{text(data.get("round", ""))}{fought}</th>{cells}'


def _left(units: Mapping[str, float]) -> str:
    ranked = sorted(units.items(), key=lambda item: words.rank(item[0]))
    return ", ".join(words.some(unit, average(number)) for unit, number in ranked if number >= 0.005) or "nothing"


def _who(facts: Facts, name: str) -> str:
    if name in NOBODY:
        return NOBODY[name]
    return f'<span class="player {facts.style(name)}">{text(name)}</span>'
