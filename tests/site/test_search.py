"""The search of the built site, in the browser, over http and from disk."""

from __future__ import annotations

import re

import pytest
from places import Place
from playwright.sync_api import expect
from questions import MISSED, NOT_FIRST, known, questions, verdict
from reading import RULE, Open

from theme.site.addresses import Addresses

pytestmark = pytest.mark.browser
ASK = """async (asked) => {
    const field = document.querySelector("dialog[open] input");
    const hits = document.querySelector("dialog[open] ol");
    const found = {};
    for (const question of asked) {
        field.value = question;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        while (hits.dataset.question !== question) await new Promise((resolve) => setTimeout(resolve, 5));
        found[question] = [...hits.querySelectorAll("a")].slice(0, 3).map((link) => link.href);
    }
    return found;
}"""


@pytest.mark.long
def test_questions_as_players_type_them(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    reader.search("space cannon").wait_for()
    asked = questions()
    addresses = known(Addresses(directory_urls=not place.on_disk))
    hits = reader.page.evaluate(ASK, [one.ask for one in asked])
    name = {id: place.address + entry.address for id, entry in addresses.items()}
    missed, late = verdict(hits, asked, name)
    assert len(missed) <= MISSED, missed
    assert len(late) <= NOT_FIRST, late
    assert reader.said == []


def test_a_keyboard_alone_finds_follows_and_comes_back(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    page = reader.page
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search")
    expect(field).to_be_focused()
    page.keyboard.type("other players must target")
    hits = page.locator(".hit")
    expect(hits.first).to_contain_text("77.5.a")
    expect(page.get_by_role("dialog", name="Search").get_by_role("status")).to_contain_text("results")
    expect(hits.first.locator("mark").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(hits.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[id="77.5.a"]')).to_be_in_viewport()
    page.go_back()
    expect(field).to_have_value("other players must target")
    expect(hits.first).to_contain_text("77.5.a")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"space-cannon(/|\.html)$"))
    assert reader.said == []


def test_a_link_carries_a_question(open_page: Open, place: Place) -> None:
    reader = open_page(f"{place.page(RULE)}?q=afb")
    expect(reader.page.locator(".hit").first).to_contain_text("Anti-Fighter Barrage")
    reader.page.get_by_role("button", name="Close the search").click()
    expect(reader.page.locator("dialog")).to_be_hidden()
    assert "q=" not in reader.page.url


def test_a_search_that_does_not_load_says_so_and_tries_again(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank")
    reader.page.route("**/search-entries.*.js", lambda route: route.abort())
    reader.page.goto(served.page(RULE))
    reader.page.get_by_role("button", name="Search", exact=True).click()
    field = reader.page.get_by_role("searchbox", name="Search")
    field.fill("nebula")
    status = reader.page.get_by_role("dialog", name="Search").get_by_role("status")
    expect(status).to_contain_text("did not load")
    reader.page.unroute_all()
    field.fill("nebulas")
    expect(reader.page.locator(".hit").first).to_be_visible()


def test_nothing_is_fetched_before_a_reader_searches(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    assert not [url for url in reader.asked if "/search-entries." in url or "/search-engine." in url]


def test_without_javascript_the_way_to_the_search_leads_to_the_rules(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE), javascript=False)
    reader.page.get_by_role("link", name="Search", exact=True).click()
    expect(reader.page.get_by_role("heading", name="All rules")).to_be_visible()


def test_it_fits_a_small_phone_and_a_thumb(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE), width=360, height=740)
    reader.search("planetary shield").wait_for()
    box = reader.page.locator("dialog").bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, 360)
    assert reader.page.evaluate("() => document.querySelector('dialog ol').scrollWidth") <= 360
    for element in reader.page.locator(".hit, .finder__question, .finder__close").all():
        size = element.bounding_box()
        assert size is None or size["height"] >= 44
