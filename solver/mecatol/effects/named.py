"""What a scenario's player may name: technologies, and effects of every other kind."""

from __future__ import annotations

from collections import Counter
from functools import cache

from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import unit_upgrades
from mecatol.effects.model import EFFECTS, FACTION_TECHNOLOGY, TECHNOLOGY
from mecatol.effects.technology_cards import cards


@cache
def technologies() -> dict[str, str]:
    """Return every technology that a scenario's player may own: slug to name, unit upgrades included.

    Of two cards with one name, each has the name of its faction added.
    """
    named = Counter(card.name for card in cards().values())
    own = {
        slug: card.name if named[card.name] == 1 else f"{card.name} ({FACTIONS[card.faction or ''].short})"
        for slug, card in cards().items()
    }
    return own | unit_upgrades()


@cache
def effects() -> dict[str, str]:
    """Return every effect that a scenario's player may name under `effects`: slug to name.

    One that has the name of a technology has its kind added: a name in a text leads to one thing.
    """
    taken = {*technologies().values()}
    return {
        slug: f"{effect.name} ({effect.kind})" if effect.name in taken else effect.name
        for slug, effect in EFFECTS.items()
        if not effect.automatic and effect.kind not in (TECHNOLOGY, FACTION_TECHNOLOGY)
    }
