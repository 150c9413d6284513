"""Heat maps as SVG, drawn when the site is built: no script, and each cell leads to its battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mecatol.render.numbers import percent
from mecatol.render.words import text

_CELL, _HIGH, _HEAD = 34, 24, 26
_LETTER = 6.6
"""How wide a letter of a label is, in units of the drawing."""
_REM = 20
"""So many units are as wide as 1rem of the page: a map grows with the reader's letters."""


def heat_map(
    label: str, names: Sequence[str], score: Callable[[int, int], float], way: Callable[[int, int], str | None]
) -> str:
    """Draw how often the row wins against the column, by their places; columns have the numbers of the rows."""
    left = max(len(name) for name in names) * _LETTER + 30
    width, height = left + _CELL * len(names), _HEAD + _HIGH * len(names)
    parts = [
        f'<text class="heat__head" x="{left + _CELL * (at + 0.5):.0f}" y="{_HEAD - 9}" text-anchor="middle">'
        f"<title>{text(name)}</title>{at + 1}</text>"
        for at, name in enumerate(names)
    ]
    for row, name in enumerate(names):
        middle = _HEAD + _HIGH * row + 16
        parts.append(f'<text class="heat__name" x="0" y="{middle}">{row + 1}. {text(name)}</text>')
        parts += [_cell(left, row, at, names, score(row, at), way(row, at)) for at in range(len(names))]
    return (
        f'<div class="scroll heat" tabindex="0" role="region" aria-label="{text(label)}">'
        f'<svg width="{width / _REM:.2f}rem" height="{height / _REM:.2f}rem" viewBox="0 0 {width:.0f} {height}"'
        f' role="group" aria-label="{text(label)}">{"".join(parts)}</svg></div>'
    )


def _cell(left: float, row: int, at: int, names: Sequence[str], chance: float, address: str | None) -> str:
    x, y = left + _CELL * at, _HEAD + _HIGH * row
    side = "win" if chance >= 0.5 else "lose"
    drawn = (
        f"<title>{text(names[row])} against {text(names[at])}: {text(percent(chance))}</title>"
        f'<rect class="heat__{side}" x="{x:.0f}" y="{y}" width="{_CELL - 1}" height="{_HIGH - 1}"'
        f' fill-opacity="{abs(chance - 0.5) * 0.9:.2f}"/>'
        f'<text x="{x + (_CELL - 1) / 2:.0f}" y="{y + 16}" text-anchor="middle">{_short(chance)}</text>'
    )
    return f'<a href="{text(address)}">{drawn}</a>' if address else f"<g>{drawn}</g>"


def _short(chance: float) -> str:
    """Write a chance as a whole percentage; certainty and impossibility only where they are exact."""
    if 0 < chance < 0.005:
        return "<1".replace("<", "&lt;")
    if 0.995 < chance < 1:
        return "&gt;99"
    return f"{100 * chance:.0f}"
