"""The Winnu."""

from __future__ import annotations

from solver.editions import BASE, POK
from solver.effects.model import FACTION_TECHNOLOGY, LEADER, Effect, Moment, declare
from solver.production.windows import Producing, Treasury
from solver.step import PRODUCTION_STEP


def _swap_one(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    ways = [treasury]
    for index, card in enumerate(treasury.cards):
        if card.resources != card.influence:
            more = card.influence - card.resources
            new = card._replace(resources=card.influence, influence=card.resources, spendable=card.spendable + more)
            ways.append(treasury._replace(cards=(*treasury.cards[:index], new, *treasury.cards[index + 1 :])))
    return ways


declare(
    Effect(
        slug="hegemonic-trade-policy",
        name="Hegemonic Trade Policy",
        kind=FACTION_TECHNOLOGY,
        faction="winnu",
        edition=BASE,
        meaning="Exhaust it when your units use Production: a planet of yours swaps resources and influence.",
        timing="Before the order, with the planet that serves best or none; a dock there goes by the new value.",
        clauses=("75.1", "68.1"),
        steps=(PRODUCTION_STEP,),
        producing=Producing(treasury=_swap_one),
    )
)

declare(
    Effect(
        slug="berekar-berekon",
        name="Berekar Berekon",
        kind=LEADER,
        edition=POK,
        meaning="Winnu agent: the combined cost of the units that a player produces is 2 less.",
        timing="When units use Production; production limits still hold.",
        clauses=("67.1.c",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(reduces=lambda moment, owner: 2),
    )
)
