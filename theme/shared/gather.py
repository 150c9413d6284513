"""The library and the solver's data as records for other programs."""

from __future__ import annotations

from collections.abc import Iterator

import mecatol
from content.mentions import mentions
from content.model import Clause, Library, Note, Topic, with_sub
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import Production, Value, units, units_of
from theme.search import plain
from theme.shared.records import (
    ChangeRecord,
    ClauseRecord,
    DiceRecord,
    EffectRecord,
    FactionRecord,
    MentionRecord,
    NoteRecord,
    StartChoiceRecord,
    TopicRecord,
    UnitRecord,
)
from theme.site.addresses import Addresses, deck_path, faction_path, topic_path
from theme.site.components import PageHeading, anywhere, anywhere_of_unit, place_of_faction


class Gatherer:
    """Reads a library and writes down where each thing stands on the site."""

    def __init__(self, library: Library, addresses: Addresses) -> None:
        self._library = library
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


def _dice(value: Value | None) -> DiceRecord | None:
    return None if value is None else DiceRecord(value.value, value.dice, value.deep)
