"""A figure of the content as HTML: its picture, and under it what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from content.figures import Dice, Figure, Hold, Loop, Map, Stage, Strip
from mecatol.render.words import text
from theme.drawing.hexes import drawn_map
from theme.drawing.strips import Address, dice, hold, loop, strip


def drawn(figure: Figure | None, strips: Mapping[str, Sequence[Stage]], address: Address) -> Markup:
    """Return a figure as HTML; nothing for None.

    ``strips`` holds the stages of each strip by its name; ``address`` turns the id of a clause or the slug of a topic
    into an address, as strips link to them.
    """
    if figure is None:
        return Markup("")
    match figure.picture:
        case Map():
            picture, kind = drawn_map(figure.picture), "map"
        case Strip():
            stages = strips[figure.picture.name]
            picture, kind = strip(stages, figure.picture.here, address), "strip"
        case Loop():
            picture, kind = loop(figure.picture, address), "strip"
        case Dice():
            picture, kind = dice(figure.picture), "dice"
        case Hold():
            picture, kind = hold(figure.picture), "hold"
    return Markup(
        f'<figure class="figure figure--{kind}">{picture}<figcaption>{text(figure.says)}</figcaption></figure>'
    )
