"""What a term leads to is shown beside it: under a mouse, with the focus of a keyboard, at a finger's first tap."""

from __future__ import annotations

import pytest
from loaded import LIBRARY
from places import Place
from playwright.sync_api import Locator, expect
from reading import Open, Reader

from theme.build.typography import curly

pytestmark = pytest.mark.browser
PAGE = "rules/invasion/"
SUMMARY = curly(LIBRARY.topics["bombardment"].summary)


def term(reader: Reader) -> Locator:
    return reader.page.locator(".rule .term", has_text="Bombardment").first


def card(reader: Reader) -> Locator:
    return reader.page.locator("#preview")


def test_a_mouse_that_rests_on_a_term_sees_what_it_is(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(PAGE))
    assert not [url for url in reader.asked if "/previews." in url]  # fetched at the first need
    term(reader).hover()
    expect(card(reader)).to_contain_text(SUMMARY)
    expect(term(reader)).to_have_attribute("aria-describedby", "preview")
    card(reader).hover()  # it stays while the mouse is on it
    reader.page.wait_for_timeout(500)
    expect(card(reader)).to_be_visible()
    reader.page.mouse.move(2, 2)
    expect(card(reader)).to_be_hidden()
    assert reader.said == []


def test_a_keyboard_sees_it_and_puts_it_away(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(PAGE))
    term(reader).focus()
    reader.page.keyboard.press("Shift+Tab")
    reader.page.keyboard.press("Tab")
    expect(term(reader)).to_be_focused()
    expect(card(reader)).to_contain_text(SUMMARY)
    reader.page.keyboard.press("Escape")
    expect(card(reader)).to_be_hidden()
    expect(term(reader)).to_be_focused()
    reader.page.keyboard.press("Enter")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Bombardment")


def test_a_finger_sees_it_first_and_follows_with_the_second_tap(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(PAGE), width=360, height=740, has_touch=True, is_mobile=True)
    here = reader.page.url
    term(reader).tap()
    expect(card(reader)).to_contain_text(SUMMARY)
    assert reader.page.url == here
    box = card(reader).bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    reader.page.touchscreen.tap(180, box["y"] - 40 if box["y"] > 200 else box["y"] + box["height"] + 40)
    expect(card(reader)).to_be_hidden()
    term(reader).tap()
    expect(card(reader)).to_be_visible()
    term(reader).tap()
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Bombardment")
    assert reader.said == []


def test_clauses_cards_and_units_are_previewed_too(open_page: Open, served: Place) -> None:
    for path, link, words in (
        ("rules/tactical-action/", ".rule .clause__text a.clause-ref", "Space Cannon"),
        ("rules/space-cannon/", ".notes a.term--card", ""),
        ("rules/fleet-pool/", "a.term--unit, a.term", ""),
    ):
        reader = open_page(served.page(path))
        reader.page.eval_on_selector_all("details.note__fold", "(folds) => folds.forEach((fold) => (fold.open = true))")
        reader.page.locator(link).first.hover()
        expect(card(reader)).to_be_visible()
        expect(card(reader)).to_contain_text(words)


def test_a_term_leads_on_where_no_preview_comes(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank", width=360, height=740, has_touch=True, is_mobile=True)
    reader.page.route("**/previews.*.js", lambda route: route.abort())
    reader.page.goto(served.page(PAGE))
    term(reader).tap()
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Bombardment")
    still = open_page(served.page(PAGE), javascript=False)
    term(still).click()
    expect(still.page.get_by_role("heading", level=1)).to_have_text("Bombardment")


def test_every_dotted_term_is_a_link(open_page: Open, served: Place) -> None:
    """Nothing looks like a term with more behind it that has nothing behind it."""
    dotted = [
        path.relative_to(served.folder).as_posix()
        for path in served.folder.rglob("*.html")
        if "term--coming" in path.read_text("utf-8")
    ]
    assert dotted == []
