"""The library and the solver's data as records for other programs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import mecatol
from content.mentions import mentions
from content.model import Clause, Library, Note, Printed, Topic, with_sub
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import Production, Value, units, units_of
from theme.search import SearchEntry, plain
from theme.shared.records import (
    ChangeRecord,
    ClauseRecord,
    DiceRecord,
    EffectRecord,
    FactionRecord,
    MentionRecord,
    NoteRecord,
    StartChoiceRecord,
    TermRecord,
    TopicRecord,
    UnitRecord,
)
from theme.site.addresses import Addresses, deck_path, faction_path, topic_path
from theme.site.components import PageHeading, anywhere, anywhere_of_unit, place_of_faction

TERM_KINDS = ("topic", "card", "unit", "faction")
"""The kinds of things that have a name of their own."""
_FIRST = re.compile(r"(?<=[.!?])\s")


class Gatherer:
    """Reads a library and writes down where each thing stands on the site."""

    def __init__(self, library: Library, addresses: Addresses, found: Iterable[SearchEntry]) -> None:
        self._library = library
        self._found = found
        self._addresses = addresses
        self._mentions = mentions(library)

    def topics(self) -> list[TopicRecord]:
        """Return every topic that is written."""
        return [self._topic(topic) for topic in self._library.topics.values()]

    def clauses(self) -> list[ClauseRecord]:
        """Return every clause, topic by topic."""
        return [self._clause(clause, topic.slug) for topic in self._library.topics.values() for clause in topic.clauses]

    def notes(self) -> list[NoteRecord]:
        """Return every note of the topics, the factions and the decks, a note on a note after it."""
        found: list[NoteRecord] = []
        for topic in self._library.topics.values():
            found.extend(self._notes(topic.notes, topic.slug, topic_path(topic.slug), None))
        for slug, told in self._library.factions.items():
            for about, notes in told.notes.items():
                found.extend(self._notes(notes, slug, faction_path(slug), about))
        for slug, deck in self._library.decks.items():
            for about, notes in deck.notes.items():
                found.extend(self._notes(notes, slug, deck_path(slug), about))
        return found

    def units(self) -> list[UnitRecord]:
        """Return every printing of every unit."""
        return [self._unit(slug) for slug in units()]

    def factions(self) -> list[FactionRecord]:
        """Return every faction."""
        return [
            FactionRecord(
                slug=slug,
                name=faction.name,
                short=faction.short,
                edition=faction.edition,
                commodities=faction.commodities,
                start=None if faction.start is None else dict(faction.start),
                start_technologies=list(faction.start_technologies),
                start_choice=faction.start_choice
                and StartChoiceRecord(number=faction.start_choice.number, among=list(faction.start_choice.among)),
                units=list(units_of(slug)),
                effects=[own for own, card in self._library.components.items() if card.faction == slug],
                page=self._at(place_of_faction(self._library, slug)),
            )
            for slug, faction in FACTIONS.items()
        ]

    def effects(self) -> list[EffectRecord]:
        """Return every card, technology, leader and ability."""
        return [self._effect(slug) for slug in self._library.components]

    def terms(self) -> list[TermRecord]:
        """Return everything that has a name, each with what players call it and nothing else of these."""
        library = self._library
        found = [entry for entry in self._found if entry.kind in TERM_KINDS]
        ids = {entry.id: entry.id if ":" in entry.id else f"topic:{entry.id}" for entry in found}
        called = {entry.id: [*dict.fromkeys(_spoken(word) for word in _called(library, entry))] for entry in found}
        names = {_spoken(entry.title) for entry in found}
        meant = Counter(word for words in called.values() for word in words)
        return [
            TermRecord(
                id=ids[entry.id],
                kind=entry.kind,
                name=entry.title,
                aliases=[word for word in called[entry.id] if meant[word] == 1 and word not in names],
                page=entry.address,
                sentence=_FIRST.split(entry.text.strip(), maxsplit=1)[0],
            )
            for entry in found
        ]

    def _at(self, place: PageHeading) -> str:
        return self._addresses.url(place.path) + (f"#{place.anchor}" if place.anchor else "")

    def _plain(self, *texts: str) -> str:
        return "\n".join(plain(self._library, text, "\n") for text in texts if text)

    def _topic(self, topic: Topic) -> TopicRecord:
        return TopicRecord(
            slug=topic.slug,
            title=topic.title,
            kind=topic.kind,
            edition=topic.edition,
            numbers=dict(topic.numbers),
            summary=topic.summary,
            text=self._plain(topic.intro),
            markup=topic.intro,
            clauses=[clause.id for clause in topic.clauses],
            notes=[note.id for note in with_sub(topic.notes)],
            phases=[phase.topic for phase in self._library.phases if topic.slug in phase.topics],
            related=list(topic.related),
            mentioned_in=[MentionRecord(mention.by, list(mention.clauses)) for mention in self._mentions[topic.slug]],
            page=self._at(PageHeading(topic_path(topic.slug), "")),
        )

    def _clause(self, clause: Clause, topic: str) -> ClauseRecord:
        points = "\n".join(f"- {point}" for point in clause.points)
        return ClauseRecord(
            id=clause.id,
            topic=topic,
            title=clause.title,
            text=self._plain(clause.text, *clause.points),
            markup=f"{clause.text}\n\n{points}" if points else clause.text,
            since=clause.since,
            until=clause.until,
            changed=[ChangeRecord(change.edition, self._plain(change.said)) for change in clause.changed],
            base_id=clause.base_id,
            page=self._at(PageHeading(topic_path(topic), clause.id)),
        )

    def _notes(
        self, notes: tuple[Note, ...], of: str, path: str, about: str | None, on: str | None = None
    ) -> Iterator[NoteRecord]:
        for note in notes:
            yield NoteRecord(
                id=note.id,
                of=of,
                about=about,
                on=on,
                title=self._library.heading(note),
                text=self._plain(note.text),
                markup=note.text,
                state=note.state,
                basis=list(note.basis),
                date=self._library.dated(note) or None,
                ruling=note.ruling,
                readings={name: self._plain(text) for name, text in note.readings.items()},
                page=self._at(PageHeading(path, note.id)),
            )
            yield from self._notes(note.sub, of, path, about, note.id)

    def _unit(self, slug: str) -> UnitRecord:
        unit = units()[slug]
        production = unit.production or Production()
        return UnitRecord(
            slug=slug,
            name=unit.name,
            type=unit.type,
            faction=unit.faction,
            edition=unit.edition,
            until=unit.until,
            upgrade_of=unit.upgrade_of,
            categories=sorted(unit.categories),
            cost=unit.cost,
            produces=unit.produces,
            combat=_dice(unit.combat),
            move=unit.move,
            capacity=unit.capacity,
            space_cannon=_dice(unit.space_cannon),
            bombardment=_dice(unit.bombardment),
            anti_fighter_barrage=_dice(unit.anti_fighter_barrage),
            sustain_damage=unit.sustain_damage,
            planetary_shield=unit.planetary_shield,
            production=production.value,
            production_bonus=production.resource_bonus,
            deploy=unit.deploy,
            meaning=unit.meaning,
            page=self._at(anywhere_of_unit(self._library, slug)),
        )

    def _effect(self, slug: str) -> EffectRecord:
        card, known = self._library.components[slug], mecatol.EFFECTS.get(slug)
        return EffectRecord(
            slug=slug,
            name=card.name,
            kind=card.kind,
            faction=card.faction,
            edition=card.edition,
            until=card.until,
            meaning=card.meaning,
            timing=known.timing if known else None,
            steps=list(known.steps) if known else [],
            clauses=list(card.clauses),
            page=self._at(anywhere(self._library, slug)),
        )


def _spoken(word: str) -> str:
    return " ".join(word.casefold().split())


def _called(library: Library, entry: SearchEntry) -> Iterator[str]:
    """Yield what players call something beside its name: short names, nicknames, and what they type for it."""
    slug = entry.id.partition(":")[2]
    if entry.kind == "faction":
        yield from (FACTIONS[slug].short, *FACTIONS[slug].aliases)
        yield from library.factions[slug].called if slug in library.factions else ()
    if entry.kind == "card" and slug in library.components:
        card = library.components[slug]
        yield from filter(None, (card.name, card.title))
        yield from library.printed.get(slug, Printed()).called
    if entry.kind in ("unit", "topic"):
        title = _spoken(entry.title).removesuffix(" i")  # the Dreadnought I is the dreadnought
        yield from [title] if title != _spoken(entry.title) else []
        initials = "".join(word[0] for word in re.findall(r"\w+", title))
        # What is typed and means this alone; of a topic no verb, which a text has for other reasons.
        typed = [word for word, meant in library.search.words.items() if meant == (title,)]
        yield from (word for word in typed if entry.kind == "unit" or word in title or word == initials)


def _dice(value: Value | None) -> DiceRecord | None:
    return None if value is None else DiceRecord(value.value, value.dice, value.deep)
