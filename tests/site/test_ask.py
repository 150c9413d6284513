"""The field that takes everything: a battle in words, a thing by its name, a question."""

from __future__ import annotations

import json
import re

import pytest
from places import Place
from playwright.sync_api import Locator, Page, expect
from reading import RULE, Open, linked

pytestmark = pytest.mark.browser
BATTLE = "3 dreads 3 figs vs 2 war suns"
WAIT = 30_000
SHIFTS = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
    }).observe({ type: "layout-shift", buffered: true });
}"""


def field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search")


def battle(page: Page) -> Locator:
    """What a battle in words shows, once its odds are there."""
    shown = page.locator('[data-part="battle"]')
    shown.locator(".shares").wait_for(timeout=WAIT)
    return shown


def test_a_battle_shows_chips_odds_and_its_ways_while_one_types(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(""))
    page = reader.page
    static = page.locator(".home__shown")
    expect(static.locator(".battle__figures")).to_contain_text("47.5%")
    page.evaluate(SHIFTS)
    field(page).press_sequentially(BATTLE)
    shown = battle(page)
    # What the page came with is the same battle, worked out when it was built.
    figures = ".battle__figures"
    assert shown.locator(figures).text_content() == static.locator(figures).text_content()
    assert [" ".join(chip.split()) for chip in shown.locator(".unit-chip").all_text_contents()] == [
        "3 dreadnoughts",
        "3 fighters",
        "2 war suns",
    ]
    expect(page.locator(".finder--page [role=status]")).to_have_text("Red wins 47.5%, draw 29.5%, Blue wins 23%")
    expect(page.locator(".finder--page .hit").first).to_be_hidden()
    assert page.evaluate("() => window.shifted") <= 0.01
    page.keyboard.press("Enter")
    page.wait_for_url("**#1/space/**")
    assert linked(page.url).scenario["players"][0]["space"]["dreadnought"] == 3
    page.go_back()
    expect(field(page)).to_have_value(BATTLE)
    battle(page)
    page.keyboard.press("Escape")
    expect(field(page)).to_have_value("")
    expect(static).to_be_visible()
    assert reader.said == []


def test_what_is_not_understood_is_named_and_has_no_odds(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    page = reader.page
    page.keyboard.press("/")
    page.keyboard.type("3 dreads 4 flurbs vs 2 war suns")
    shown = page.locator('[data-part="battle"]')
    expect(shown).to_contain_text("‘4 flurbs’", timeout=WAIT)
    expect(shown.locator(".unit-chip")).to_have_count(2)
    expect(shown.locator(".shares")).to_have_count(0)
    field(page).fill(BATTLE)
    expect(battle(page).get_by_role("link", name="78 Space Combat")).to_be_visible()
    assert reader.said == []


def test_a_question_shows_clauses_though_it_names_units(open_page: Open, served: Place) -> None:
    page = open_page(served.page("")).page
    field(page).fill("can 2 destroyers fire at fighters before combat")
    expect(page.locator(".hit").first).to_be_visible()
    field(page).fill(BATTLE)  # by now Python is there, and has read the question
    battle(page)
    field(page).fill("can 2 destroyers fire at fighters before combat")
    expect(page.locator('[data-part="battle"]')).to_be_hidden()
    expect(page.locator(".hit").first).to_be_visible()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("direct hit", "After Sustain Damage is used"),
        ("nekro", "Galactic Threat: You cannot vote."),
        ("war sun", "Cost 12, combat 3"),
        ("abyz", "3 resources"),
    ],
)
def test_a_thing_shows_itself_with_its_text(open_page: Open, served: Place, name: str, said: str) -> None:
    page = open_page(f"{served.page('')}?q={name}").page
    first = page.locator(".hit").first
    expect(first).to_contain_text(said)
    expect(first).to_have_class(re.compile("hit--itself"))
    assert "the types that you choose" not in (first.text_content() or "")


def test_examples_fill_the_field_and_lead_on_without_a_script(open_page: Open, served: Place) -> None:
    page = open_page(served.page("")).page
    page.get_by_role("link", name="Sol 3 infantry vs 1 mech").click()
    expect(field(page)).to_have_value("Sol 3 infantry vs 1 mech")
    expect(battle(page)).to_contain_text("Ground Combat open with this battle")
    plain = open_page(served.page(""), javascript=False).page
    expect(plain.get_by_role("searchbox")).to_be_hidden()
    expect(plain.locator(".home__shown .shares")).to_be_visible()
    plain.get_by_role("link", name="Direct Hit").click()
    expect(plain).to_have_url(re.compile("cards/action-cards/#direct-hit"))


def test_the_last_case_is_there_to_go_on_with(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(""))
    page = reader.page
    expect(page.get_by_role("heading", name="Continue")).to_be_hidden()
    sides = [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"carrier": 1}}]
    case = {"step": "space-combat", "players": sides}
    held = [{"step": "space-combat", "words": "Red wins.", "at": 1, "scenario": case}, {"step": 7}]
    page.evaluate("(text) => localStorage.setItem('mecatol.recent', text)", json.dumps([*held, {"step": "__proto__"}]))
    page.reload()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    rows = page.locator(".home__continue .rows__row")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Red wins.")
    rows.click()
    page.wait_for_url("**#1/space/**")
    assert linked(page.url).scenario == case
    assert reader.said == []


def test_nothing_is_woken_before_the_first_letter(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(""))
    field(reader.page).focus()
    reader.page.locator("body").hover()
    assert not [url for url in reader.asked if "/calculators." in url or "mecatol-p" in url]
