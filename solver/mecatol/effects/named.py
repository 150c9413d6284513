"""What a scenario's player may name: technologies, and effects of every other kind."""

from __future__ import annotations

from collections import Counter
from functools import cache

from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import Unit, unit_upgrades, units
from mecatol.effects.model import BY_HAND, COMPONENTS, EFFECTS, FACTION_TECHNOLOGY, TECHNOLOGY
from mecatol.effects.technology_cards import cards


@cache  # each name in a scenario is looked up here
def technologies() -> dict[str, str]:
    """Return every technology that a scenario's player may own: slug to name, unit upgrades included.

    Of two cards with one name, each has the name of its faction added. A breakthrough that upgrades a unit has a name
    of its own.
    """
    named = Counter(card.name for card in cards().values())
    own = {
        slug: card.name if named[card.name] == 1 else f"{card.name} ({FACTIONS[card.faction or ''].short})"
        for slug, card in cards().items()
    }
    upgrades = unit_upgrades()
    return own | {slug: COMPONENTS[slug].name if slug in COMPONENTS else name for slug, name in upgrades.items()}


@cache  # each name in a scenario is looked up here
def effects() -> dict[str, str]:
    """Return every effect that a scenario's player may name under `effects`: slug to name.

    One that has the name of a technology has its kind added, and the text of a flagship says what it is, or which of
    its texts where the flagship has several: a name in a text leads to one thing.
    """
    taken = {*technologies().values()}
    named = {
        slug: effect
        for slug, effect in EFFECTS.items()
        if effect.is_named and effect.kind not in (TECHNOLOGY, FACTION_TECHNOLOGY)
    }
    texts = Counter(effect.name for effect in named.values() if effect.lent)
    return {
        slug: f"{effect.name} ({slug.removeprefix(f'{effect.unit}-') if texts[effect.name] > 1 else 'text'})"
        if effect.lent
        else f"{effect.name} ({effect.kind})" if effect.name in taken
        else effect.name
        for slug, effect in named.items()
    }  # fmt: skip


@cache  # goes through every component
def drafts() -> dict[str, str]:
    """Return what a player may draft in a game of Franken that nobody names otherwise: slug to name.

    Abilities that hold with their faction, and units of factions; upgrades of these are technologies.
    """
    held = {
        slug: effect.name
        for slug, effect in EFFECTS.items()
        if effect.automatic and effect.faction and effect.unit is None and effect.kind != BY_HAND
    }
    return held | {slug: unit.name for slug, unit in units().items() if unit.faction and unit.technology is None}


_DRAFTED = "`drafted` with `assume: {owners: ignored}`"


def where_named(slug: str) -> str | None:
    """Say where in a scenario a card, an ability or a unit belongs, as a sentence's end; None for what is none."""
    if slug in technologies():
        return f"{technologies()[slug]} belongs under `technologies`"
    if slug in effects():
        return f"{effects()[slug]} belongs under `effects`, with a count"
    if (unit := units().get(slug)) is not None:
        return _where_unit(unit)
    if (record := COMPONENTS.get(slug)) is None:
        return None
    if slug not in EFFECTS:
        why = f": {record.left_out[0].lower()}{record.left_out[1:]}" if record.left_out else ""
        return f"{record.name} is not carried out{why.rstrip('.')}"
    if record.unit is not None:
        return f"{record.name} is the text of a unit, so leave it out: {_where_unit(units()[record.unit])}"
    if record.kind == BY_HAND:
        return f"{record.name} is set under `by_hand`"
    drafted = f", or name it under {_DRAFTED}" if slug in drafts() else ""
    return f"{record.name} applies automatically with `faction: {record.faction}`, so leave it out{drafted}"


def _where_unit(unit: Unit) -> str:
    """Say how a scenario comes to a unit."""
    technology = unit.technology
    base = units().get(unit.upgrade_of or "")
    owned = [base.technology if base and base.technology else None, technology]
    needs = [f"`faction: {unit.faction}`"] if unit.faction else []
    known = [f"`{slug}`" for slug in dict.fromkeys(owned) if slug]
    needs += [f"{' and '.join(known)} under `technologies`"] if known else []
    return f"{unit.name} is what `{unit.type}` counts" + (f" with {' and '.join(needs)}" if needs else "")


def places() -> dict[str, list[str]]:
    """Return where in a scenario everything belongs that it may name: a heading to slugs, or to what is to be named."""
    holding = [slug for slug, effect in EFFECTS.items() if effect.automatic and effect.unit is None and effect.faction]
    rest = [slug for slug, effect in EFFECTS.items() if effect.automatic and not (effect.unit or effect.faction)]
    texts = [slug for slug, effect in EFFECTS.items() if not effect.is_named and effect.unit is not None]
    return {
        "Technologies (`technologies`)": list(technologies()),
        "Effects (`effects`)": list(effects()),
        "Not named: abilities that hold with their faction": [f"{slug} ({EFFECTS[slug].faction})" for slug in holding],
        "Not named: what holds for everybody, or is set under `by_hand`": rest,
        "Not named: texts of units, which hold where the unit is": [f"{slug} ({EFFECTS[slug].unit})" for slug in texts],
    }
