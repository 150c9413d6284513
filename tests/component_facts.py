"""Every component of the game as public lists have it, and what the project says of it; run to print the table.

`tests/content/components.json` holds a line for each: names, editions, counts and values, no card text.
`uv run python -m tests.component_facts` prints how many of each kind are in the game, recorded, told and solved.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from content import load
from content.model import Library, Printed
from mecatol.domain.factions import FACTIONS
from mecatol.domain.hyperlanes import HYPERLANES
from mecatol.domain.objectives import objectives
from mecatol.domain.units import Production, Unit, Value, planets, systems, units
from mecatol.effects.model import EFFECTS, Component

FACTS: tuple[Mapping[str, Any], ...] = tuple(
    json.loads(Path(__file__).with_name("content").joinpath("components.json").read_text(encoding="utf-8"))
)
SLUGS = {"custodia-vigilia-ability": "custodia-vigilia", "the-crown-of-thalnos": "crown-of-thalnos"}
"""Slugs of the lists, where the project has another for the same component."""
NUMBERS = ("cost", "combat", "move", "capacity", "space_cannon", "bombardment", "anti_fighter_barrage",
           "sustain_damage", "planetary_shield", "production", "deploy", "direct_hit_immune")  # fmt: skip
UNITS = ("unit", "unit-upgrade", "flagship", "mech", "unit-of-breakthrough", "mech-other-face")
PLACES = ("planet", "ocean-card", "space-station")
CARDS = ("action-card", "relic", "galactic-event", "plot-card")
OBJECTIVES = ("public-objective-1", "public-objective-2", "secret-objective")


class Difference(NamedTuple):
    """A field in which the lists and the project disagree."""

    slug: str
    field: str
    listed: object
    ours: object


def differences(library: Library) -> Iterator[Difference]:
    """Yield every field of every component in which the lists and the project disagree."""
    for fact in FACTS:
        slug = fact["slug"]
        for field, listed, ours in _compared(library, fact):
            if listed != ours:
                yield Difference(slug, field, listed, ours)


def _compared(library: Library, fact: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    kind, slug = fact["kind"], SLUGS.get(fact["slug"], fact["slug"])
    if kind == "faction":
        yield from _faction(fact)
    elif kind in UNITS:
        yield from _unit(fact, units()[slug])
    elif kind in PLACES:
        yield from _planet(fact)
    elif kind == "system-tile":
        yield from _system(fact)
    elif kind == "hyperlane-tile":
        ours = HYPERLANES[slug.removeprefix("tile-")]
        yield "edition", next(iter(fact["editions"])), ours.edition
        yield "two_sided", fact["two_sided"], ours.sides == 2
    else:
        yield from _component(library, fact, slug)


def _faction(fact: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    slug = fact["slug"]
    ours = FACTIONS[slug]
    yield "name", fact["name"], ours.name
    yield "edition", next(iter(fact["editions"])), ours.edition
    yield "commodities", fact["commodities"], ours.commodities
    yield "starting_units", fact.get("starting_units"), dict(ours.start) if ours.start is not None else None
    yield "starting_technologies", sorted(fact.get("starting_technologies", ())), sorted(ours.start_technologies)
    yield "home_planets", sorted(fact["home_planets"]), sorted(k for k, v in planets().items() if v["home"] == slug)
    yield "home_tiles", sorted(fact.get("home_tiles", ())), sorted(k for k, v in systems().items() if v["home"] == slug)


def _unit(fact: Mapping[str, Any], ours: Unit) -> Iterator[tuple[str, object, object]]:
    yield "name", fact["name"], ours.name
    yield "type", fact["unit_type"], ours.type
    yield "edition", next(iter(fact["editions"])), ours.edition
    yield "faction", fact.get("faction"), ours.faction
    yield "plastic", fact["plastic"], ours.limit
    if fact["kind"] == "unit-upgrade":
        yield "upgrade_of", fact.get("upgrade_of"), ours.upgrade_of
        yield "prerequisites", sorted(fact["prerequisites"]), sorted(ours.prerequisites or ())
    for number in NUMBERS:
        yield number, fact.get(number), _number(getattr(ours, number), number)


def _number(value: object, name: str) -> object:
    """Return a value as the lists write it; None where the unit has none."""
    if isinstance(value, Value):
        return {"value": value.value, "dice": value.dice} | ({"adjacent": True} if value.deep else {})
    if isinstance(value, Production):
        return value.value if value.value is not None else {"resources_plus": value.resource_bonus}
    return None if value is False or (name == "capacity" and value == 0) else value


def _planet(fact: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    ours = planets()[fact["slug"]]
    for field in ("name", "resources", "influence"):
        yield field, fact[field], ours[field]
    for field in ("traits", "specialties"):
        yield field, sorted(fact[field]), sorted(ours[field])
    yield "edition", next(iter(fact["editions"])), ours["edition"]
    yield "tile", str(fact.get("tile", "")).casefold(), str(ours["tile"] or "").casefold()
    yield "legendary", fact.get("legendary", False), ours["legendary"]
    yield "kind", fact["kind"], "ocean-card" if ours["ocean"] else "space-station" if ours["station"] else "planet"


def _system(fact: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    by_slug = {f"tile-{key}".casefold(): value for key, value in systems().items()}
    ours = by_slug[fact["slug"]]
    for field in ("planets", "anomalies", "wormholes"):
        yield field, sorted(fact[field]), sorted(ours[field])
    yield "edition", next(iter(fact["editions"])), ours["edition"]
    yield "home", fact.get("faction"), ours["home"]


def _versions(library: Library, slug: str) -> tuple[Component, ...]:
    return tuple(one for one in library.components.values() if slug in (one.slug, one.version_of))


def _component(library: Library, fact: Mapping[str, Any], slug: str) -> Iterator[tuple[str, object, object]]:
    kind, ours = fact["kind"], library.components[slug]
    printed = library.printed.get(slug, Printed())
    yield "name", fact["name"].replace("’", "'"), ours.name.replace("’", "'")
    yield "faction", fact.get("faction"), ours.faction
    printings = {edition: more.get("until") for edition, more in fact["editions"].items()}
    yield "editions", printings, {one.edition: one.until for one in _versions(library, slug)}
    if kind in ("technology", "faction-technology"):
        yield "color", fact.get("colour"), ours.color
        yield "prerequisites", sorted(fact["prerequisites"] or ()), sorted(ours.prerequisites or ())
    elif kind in ("agent", "commander", "hero"):
        yield "leader", kind, ours.leader
        yield "hero_ability", fact.get("hero_ability", "").casefold(), ours.title.replace("’", "'").casefold()
    elif kind == "breakthrough":
        yield "synergy", sorted(fact["synergy"]), sorted(ours.synergy)
    elif kind == "agenda":
        yield "agenda_kind", fact["agenda_kind"], printed.facts["Type"].casefold()
        outcome = printed.facts["Outcome"].casefold().removeprefix("elect ").replace(" or ", "/")
        yield "outcome", fact["outcome"].removeprefix("elect "), outcome
    elif kind == "exploration-card":
        yield "deck", fact["deck"], printed.facts["Deck"].casefold()
        yield "card_type", fact["card_type"], printed.facts["Type"].casefold()
        yield "count", fact["count"], printed.copies
    elif kind == "strategy-card":
        yield "initiative", str(fact["initiative"]), printed.facts["Initiative"]
    elif kind == "legendary-planet-ability":
        yield "planet", planets()[fact["planet"]]["name"], printed.facts["Planet"].partition(" (")[0]
    elif kind in OBJECTIVES:
        card = objectives()[slug]
        yield "points", fact["points"], card.points
        yield "phase", fact["phase"], card.phase
    elif kind in CARDS:
        yield "count", fact["count"], printed.copies
        if kind == "galactic-event":
            yield "complexity", str(fact.get("complexity", "")), printed.facts.get("Complexity", "")


class Row(NamedTuple):
    """A kind of component in figures."""

    kind: str
    listed: int
    recorded: int
    told: int
    """How many have a text, or need none: tiles, and units that only have values."""
    ruled: int
    solved: int
    left_out: int
    """How many say why the calculators do not carry them out."""


def table(library: Library) -> list[Row]:
    """Return the components by kind: in the game, recorded, with text, with rulings, carried out, left out."""
    rows: dict[str, Counter[str]] = {}
    notes = {slug for told in library.factions.values() for slug in told.notes}
    notes |= {slug for deck in library.decks.values() for slug in deck.notes}
    for fact in FACTS:
        row = rows.setdefault(fact["kind"], Counter())
        row["listed"] += 1
        row.update(_figures(library, fact, notes))
    fields = Row._fields[1:]
    return [Row(kind, *(row[field] for field in fields)) for kind, row in rows.items()]


def _figures(library: Library, fact: Mapping[str, Any], notes: set[str]) -> Iterator[str]:
    kind, slug = fact["kind"], SLUGS.get(fact["slug"], fact["slug"])
    if kind == "faction":
        yield from (name for name in ("recorded", "told", "solved") if slug in library.factions)
        return
    if kind in (*PLACES, "system-tile", "hyperlane-tile"):
        known = slug in planets() or slug in {f"tile-{key}".casefold() for key in (*systems(), *HYPERLANES)}
        yield from (name for name in ("recorded", "told", "solved") if known)
        return
    own = [slug] if slug in units() else [one.slug for one in _versions(library, slug)]
    own += [one.slug for one in library.components.values() if one.unit == slug]
    gives_a_unit = any(unit.technology == slug for unit in units().values())
    if own:
        yield "recorded"
    if slug in units() or any(library.components[one].meaning for one in own):
        yield "told"
    if any(one in notes for one in own):
        yield "ruled"
    judged = kind in OBJECTIVES and objectives()[slug].need
    if slug in units() or gives_a_unit or judged or any(one in EFFECTS for one in own):
        yield "solved"
    elif any(library.components[one].left_out for one in own):
        yield "left_out"


def main() -> None:
    """Print the table, and a line with the sums."""
    rows = table(load())
    sums = Row("all", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True)))
    print(f"{'kind':26}" + "".join(f"{field:>10}" for field in Row._fields[1:]))
    for row in (*rows, sums):
        print(f"{row.kind:26}" + "".join(f"{number:10}" for number in row[1:]))


if __name__ == "__main__":
    main()
