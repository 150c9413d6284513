"""What changes votes on agendas for every faction: cards, a technology, a law."""

from __future__ import annotations

from mecatol.domain.editions import BASE, POK
from mecatol.domain.steps import VOTES_STEP
from mecatol.effects.model import ACTION_CARD, AGENDA, ANYONE, TECHNOLOGY, Effect, declare
from mecatol.rules.voting.windows import AdditionalVotes, BoughtVotes, OneVoteEach

declare(
    Effect(
        slug="distinguished-councilor",
        name="Distinguished Councilor",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="After you cast votes, cast five more for the same outcome.",
        timing="Whenever its owner casts any vote; it needs one to be cast.",
        clauses=("8.15",),
        steps=(VOTES_STEP,),
        windows=(AdditionalVotes(lambda game, owner: 5),),
    )
)

declare(
    Effect(
        slug="bribery",
        name="Bribery",
        kind=ACTION_CARD,
        edition=BASE,
        meaning="After the speaker has voted, spend trade goods: each is one more vote for the outcome you voted for.",
        timing="With all the trade goods that its owner has and that no other effect turns into votes; it "
        "needs a vote to be cast. If the speaker votes first, only the speaker can play it.",
        clauses=("8.15",),
        steps=(VOTES_STEP,),
        windows=(BoughtVotes(1, after_speaker=True),),
    )
)

declare(
    Effect(
        slug="predictive-intelligence",
        name="Predictive Intelligence",
        kind=TECHNOLOGY,
        color="yellow",
        prerequisites=("yellow",),
        edition=POK,
        meaning="When you cast votes, cast three more; if your outcome is not resolved, exhaust this card. Or exhaust "
        "it at the end of your turn to redistribute your command tokens.",
        timing="Whenever its owner casts any vote, unless it is exhausted.",
        clauses=("8.15",),
        steps=(VOTES_STEP,),
        exhausts=True,
        windows=(AdditionalVotes(lambda game, owner: 3),),
    )
)

declare(
    Effect(
        slug="representative-government",
        name="Representative Government",
        kind=AGENDA,
        edition=BASE,
        until=POK,
        meaning="If passed, planets give no votes; each player can cast one vote in their place.",
        timing="In every agenda, for everybody.",
        clauses=("8.6", "8.15"),
        steps=(VOTES_STEP,),
        of=ANYONE,
        windows=(OneVoteEach(),),
    )
)

declare(
    Effect(
        slug="representative-government-pok",
        name="Representative Government (second printing)",
        kind=AGENDA,
        edition=POK,
        version_of="representative-government",
        meaning="If passed, planets give no votes; each player can cast one vote, and no additional ones.",
        timing="In every agenda, for everybody.",
        clauses=("8.6", "8.15"),
        steps=(VOTES_STEP,),
        of=ANYONE,
        windows=(OneVoteEach(additional=False),),
    )
)
