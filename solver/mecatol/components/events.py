"""Galactic events, which the table agrees on before a game and which hold for everybody."""

from __future__ import annotations

from mecatol.domain.editions import CODEX_4, THUNDERS_EDGE
from mecatol.domain.steps import TRANSACTION_STEP, VOTES_STEP
from mecatol.effects.model import ANYONE, GALACTIC_EVENT, Effect, declare
from mecatol.transactions.windows import SharesTechnologies, TradesAnywhere, TradesInNoAgenda

declare(
    Effect(
        slug="age-of-commerce",
        name="Age of Commerce",
        kind=GALACTIC_EVENT,
        edition=CODEX_4,
        meaning="Anyone can trade with anyone, neighbors or not. Replenishing adds your commodity value to what you "
        "hold, without a maximum. A transaction may include sharing technologies that belong to no faction: the other "
        "player gains their own copy, and you keep yours.",
        timing="In every transaction of the game, no matter who enters it.",
        clauses=("94.1", "94.3"),
        steps=(TRANSACTION_STEP,),
        of=ANYONE,
        windows=(TradesAnywhere(), SharesTechnologies()),
    )
)

declare(
    Effect(
        slug="hidden-agenda",
        name="Hidden Agenda",
        kind=GALACTIC_EVENT,
        edition=THUNDERS_EDGE,
        meaning="In the agenda phase nobody but the speaker speaks, except to announce action cards, and nobody "
        "trades. All vote at once in writing, and the speaker counts the votes in secret and announces only the "
        "totals, unless an outcome depends on who voted how. The player with Zeal votes in the open, before everyone "
        "else.",
        timing="In every agenda phase, no matter who enters it, but only for transactions.",
        clauses=("94.6",),
        steps=(TRANSACTION_STEP,),
        bears=(VOTES_STEP,),
        left_out="The vote calculator takes votes in order; with secret votes it needs what each player wrote down.",
        of=ANYONE,
        windows=(TradesInNoAgenda(),),
    )
)
