"""A calculation that takes long goes on, says for how long it has, and ends where the reader stops it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, case, more, opened

pytestmark = pytest.mark.browser
STEP = "space-combat"
MANY = dict.fromkeys(("fighter", "destroyer", "cruiser", "carrier", "dreadnought"), 99)
LARGE: dict[str, Any] = {
    "step": STEP,
    "players": [{"name": name, "space": MANY} for name in ("Red", "Blue")],
    "assume": {"limits": "ignored", "capacity": "ignored"},
}


def test_it_says_how_long_it_has_been_going_and_can_be_stopped(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(f"calculator/{STEP}/") + case(STEP, json.dumps(LARGE)), width=390, height=844)
    calculator = reader.calculator(STEP)
    stage = calculator.locator('[data-part="stage"]')
    expect(stage).to_have_text(re.compile("^Solving: [1-9] s…$"), timeout=60_000)
    expect(calculator.get_by_text("Working out the case of this link…")).to_be_in_viewport(ratio=1)
    expect(stage).to_have_text(re.compile("^Solving: [3-9] s…$"), timeout=60_000)
    stop = calculator.get_by_role("button", name="Stop")
    expect(stop).to_be_in_viewport()
    stop.click()
    expect(calculator.get_by_role("status")).to_have_text("Stopped.")
    expect(calculator.get_by_role("status")).to_be_in_viewport()
    expect(calculator.locator(".is-stale")).to_be_hidden()  # the page came with the answer to another case
    for hidden in (stage, stop, calculator.locator('[data-part="progress"]')):
        expect(hidden).to_be_hidden()
    fighters = calculator.locator('[name="players.0.space.fighter"]')
    expect(fighters).to_have_value("99")
    calculator.get_by_role("button", name="Calculate").click()
    expect(stage).to_have_text(re.compile("^Solving: [1-9] s…$"), timeout=60_000)
    stop.click()
    expect(fighters).to_have_value("99")
    calculator.locator('[data-do="empty"]').first.evaluate("button => button.click()")
    reader.answered(STEP)
    assert reader.said == []


def test_the_answer_before_loses_its_colors_where_the_next_takes_long(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(f"calculator/{STEP}/"))
    reader.answered(STEP)
    # It takes for ever.
    reader.page.evaluate("() => { Mecatol.runtime.python.ask = () => new Promise(() => undefined); }")
    calculator = reader.calculator(STEP)
    result = calculator.locator('[data-part="result"]')
    calculator.locator('[name="players.0.space.fighter"]').fill("7")
    assert result.evaluate("result => getComputedStyle(result).filter") != "grayscale(1)"
    expect(calculator.locator("progress").first).to_be_visible()
    expect(result).to_have_css("filter", "grayscale(1)")
    more(calculator, "Reset")
    expect(result).to_have_css("filter", "none")


def test_an_answer_that_takes_long_is_said_to_be_the_one_before(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served, "space-combat")
    shown = "() => getComputedStyle(document.querySelector('.calculator__answer'), '::before').visibility"
    assert reader.page.evaluate(shown) == "hidden"
    reader.calculator("space-combat").evaluate("one => one.toggleAttribute('busy', true)")
    assert reader.page.evaluate(shown) == "hidden"
    reader.page.wait_for_timeout(1500)
    assert reader.page.evaluate(shown) == "visible"
