"""Closed lines of an answer: each says its essence, and one tap opens the rest."""

from __future__ import annotations

from mecatol.render.numbers import percent
from mecatol.render.words import text


def line(label: str, essence: str, inside: str, end: str = "") -> str:
    """Return a closed line; ``essence`` and ``inside`` are HTML, ``end`` is at its right edge instead of a sign."""
    if not inside:
        return ""
    shown = f'<span class="essence__words">{essence}</span>' if essence else ""
    edge = f'<span class="essence__end">{end}</span>' if end else ""
    return (
        f'<details class="essence"><summary><strong>{label}</strong> {shown}{edge}</summary>'
        f'<div class="essence__more">{inside}</div></details>'
    )


def rows(found: list[str], shown: int) -> str:
    """Return rows as a list, those beyond ``shown`` folded under their number, unless it is but one."""
    return _folded('<ul class="rows rows--plain">{}</ul>', found, shown, f"{len(found) - shown} more")


def _folded(around: str, found: list[str], shown: int, label: str) -> str:
    """Return rows in what is ``around`` a list, those beyond ``shown`` in another one under a label."""
    if len(found) <= shown + 1:
        return around.format("".join(found))
    first, rest = around.format("".join(found[:shown])), around.format("".join(found[shown:]))
    return f'{first}<details class="fold"><summary>{label}</summary>{rest}</details>'


def row(title: str, small: str = "", end: str = "", beside: str = "") -> str:
    """Return a row of two lines at most: a title, what there is to say of it, and what matters at the right edge."""
    second = f"<small>{small}</small>" if small else ""
    under = f"<small>{beside}</small>" if beside else ""
    edge = f'<span class="rows__end">{end}{under}</span>' if end or beside else ""
    return f'<li class="rows__row"><span class="rows__words">{title}{second}</span>{edge}</li>'


def share(chance: float, tallest: float, style: str, beside: str) -> str:
    """Return a row of a chance: the number, a bar as long as it is beside the ``tallest``, and what has it.

    Without a ``style`` there is no bar: in a long tail it would be too short to be seen.
    """
    number = f'<strong class="share-row__chance">{text(percent(chance))}</strong>'
    what = f'<span class="share-row__what">{beside}</span>'
    if not style:
        return f'<li class="share-row share-row--bare">{number}{what}</li>'
    wide = 100 * chance / tallest if tallest else 0
    return f'<li class="share-row">{number}{bar(wide, style)}{what}</li>'


def bar(wide: float, style: str) -> str:
    """Return a bar that takes so many hundredths of its room, in the color of its ``style``."""
    return (
        '<svg class="share-row__bar" aria-hidden="true">'
        f'<rect class="share {style}" width="{wide:.0f}%" height="6"/></svg>'
    )


def shares(found: list[str], shown: int, words: str = "more") -> str:
    """Return rows of chances, those beyond ``shown`` folded under ``words``, unless it is but one."""
    return _folded('<ol class="share-rows">{}</ol>', found, shown, words)
