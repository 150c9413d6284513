"""What the search knows: an entry for each topic, clause, note, example, card, faction, unit, calculator and page.

Pure: the library and the addresses in, entries out. The browser makes its index of them
(theme/browser/finding/finding.ts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import mecatol
from content.blocks import scan_blocks
from content.model import Clause, Library, Note, Printed, Topic, with_sub
from mecatol.domain.factions import FACTIONS, Faction
from mecatol.domain.units import UNIT_TYPES, Unit, planets, systems, units
from mecatol.effects.model import COLORS, FACTION_ABILITY, UNIT_TEXT
from mecatol.effects.model import EFFECTS as MODELLED
from theme.site.addresses import HOME, PLANETS, PYTHON, Addresses, deck_path, faction_path, topic_path
from theme.site.components import anywhere, anywhere_of_unit, place_of_faction
from theme.site.steps import page_of
from theme.site.unit_tables import summary
from theme.site.ways import ways

KINDS = ("topic", "clause", "note", "card", "faction", "faction note", "unit", "example", "calculator", "page")
"""The kinds of entry; a hit says which it is."""


class SearchEntry(NamedTuple):
    """One thing that can be found."""

    id: str
    """What tests and links call it: a clause id, `<topic>.<note>`, a topic's slug, `card:`, `unit:`, `faction:`."""
    kind: str
    address: str
    """From the root of the site."""
    title: str
    place: str
    """Where it stands, as a reader would say it: `Space Cannon › 77.3.c`."""
    text: str
    number: str = ""
    """The number by which players ask for it: that of a clause, or of a topic."""
    words: str = ""
    """Further words that it is to be found by and that nobody is shown."""
    when: str = ""
    """When a card is played, as its own text says."""


def entries(library: Library, addresses: Addresses, packed: bool = False) -> tuple[SearchEntry, ...]:
    """Return everything that the search of the site finds, in the order in which equal hits are shown.

    `packed` says whether the front page offers the whole site as an archive.
    """

    def at(path: str, anchor: str = "") -> str:
        return addresses.url(path) + (f"#{anchor}" if anchor else "")

    found = [entry for topic in library.topics.values() for entry in _topic(library, topic, at(topic_path(topic.slug)))]
    # A component that is a topic of the rules too, such as a nebula, is found as the topic.
    named = {topic.title for topic in library.topics.values()}
    found += [card for card in _cards(library, at) if card.title not in named]
    for slug, faction in FACTIONS.items():
        address = at(*place_of_faction(library, slug))
        edition, text = mecatol.EDITIONS[faction.edition], _faction(library, faction)
        called = " ".join((faction.short, *faction.aliases, *_called(library, slug)))
        found.append(SearchEntry(f"faction:{slug}", "faction", address, faction.name, edition, text, "", called))
    for slug, planet in planets().items():
        if planet["name"] not in named and planet["until"] is None:
            found.append(_planet(slug, planet, at(PLANETS, slug)))
    for slug, unit in units().items():
        if unit.until is None:
            found.append(_unit(unit, at(*anywhere_of_unit(library, slug))))
    for slug, told in library.factions.items():
        for note in with_sub(note for own in told.notes.values() for note in own):
            ruling = _note(library, note, at(faction_path(slug), note.id), FACTIONS[slug].name)
            found.append(ruling._replace(kind="faction note"))
        for example in told.examples:
            text, there = plain(library, example.question), at(faction_path(slug), example.id)
            found.append(
                SearchEntry(f"example:{example.id}", "example", there, example.title, FACTIONS[slug].name, text)
            )
    for slug, deck in library.decks.items():
        for card, own in deck.notes.items():
            for note in with_sub(own):
                ruling = _note(library, note, at(deck_path(slug), note.id), library.components[card].name)
                found.append(ruling._replace(kind="faction note"))
    found += [
        SearchEntry(f"calculator:{step.slug}", "calculator", at(page_of(step, library)), f"{step.title} calculator",
              "", step.question, "", "odds")
        for step in mecatol.STEPS.values()
    ]  # fmt: skip
    found += [
        SearchEntry(f"page:{way.slug}", "page", at(way.path), way.title, "", way.holds, "", way.words)
        for way in ways(library)
    ]  # fmt: skip
    if packed:
        holds = "Install the site, or take it along as one archive."
        words = "download app zip train disk without network"
        found.append(SearchEntry("page:offline", "page", at(HOME, "offline"), "Use it offline", "", holds, "", words))
    return (*found, *_homebrew(library, at))


