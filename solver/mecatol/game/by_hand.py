"""Units whose values a player has set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from mecatol.domain.units import UNIT_TYPES, Unit, Value, printings
from mecatol.errors import Problem

SLUGS = {"bonus": "bonus-by-hand", "first_round": "first-round-by-hand", "hits": "hits-by-hand"}
"""The effects (`mecatol.cards.by_hand`) of the fields that are numbers, by field."""


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
            _with_dice(unit, own["dice"]) if "dice" in own else unit,
            combat=combat if unit.combat or "combat" in own else None,
            sustain_damage=own.get("sustain", unit.sustain_damage),
            capacity=own.get("capacity", unit.capacity),
        )
    return found


def _with_dice(unit: Unit, dice: int) -> Unit:
    """Return a unit whose unit abilities roll as many dice more or fewer as its combat rolls do, and at least one.

    Without a combat value it is the abilities that roll so many dice.
    """

    def changed(value: Value | None) -> Value | None:
        more = dice - (unit.combat or value).dice if value else 0
        return value._replace(dice=max(1, value.dice + more)) if value else None

    return replace(
        unit,
        space_cannon=changed(unit.space_cannon),
        bombardment=changed(unit.bombardment),
        anti_fighter_barrage=changed(unit.anti_fighter_barrage),
    )


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
    """Yield a problem for each type with values set by hand that it cannot have.

    A type without a card of the player's own needs a combat value; a structure that does not fight cannot get one.
    """
    for kind, own in values.get("units", {}).items():
        unit = kinds.get(kind)
        if "combat" in own and unit and unit.is_structure and not unit.combat:
            message = f"a {unit.name} does not fight in combats; set only its dice, for its unit abilities"
            yield Problem(f"players.{index}.by_hand.units.{kind}.combat", message, own["combat"])
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
