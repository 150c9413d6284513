"""The pages of the factions: what belongs to each, from its records, and the rulings on it, from the content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mecatol
from content.cards import KINDS_OF_FACTION
from content.model import FactionNotes, Library
from mecatol.domain.editions import EDITIONS, LATEST, in_force
from mecatol.domain.factions import FACTIONS, Faction
from mecatol.domain.steps import SPACE_COMBAT
from mecatol.domain.units import ABILITIES, DEPLOY, UNIT_TYPES, Unit, planets, printings, units_of
from mecatol.effects.model import FACTION_ABILITY, LEADERS, Component
from mecatol.effects.named import technologies
from theme.drawing import signs
from theme.pages.calculators import calculator
from theme.pages.decks import acts
from theme.pages.odds import odds, trying, worked
from theme.pages.page import Site, page
from theme.pages.proofs import heading
from theme.site.addresses import FACTIONS as INDEX
from theme.site.addresses import calculator_path, faction_path, topic_path
from theme.site.unit_tables import ability_value

_MOST_ALIKE = 3
"""Cards of one kind with one text that stand on a sheet; of more, the others are behind a line."""


@dataclass(frozen=True)
class PrintedValue:
    """One printed value of a unit."""

    label: str
    text: str
    generic: str | None
    """What the unit of every faction has there, where that is something else."""


@dataclass(frozen=True)
class UnitEntry:
    """A unit of a faction's own."""

    unit: Unit
    type: str
    """Its type, in words."""
    instead: str | None
    """Name of everybody's unit that it takes the place of; None for flagships and mechs, which nobody else has."""
    values: tuple[PrintedValue, ...]
    does: tuple[Component, ...]
    """What of its text the solver knows."""


def faction_page(slug: str, library: Library, site: Site) -> str:
    """Return the page of a faction that the content speaks of."""
    return _faction(library, site, FACTIONS[slug], library.factions[slug])


@dataclass(frozen=True)
class FactionTile:
    """A faction in the list of all."""

    slug: str
    name: str
    line: str
    """What it is, in a line."""
    color: str
    words: str
    """What else it is found by: its abilities, units and cards."""


def _tile(library: Library, faction: Faction) -> FactionTile:
    told = library.factions.get(faction.slug)
    own = [one.name for one in library.components_of(faction.slug).values()]
    words = " ".join((faction.short, *faction.aliases, *own, *(unit.name for unit in units_of(faction.slug).values())))
    return FactionTile(faction.slug, faction.name, told.summary if told else "", signs.color(faction.slug), words)


def factions_page(library: Library, site: Site) -> str:
    """Return the list of all factions."""
    editions: dict[str, list[FactionTile]] = {}
    for faction in sorted(FACTIONS.values(), key=lambda faction: faction.name.removeprefix("The ")):
        editions.setdefault(faction.edition, []).append(_tile(library, faction))
    ordered = {EDITIONS[slug]: editions[slug] for slug in EDITIONS if slug in editions}
    front = {"title": "Factions", "description": "Every faction, by the edition that introduced it.", "hide": ["toc"]}
    return page(
        "factions.html", INDEX, library, site, front, by_edition=ordered, to_faction=_ways(library, site, INDEX)
    )


def _ways(library: Library, site: Site, here: str) -> Mapping[str, str]:
    return {slug: site.addresses.href(here, faction_path(slug)) for slug in library.factions}


def _faction(library: Library, site: Site, faction: Faction, told: FactionNotes) -> str:
    here = faction_path(faction.slug)
    links = site.addresses.clause_links(here, library)
    notes = [note for own in told.notes.values() for note in own]
    by_id = {note.id: note for note in notes}

    def way(step: str) -> str:
        topic = mecatol.STEPS[step].topic
        there = f"{topic_path(topic)}" if topic in library.topics else calculator_path(step)
        return f"{site.addresses.href(here, there)}#calculator-{step}"

    groups = _groups(library, faction)
    names = Counter(name for group in groups.values() for name in {one.name for one in group})
    return page(
        "faction.html",
        here,
        library,
        site,
        {"title": faction.name, "description": told.summary, "hide": ["navigation", "toc"]},
        faction=faction,
        told=told,
        home=[planet for planet in planets().values() if planet["home"] == faction.slug],
        names_of_units={kind: UNIT_TYPES[kind] for kind in faction.start or {}},
        color=signs.color(faction.slug),
        left=[heading(kind) for kind in (FACTION_ABILITY, "faction technology")],
        knows=_known_at_first(faction),
        units=[_unit(unit, library) for unit in units_of(faction.slug).values()],
        groups={kind: _folded(group) for kind, group in groups.items()},
        namesakes={name for name, number in names.items() if number > 1},
        acts=acts,
        steps=mecatol.STEPS,
        way=way,
        asked=[by_id[id] for id in told.asked],
        rulings=len(notes),
        odds=odds(notes, trying(library, site, here)),
        examples=[worked(example, links, trying(library, site, here)) for example in told.examples],
        shown=calculator(mecatol.STEPS[SPACE_COMBAT], links, library, _battle(faction)),
    )


