"""What a scenario says of the end of a game: the round, and how far each player is in it."""

from __future__ import annotations

from mecatol.domain.objectives import objectives
from mecatol.scenario.fields import Count, Field, ListOf, OneOf, Record, Text

MOST_POINTS = 20
ROUND_PARTS = {
    "action": "The action phase is still going on.",
    "status": "The status phase begins: nobody acts again before objectives are scored.",
    "agenda": "The objectives of the status phase are scored already.",
}
"""Where the round is, with what that means."""
HOMES = {
    "held": "The player controls every planet of the home system.",
    "lost": "The player does not control every planet of the home system.",
}
IMPERIAL = {
    "none": "Another player has Imperial, or it has been used.",
    "unused": "The player has Imperial and can still use it.",
}
MECATOL = {"no": "The player does not control Mecatol Rex.", "yes": "The player controls Mecatol Rex."}
CUSTODIANS = {
    "no": "The player cannot remove the custodians token in this round.",
    "yes": "The player can remove the custodians token in this round: units to land are there.",
}

ROUND = Record(
    "state of the round",
    {
        "now": Field(OneOf("part of the round", lambda: ROUND_PARTS), "Where the round is.", "action"),
        "goal": Field(Count(1, MOST_POINTS), "The victory points that win: 10, or 14 in the long game.", 10),
        "unrevealed": Field(
            Count(0, 10),
            "How many public objectives are still facedown; with none, the game ends in this status phase. Left out, "
            "there are some.",
        ),
        "speaker": Field(
            Text(), "The speaker, who matters when points come after the status phase; the first player by default."
        ),
    },
    sparse=True,
)

STANDING = Record(
    "standing of a player",
    {
        "points": Field(Count(0, MOST_POINTS), "Victory points that the player has now.", 0),
        "initiative": Field(
            Count(0, 8),
            "The lowest number on the player's strategy cards, 0 with the Naalu token; by default the order in which "
            "the players are listed.",
        ),
        "home": Field(OneOf("state of the home system", lambda: HOMES), "The planets of the home system.", "held"),
        "imperial": Field(OneOf("state of Imperial", lambda: IMPERIAL), "Whether Imperial can still be used.", "none"),
        "mecatol": Field(
            OneOf("answer", lambda: MECATOL),
            "Control of Mecatol Rex when Imperial is used; known where the planet is among those controlled.",
            "no",
        ),
        "custodians": Field(
            OneOf("answer", lambda: CUSTODIANS), "The custodians token: six influence for one point.", "no"
        ),
        "others": Field(
            Count(0, 9),
            "Other points that could come in this action phase: Support for the Throne, Shard of the Throne and so on.",
            0,
        ),
        "later": Field(
            Count(0, 9),
            "Points that could come after objectives are scored: riders and laws of the agenda phase, and so on.",
            0,
        ),
        "tokens": Field(Count(0, 16), "Command tokens in the tactic and strategy pools, where they are to be spent."),
        "action_cards": Field(Count(0, 40), "Action cards in hand, where they are to be discarded."),
        "relic_fragments": Field(Count(0, 20), "Relic fragments, where they are to be purged."),
    },
    sparse=True,
)

_objective = OneOf("objective", lambda: {slug: one.name for slug, one in objectives().items()})

OBJECTIVE_FIELDS = {
    "objectives": Field(
        ListOf(_objective),
        "Objectives that the player can still score: revealed public ones not scored yet, and secret ones in hand. "
        "What the scenario does not show counts as fulfilled.",
        (),
        by_step=True,
    ),
    "fulfils": Field(
        ListOf(_objective),
        "Of these, objectives that are fulfilled whatever else the scenario says, for example thanks to attachments.",
        (),
        by_step=True,
    ),
}
"""Fields of a scenario's player that are about objectives."""
