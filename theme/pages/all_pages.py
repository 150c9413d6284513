"""Content in, pages out: a pure function that knows nothing of the site generator.

Each page is a text with a front matter (title, description) and HTML under it, which is what Markdown-based
generators pass through as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache, partial

import mecatol
from content import results
from content.mentions import Mention, mentions
from content.model import Library, Note, Topic
from mecatol.effects.model import Component
from theme.pages.best_fleet import best_fleet_page
from theme.pages.calculators import calculator, calculator_pages
from theme.pages.changes import changes_page
from theme.pages.data import data_page
from theme.pages.decks import deck_page, decks_page
from theme.pages.editions import edition_pages
from theme.pages.factions import faction_page, factions_page
from theme.pages.games import games_page
from theme.pages.glossary import glossary_page
from theme.pages.home import home_page
from theme.pages.lab import first_fleets_page, plans_page
from theme.pages.odds import odds, trying, worked
from theme.pages.page import Maker, Site, code, page
from theme.pages.planets import planets_page
from theme.pages.proofs import coverage_page, effects_page
from theme.pages.python import python_page
from theme.pages.questions import questions_page
from theme.pages.round import round_page
from theme.pages.technologies import technology_page
from theme.pages.topic_lists import kind_pages, list_pages, whole_page
from theme.pages.units import units_page
from theme.pages.worth import worth_page
from theme.site.addresses import (
    BEST_FLEET,
    CARDS,
    CHANGES,
    COVERAGE,
    DATA,
    EFFECTS,
    FACTIONS,
    FIRST_FLEETS,
    GAMES,
    GLOSSARY,
    HOME,
    PLANETS,
    PLANS,
    PYTHON,
    QUESTIONS,
    ROUND,
    TECHNOLOGY_TREE,
    UNITS,
    WHOLE,
    WORTH,
    deck_path,
    faction_path,
    topic_path,
)
from theme.site.unit_tables import unit_table

__all__ = ["Site", "pages"]


_PAGES = results.Shelf("pages")


def pages(
    library: Library, site: Site | None = None, finished: Callable[[str], str] = lambda text: text
) -> Mapping[str, str]:
    """Return every page of the site by its path; one is made and ``finished`` when it is asked for, if not kept."""
    return _Pages(library, site or Site(), finished)


class _Pages(Mapping[str, str]):
    """Pages by their paths, each made once of the library, under the hash of all that any page may look at."""

    def __init__(self, library: Library, site: Site, finished: Callable[[str], str]) -> None:
        self._library, self._site, self._finished = library, site, finished
        self._hash = results.key(_held(library))
        self._made: dict[str, str] = {}
        mentioned = cache(partial(mentions, library))
        self._makers: dict[str, Maker] = {
            **_of_all(library),
            **{faction_path(one): partial(faction_page, one) for one in library.factions},
            **{deck_path(one): partial(deck_page, one) for one in library.decks},
            **{topic_path(one): partial(_topic, one, mentioned) for one in library.topics},
        }

    def __getitem__(self, path: str) -> str:
        if path not in self._made:
            site = self._site if path == HOME else replace(self._site, archive=None)
            make = partial(self._makers[path], self._library, site)
            self._made[path] = self._finished(_PAGES.get(results.key(code(), self._hash, path, site), make))
        return self._made[path]

    def __contains__(self, path: object) -> bool:
        return path in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _held(library: Library) -> object:
    """Return what a library holds; what of its components only the solver knows is in the hash of its code."""
    named = [one.name for one in fields(Component)]
    components = {slug: [getattr(one, name) for name in named] for slug, one in library.components.items()}
    return {one.name: getattr(library, one.name) for one in fields(library) if one.name != "components"}, components


def _of_all(library: Library) -> dict[str, Maker]:
    """Return what makes each page that belongs to no topic, faction or deck."""
    return {
        HOME: home_page,
        EFFECTS: effects_page,
        UNITS: units_page,
        PLANETS: planets_page,
        TECHNOLOGY_TREE: technology_page,
        DATA: data_page,
        PYTHON: python_page,
        BEST_FLEET: best_fleet_page,
        GAMES: games_page,
        WORTH: worth_page,
        FIRST_FLEETS: first_fleets_page,
        PLANS: plans_page,
        **calculator_pages(library),
        **list_pages(),
        COVERAGE: coverage_page,
        FACTIONS: factions_page,
        CARDS: decks_page,
        **kind_pages(library),
        WHOLE: whole_page,
        ROUND: round_page,
        **edition_pages(library),
        GLOSSARY: glossary_page,
        QUESTIONS: questions_page,
        CHANGES: changes_page,
    }


def _topic(slug: str, mentioned: Callable[[], Mapping[str, tuple[Mention, ...]]], library: Library, site: Site) -> str:
    topic, here = library.topics[slug], topic_path(slug)
    links = site.addresses.clause_links(here, library)
    way = trying(library, site, here)
    front = {"title": topic.title, "description": topic.summary}
    under = _notes_under(topic)
    beside = {note.id for notes in under.values() for note in notes}
    return page(
        "topic.html",
        here,
        library,
        site,
        front,
        topic=topic,
        notes_under=under,
        notes_apart=[note for note in topic.notes if note.id not in beside],
        units=unit_table(topic.slug),
        examples=[worked(example, links, way) for example in topic.examples],
        odds=odds(topic.notes, way),
        calculators=[calculator(step, links, library) for step in mecatol.STEPS.values() if step.topic == topic.slug],
        mentioned=mentioned()[slug],
        to_faction={slug: site.addresses.href(here, faction_path(slug)) for slug in library.factions},
        deck=next((deck for deck in library.decks.values() if deck.title == topic.title), None),
        to_deck={slug: site.addresses.href(here, deck_path(slug)) for slug in library.decks},
    )


def _notes_under(topic: Topic) -> dict[str, list[Note]]:
    """Return the notes that stand under each clause: those that rest on it before any other clause of the topic."""
    under: dict[str, list[Note]] = {clause.id: [] for clause in topic.clauses}
    for note in topic.notes:
        first = next((ground for ground in note.basis if ground in under), None)
        if first is not None:
            under[first].append(note)
    return under
