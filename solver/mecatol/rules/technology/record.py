"""What a scenario says of research: the technology that is wanted, and the colors that count as each other."""

from __future__ import annotations

from mecatol.effects.model import COLORS
from mecatol.effects.technology_cards import cards
from mecatol.scenario.fields import Field, OneOf, Record

SYNERGIES = {
    f"{one}-{other}": f"{COLORS[one].capitalize()} and {COLORS[other]} count as each other."
    for index, one in enumerate(COLORS)
    for other in list(COLORS)[index + 1 :]
}
"""Pairs of colors that a breakthrough lets count as each other, with what that means."""

RESEARCH = Record(
    "piece of research",
    {
        "technology": Field(
            OneOf("technology", lambda: {slug: card.name for slug, card in cards().items()}),
            "The technology that is wanted; without one, only what can be researched now is listed.",
        ),
        "synergy": Field(
            OneOf("pair of colors", lambda: SYNERGIES),
            "The synergy of the player's breakthrough (Thunder's Edge), for those who do not name the card.",
        ),
    },
    sparse=True,
)