def _topic(library: Library, topic: Topic, address: str) -> Iterator[SearchEntry]:
    number = str(topic.numbers.get("pok", ""))
    place = f"{topic.kind.capitalize()} › {number}" if number else f"{topic.kind.capitalize()}"
    yield SearchEntry(topic.slug, "topic", address, topic.title, place, topic.summary, number)
    for section in topic.sections:
        clauses = ((section.clause,) if section.clause else ()) + section.clauses
        for clause in clauses:
            yield SearchEntry(
                clause.id, "clause", f"{address}#{clause.id}", clause.title, f"{topic.title} › {clause.id}",
                _clause(library, clause), clause.id, section.heading or "",
            )  # fmt: skip
    for note in with_sub(topic.notes):
        yield _note(library, note, f"{address}#{note.id}", topic.title)
    for example in topic.examples:
        text = plain(library, example.question)
        address_of = f"{address}#{example.id}"
        yield SearchEntry(f"example:{example.id}", "example", address_of, example.title, topic.title, text)


def _clause(library: Library, clause: Clause) -> str:
    return " ".join(plain(library, text) for text in (clause.text, *clause.points))


def _note(library: Library, note: Note, address: str, place: str) -> SearchEntry:
    text = " ".join(plain(library, text) for text in (note.text, *note.readings.values()))
    return SearchEntry(note.id, "note", address, library.heading(note), place, text)


def plain(library: Library, text: str, between: str = " ") -> str:
    """Return the words of a text as a reader sees them, without its marks and links, its blocks one after another."""
    pieces = scan_blocks(text).pieces
    return between.join(" ".join("".join(span.text for span in library.spans(piece)).split()) for piece in pieces)


def _cards(library: Library, at: Callable[[str, str], str]) -> Iterator[SearchEntry]:
    def place(kind: str, faction: str | None) -> str:
        return f"{FACTIONS[faction].name} › {kind}" if faction else kind[:1].upper() + kind[1:]

    for card in library.components.values():
        if card.kind == UNIT_TEXT:
            continue  # the unit has an entry of its own
        known = MODELLED.get(card.slug)
        text = plain(library, card.meaning)
        address = at(*anywhere(library, card.slug))
        told = library.printed.get(card.slug, Printed())
        whose = f"{FACTIONS[card.faction].short} {card.leader}" if card.faction and card.leader else ""  # Xxcha agent
        called = " ".join((*told.called, whose, told.when, card.title, known.timing if known else ""))
        name = f"{card.name}: {card.title}" if card.title else card.name
        yield SearchEntry(
            f"card:{card.slug}",
            "card",
            address,
            name,
            place(card.leader or card.kind, card.faction),
            text,
            "",
            called,
            told.when,
        )


def _called(library: Library, slug: str) -> tuple[str, ...]:
    return library.factions[slug].called if slug in library.factions else ()


def _homebrew(library: Library, at: Callable[[str, str], str]) -> Iterator[SearchEntry]:
    """Yield where players find their own factions: what opens a pack, and how one is written."""
    words = "homebrew home brew custom fan-made own factions pack import open load"
    opens = "Every calculator opens a pack with factions, units and cards of your own, from your device."
    step = mecatol.STEPS["tactical-action"]
    address, place = at(page_of(step, library), "rules-options"), "Calculator › Rules options"
    yield SearchEntry("page:open-pack", "page", address, "Open a homebrew pack", place, opens, "", words)
    address, written = at(PYTHON, "homebrew"), "How to write a pack with factions, units and cards of your own."
    yield SearchEntry("page:write-pack", "page", address, "Write a homebrew pack", "Python", written, "", words)


def _faction(library: Library, faction: Faction) -> str:
    own = [one for one in library.components_of(faction.slug).values() if one.until is None]
    return " ".join(f"{one.name}: {one.meaning}" for one in own if one.kind == FACTION_ABILITY) or faction.short


def _unit(unit: Unit, address: str) -> SearchEntry:
    owner = FACTIONS[unit.faction].name if unit.faction else "Every faction"
    return SearchEntry(
        f"unit:{unit.slug}", "unit", address, unit.name, f"{owner} › {UNIT_TYPES[unit.type]}", summary(unit)
    )


def _planet(slug: str, planet: Mapping[str, Any], address: str) -> SearchEntry:
    """Return the entry of a planet, an ocean card or a space station: its values, and what lies beside it."""
    what = "Space station" if planet["station"] else "Ocean card" if planet["ocean"] else "Planet"
    place = f"{what} › tile {planet['tile']}" if planet["tile"] else what
    beside = [planets()[one]["name"] for one in systems().get(str(planet["tile"]), {"planets": ()})["planets"]]
    said = [f"{planet['resources']} resources, {planet['influence']} influence", *planet["traits"]]
    said += [f"{COLORS[kind]} specialty" for kind in planet["specialties"]]
    said += [FACTIONS[planet["home"]].name] if planet["home"] else []
    said += [f"with {name}" for name in beside if name != planet["name"]]
    return SearchEntry(f"planet:{slug}", "card", address, planet["name"], place, "; ".join(said), "", "planet")
