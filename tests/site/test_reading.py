"""Reading without a calculation: with JavaScript off, by search, on a narrow screen."""

from __future__ import annotations

import re

import pytest
from loaded import LIBRARY
from places import Place
from playwright.sync_api import expect
from reading import OFFENSE, RULE, Open

import content
from mecatol.render import numbers, summary

pytestmark = pytest.mark.browser


def test_without_javascript_every_example_stands_solved(open_page: Open, place: Place) -> None:
    # On a server a page with many examples has their answers beside it.
    beside = "" if place.on_disk else "answers.html"
    reader = open_page(place.page(RULE) + beside, javascript=False)
    for example in LIBRARY.topics["space-cannon"].examples:
        solution = content.solved(example.scenario)
        shown = reader.page.locator(f'.example:has([id="{example.id}"])')
        words = shown.text_content() or ""
        for sentence in re.split(r"(?<=\.) ", summary(solution)):
            # an average stands once, with what it counts, and not as a sentence besides
            assert re.sub(r"^(\w+) scores ([\d.]+) hits? on average\.$", r"\2 \1’s hits on average", sentence) in words
        for distribution in solution["hits"].values():
            for probability in distribution.values():
                assert numbers.percent(probability) in words
        for step in solution["trace"]:
            assert step["clause"] in words


def test_without_javascript_the_page_says_what_the_calculator_needs(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(f"calculator/{OFFENSE}/"), javascript=False)
    notice = reader.calculator(OFFENSE).locator(".calculator__notice")
    assert "needs JavaScript" in (notice.text_content() or "")
    assert notice.bounding_box()
    expect(reader.calculator(OFFENSE).get_by_role("button", name="Calculate")).to_be_disabled()


@pytest.mark.parametrize("query", ["77.5.a", "Everybody else must target", "plasma scoring"])
def test_search_finds_clauses_by_number_and_by_what_they_settle(open_page: Open, place: Place, query: str) -> None:
    reader = open_page(place.page(""))
    first = reader.search(query)
    expect(first).to_be_visible()
    if query != "plasma scoring":
        found = reader.page.locator(".hit", has_text="77.5.a").first
        found.click()
        expect(reader.page.locator('[id="77.5.a"]')).to_be_in_viewport()
    assert reader.said == []


def test_what_a_thumb_must_hit_is_large_enough(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE), width=360, height=740)
    small = reader.page.evaluate(
        """() => ["mecatol-calculator :is(button, select, summary, input)", ".jumps a", ".site-search"]
            .flatMap((selector) => [...document.querySelectorAll(selector)])
            .filter((e) => e.checkVisibility() && !e.matches("[type=checkbox], [type=radio]"))
            .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().height])
            .filter(([, height]) => height < 43.9)"""
    )
    assert small == []


def test_a_link_to_a_clause_is_copied_and_leads_there(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE), permissions=["clipboard-read", "clipboard-write"])
    reader.page.get_by_role("link", name="Link to clause 77.5.a").click()
    link = reader.page.evaluate("() => navigator.clipboard.readText()")
    assert link == served.page(RULE) + "#77.5.a"
    other = open_page(link, javascript=False)
    expect(other.page.locator('[id="77.5.a"]')).to_be_in_viewport()
