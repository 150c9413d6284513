"""What a step leaves out: unit texts and faction abilities that bear on it and that no effect carries out yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from mecatol.domain.units import Unit, units
from mecatol.effects.model import COMPONENTS, EFFECTS, UNIT_TEXT, Component, Effect


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


@cache  # goes through every effect, and each game asks
def _carried_out() -> frozenset[tuple[str, str]]:
    """Return what some effect carries out, a unit's text or a component, each with the step, by slug."""
    return frozenset(
        (what, step)
        for effect in EFFECTS.values()
        for what in (effect.unit, effect.slug)
        if what
        for step in effect.steps
    )


def _carried(what: str, step: str) -> bool:
    """Tell whether some effect carries out a unit's text or a faction's ability in a step."""
    return (what, step) in _carried_out()


def _unnamed() -> Iterator[Component]:
    """Yield what bears on some step without being named; where an effect is named, its answer says what it does."""
    for one in COMPONENTS.values():
        if one.bears and not (isinstance(one, Effect) and not one.automatic):
            yield one


@cache  # goes through every component, for each player of each game
def _bearing(faction: str) -> tuple[Component, ...]:
    """Return the components of a faction's players that bear on some step."""
    return tuple(component for component in _unnamed() if component.holder == faction)


def left_out(faction: str | None, units: Collection[Unit], steps: Collection[str]) -> Iterator[str]:
    """Yield what a player's units and faction could do in these steps and the solver does not, in words.

    Each record says itself on which steps it `bears`.
    """
    for unit in units:
        missing = [s for s in unit.bears if s in steps and not _carried(unit.slug, s)]
        if missing:
            yield f"{unit.name} ({unit.meaning.rstrip('.')})" if unit.meaning else unit.name
    for component in _bearing(faction) if faction else ():
        if any(s in steps and not _carried(component.slug, s) for s in component.bears):
            yield f"{component.name} ({component.meaning.rstrip('.')})"


def not_modelled() -> Iterator[Missing]:
    """Yield every unit text and faction ability that some step leaves out, units first."""
    for slug, unit in units().items():
        if steps := tuple(step for step in unit.bears if not _carried(slug, step)):
            yield Missing(slug, unit.name, unit.faction, UNIT_TEXT, unit.meaning, steps)
    for one in _unnamed():
        if steps := tuple(step for step in one.bears if not _carried(one.slug, step)):
            yield Missing(one.slug, one.name, one.faction, one.kind, one.meaning, steps)
