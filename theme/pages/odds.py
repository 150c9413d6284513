"""Open notes put to the solver, for the pages that show the odds under each reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from markupsafe import Markup

import mecatol
from content.asked import first_line, verdict
from content.examples import readings, solved, speaker
from content.model import Example, Library, Note, with_sub
from mecatol import render
from mecatol.render import numbers
from theme.pages.calculators import try_link
from theme.pages.page import Site

type Way = Callable[[Mapping[str, Any]], str | None]
"""A scenario to its address in a calculator, as seen from a page."""


def trying(library: Library, site: Site, here: str) -> Way:
    """Return the function that gives a scenario its address in a calculator, as seen from a page."""
    return lambda scenario: try_link(library, site, here, scenario)


def odds(notes: Iterable[Note], way: Way) -> dict[str, dict[str, Any]]:
    """Return what each note with a scenario, or on one, comes to under each reading of its ruling, by its id."""
    return {note.id: _odds(note, way) for note in with_sub(notes) if note.scenario and note.ruling}


def _odds(note: Note, way: Way) -> dict[str, Any]:
    """Solve a note's scenario under each reading: one row a question, one column a reading."""
    assert note.ruling is not None
    assert note.scenario is not None
    by_reading = readings(note.ruling, note.scenario)
    rows: dict[str, dict[str, str]] = {}
    for name, data in by_reading.items():
        for question, probability in render.questions(data).items():
            rows.setdefault(question, {})[name] = numbers.percent(probability)
        if answer := data.get("answer"):
            rows.setdefault("Answer", {})[name] = answer["headline"]
    return {
        "readings": list(by_reading),
        "rows": rows,
        "ruling": mecatol.RULINGS[note.ruling],
        "link": way(next(iter(by_reading.values()))["scenario"]),
    }


def worked(example: Example, links: Mapping[str, str], way: Way) -> dict[str, Any]:
    """Return a worked example as the templates show it: its headline, its whole answer, and the way to try it."""
    data, asks = solved(example.scenario), speaker(example.question, example.scenario)
    word = verdict(example.explanation)
    # The renderer escapes everything that is not its own, as a page in the browser relies on too.
    return {
        "example": example,
        "question": f"{example.question} (I am {asks}.)" if asks else example.question,
        "headline": first_line(example.explanation, render.headline(data)),
        "result": Markup(render.render(data, links, folded=True, verdict=word)),
        "link": way(data["scenario"]),
    }