def _known_at_first(faction: Faction) -> list[str]:
    """Return the technologies that a faction begins with, what it chooses last."""
    names = technologies()
    known = [names[slug] for slug in faction.start_technologies]
    if (choice := faction.start_choice) is None:
        return known
    if not choice.among:
        return [*known, f"{choice.number} of its choice"]
    return [*known, f"{choice.number} of {', '.join(names[slug] for slug in choice.among)}"]


@dataclass(frozen=True)
class Group:
    """The components of one kind on a faction's sheet."""

    shown: list[Component]
    folded: dict[str, list[Component]]
    """What stands behind a line, by what that line says."""


def _folded(components: list[Component]) -> Group:
    """Fold wordings that another one has replaced, and cards that differ in nothing but their names."""
    now = [one for one in components if not one.until]
    alike = Counter(_without_name(one) for one in now)
    shown: list[Component] = []
    more: list[Component] = []
    first: dict[str, Component] = {}
    for one in now:
        text = _without_name(one)
        first.setdefault(text, one)
        (shown if first[text] is one or alike[text] <= _MOST_ALIKE else more).append(one)
    return Group(
        shown,
        {
            f"{len(more)} more like {first[_without_name(more[0])].name}" if more else "": more,
            "Earlier wordings": [one for one in components if one.until],
        },
    )


def _without_name(component: Component) -> str:
    return component.meaning.lower().replace(component.name.lower(), "")


def _groups(library: Library, faction: Faction) -> dict[str, list[Component]]:
    """Return the components of a faction under the heading of their kind: leaders from agent to hero."""
    found: dict[str, list[Component]] = {}

    own = library.components_of(faction.slug)
    kinds = (*KINDS_OF_FACTION, *dict.fromkeys(one.kind for one in own.values()))

    def place(component: Component) -> tuple[int, int, int, int]:
        kind = kinds.index(component.kind)
        leader = LEADERS.index(component.leader) if component.leader else 0
        first = list(own).index(component.version_of or component.slug)  # wordings of one card stand together
        return kind, leader, first, _age(component)

    for component in sorted(own.values(), key=place):
        found.setdefault(heading(component.kind), []).append(component)
    return found


def _age(component: Component) -> int:
    return list(EDITIONS).index(component.edition)


def _unit(unit: Unit, library: Library) -> UnitEntry:
    common = [other for other in printings(unit.type) if other.faction is None]
    same = [other for other in common if bool(other.upgrade_of) == bool(unit.upgrade_of)]
    generic = next(iter(same or common), None)
    theirs = dict(_values(generic)) if generic else {}
    values = dict(_values(unit))
    labels = [*values, *(label for label in theirs if label not in values)]
    return UnitEntry(
        unit,
        UNIT_TYPES[unit.type],
        generic.name if generic else None,
        tuple(
            PrintedValue(label, values.get(label, "none"), theirs.get(label, "none") if generic else None)
            if generic and values.get(label) != theirs.get(label)
            else PrintedValue(label, values[label], None)
            for label in labels
        ),
        tuple(component for component in library.components.values() if component.unit == unit.slug),
    )


def _values(unit: Unit) -> list[tuple[str, str]]:
    """Return a unit's printed values with their names, in the order of its card; none for what it lacks.

    What Deploy does is its own text, which stands under the values.
    """
    cost = None if unit.cost is None else f"{unit.cost:g}{' for 2' if unit.produces == 2 else ''}"
    combat = unit.combat and (
        f"{unit.combat.value} (×{unit.combat.dice})" if unit.combat.dice > 1 else unit.combat.value
    )
    numbers = (("Cost", cost), ("Combat", combat), ("Move", unit.move), ("Capacity", unit.capacity or None))
    found = [(label, str(value)) for label, value in numbers if value is not None]
    return found + [
        (name, ability_value(unit, slug)) for slug, name in ABILITIES.items() if unit.has(slug) and slug != DEPLOY
    ]


def _battle(faction: Faction) -> dict[str, Any]:
    """Return a space combat of the faction's flagship, for its calculator to begin with; a pack's may have none."""
    has_flagship = any(unit.type == "flagship" for unit in units_of(faction.slug).values())
    largest = "flagship" if has_flagship else "dreadnought"
    scenario: dict[str, Any] = {
        "step": SPACE_COMBAT,
        "players": [
            {"name": faction.short, "faction": faction.slug, "space": {largest: 1, "cruiser": 2}},
            {"name": "Opponent", "space": {"dreadnought": 2, "cruiser": 2}},
        ],
    }
    return scenario if in_force(LATEST, faction.edition) else {**scenario, "edition": faction.edition}
