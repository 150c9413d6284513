"""What a step leaves out: unit texts and faction abilities that bear on it and that no effect carries out yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.data import load
from solver.effects.model import EFFECTS, FACTION_ABILITY, UNIT_TEXT
from solver.units import Unit, factions, units


class Missing(NamedTuple):
    """A unit's text or a faction's ability that no effect carries out in some steps."""

    slug: str
    name: str
    faction: str | None
    kind: str
    """UNIT_TEXT or FACTION_ABILITY."""
    meaning: str
    steps: tuple[str, ...]
    """Where it would act."""


def _carried(what: str, step: str) -> bool:
    """Tell whether some effect carries out a unit's text or a faction's ability in a step."""
    return any(step in effect.steps and what in (effect.unit, effect.slug) for effect in EFFECTS.values())


def left_out(faction: str | None, units: Collection[Unit], steps: Collection[str]) -> Iterator[str]:
    """Yield what a player's units and faction could do in these steps and the solver does not, in words.

    `solver/data/bearings.json` says which texts and abilities bear on which steps.
    """
    bearings: dict[str, dict[str, list[str]]] = load("bearings")  # type: ignore[assignment]
    for unit in units:
        missing = [s for s in bearings["units"].get(unit.slug, ()) if s in steps and not _carried(unit.slug, s)]
        if missing:
            yield f"{unit.name} ({unit.text.rstrip('.')})"
    for ability in factions()[faction]["abilities"] if faction else ():
        if any(s in steps and not _carried(ability["slug"], s) for s in bearings["abilities"].get(ability["slug"], ())):
            yield f"{ability['name']} ({ability['meaning'].rstrip('.')})"


def not_modelled() -> Iterator[Missing]:
    """Yield every unit text and faction ability that some step leaves out, units first."""
    bearings: dict[str, dict[str, list[str]]] = load("bearings")  # type: ignore[assignment]
    for slug, bears in bearings["units"].items():
        if steps := tuple(step for step in bears if not _carried(slug, step)):
            unit = units()[slug]
            yield Missing(slug, unit.name, unit.faction, UNIT_TEXT, unit.text, steps)
    for faction, record in factions().items():
        for ability in record["abilities"]:
            slug = ability["slug"]
            if steps := tuple(s for s in bearings["abilities"].get(slug, ()) if not _carried(slug, s)):
                yield Missing(slug, ability["name"], faction, FACTION_ABILITY, ability["meaning"], steps)
