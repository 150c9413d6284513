"""Content in, pages out: a pure function that knows nothing of the site generator.

Each page is a text with a front matter (title, description) and HTML under it, which is what Markdown-based
generators pass through as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from markupsafe import Markup

import solver
from content.examples import readings, solved
from content.model import Example, Library, Note, Topic
from theme import render
from theme.addresses import COVERAGE, EFFECTS, HOME, RULES, UNITS, topic_path
from theme.calculators import calculator, calculator_pages, try_link
from theme.faction_pages import faction_pages
from theme.page import Site, page
from theme.proof_pages import coverage_page, effects_page
from theme.render import numbers
from theme.unit_tables import unit_table
from theme.units_page import units_page

__all__ = ["Site", "pages"]


def pages(library: Library, site: Site | None = None) -> dict[str, str]:
    """Return every page of the site by its path."""
    site = site or Site()
    made = {
        HOME: _home(library, site),
        RULES: _index(library, site),
        COVERAGE: coverage_page(library, site),
        EFFECTS: effects_page(library, site),
        UNITS: units_page(library, site),
        **calculator_pages(library, site),
        **faction_pages(library, site, lambda note, here: _odds(note, _trying(library, site, here))),
    }
    for slug, topic in library.topics.items():
        made[topic_path(slug)] = _topic(library, site, topic)
    return made


def _trying(library: Library, site: Site, here: str) -> Callable[[Mapping[str, Any]], str | None]:
    """Return the function that gives a scenario its address in a calculator, as seen from a page."""
    return lambda scenario: try_link(library, site, here, scenario)


def _home(library: Library, site: Site) -> str:
    front = {"title": "Mecatol", "description": "An executable rulebook with exact odds.", "hide": ["toc"]}
    steps = [step for step in solver.STEPS.values() if step.topic in library.topics]
    links = site.addresses.clause_links(HOME, library)
    examples = [example for topic in library.topics.values() for example in topic.examples]
    shown = max(examples, key=_variety, default=None)

    way = _trying(library, site, HOME)

    return page(
        "home.html",
        HOME,
        library,
        site,
        front,
        topics=library.topics.values(),
        steps=steps,
        shown=shown and _example(shown, links, way),
    )


def _index(library: Library, site: Site) -> str:
    entries = sorted(library.catalogue.values(), key=lambda entry: (entry.kind, entry.title))
    kinds = {kind: list(group) for kind, group in groupby(entries, key=lambda entry: entry.kind)}
    front = {"title": "All rules", "description": "Every topic of the rules, by kind."}
    return page("rules.html", RULES, library, site, front, kinds=kinds)


def _topic(library: Library, site: Site, topic: Topic) -> str:
    here = topic_path(topic.slug)
    links = site.addresses.clause_links(here, library)

    way = _trying(library, site, here)
    front = {"title": topic.title, "description": topic.summary}
    return page(
        "topic.html",
        here,
        library,
        site,
        front,
        topic=topic,
        units=unit_table(topic.slug),
        examples=[_example(example, links, way) for example in topic.examples],
        odds={note.id: _odds(note, way) for note in _all_notes(topic.notes) if note.scenario and note.ruling},
        calculators=[calculator(step, links, library) for step in solver.STEPS.values() if step.topic == topic.slug],
    )


def _example(
    example: Example, links: Mapping[str, str], way: Callable[[Mapping[str, Any]], str | None]
) -> dict[str, Any]:
    data = solved(example.scenario)
    # The renderer escapes everything that is not its own, as a page in the browser relies on too.
    return {
        "example": example,
        "result": Markup(render.render(data, links, folded=True)),
        "link": way(data["scenario"]),
    }


def _variety(example: Example) -> int:
    """Measure how much an example shows at a glance: the bars of its charts, as far as a small card has room."""
    data = solved(example.scenario)
    bars = sum(len(distribution) for distribution in data["hits"].values())
    return bars if bars <= 5 and not data.get("answer") else 0


def _odds(note: Note, way: Callable[[Mapping[str, Any]], str | None]) -> dict[str, Any]:
    """Solve an open note's scenario under each reading: one row a question, one column a reading."""
    assert note.ruling is not None
    assert note.scenario is not None
    by_reading = readings(note.ruling, note.scenario)
    rows: dict[str, dict[str, str]] = {}
    for name, data in by_reading.items():
        for question, probability in render.questions(data).items():
            rows.setdefault(question, {})[name] = numbers.percent(probability)
    return {
        "readings": list(by_reading),
        "rows": rows,
        "ruling": solver.RULINGS[note.ruling],
        "link": way(next(iter(by_reading.values()))["scenario"]),
    }


def _all_notes(notes: tuple[Note, ...]) -> list[Note]:
    return [found for note in notes for found in (note, *_all_notes(note.sub))]
