"""What changes votes on agendas for every faction: cards, a technology, a law."""

from __future__ import annotations

from mecatol.cards import AdditionalVotes, BoughtVotes, Edition, Kind, OneVoteEach, Whose, deck

action_card = deck(Kind.ACTION_CARD)
technology = deck(Kind.TECHNOLOGY, Edition.POK)
agenda = deck(Kind.AGENDA)

action_card(
    "Distinguished Councilor",
    "After you cast votes, cast five more for the same outcome.",
    timing="Whenever its owner casts any vote; it needs one to be cast.",
    clauses=("8.15",),
    windows=(AdditionalVotes(lambda game, owner: 5),),
)

action_card(
    "Bribery",
    "After the speaker has voted, spend trade goods: each is one more vote for the outcome you voted for.",
    timing="With all the trade goods that its owner has and that no other effect turns into votes; it needs a vote to "
    "be cast. If the speaker votes first, only the speaker can play it.",
    clauses=("8.15",),
    windows=(BoughtVotes(1, after_speaker=True),),
)

technology(
    "Predictive Intelligence",
    "When you cast votes, cast three more; if your outcome is not resolved, exhaust this card. Or exhaust it at the "
    "end of your turn to redistribute your command tokens.",
    prerequisites=("yellow",),
    timing="Whenever its owner casts any vote, unless it is exhausted.",
    clauses=("8.15",),
    exhausts=True,
    windows=(AdditionalVotes(lambda game, owner: 3),),
)

agenda(
    "Representative Government",
    "If passed, planets give no votes; each player can cast one vote in their place.",
    until=Edition.POK,
    timing="In every agenda, for everybody.",
    clauses=("8.6", "8.15"),
    of=Whose.ANYONE,
    windows=(OneVoteEach(),),
)

agenda(
    "Representative Government (second printing)",
    "If passed, planets give no votes; each player can cast one vote, and no additional ones.",
    slug="representative-government-pok",
    edition=Edition.POK,
    version_of="representative-government",
    timing="In every agenda, for everybody.",
    clauses=("8.6", "8.15"),
    of=Whose.ANYONE,
    windows=(OneVoteEach(additional=False),),
)
