"""Which units have a unit ability and with what values, as a table to print: pure data from the solver's own files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import (
    ABILITIES,
    ANTI_FIGHTER_BARRAGE,
    BOMBARDMENT,
    DEPLOY,
    PRODUCTION,
    SPACE_CANNON,
    SUSTAIN_DAMAGE,
    UNIT_TYPES,
    Production,
    Unit,
    units,
)

_NONE = "–"
_ROLLED = (SPACE_CANNON, BOMBARDMENT, ANTI_FIGHTER_BARRAGE)


@dataclass(frozen=True)
class AbilityRow:
    """One unit, its upgrade beside it."""

    name: str
    """Of the unit as it is before any upgrade, or of the upgrade where that alone has the ability."""
    type: str | None
    """What a scenario counts it as, in words; None where the name says so already."""
    base: str
    """The value before the upgrade, a dash where there is none; for Deploy: when it may be used."""
    upgraded: str
    """The value after it, a dash where there is none."""
    upgrade: str | None
    """Name of the upgraded unit, None where there is none."""
    editions: str
    """Since when, and until when where a later wording took its place."""


@dataclass(frozen=True)
class AbilityGroup:
    """The units of one faction; the first group holds those that every faction has."""

    faction: str | None
    """The faction's slug, None for everybody's units."""
    label: str
    edition: str
    """The edition that brought the faction, by name; empty for everybody's units."""
    rows: tuple[AbilityRow, ...]


@dataclass(frozen=True)
class AbilityTable:
    """All units with one ability."""

    ability: str
    """Name of the ability."""
    columns: tuple[str, ...]
    """Headings of a row's cells; with four of them a row shows `base` and `upgraded`, with three `base` alone."""
    groups: tuple[AbilityGroup, ...]


def unit_table(ability: str) -> AbilityTable | None:
    """Return the table of the units that have an ability, by its slug; None for what is no unit ability."""
    if ability not in ABILITIES:
        return None
    having = {slug: unit for slug, unit in units().items() if unit.has(ability)}
    owners = [None, *sorted(FACTIONS, key=lambda slug: plain(FACTIONS[slug].name))]
    groups = [_group(owner, [u for u in having.values() if u.faction == owner], ability) for owner in owners]
    columns = ("Unit", "When", "Edition") if ability == DEPLOY else ("Unit", "Base", "Upgraded", "Edition")
    return AbilityTable(ABILITIES[ability], columns, tuple(group for group in groups if group.rows))


def _group(owner: str | None, having: list[Unit], ability: str) -> AbilityGroup:
    slugs = {unit.slug for unit in having}
    first = [unit for unit in having if unit.upgrade_of not in slugs]
    rows = tuple(_row(unit, [u for u in having if u.upgrade_of == unit.slug], ability) for unit in first)
    if owner is None:
        return AbilityGroup(None, "Units of every faction", "", rows)
    faction = FACTIONS[owner]
    return AbilityGroup(owner, faction.name, EDITIONS[faction.edition], rows)


def _row(unit: Unit, upgrades: list[Unit], ability: str) -> AbilityRow:
    # An upgrade without its base among the units with the ability is a row of its own, with nothing under "base".
    alone = unit.upgrade_of is not None and not upgrades
    base, later = ([], [unit]) if alone else ([unit], upgrades)
    kind = UNIT_TYPES[unit.type]
    return AbilityRow(
        name=unit.name,
        type=None if unit.faction is None or unit.name.startswith(kind) else kind,
        base=_values(base, ability),
        upgraded=_values(later, ability),
        upgrade=later[0].name if later and not alone else None,
        editions=_editions(unit),
    )


def _values(printings: Iterable[Unit], ability: str) -> str:
    return "; ".join(ability_value(unit, ability) for unit in printings) or _NONE


def ability_value(unit: Unit, ability: str) -> str:
    """Write a unit's value as a player would: ``5 (×3)``, ``resources + 2``, ``yes``."""
    if ability == DEPLOY:
        return unit.meaning.removeprefix("Deploy: ")
    if ability == PRODUCTION:
        production = unit.production or Production()
        bonus = production.resource_bonus
        return str(production.value) if bonus is None else f"its planet’s resources + {bonus}"
    if ability == SUSTAIN_DAMAGE:
        return "yes, and Direct Hit cannot destroy it" if unit.direct_hit_immune else "yes"
    dice = unit.dice_of(ability) if ability in _ROLLED else None
    if dice is None:
        return "yes"
    shown = f"{dice.value} (×{dice.dice})" if dice.dice > 1 else str(dice.value)
    return f"{shown}, reaches adjacent systems" if dice.deep else shown


def _editions(unit: Unit) -> str:
    since = EDITIONS[unit.edition]
    return f"{since}, until {EDITIONS[unit.until]}" if unit.until else since


def plain(name: str) -> str:
    """Return a faction's name as an index sorts it, without its article."""
    return name.removeprefix("The ")


def summary(unit: Unit) -> str:
    """Return a unit in one line, as its card would say it: `Cost 4, combat 5, move 1, capacity 1. Sustain Damage.`"""
    values = [f"{name} {value}" for name, value in attributes(unit).items() if value != _NONE]
    abilities = [ability_text(unit, ability) for ability in ABILITIES if unit.has(ability)]
    pieces = [", ".join(values).capitalize(), ", ".join(abilities), unit.meaning.removesuffix(".")]
    return " ".join(f"{piece}." for piece in pieces if piece)


def attributes(unit: Unit) -> dict[str, str]:
    """Return cost, combat, move and capacity as they are printed, a dash for what the unit has not."""
    cost = _NONE if unit.cost is None else f"{unit.cost:g}" + (f" (×{unit.produces})" if unit.produces > 1 else "")
    combat = unit.combat
    return {
        "cost": cost,
        "combat": _NONE if combat is None else f"{combat.value}" + (f" (×{combat.dice})" if combat.dice > 1 else ""),
        "move": _NONE if unit.move is None else str(unit.move),
        "capacity": str(unit.capacity) if unit.capacity else _NONE,
    }


def narrow(value: str) -> str:
    """Return a value as it is in a row of numbers: `9×2` for `9 (×2)`."""
    return value.replace(" (×", "×").replace(")", "")


def ability_text(unit: Unit, ability: str) -> str:
    """Return a unit ability with its value: `Space Cannon 6`, `Sustain Damage`."""
    value = ability_value(unit, ability)
    plain = ability == DEPLOY or value.startswith("yes")
    return ABILITIES[ability] if plain else f"{ABILITIES[ability]} {value}"
