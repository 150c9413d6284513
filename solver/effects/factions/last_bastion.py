"""The Last Bastion."""

from __future__ import annotations

from solver.editions import THUNDERS_EDGE
from solver.effects.model import UNIT_TEXT, Effect, Moment, declare
from solver.production.windows import Producing, Treasury
from solver.state import stack
from solver.step import PRODUCTION_STEP


class Richer:
    """Raise the resource value of each planet that holds the owner's space dock."""

    def __init__(self, resources: int) -> None:
        self.resources = resources

    def __call__(self, moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
        """Return what can be spent with the planets' values raised."""
        cards = tuple(
            card._replace(resources=card.resources + self.resources, spendable=card.spendable + self.resources)
            if stack(moment.state.at(owner, card.planet), "space-dock").total
            else card
            for card in treasury.cards
        )
        return [treasury._replace(cards=cards)]


for _unit, _name, _more in (("4x41c-helios", "4X41C “Helios”", 1), ("4x41c-helios-2", "4X41C “Helios” V2", 2)):
    declare(
        Effect(
            slug=f"{_unit}-resources",
            name=_name,
            kind=UNIT_TEXT,
            faction="last-bastion",
            unit=_unit,
            edition=THUNDERS_EDGE,
            meaning=f"The resource value of its planet is {_more} higher.",
            timing="Always: for the dock’s own Production, and when the planet is exhausted for resources.",
            clauses=("75.1", "68.1"),
            steps=(PRODUCTION_STEP,),
            automatic=True,
            producing=Producing(treasury=Richer(_more)),
        )
    )
