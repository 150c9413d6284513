"""Bar charts of hits as inline SVG: widths in percent, heights in letters, so that a chart grows with its text."""

from __future__ import annotations

from collections.abc import Mapping

from mecatol.render.numbers import percent
from mecatol.render.words import text, times

_BARS = 10
"""More bars than this do not fit a phone; the rest is gathered in a last bar."""

_HEIGHT, _TOP, _FLOOR = 11, 1.5, 9
"""In letters (em) of the drawing."""
_NEGLIGIBLE = 0.0005


def bars(distribution: Mapping[int, float]) -> list[tuple[str, float]]:
    """Choose what to draw: one (label, probability) a bar, negligible ends gathered as ``≤2`` or ``9+``."""
    counts = sorted(distribution)
    shown = [number for number in counts if distribution[number] >= _NEGLIGIBLE] or counts
    low, high = shown[0], min(shown[-1], shown[0] + _BARS - 1)
    # A distribution with gaps (0, 3 or 4 dice) keeps its gaps as empty bars: that is what it looks like.
    drawn = [(str(number), distribution.get(number, 0.0)) for number in range(low, high + 1)]
    below = sum(p for number, p in distribution.items() if number < low)
    above = sum(p for number, p in distribution.items() if number > high)
    if below > 0:
        drawn[0] = (f"≤{low}", drawn[0][1] + below)
    if above > 0:
        drawn[-1] = (f"{high}+", drawn[-1][1] + above)
    return drawn


def width(distribution: Mapping[int, float]) -> str:
    """Return how wide the drawing should grow at most, as a CSS length: wide bars say no more than narrow ones."""
    return f"{max(7.0, len(bars(distribution)) * 3.2):g}rem"


def hits_chart(owner: str, distribution: Mapping[int, float], tone: int) -> str:
    """Draw how many hits a player scores; ``tone`` chooses the player's color by place at the table.

    The drawing has a full text alternative, and the same numbers stand in the table beside it.
    """
    drawn = bars(distribution)
    tallest = max((p for _, p in drawn), default=0) or 1
    step = 100 / len(drawn)
    spoken = "; ".join(f"{label} {'hit' if label == '1' else 'hits'} {percent(p)}" for label, p in drawn)
    parts = [
        f'<svg class="chart player--{tone % 8}" role="img" width="100%" height="{_HEIGHT}em" focusable="false" '
        f'aria-label="{text(f"Chart of {owner}’s hits: {spoken}")}">'
    ]
    for index, (label, probability) in enumerate(drawn):
        tall = (_FLOOR - _TOP) * probability / tallest
        left, middle = index * step, (index + 0.5) * step
        parts.append(
            f'<rect class="chart__bar" x="{left + step * 0.14:.3f}%" width="{step * 0.72:.3f}%" '
            f'y="{_FLOOR - tall:.2f}em" height="{tall:.2f}em" rx="2"/>'
            f'<text class="chart__value" x="{middle:.3f}%" y="{_FLOOR - tall - 0.4:.2f}em">'
            f"{_short(probability, drawn)}</text>"
            f'<text class="chart__label" x="{middle:.3f}%" y="{_FLOOR + 1.4}em">{text(label)}</text>'
        )
    parts.append(f'<line class="chart__floor" x1="0" x2="100%" y1="{_FLOOR}em" y2="{_FLOOR}em"/></svg>')
    return "".join(parts)


def _short(probability: float, drawn: list[tuple[str, float]]) -> str:
    """Shorten a bar's number where many bars leave little room; the table has all digits."""
    if probability == 0:
        return ""
    if len(drawn) <= 6 or probability < 0.01:
        return text(percent(probability))
    return f"{probability * 100:.0f}%"


def hits_table(owner: str, distribution: Mapping[int, float]) -> str:
    """Render the same distribution as a table: the chance of exactly and of at least so many hits."""
    counts = sorted(distribution)
    rows = []
    for number in counts:
        at_least = sum(p for other, p in distribution.items() if other >= number)
        rows.append(
            f'<tr><th scope="row">{times(number, "hit")}</th>'
            f"<td>{text(percent(distribution[number]))}</td><td>{text(percent(at_least))}</td></tr>"
        )
    titles = "".join(f'<th scope="col">{title}</th>' for title in ("Hits", "Exactly", "At least"))
    head = f"<thead><tr>{titles}</tr></thead>"
    caption = f"<caption>{text(owner)}’s hits</caption>"
    shown, rest = rows[:_BARS], rows[_BARS:]
    table = f'<table class="odds">{caption}{head}<tbody>{"".join(shown)}</tbody></table>'
    if rest:
        table += (
            f"<details><summary>{times(len(rest), 'more row')}</summary>"
            f'<table class="odds">{caption}{head}<tbody>{"".join(rest)}</tbody></table></details>'
        )
    return table
