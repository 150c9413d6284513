"""The Mentak Coalition: in battle."""

from __future__ import annotations

from solver.dice import Dice
from solver.editions import BASE
from solver.effects.model import FACTION_ABILITY, USER, Effect, Moment, Strike, declare
from solver.state import SPACE
from solver.step import SPACE_COMBAT


def _ambush(moment: Moment, owner: int) -> Strike | None:
    """Return a die each of the two best cruisers and destroyers; the opponent assigns the hits."""
    units = moment.game.sides[owner].units
    values: list[tuple[int, str]] = []
    for there in moment.state.at(owner, SPACE):
        combat = units[there.unit].combat
        if combat and there.unit in ("cruiser", "destroyer"):
            values += [(combat.value, there.unit)] * there.total
    shots = sorted(values)[:2]
    dice = tuple(Dice(unit, units=1, dice=1, value=value) for value, unit in shots)
    return Strike(len(shots), lambda unit: unit.is_ship, dice=dice) if shots else None


declare(
    Effect(
        slug="ambush",
        name="Ambush",
        kind=FACTION_ABILITY,
        faction="mentak-coalition",
        edition=BASE,
        meaning="At the start of a space combat up to two of your cruisers and destroyers roll a die each: a result of "
        "at least its combat value is a hit on a ship of the opponent’s choice.",
        timing="Always, with the two that hit most easily; nothing that changes combat rolls changes these.",
        clauses=("78.2", "87.4"),
        steps=(SPACE_COMBAT,),
        of=USER,
        automatic=True,
        on_start=_ambush,
    )
)
