"""Where the texts of the rules link to a topic: worked out from the links, and kept nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from content.blocks import scan_blocks
from content.model import Library, Note, Topic, with_sub
from content.prose import Span


class Mention(NamedTuple):
    """The texts of one topic, faction or deck that link to another topic, to a clause or to a note of it."""

    by: str
    """Slug of the topic, the faction or the deck that links."""
    clauses: tuple[str, ...]
    """Ids of its clauses that do, in their order; empty where only its intro, notes or examples do."""
    first: str
    """Id of the first clause, note, example or card that does; empty where it is the intro."""
    in_deck: bool = False
    """Whether a deck links: it may share its slug with the topic about such cards."""


def mentions(library: Library) -> dict[str, tuple[Mention, ...]]:
    """Return who mentions each topic, topics by title, then factions and decks; a topic never mentions itself."""
    found: dict[str, list[Mention]] = {slug: [] for slug in library.catalogue}
    topics = sorted(library.topics.values(), key=lambda topic: topic.title)
    for slug, texts, in_deck in [
        *((topic.slug, list(_of_topic(topic)), False) for topic in topics),
        *((slug, list(_of_faction(library, slug)), False) for slug in library.factions),
        *((slug, list(_of_deck(library, slug)), True) for slug in library.decks),
    ]:
        places: dict[str, list[str]] = {}
        for anchor, text in texts:
            for span in scan_blocks(text).spans if "[[" in text else ():  # three of four texts link nowhere
                target = _target(library, span)
                if target is not None and (in_deck or target != slug):
                    places.setdefault(target, []).append(anchor)
        for target, anchors in places.items():
            clauses = tuple(dict.fromkeys(anchor for anchor in anchors if anchor in library.clauses))
            found[target].append(Mention(slug, clauses, clauses[0] if clauses else anchors[0], in_deck))
    return {slug: tuple(own) for slug, own in found.items()}


def _target(library: Library, span: Span) -> str | None:
    """Return the slug of the topic that a link leads to."""
    match span.kind:
        case "topic":
            return span.target
        case "clause":
            return library.topic_of[span.target]
        case "unit" if span.target in library.catalogue:  # a unit that is a topic of the rules: PDS
            return span.target
        case "note" if (owner := span.target.partition(".")[0]) in library.topics:
            own = with_sub(library.topics[owner].notes)  # a deck of the same slug has notes of its own
            return owner if any(note.id == span.target for note in own) else None
        case _:
            return None


def _of_topic(topic: Topic) -> Iterator[tuple[str, str]]:
    """Yield every text of a topic that may hold links, with the id of the place where it stands."""
    yield "", topic.intro
    for clause in topic.clauses:
        for text in (clause.text, *clause.points, *(change.said for change in clause.changed)):
            yield clause.id, text
    yield from _of_notes(topic.notes)
    for example in topic.examples:
        yield example.id, example.question
        yield example.id, example.explanation


def _of_faction(library: Library, slug: str) -> Iterator[tuple[str, str]]:
    told = library.factions[slug]
    yield "", told.intro
    yield from ((one.slug, one.meaning) for one in library.components_of(slug).values())
    for notes in told.notes.values():
        yield from _of_notes(notes)
    for example in told.examples:
        yield example.id, example.question
        yield example.id, example.explanation
    yield "odds", told.odds


def _of_deck(library: Library, slug: str) -> Iterator[tuple[str, str]]:
    deck = library.decks[slug]
    yield "", deck.intro
    yield from ((card, library.components[card].meaning) for card in deck.cards)
    for notes in deck.notes.values():
        yield from _of_notes(notes)


def _of_notes(notes: tuple[Note, ...]) -> Iterator[tuple[str, str]]:
    for note in with_sub(notes):
        for text in (note.text, *note.readings.values()):
            yield note.id, text
