"""What is not settled: every open note of a topic or a faction with its readings, its basis and its odds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from content.model import Library, Note, with_sub
from mecatol.domain.factions import FACTIONS
from theme.pages.odds import odds, trying
from theme.pages.page import Site, page
from theme.pages.topic_lists import in_order
from theme.site.addresses import QUESTIONS, deck_path, faction_path, topic_path


class NoteGroup(NamedTuple):
    """The notes of one topic or faction, without the notes on them."""

    slug: str
    title: str
    address: str
    notes: list[Note]


def questions_page(library: Library, site: Site) -> str:
    """Return the page of all open questions, and of settled ones whose other reading the solver has too."""
    owners = [
        *((entry.slug, entry.title, topic_path(entry.slug), library.topics[entry.slug].notes)
          for entry in in_order(library) if entry.slug in library.topics),
        *((slug, FACTIONS[slug].name, faction_path(slug), tuple(note for own in told.notes.values() for note in own))
          for slug, told in library.factions.items()),
        *((slug, library.name_of_deck(deck), deck_path(slug),
           tuple(note for own in deck.notes.values() for note in own)) for slug, deck in library.decks.items()),
    ]  # fmt: skip

    def groups(wanted: Callable[[Note], bool]) -> list[NoteGroup]:
        # What is said under a note stands for itself here.
        found = [
            NoteGroup(
                slug, title, site.addresses.href(QUESTIONS, path), [note for note in with_sub(notes) if wanted(note)]
            )
            for slug, title, path, notes in owners
        ]
        return [group for group in found if group.notes]

    every = [note for _, _, _, notes in owners for note in notes]
    return page(
        "questions.html",
        QUESTIONS,
        library,
        site,
        {"title": "Open questions", "description": "Where sources differ: every reading, with its odds."},
        at_stake=groups(lambda note: note.state == "open" and note.ruling is not None),
        asked=groups(lambda note: note.state == "open" and note.ruling is None),
        settled=groups(lambda note: note.state != "open" and bool(note.readings)),
        odds=odds(every, trying(library, site, QUESTIONS)),
    )
