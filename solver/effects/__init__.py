"""The effects that change a step: declarations by kind and faction, found here by name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from solver.effects import factions
from solver.effects.model import EFFECTS, FACTION_TECHNOLOGY, TECHNOLOGY, Effect
from solver.units import unit_upgrades

__all__ = ["EFFECTS", "Effect", "effects", "technologies"]


def _import_all(package: str, path: list[str]) -> None:
    for module in pkgutil.iter_modules(path):
        importlib.import_module(f"{package}.{module.name}")


_import_all(__name__, list(__path__))
_import_all(factions.__name__, list(factions.__path__))


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
