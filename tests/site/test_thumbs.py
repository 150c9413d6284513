"""What lies under a thumb on a phone: the way to the top, the card of a term, the bar over a form, the front page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import PAGE, RULE, STEP, Open, case

pytestmark = pytest.mark.browser
PHONES: list[dict[str, Any]] = [
    {"width": width, "height": height, "has_touch": True, "is_mobile": True}
    for width, height in ((360, 740), (390, 844))
]
LEAST = 24
"""Pixels that a target has at least in each direction (WCAG 2.5.8)."""


@pytest.mark.parametrize("phone", PHONES, ids=["360", "390"])
@pytest.mark.parametrize("path", [RULE, "effects/"])
def test_the_way_to_the_top_stands_in_the_header_and_covers_nothing(
    open_page: Open, served: Place, phone: dict[str, Any], path: str
) -> None:
    reader = open_page(served.page(path), **phone)
    reader.page.mouse.wheel(0, 2500)
    reader.page.wait_for_timeout(300)
    reader.page.mouse.wheel(0, -400)
    back = reader.page.get_by_role("button", name="Back to top")
    expect(back).to_be_visible()
    box, header = back.bounding_box(), reader.page.locator(".md-header").bounding_box()
    assert box
    assert header
    assert min(box["width"], box["height"]) >= LEAST
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= header["y"] + header["height"]
    others = reader.page.locator(".md-header :is(label.md-header__button, .site-search, a.md-logo):visible")
    for other in filter(None, (one.bounding_box() for one in others.all())):
        assert other["x"] + other["width"] <= box["x"] + 1 or other["x"] >= box["x"] + box["width"] - 1, other
    back.tap()
    expect(reader.page.locator("h1")).to_be_in_viewport()


def test_the_card_of_a_term_is_tapped_and_closed(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("rules/invasion/"), **PHONES[0])
    term = reader.page.locator(".rule .term", has_text="Bombardment").first
    card = reader.page.locator("#preview")
    term.tap()
    close = card.get_by_role("button", name="Close")
    box = close.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= LEAST
    close.tap()
    expect(card).to_be_hidden()
    term.tap()
    expect(card).to_be_visible()
    card.tap(position={"x": 40, "y": 60})  # all of the card goes there, not its title alone
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Bombardment")
    assert reader.said == []


@pytest.mark.parametrize("phone", PHONES, ids=["360", "390"])
def test_no_word_of_the_bar_over_a_form_is_cut(open_page: Open, served: Place, phone: dict[str, Any]) -> None:
    reader = open_page(served.page(PAGE), **phone)
    kit = reader.answered(STEP).locator(".calculator__kit")
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"
    assert kit.locator(".button").evaluate_all(cut) == []
    tops = kit.locator(":scope > *").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 2


def test_the_front_page_has_its_field_and_an_answer_on_the_first_screen_and_ends_soon(
    open_page: Open, served: Place
) -> None:
    reader = open_page(served.page(""), **PHONES[1])
    page = reader.page
    for part in (page.get_by_role("searchbox", name="Search"), page.locator(".home__shown"), page.locator(".tag")):
        expect(part.last).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 1800
    page.locator(".home__shown").get_by_role("link", name="Space Combat open").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Space Combat")


@pytest.mark.parametrize("phone", PHONES, ids=["360", "390"])
def test_the_header_lies_over_the_bar_that_led_to_the_answer(
    open_page: Open, served: Place, phone: dict[str, Any]
) -> None:
    reader = open_page(served.page("calculator/movement/"), **phone)
    reader.answered("movement").get_by_role("button", name="Go to the answer").tap()
    expect(reader.page.locator('[data-part="answer"]')).to_be_in_viewport()
    reader.page.wait_for_timeout(600)  # it may scroll smoothly
    at = "x => document.elementFromPoint(x, 20).closest('.md-header') !== null"
    assert all(reader.page.evaluate(at, x) for x in (20, 180, phone["width"] - 30))


def test_what_was_tapped_looks_as_before(open_page: Open, served: Place) -> None:
    """A thumb that has left still hovers, for a browser: nothing may change for that."""
    reader = open_page(served.page("calculator/space-combat/"), **PHONES[1])
    calculator = reader.answered("space-combat")
    look = """one => ["color", "backgroundColor", "borderTopColor"].map((name) => getComputedStyle(one)[name])"""
    hovering = []  # a browser may let go of what was tapped when the form changes around it
    for name in ("Undo", "Red, Cruiser: one more", "Red, Carrier: upgraded", "Share"):
        button = calculator.get_by_role("button", name=name).first
        before = button.evaluate(look)
        button.tap()
        reader.page.wait_for_timeout(300)  # colors may fade
        hovering.append(button.evaluate("one => one.matches(':hover')"))
        if "upgraded" in name:
            button.tap()
        assert button.evaluate(look) == before, name
    assert any(hovering)


def test_only_a_mouse_hovers() -> None:
    sheets = Path(__file__).parents[2] / "theme" / "assets"
    assert [sheet.name for sheet in sheets.glob("*.css") if ":hover" in sheet.read_text("utf-8")] == ["hover.css"]


@pytest.mark.parametrize("width", [1280, 1440])
def test_the_damage_of_a_unit_does_not_touch_its_name(open_page: Open, served: Place, width: int) -> None:
    players = [{"name": name, "space": {"dreadnought": 5, "flagship": 1}} for name in ("Red", "Blue")]
    scenario = {"step": STEP, "players": players}
    reader = open_page(served.page(PAGE) + case(STEP, json.dumps(scenario)), width=width)
    reader.answered(STEP)
    gaps = reader.page.evaluate(
        """() => [...document.querySelectorAll(".row:has(.damage:not([hidden]))")].flatMap((row) => {
            const range = document.createRange();
            range.selectNodeContents(row.querySelector(".row__name"));
            const name = range.getBoundingClientRect();
            const [left, right] = [...row.querySelectorAll(".damage")].map((one) => one.getBoundingClientRect());
            return [name.left - left.right, right.left - name.right];
        })"""
    )
    assert len(gaps) == 4
    assert min(gaps) >= 4
