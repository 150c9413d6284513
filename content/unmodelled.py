"""What the calculators leave out: texts of units, abilities and cards, each with the reason from its own record."""

from __future__ import annotations

from typing import NamedTuple

from content.model import Library
from mecatol.effects.left_out import not_modelled
from mecatol.effects.model import KINDS


class Unmodelled(NamedTuple):
    """Something of the game that the calculators leave out, wholly or in part."""

    slug: str
    name: str
    kind: str
    """What it is: a kind of the solver's effects, or another kind of component, such as an exploration card."""
    why: str
    """What stands in the way or what to enter instead; of a text that acts without being named, what it would do."""
    faction: str | None = None
    """The faction whose it is, by slug."""
    steps: tuple[str, ...] = ()
    """The steps in which a text that acts without being named would act."""


def unmodelled(library: Library) -> tuple[Unmodelled, ...]:
    """Return all that the calculators leave out, by kind and name, each once."""
    found = {
        one.slug: Unmodelled(one.slug, one.name, one.kind, one.meaning, one.faction, one.steps)
        for one in not_modelled()
    }
    for slug, card in library.components.items():
        if card.left_out:
            found.setdefault(slug, Unmodelled(slug, card.name, card.kind, card.left_out, card.faction))
    order = {kind: place for place, kind in enumerate(KINDS)}
    return tuple(sorted(found.values(), key=lambda one: (order.get(one.kind, len(order)), one.kind, one.name)))
