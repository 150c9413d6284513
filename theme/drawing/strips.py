"""Strips of steps, loops, dice and holds: lists that styles draw, so they wrap on a phone and read in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from content.figures import PLAYERS, Dice, Hold, Loop, Stage
from mecatol.render import marks
from mecatol.render.words import text, times, units
from theme.drawing.hexes import verdict

type Address = Callable[[str], str]
"""From the id of a clause or the slug of a topic to its address; empty where it has none here."""


def strip(stages: Sequence[Stage], here: str, address: Address) -> str:
    """Return the stages of a strip as a list, with the one that the page is about marked."""
    items = [_stage(stage, bool(here) and stage.at == here, address) for stage in stages]
    return f'<ol class="strip">{"".join(items)}</ol>'


def loop(drawn: Loop, address: Address) -> str:
    """Return the stages of a loop as a list, and under it when it begins again and with which stage."""
    items = [_stage(stage, False, address) for stage in drawn.stages]
    again = f'<span aria-hidden="true">↺</span> {text(drawn.again)}'
    if drawn.choice:
        return f'<ul class="strip strip--choice">{"".join(items)}</ul><p class="strip__again">{again}</p>'
    again += f" <b>{text(drawn.stages[drawn.back_to].title)}</b>"
    return f'<ol class="strip strip--loop">{"".join(items)}</ol><p class="strip__again">{again}</p>'


def _stage(stage: Stage, here: bool, address: Address) -> str:
    target = address(stage.at) if stage.at and not here else ""
    title = f'<a href="{text(target)}">{text(stage.title)}</a>' if target else f"<b>{text(stage.title)}</b>"
    says = f"<small>{text(stage.says)}</small>" if stage.says else ""
    current = ' aria-current="step"' if here else ""
    return f'<li class="strip__stage{" strip__stage--here" if here else ""}"{current}>{title}{says}</li>'


def dice(drawn: Dice) -> str:
    """Return rows of dice: those that hit, or are what else is counted, are filled."""
    rows = []
    for of, rolls, least in drawn.rows:
        shown = "".join(f'<span class="die{" die--hit" if roll >= least else ""}">{roll}</span>' for roll in rolls)
        hits = sum(roll >= least for roll in rolls)
        rows.append(
            f'<div class="dice-row"><span class="dice-row__of">{text(of)}</span>'
            f'<span class="dice-row__dice">{shown}</span><b>{times(hits, text(drawn.counts))}</b></div>'
        )
    return "".join(rows)


def hold(drawn: Hold) -> str:
    """Return what ships carry: a box for each unit of capacity, and those that have no room outside of them."""
    tone = PLAYERS.index(drawn.player)
    loaded = [kind for kind, number in drawn.carried.items() for _ in range(number)]
    boxes = [f'<span class="hold__box hold__box--full">{marks.mark(kind)}</span>' for kind in loaded[: drawn.room]]
    boxes += ['<span class="hold__box"></span>'] * (drawn.room - len(boxes))
    no = f'<svg class="hold__no" viewBox="-10 -10 20 20" width="18" height="18">{verdict((0, 0), False)}</svg>'
    over = [f'<span class="hold__box hold__box--over">{marks.mark(kind)}{no}</span>' for kind in loaded[drawn.room :]]
    ships = "".join(
        f'<span class="hold__ship">{marks.mark(kind)}<b>{number}</b></span>' for kind, number in drawn.ships.items()
    )
    said = f"{units(drawn.ships)}: room for {drawn.room}; on board {units(drawn.carried)}"
    if over:
        said += f", {len(over)} too many"
    return (
        f'<div class="hold player--{tone}" role="img" aria-label="{text(said)}">{ships}'
        f'<span class="hold__boxes">{"".join((*boxes, *over))}</span></div>'
    )
