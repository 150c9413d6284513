"""What a scenario says of a transaction: the moment, and what each of the two gives."""

from __future__ import annotations

from mecatol.domain.editions import POK
from mecatol.scenario.fields import Count, Field, OneOf, Record

WHEN = {
    "turn": "It is the turn of one of the two.",
    "third-turn": "It is the turn of another player.",
    "agenda": "An agenda is being resolved.",
    "outside": "Neither: the strategy phase, the status phase.",
}
STATIONS = "stations"
RELATIONS = {
    "neighbors": "The two are neighbors.",
    "not-neighbors": "The two are not neighbors.",
    STATIONS: "The two are not neighbors, and each of them controls a space station (Thunder’s Edge).",
}

TRANSACTION = Record(
    "transaction",
    {
        "when": Field(OneOf("moment", lambda: WHEN), "When it would be made.", "turn"),
        "relation": Field(OneOf("relation", lambda: RELATIONS), "Whether the two are neighbors.", "neighbors"),
        "before": Field(Count(0, 9), "How many the two have made with each other in this turn or for this agenda.", 0),
    },
    sparse=True,
)

ITEMS = {
    "trade_goods": "Trade goods",
    "commodities": "Commodities",
    "promissory_notes": "Promissory notes",
    "relic_fragments": "Relic fragments",
    "action_cards": "Action cards",
    "captured_units": "The other player's captured ships and mechs",
    "captured_tokens": "Captured fighters and infantry",
    "relics": "Relics",
    "command_tokens": "Command tokens",
    "planets": "Planets",
    "other_cards": "Other cards: technologies, objectives, strategy cards",
}
"""What a player may want to give, with what it is."""

SINCE = dict.fromkeys(("relic_fragments", "captured_units", "captured_tokens", "relics"), POK)
"""The editions that introduced what the base game does not have."""

GIVES = Record(
    "list of what is given",
    {slug: Field(Count(0, 50), f"{name} given.", 0) for slug, name in ITEMS.items()},
    sparse=True,
)
