"""The filter of long pages: what has the words stays, nothing that is being read moves, the address keeps them."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, Reader

pytestmark = pytest.mark.browser
EFFECTS = "effects/"
DECK = "cards/action-cards/"


def shown(reader: Reader) -> list[str]:
    """The names of the entries that are to be seen."""
    return [name.strip() for name in reader.page.locator(".effect-entry:visible > h3").all_inner_texts()]


@pytest.mark.parametrize("path", [EFFECTS, DECK])
def test_what_has_the_words_stays_and_the_address_keeps_them(open_page: Open, place: Place, path: str) -> None:
    reader = open_page(place.page(path), width=390, height=844)
    page = reader.page
    before = shown(reader)  # none of the effects, which are folded by their kinds
    every = page.locator(ENTRIES).count()
    field = page.get_by_role("searchbox", name=re.compile("^Find an? "))
    field.press_sequentially("MORALE  boost")
    assert [name for name in shown(reader) if "Morale Boost" in name]
    assert len(shown(reader)) < every / 4
    expect(page.locator(".filter__said")).to_have_text(f"{len(shown(reader))} of {every}")
    assert (
        page.locator("section:visible h2").count()
        <= page.locator("section:visible:has(.effect-entry:visible) h2").count()
    )
    page.wait_for_function("() => new URL(location.href).searchParams.get('filter') === 'MORALE  boost'")
    found = shown(reader)
    page.reload()
    expect(field).to_have_value("MORALE  boost")
    assert shown(reader) == found
    field.press("Escape")
    assert shown(reader) == before
    page.wait_for_function("() => !location.search")
    assert reader.said == []


ENTRIES = "[data-filter] :is(.effect-entry, tbody > tr)"


def test_what_is_being_read_stays_where_it_is(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(DECK), width=390, height=844)
    page = reader.page
    entry = page.locator(".effect-entry:has(#skilled-retreat)")
    entry.evaluate("(entry) => { entry.scrollIntoView(); scrollBy(0, -180); }")
    page.wait_for_timeout(300)
    top = entry.bounding_box()
    assert top
    # The bar stands at the upper edge, so nobody has to go back for it.
    field = page.get_by_role("searchbox", name=re.compile("^Find an? "))
    box = field.bounding_box()
    assert box
    assert 0 <= box["y"] < 150
    field.evaluate("(field) => field.focus({ preventScroll: true })")
    first = page.evaluate(
        """() => {
          const below = document.querySelector(".filter").getBoundingClientRect().bottom;
          const all = [...document.querySelectorAll(".effect-entry")];
          const seen = all.find((one) => one.getBoundingClientRect().bottom > below);
          seen.dataset.seen = "";
          return seen.getBoundingClientRect().top;
        }"""
    )
    name = page.locator("[data-seen] > h3").inner_text().split()[0]
    page.keyboard.type(name)
    now = page.evaluate("document.querySelector('[data-seen]').getBoundingClientRect().top")
    assert abs(now - first) < 2
    for _ in name:
        page.keyboard.press("Backspace")
    now = page.evaluate("document.querySelector('[data-seen]').getBoundingClientRect().top")
    assert abs(now - first) < 2


def test_a_link_to_what_is_put_aside_brings_it_back(open_page: Open, place: Place) -> None:
    address = place.page(DECK)
    reader = open_page(f"{address}?filter={quote('zzz no such card')}")
    expect(reader.page.locator(".filter__said")).to_contain_text("None of")
    assert shown(reader) == []
    reader.page.evaluate("location.hash = '#morale-boost'")
    expect(reader.page.locator("#morale-boost")).to_be_in_viewport()
    assert reader.page.url.endswith("#morale-boost")
    assert "filter=" not in reader.page.url
    reader.page.goto("about:blank")
    reader.page.goto(f"{address}?filter={quote('zzz no such card')}#morale-boost")  # as a page opens, too
    expect(reader.page.locator("#morale-boost")).to_be_in_viewport()
    assert "filter=" not in reader.page.url


def test_a_filter_after_a_link_stays_in_the_address(open_page: Open, served: Place) -> None:
    reader = open_page(f"{served.page(EFFECTS)}?filter={quote('morale boost')}")
    entry = reader.page.locator("#effect-morale-boost")
    expect(entry).to_be_visible()
    aside = entry.locator("xpath=ancestor::details[1]").locator(".effect-entry[hidden] > h3").first.get_attribute("id")
    beside = reader.page.locator(f"#{aside}")
    reader.page.evaluate("id => { location.hash = id }", aside)
    expect(beside).to_be_in_viewport()
    # The address of somebody who goes on filtering from there leads to what they found.
    reader.page.get_by_role("searchbox", name=re.compile("^Find an? ")).fill("morale boost")
    reader.page.wait_for_function("() => location.search && !location.hash")
    reader.page.reload()
    expect(entry).to_be_visible()
    expect(beside).to_be_hidden()
    assert reader.said == []


@pytest.mark.parametrize("words", ["<img src=x onerror=smuggled=1>", "__proto__", "(" * 500, "\\", "[a-z]+$", "%"])
def test_words_are_words(open_page: Open, served: Place, words: str) -> None:
    reader = open_page(f"{served.page(DECK)}?filter={quote(words)}")
    expect(reader.page.get_by_role("searchbox", name=re.compile("^Find an? "))).to_have_value(words[:100])
    assert shown(reader) == []
    assert reader.page.evaluate("globalThis.smuggled") is None
    assert reader.said == []


def test_without_scripts_all_of_it_is_there(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(DECK) + "?filter=morale", javascript=False)
    expect(reader.page.locator(".filter")).to_be_hidden()
    assert reader.page.get_by_role("searchbox", name=re.compile("^Find an? ")).count() == 0
    assert len(shown(reader)) > 50
