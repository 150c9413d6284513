"""The Yin Brotherhood: in battle."""

from __future__ import annotations

from solver.editions import BASE
from solver.effects.model import UNIT_TEXT, USER, Effect, Moment, declare
from solver.step import SPACE_COMBAT
from solver.units import Unit


def _takes_all(moment: Moment, owner: int, lost: tuple[Unit, ...]) -> bool:
    return any(unit.slug == "van-hauge" for unit in lost)


declare(
    Effect(
        slug="van-hauge-end",
        name="Van Hauge",
        kind=UNIT_TEXT,
        faction="yin-brotherhood",
        unit="van-hauge",
        edition=BASE,
        meaning="When it is destroyed, every ship in its system is destroyed with it.",
        timing="In a space combat and at its start: the combat ends in a draw. Not yet where Space Cannon destroys it.",
        clauses=("78.10", "78.6.a"),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        fells=_takes_all,
    )
)
