"""Every step has a calculator on a page of its own, and a way there from each of the others."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from loaded import LIBRARY, made

import content
import mecatol
from mecatol import forms
from mecatol.scenario import link
from theme.pages.calculators import try_link
from theme.pages.page import Site
from theme.site.addresses import CALCULATOR, Addresses
from theme.site.steps import groups, page_of

MADE = made()
STEPS = list(mecatol.STEPS.values())


def test_every_step_stands_in_one_group() -> None:
    grouped = [step.slug for _, steps in groups(LIBRARY) for step in steps]
    assert sorted(grouped) == sorted(mecatol.STEPS)
    assert [page_of(step, LIBRARY) for step in STEPS].count(CALCULATOR) == 1


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_each_page_holds_its_calculator_and_leads_to_the_others(step: mecatol.Step) -> None:
    here = page_of(step, LIBRARY)
    page = MADE[here]
    assert re.findall(r'<mecatol-calculator [^>]*step="([^"]+)"', page) == [step.slug]
    for other in STEPS:
        assert f'href="{Addresses().href(here, page_of(other, LIBRARY))}"' in page
    marked = re.findall(r'aria-current="page">([^<]+)<', page)
    assert [unescape(name) for name in marked] == [step.title]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_a_case_has_an_address_whether_or_not_its_rule_is_written(step: mecatol.Step) -> None:
    bare = content.Library(**{**LIBRARY.__dict__, "topics": {}})
    scenario = forms.form(step.slug).default
    for library in (LIBRARY, bare):
        way = try_link(library, Site(), "index.md", scenario)
        assert way is not None
        assert link.read(f"#{way.partition('#')[2]}").scenario == scenario
        assert way.startswith("rules/" if step.topic in library.topics else "calculator/")
    assert try_link(LIBRARY, Site(), "index.md", {"step": "no-such-step"}) is None


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
def test_the_worked_examples_of_a_step_are_its_presets(step: mecatol.Step) -> None:
    offered = re.findall(r'<option value="(\{[^"]*)"', MADE[page_of(step, LIBRARY)])
    scenarios = [json.loads(unescape(text)) for text in offered]
    wanted = [e for topic in LIBRARY.topics.values() for e in topic.examples if e.scenario["step"] == step.slug]
    assert scenarios == [content.solved(example.scenario)["scenario"] for example in wanted]


def test_what_only_factions_build_waits_for_one_so_that_nothing_moves_as_the_form_comes_to_life() -> None:
    page = MADE[page_of(mecatol.STEPS["production"], LIBRARY)]
    rows = re.findall(r'<div class="row row--count" data-unit="([^"]+)"([^>]*)>', page)
    hidden = {unit for unit, about in rows if about.endswith(" hidden")}
    assert hidden == {"flagship", "mech"}
    assert {unit for unit, _ in rows} > hidden
