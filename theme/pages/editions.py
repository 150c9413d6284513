"""What each edition added and changed, worked out from the records: a page for each, and one that leads to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby
from typing import NamedTuple

from content.model import Change, Clause, Entry, Library, Topic
from mecatol.domain.editions import EDITIONS as NAMES
from mecatol.domain.factions import FACTIONS, Faction
from mecatol.domain.units import UNIT_TYPES, Unit, units
from mecatol.effects.model import KINDS, UNIT_TEXT, Component
from theme.pages.page import Maker, Site, page
from theme.pages.proofs import heading
from theme.pages.topic_lists import in_order
from theme.site.addresses import EDITIONS, edition_path
from theme.site.components import PageHeading, anywhere, anywhere_of_unit, place_of_faction

_FIRST = next(iter(NAMES))
"""The edition with which everything begins: that nothing stands before it needs no saying."""


class Named(NamedTuple):
    """Something with a place of its own on the site."""

    name: str
    address: str
    aside: str = ""
    """What stands beside the name: whose it is, or what it takes the place of."""


class EditionEntry(NamedTuple):
    """What an edition added and changed."""

    slug: str
    name: str
    summary: str
    intro: str
    topics: list[Entry]
    added: list[tuple[Topic, list[Clause]]]
    """Clauses that it brought to topics older than itself."""
    changed: list[tuple[Topic, list[tuple[Clause, Change]]]]
    dropped: list[tuple[Topic, list[Clause]]]
    renumbered: list[Entry]
    """Topics that have another number since."""
    factions: list[Named]
    cards: dict[str, list[Named]]
    """Units, cards and abilities, by the heading of their kind."""

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """What there is of each part: the anchor of its heading, the heading, how many."""
        parts = (
            ("topics", "New topics" if self.slug != _FIRST else "Topics", len(self.topics)),
            ("added", "New clauses", sum(len(clauses) for _, clauses in self.added)),
            ("changed", "Changed clauses", sum(len(clauses) for _, clauses in self.changed)),
            ("dropped", "Dropped clauses", sum(len(clauses) for _, clauses in self.dropped)),
            ("factions", "Factions", len(self.factions)),
            ("cards", "Units and cards", sum(len(cards) for cards in self.cards.values())),
            ("renumbered", "New numbers", len(self.renumbered)),
        )
        return [part for part in parts if part[2]]


def edition_pages(library: Library) -> dict[str, Maker]:
    """Return what makes the page of every edition of the content, and the one that leads to them, by their paths."""
    return {
        EDITIONS: _index,
        **{edition_path(slug): partial(_page, slug) for slug in NAMES if slug in library.editions},
    }


def _page(slug: str, library: Library, site: Site) -> str:
    here = edition_path(slug)
    edition = _edition(library, slug, _ways(library, site, here))
    front = {"title": edition.name, "description": edition.summary}
    return page("edition.html", here, library, site, front, edition=edition)


def _index(library: Library, site: Site) -> str:
    told = [slug for slug in NAMES if slug in library.editions]
    shown = [_edition(library, slug, _ways(library, site, edition_path(slug))) for slug in told]
    front = {
        "title": "Editions",
        "description": "What each expansion and each Codex added and changed.",
        "hide": ["toc"],
    }
    to_edition = {edition.slug: site.addresses.href(EDITIONS, edition_path(edition.slug)) for edition in shown}
    return page("editions.html", EDITIONS, library, site, front, shown=shown, to_edition=to_edition)


def _ways(library: Library, site: Site, here: str) -> Callable[[PageHeading], str]:
    return lambda place: site.addresses.href(here, place.path) + (f"#{place.anchor}" if place.anchor else "")


def _edition(library: Library, slug: str, way: Callable[[PageHeading], str]) -> EditionEntry:
    told = library.editions[slug]
    entries = in_order(library)
    topics = [library.topics[entry.slug] for entry in entries if entry.slug in library.topics]

    def clauses(wanted: Callable[[Clause], bool]) -> list[tuple[Topic, list[Clause]]]:
        found = [(topic, [clause for clause in topic.clauses if wanted(clause)]) for topic in topics]
        return [(topic, own) for topic, own in found if own]

    changed = [
        (topic, [(clause, change) for clause in topic.clauses for change in clause.changed if change.edition == slug])
        for topic in topics
    ]
    factions = sorted((one for one in FACTIONS.values() if one.edition == slug), key=_by_name)
    return EditionEntry(
        slug=slug,
        name=NAMES[slug],
        summary=told.summary,
        intro=told.intro,
        topics=[entry for entry in entries if entry.edition == slug],
        added=clauses(lambda clause: clause.since == slug),
        changed=[(topic, own) for topic, own in changed if own],
        dropped=clauses(lambda clause: clause.until == slug),
        renumbered=[entry for entry in entries if _renumbered(entry, slug)],
        factions=[Named(faction.name, way(place_of_faction(library, faction.slug))) for faction in factions],
        cards=_cards(library, slug, way),
    )


def _by_name(faction: Faction) -> str:
    return faction.name.removeprefix("The ")


def _renumbered(entry: Entry, edition: str) -> bool:
    now, before = entry.numbers.get(edition), entry.numbers.get(_FIRST)
    return None not in (now, before) and now != before


def _cards(library: Library, slug: str, way: Callable[[PageHeading], str]) -> dict[str, list[Named]]:
    of_units = [
        (UNIT_TYPES[unit.type], Named(unit.name, way(anywhere_of_unit(library, unit.slug)), _aside(unit, units())))
        for unit in units().values()
        if unit.edition == slug
    ]
    own = [card for card in library.components.values() if card.edition == slug and card.kind != UNIT_TEXT]
    kinds = [*KINDS, *dict.fromkeys(card.kind for card in own if card.kind not in KINDS)]
    cards = [
        (heading(card.kind), Named(card.name, way(anywhere(library, card.slug)), _aside(card, library.components)))
        for card in sorted(own, key=lambda card: (kinds.index(card.kind), card.name))
    ]
    order = list(UNIT_TYPES.values())
    of_units.sort(key=lambda unit: (order.index(unit[0]), unit[1].name))
    return {
        kind: [named for _, named in group] for kind, group in groupby([*of_units, *cards], key=lambda found: found[0])
    }


def _aside(one: Unit | Component, every: Mapping[str, Unit] | Mapping[str, Component]) -> str:
    """Say whose a unit or a card is, and whether it is a new wording of an older one, which has the same name."""
    older = any(
        other.until == one.edition and other.faction == one.faction and _called(other) == _called(one)
        for other in every.values()
    )
    parts = (FACTIONS[one.faction].short if one.faction else "", "new wording" if older else "")
    return ", ".join(part for part in parts if part)


def _called(one: Unit | Component) -> str:
    """Return the name of a unit or a card without the sign of its wording."""
    return one.name.partition(" (")[0].rstrip(" Ω")
