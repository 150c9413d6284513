"""Units whose values a player has set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from mecatol.domain.units import UNIT_TYPES, Unit, Value, printings
from mecatol.errors import Problem

SLUGS = {"bonus": "bonus-by-hand", "first_round": "first-round-by-hand", "hits": "hits-by-hand"}
"""The effects (`mecatol.components.by_hand`) of the fields that are numbers, by field."""


def set_by_hand(values: Mapping[str, Any]) -> list[str]:
    """Return the slugs of the effects that a player's values amount to."""
    return [slug for key, slug in SLUGS.items() if values.get(key)]


def with_values(kinds: Mapping[str, Unit], values: Mapping[str, Any]) -> dict[str, Unit]:
    """Return what each type of unit is for a player once the values set by hand take the place of the printed ones.

    A type without a card of the player's own comes to be where its combat value is set: it costs what most do.
    """
    found = dict(kinds)
    for kind, own in values.get("units", {}).items():
        unit = kinds.get(kind) or (_bare(kind) if "combat" in own else None)
        if unit is None:
            continue
        printed = unit.combat or Value(own.get("combat", 10))
        combat = printed._replace(value=own.get("combat", printed.value), dice=own.get("dice", printed.dice))
        found[kind] = replace(
            unit,
            combat=combat if unit.combat or "combat" in own else None,
            sustain_damage=own.get("sustain", unit.sustain_damage),
            capacity=own.get("capacity", unit.capacity),
        )
    return found


def _bare(kind: str) -> Unit:
    """Return a unit of a type with nothing but what every one of them has."""
    common = printings(kind)
    costs = [unit.cost for unit in common if unit.cost]
    moves = [unit.move for unit in common if unit.move]
    return Unit(
        slug=kind,
        name=UNIT_TYPES[kind],
        type=kind,
        edition=common[0].edition,
        cost=max(set(costs), key=costs.count, default=None),
        move=max(set(moves), key=moves.count, default=None),
    )


def problems(kinds: Mapping[str, Unit], values: Mapping[str, Any], index: int) -> Iterator[Problem]:
    """Yield a problem for each type that has values set by hand, no card of the player's own and no combat value."""
    for kind, own in values.get("units", {}).items():
        if kind not in kinds and "combat" not in own:
            message = f"the player has no {UNIT_TYPES[kind]}; set its combat value as well, and it has that"
            yield Problem(f"players.{index}.by_hand.units.{kind}", message, dict(own))


def usual(kind: str) -> dict[str, Any] | None:
    """Return the values, as a scenario sets them, that more than half of the printed units of a type have.

    None where there is no such majority, as of flagships.
    """
    values = Counter((unit.combat, unit.sustain_damage) for unit in printings(kind) if unit.combat and unit.faction)
    if not values:
        return None
    ((combat, sustains), often), *_ = values.most_common(1)
    if combat is None or 2 * often <= values.total():
        return None
    return {"combat": combat.value, "dice": combat.dice, "sustain": sustains}
