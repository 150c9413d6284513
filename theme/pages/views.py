"""What a page looks at of the library: its own topic, faction or deck whole, of the others what links to them need.

A page is made of its view, and so is the hash under which it is kept: a word that no view shows remakes no page. What
a view leaves out is undefined, and using it stops the build: then the page has to be given the whole library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cached_property
from typing import Any, NamedTuple

from jinja2 import StrictUndefined

from content import results
from content.mentions import Mention, mentions
from content.model import Deck, Example, FactionNotes, Library, Note, Topic
from mecatol.effects.model import Component


class View(NamedTuple):
    """A library as a page sees it, and the hash of all that it holds."""

    library: Library
    key: str


class Views:
    """The views of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    @cached_property
    def mentioned(self) -> Mapping[str, tuple[Mention, ...]]:
        """Who mentions each topic: of all texts, a topic's own page sees this alone."""
        return mentions(self._library)

    def whole(self) -> View:
        """Return the library as it is."""
        return self._whole

    def outline(self) -> View:
        """Return the library without the texts of its topics, factions and decks."""
        return self._outline

    @cached_property
    def _whole(self) -> View:
        return View(self._library, _key(self._library))

    @cached_property
    def _outline(self) -> View:
        outline = replace(
            self._library,
            topics={slug: _topic(topic) for slug, topic in self._library.topics.items()},
            factions={slug: _faction(told) for slug, told in self._library.factions.items()},
            decks={slug: _deck(deck) for slug, deck in self._library.decks.items()},
        )
        outline = _without(outline, "clauses", "changes", "search")
        return View(outline, _key(outline))

    def topic(self, slug: str) -> View:
        """Return the outline with one topic whole."""
        own = self._library.topics[slug]
        outline = self._outline.library
        return View(replace(outline, topics={**outline.topics, slug: own}), self._with(own, self.mentioned[slug]))

    def faction(self, slug: str) -> View:
        """Return the outline with one faction whole."""
        own = self._library.factions[slug]
        outline = self._outline.library
        return View(replace(outline, factions={**outline.factions, slug: own}), self._with(own))

    def deck(self, slug: str) -> View:
        """Return the outline with one deck whole."""
        own = self._library.decks[slug]
        outline = self._outline.library
        return View(replace(outline, decks={**outline.decks, slug: own}), self._with(own))

    def _with(self, *own: object) -> str:
        return results.key(self._outline.key, own)


def _key(library: Library) -> str:
    """Return the hash of a library; what of its components only the solver knows is in the hash of its code."""
    named = [one.name for one in fields(Component)]
    components = {slug: [getattr(one, name) for name in named] for slug, one in library.components.items()}
    others = {one.name: getattr(library, one.name) for one in fields(library) if one.name != "components"}
    return results.key(others, components)


def _topic(topic: Topic) -> Topic:
    listed = replace(topic, notes=tuple(map(_note, topic.notes)), examples=tuple(map(_example, topic.examples)))
    return _without(listed, "summary", "intro", "reason", "sections", "related", "figure")


def _note(note: Note) -> Note:
    listed = replace(note, sub=tuple(map(_note, note.sub)))
    return _without(listed, "text", "basis", "readings", "scenario", "figure")


def _example(example: Example) -> Example:
    return _without(example, "question", "expect", "shows", "explanation")


def _faction(told: FactionNotes) -> FactionNotes:
    return _without(told, "summary", "intro", "notes", "examples", "odds")


def _deck(deck: Deck) -> Deck:
    return _without(deck, "summary", "intro", "notes")


def _without[T: (Topic, Note, Example, FactionNotes, Deck, Library)](record: T, *names: str) -> T:
    """Return a record of which some fields are undefined."""
    unseen: Any = StrictUndefined("this page does not see it (theme/pages/views.py)")
    return replace(record, **dict.fromkeys(names, unseen))
