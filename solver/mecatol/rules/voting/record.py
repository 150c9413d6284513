"""What a scenario says of a vote: the kind of agenda, the speaker, and each player's ballot."""

from __future__ import annotations

from mecatol.scenario.fields import Count, Field, OneOf, Record, Text

MOST_VOTES = 200

AGENDA_KINDS = {
    "for-against": "The outcomes are For and Against.",
    "elect-player": "A player is elected.",
    "elect-planet": "A planet is elected.",
    "elect": "Something else is elected: a law, a strategy card, a secret objective.",
}
"""Kinds of agendas, with what can be voted for."""
FOR_AGAINST = ("for", "against")
SPOKEN = {"yes": "for", "no": "against"}
"""What players say for an outcome."""

AGENDA_VOTE = Record(
    "vote on an agenda",
    {
        "kind": Field(OneOf("kind of agenda", lambda: AGENDA_KINDS), "What can be voted for.", "for-against"),
        "speaker": Field(Text(), "The speaker; if not said, the player listed last."),
        "name": Field(Text(), "What the agenda is called; it decides nothing."),
    },
    sparse=True,
)

BALLOT = Record(
    "ballot",
    {
        "outcome": Field(
            Text(),
            "The outcome voted for: for, against, or who or what is elected. Left out, the player is undecided.",
        ),
        "votes": Field(
            Count(0, MOST_VOTES),
            "How many votes are cast or promised; all that the player can cast by default. 0: the player abstains.",
        ),
        "influence": Field(
            Count(0, MOST_VOTES),
            "The influence of the player's readied planets; without it, that of the planets controlled.",
        ),
        "more": Field(Count(0, MOST_VOTES), "Additional votes from effects that are not named, if any vote is cast."),
        "predicts": Field(Text(), "The outcome predicted, as with a rider, whose owner cannot vote on this agenda."),
    },
    sparse=True,
)
