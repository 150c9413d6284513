"""What a step leaves out: unit texts and faction abilities that bear on it and that no effect carries out yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.domain.units import Unit, units
from solver.effects.model import COMPONENTS, EFFECTS, UNIT_TEXT


class Missing(NamedTuple):
    """A unit's text or a faction's ability that no effect carries out in some steps."""

    slug: str
    name: str
    faction: str | None
    kind: str
    """What it is: one of the kinds of components."""
    meaning: str
    steps: tuple[str, ...]
    """Where it would act."""


def _carried(what: str, step: str) -> bool:
    """Tell whether some effect carries out a unit's text or a faction's ability in a step."""
    return any(step in effect.steps and what in (effect.unit, effect.slug) for effect in EFFECTS.values())


def left_out(faction: str | None, units: Collection[Unit], steps: Collection[str]) -> Iterator[str]:
    """Yield what a player's units and faction could do in these steps and the solver does not, in words.

    Each record says itself on which steps it `bears`.
    """
    for unit in units:
        missing = [s for s in unit.bears if s in steps and not _carried(unit.slug, s)]
        if missing:
            yield f"{unit.name} ({unit.meaning.rstrip('.')})"
    for component in COMPONENTS.values() if faction else ():
        if component.holder == faction and any(s in steps and not _carried(component.slug, s) for s in component.bears):
            yield f"{component.name} ({component.meaning.rstrip('.')})"


def not_modelled() -> Iterator[Missing]:
    """Yield every unit text and faction ability that some step leaves out, units first."""
    for slug, unit in units().items():
        if steps := tuple(step for step in unit.bears if not _carried(slug, step)):
            yield Missing(slug, unit.name, unit.faction, UNIT_TEXT, unit.meaning, steps)
    for slug, one in COMPONENTS.items():
        if steps := tuple(step for step in one.bears if not _carried(slug, step)):
            yield Missing(slug, one.name, one.faction, one.kind, one.meaning, steps)
