"""The calculators: one on each page of a rule, and every one of them on a page of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from markupsafe import Markup

import mecatol
from content.examples import solved
from content.model import Library
from mecatol import forms, render
from mecatol.scenario import link, sentence
from theme.pages.page import Maker, Site, page
from theme.site.addresses import CALCULATOR, calculator_path, topic_path
from theme.site.steps import groups, page_of


def calculator(
    step: mecatol.Step, links: Mapping[str, str], library: Library, first: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return what the template of a calculator shows: the form, its first answer and the examples to start from.

    It begins with the scenario `first`, by default the step's own example.
    """
    form = forms.form(step.slug)
    data = solved(first or form.default)
    shown = render.answered(data, links)
    return {
        "form": form,
        "data": data["scenario"],
        # The renderer escapes everything that is not its own, as a page in the browser relies on too.
        "result": Markup(shown["html"]),
        "brief": Markup(shown["brief"]),
        "words": _words(data["scenario"]),
        "scenario": _text(data["scenario"]),
        "pages": {slug: page_of(other, library) for slug, other in mecatol.STEPS.items()},
        "presets": [
            (example.title, _text(solved(example.scenario)["scenario"]))
            for topic in library.topics.values()
            for example in topic.examples
            if example.scenario["step"] == step.slug
        ],
    }


def calculator_pages(library: Library) -> dict[str, Maker]:
    """Return what makes the page of each step's calculator by its path, and the one that leads to all of them.

    That one holds the first calculator itself.
    """
    first = groups(library)[0][1][0]
    others = (step for step in mecatol.STEPS.values() if step is not first)
    steps = {CALCULATOR: first, **{calculator_path(step.slug): step for step in others}}
    return {path: partial(_calculator_page, path, step) for path, step in steps.items()}


def try_link(library: Library, site: Site, here: str, scenario: Mapping[str, Any]) -> str | None:
    """Return the address that puts a scenario into its step's calculator; None for a step that does not exist."""
    step = mecatol.STEPS.get(scenario["step"])
    if step is None:
        return None
    there = topic_path(step.topic) if step.topic in library.topics else page_of(step, library)
    return f"{site.addresses.href(here, there)}{link.write(link.Linked(dict(scenario)))}"


def _calculator_page(here: str, step: mecatol.Step, library: Library, site: Site) -> str:
    links = site.addresses.clause_links(here, library)
    front = {
        "title": f"{step.title}: calculator",
        "description": step.question,
        "hide": ["navigation", "toc", "path"],  # the tabs above and the list of calculators say where this is
        "skips_to": f"case-{step.slug}",
    }
    ways = [
        (title, [(other, site.addresses.href(here, page_of(other, library))) for other in steps])
        for title, steps in groups(library)
    ]
    shown = calculator(step, links, library)
    return page("calculator.html", here, library, site, front, step=step, shown=shown, ways=ways)


def _words(scenario: Mapping[str, Any]) -> list[str]:
    """Return what each player has in words, a line each; none for a case that words do not say whole."""
    asked = {key: held for key, held in scenario.items() if key != "rounds"}  # how much of the answer is shown
    _, *lines = sentence.say(mecatol.read(asked).data()).strip().split("\n")
    return lines if not any(line.startswith(("Also: ", "Also for ")) for line in lines) else []


def _text(scenario: Mapping[str, Any]) -> str:
    return json.dumps(scenario, ensure_ascii=False, separators=(",", ":"))
