"""Orders of losses arranged with a pointer and with a keyboard, and conditions: all of it goes into the address."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import Open, Reader, case, written

import mecatol
from mecatol.render import numbers

pytestmark = pytest.mark.browser
STEP = "space-combat"
SCENARIO: dict[str, Any] = {
    "step": STEP,
    "players": [
        {"name": "Red", "space": {"dreadnought": 2, "cruiser": 1}},
        {"name": "Blue", "space": {"destroyer": 2, "cruiser": 1, "fighter": 2, "carrier": 1}},
    ],
}


@pytest.fixture
def reader(open_page: Open, served: Place) -> Reader:
    opened = open_page(served.page(f"calculator/{STEP}/") + case(STEP, json.dumps(SCENARIO)), width=360)
    calculator = opened.answered(STEP)
    calculator.locator('[data-area="orders"] > summary').click()
    calculator.locator('[data-area="losses"] > summary').nth(1).click()
    return opened


def rows(reader: Reader) -> Locator:
    return reader.calculator(STEP).locator('[data-part="losses"]').nth(1).locator("li:not([hidden])")


def order(reader: Reader) -> list[str]:
    """The types of units from first to last; that some of them can sustain is a row of its own."""
    found = [str(row.get_attribute("data-unit")) for row in rows(reader).all()]
    return [unit for unit in found if unit != "sustain"]


def test_the_keyboard_moves_a_unit_and_the_order_is_one_s_own(reader: Reader) -> None:
    assert order(reader) == ["fighter", "destroyer", "cruiser", "carrier"]
    later = rows(reader).get_by_role("button", name="Fighter: later")
    later.focus()
    reader.page.keyboard.press("Enter")
    expect(later).to_be_focused()
    reader.page.keyboard.press("Enter")
    assert order(reader) == ["destroyer", "cruiser", "fighter", "carrier"]
    reader.answered(STEP)
    reader.page.wait_for_function("() => location.href.includes('assign')")
    listed = written(reader)["players"][1]["policy"]["assign"]
    assert [unit for unit in listed if unit in order(reader)] == order(reader)
    solved = mecatol.solve(written(reader)).to_json()["winner"]["Red"]
    expect(reader.answered(STEP).locator(".result .battle__figures")).to_contain_text(numbers.percent(solved))
    reader.page.reload()
    reader.answered(STEP)
    assert order(reader) == ["destroyer", "cruiser", "fighter", "carrier"]
    assert reader.said == []


def test_a_pointer_drags_a_unit_to_its_place(reader: Reader) -> None:
    grips = rows(reader).locator('[data-part="grip"]')
    grips.nth(3).scroll_into_view_if_needed()
    start, end = grips.nth(0).bounding_box(), grips.nth(3).bounding_box()
    assert start is not None
    assert end is not None
    mouse = reader.page.mouse
    mouse.move(start["x"] + 9, start["y"] + 9)
    mouse.down()
    mouse.move(start["x"] + 9, start["y"] + 70, steps=3)
    mouse.move(end["x"] + 9, end["y"] + 40, steps=3)
    mouse.up()
    assert order(reader) == ["destroyer", "cruiser", "carrier", "fighter"]
    assert reader.said == []


def test_a_named_policy_shows_the_order_that_it_means(reader: Reader) -> None:
    policy = reader.calculator(STEP).locator('[data-part="loss-policy"]').first
    red = reader.calculator(STEP).locator('[data-part="losses"]').first
    reader.calculator(STEP).locator('[data-area="losses"] > summary').first.click()
    policy.select_option("sustain-first")
    expect(red.locator("li:not([hidden])").first).to_have_attribute("data-unit", "sustain")
    policy.select_option("best")
    expect(red).to_be_hidden()


def test_a_condition_is_worked_out(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    calculator.locator('[data-area="ask"] > summary').click()
    calculator.get_by_role("button", name="Add a condition").click()
    calculator.locator('[name="ask.0.of"]').select_option("dreadnought")
    calculator.locator('[name="ask.0.least"]').fill("2")
    reader.says('"least":2')
    [asked] = written(reader)["ask"]
    assert asked == {"player": "Red", "of": "dreadnought", "least": 2}
    chance = mecatol.solve(written(reader)).to_json()["chances"][-1]
    row = reader.answered(STEP).locator(".share-row", has_text=chance["condition"])
    expect(row.first).to_contain_text(numbers.percent(chance["probability"]))
    calculator.get_by_role("button", name="Remove this condition").click()
    reader.page.wait_for_function("() => !location.href.includes('ask')")
