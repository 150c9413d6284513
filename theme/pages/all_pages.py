"""Content in, pages out: a pure function that knows nothing of the site generator.

Each page is a text with a front matter (title, description) and HTML under it, which is what Markdown-based
generators pass through as it stands.
"""

from __future__ import annotations

import mecatol
from content.examples import solved
from content.mentions import Mention, mentions
from content.model import Example, Library, Topic
from theme.pages.best_fleet import best_fleet_page
from theme.pages.calculators import calculator, calculator_pages
from theme.pages.changes import changes_page
from theme.pages.data import data_page
from theme.pages.decks import deck_pages
from theme.pages.editions import edition_pages
from theme.pages.factions import faction_pages
from theme.pages.glossary import glossary_page
from theme.pages.lab import first_fleets_page, plans_page
from theme.pages.odds import odds, trying, worked
from theme.pages.page import Site, page
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
    CHANGES,
    COVERAGE,
    DATA,
    EFFECTS,
    FIRST_FLEETS,
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
from theme.site.steps import by_use, page_of
from theme.site.unit_tables import unit_table
from theme.site.ways import MAIN

__all__ = ["Site", "pages"]


def pages(library: Library, site: Site | None = None) -> dict[str, str]:
    """Return every page of the site by its path."""
    site = site or Site()
    made = {
        HOME: _home(library, site),
        COVERAGE: coverage_page(library, site),
        EFFECTS: effects_page(library, site),
        UNITS: units_page(library, site),
        PLANETS: planets_page(library, site),
        TECHNOLOGY_TREE: technology_page(library, site),
        **calculator_pages(library, site),
        **faction_pages(library, site),
        **deck_pages(library, site),
        **list_pages(library, site),
        **kind_pages(library, site),
        WHOLE: whole_page(library, site),
        ROUND: round_page(library, site),
        **edition_pages(library, site),
        GLOSSARY: glossary_page(library, site),
        QUESTIONS: questions_page(library, site),
        DATA: data_page(library, site),
        PYTHON: python_page(library, site),
        BEST_FLEET: best_fleet_page(library, site),
        WORTH: worth_page(library, site),
        FIRST_FLEETS: first_fleets_page(library, site),
        PLANS: plans_page(library, site),
        CHANGES: changes_page(library, site),
    }
    found = mentions(library)
    for slug, topic in library.topics.items():
        made[topic_path(slug)] = _topic(library, site, topic, found[slug])
    return made


def _home(library: Library, site: Site) -> str:
    front = {"title": "Mecatol", "hide": ["navigation", "toc"]}  # its description is that of the site
    common, others = by_use(library)
    links = site.addresses.clause_links(HOME, library)
    examples = [example for topic in library.topics.values() for example in topic.examples]
    shown = max(examples, key=_variety, default=None)

    way = trying(library, site, HOME)
    return page(
        "home.html",
        HOME,
        library,
        site,
        front,
        ways=MAIN,
        common=[(step, page_of(step, library)) for step in common],
        others=[(step, page_of(step, library)) for step in others],
        shown=shown and worked(shown, links, way),
    )


def _topic(library: Library, site: Site, topic: Topic, mentioned: tuple[Mention, ...]) -> str:
    here = topic_path(topic.slug)
    links = site.addresses.clause_links(here, library)
    way = trying(library, site, here)
    front = {"title": topic.title, "description": topic.summary}
    return page(
        "topic.html",
        here,
        library,
        site,
        front,
        topic=topic,
        units=unit_table(topic.slug),
        examples=[worked(example, links, way) for example in topic.examples],
        odds=odds(topic.notes, way),
        calculators=[calculator(step, links, library) for step in mecatol.STEPS.values() if step.topic == topic.slug],
        mentioned=mentioned,
        to_faction={slug: site.addresses.href(here, faction_path(slug)) for slug in library.factions},
        deck=next((deck for deck in library.decks.values() if deck.title == topic.title), None),
        to_deck={slug: site.addresses.href(here, deck_path(slug)) for slug in library.decks},
    )


def _variety(example: Example) -> int:
    """Measure how much an example shows at a glance: the bars of its charts, as far as a small card has room."""
    data = solved(example.scenario)
    bars = sum(len(distribution) for distribution in data["hits"].values())
    return bars if bars <= 5 and not data.get("answer") else 0
