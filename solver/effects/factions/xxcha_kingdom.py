"""The Xxcha Kingdom."""

from __future__ import annotations

from solver.editions import CODEX_3, THUNDERS_EDGE
from solver.effects.model import BREAKTHROUGH, LEADER, Effect, Moment, declare
from solver.production.windows import Producing, Treasury
from solver.step import PRODUCTION_STEP


def _both(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    cards = tuple(card._replace(spendable=card.resources + card.influence) for card in treasury.cards)
    return [treasury._replace(cards=cards)]


def _either(moment: Moment, owner: int, treasury: Treasury) -> list[Treasury]:
    cards = tuple(card._replace(spendable=max(card.spendable, card.influence)) for card in treasury.cards)
    return [treasury._replace(cards=cards)]


declare(
    Effect(
        slug="xxekir-grom-omega",
        name="Xxekir Grom Ω",
        kind=LEADER,
        faction="xxcha-kingdom",
        edition=CODEX_3,
        until=THUNDERS_EDGE,
        meaning="Xxcha hero: a planet that you exhaust gives its resources and influence together, as either.",
        timing="Whenever planets are exhausted to pay; a space dock’s Production stays with the resources alone.",
        clauses=("75.2",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(treasury=_both),
    )
)

declare(
    Effect(
        slug="archons-gift",
        name="Archon’s Gift",
        kind=BREAKTHROUGH,
        faction="xxcha-kingdom",
        edition=THUNDERS_EDGE,
        meaning="Your influence may be spent in place of resources.",
        timing="Whenever planets are exhausted to pay: each gives the greater of its two values, never both.",
        clauses=("75.2",),
        steps=(PRODUCTION_STEP,),
        producing=Producing(treasury=_either),
    )
)
