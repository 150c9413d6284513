"""What a scenario's player may name: technologies, and effects of every other kind."""

from __future__ import annotations

from functools import cache

from solver.effects.model import EFFECTS, FACTION_TECHNOLOGY, TECHNOLOGY
from solver.units import unit_upgrades


@cache
def technologies() -> dict[str, str]:
    """Return every technology that a scenario's player may own: slug to name, unit upgrades included."""
    kinds = (TECHNOLOGY, FACTION_TECHNOLOGY)
    return {slug: effect.name for slug, effect in EFFECTS.items() if effect.kind in kinds} | unit_upgrades()


@cache
def effects() -> dict[str, str]:
    """Return every effect that a scenario's player may name under `effects`: slug to name."""
    return {
        slug: effect.name
        for slug, effect in EFFECTS.items()
        if not effect.automatic and effect.kind not in (TECHNOLOGY, FACTION_TECHNOLOGY)
    }
