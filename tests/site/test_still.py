"""Nothing moves under a finger: taps into the form leave every control of it where it was."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, case, more

pytestmark = pytest.mark.browser
STEP = "tactical-action"
TAPS = 100  # in each of two windows

CONTROLS = """[...document.querySelectorAll("mecatol-calculator form :is(button, input, select, summary)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".calculator__bar, .adder__found"))
  .map((one) => {
    const { left, top } = one.getBoundingClientRect();
    const side = one.closest("[data-side]")?.dataset.side ?? "";
    const counted = one.closest(".cell")?.querySelector("input")?.name ?? "";
    const name = one.name || `${counted} ${side} ${one.dataset.spoken || one.ariaLabel || one.textContent.trim()}`;
    return [name, Math.round(left), Math.round(top + scrollY)];
  })"""
STEPPERS = ".board > .place .step, .board .planet > .row .step, .board .upgrade:enabled, .board .damage__button"
FINGER = f"""(drawn) => {{
  const ways = [...document.querySelectorAll(`mecatol-calculator :is({STEPPERS})`)];
  const shown = ways.filter((one) => one.checkVisibility({{ visibilityProperty: true }}));
  const way = shown[Math.floor(drawn * shown.length)];
  way.scrollIntoView({{ block: "center", behavior: "instant" }});
  const {{ left, top, width, height }} = way.getBoundingClientRect();
  const at = [left + width / 2, top + height / 2];
  window.finger = way;
  const free = way.contains(document.elementFromPoint(...at));
  return {{ at, free, name: way.ariaLabel || way.textContent, controls: {CONTROLS} }};
}}"""
"""Where a finger falls that is on its way to a control, whether nothing covers it, and where every control is."""


@pytest.mark.parametrize(("width", "height", "seed"), [(1280, 800, 37), (390, 844, 38)])
def test_two_hundred_taps_move_nothing(open_page: Open, served: Place, width: int, height: int, seed: int) -> None:
    """Units beyond capacity, box and planet are answered: the form shows no error, and what it shows moves nothing."""
    reader = open_page(served.page("calculator/"), width=width, height=height)
    reader.answered(STEP)
    calculator = reader.page.locator(f'mecatol-calculator[step="{STEP}"]')
    more(calculator, "Empty")
    reader.answered(STEP)
    draw = random.Random(seed)
    before: dict[str, Any] = {}
    tapped = ""
    for number in range(TAPS + 1):
        if number % 10 == 0:
            reader.answered(STEP)
        seen = reader.page.evaluate(FINGER, draw.random())
        after = {name: place for name, *place in seen["controls"]}
        moved = {name: (place, after[name]) for name, place in before.items() if name in after and after[name] != place}
        assert not moved, (number, tapped, dict(list(moved.items())[:4]))
        before, tapped = after, seen["name"]
        if seen["free"]:
            reader.page.mouse.click(*seen["at"])
        else:  # scrolls further, and looks again where an answer has drawn a button anew
            reader.page.evaluate_handle("finger").as_element().click()
    reader.answered(STEP)
    expect(calculator.locator('[data-part="errors"]')).to_be_hidden()
    assert reader.said == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_too_many_for_a_carrier_are_answered_where_they_stand(
    open_page: Open, served: Place, width: int, height: int
) -> None:
    """The way into the old trap: two taps at one spot are two fighters, and no button comes under the finger."""
    step = "space-combat"
    scenario = {"step": step, "players": [{"name": "Red"}, {"name": "Blue", "space": {"cruiser": 1}}]}
    reader = open_page(
        served.page(f"calculator/{step}/") + case(step, json.dumps(scenario)), width=width, height=height
    )
    calculator = reader.answered(step)
    more = calculator.locator('.cell[data-side="0"] [data-step="1"]').first
    more.scroll_into_view_if_needed()
    box = more.bounding_box()
    assert box
    for _ in range(4):
        reader.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        reader.answered(step)
    expect(calculator.locator('[name="players.0.space.fighter"]')).to_have_value("4")
    expect(calculator.locator('[name="players.0.space.carrier"]')).to_have_value("0")
    near = calculator.locator('[data-part="brief"]' if width < 800 else '[data-part="result"]')
    expect(near.locator(".result__over")).to_have_text("Over capacity: 4 too many; the limit is ignored")
    assert reader.said == []


def test_no_answer_to_another_case_stands_beside_what_is_wrong(open_page: Open, served: Place) -> None:
    step = "space-combat"
    reader = open_page(served.page(f"calculator/{step}/"))
    calculator = reader.answered(step)
    top = calculator.locator('[name="players.0.space.cruiser"]').evaluate("one => one.getBoundingClientRect().top")
    calculator.locator('[name="players.0.space.cruiser"]').fill("120")
    wrong = calculator.locator('[data-part="answer"] [data-part="errors"]')
    expect(wrong).to_contain_text("120 must be a whole number from 0 to 99")
    expect(calculator.locator('[data-part="result"]')).to_be_hidden()
    expect(calculator.locator('[data-part="brief"]')).to_be_hidden()
    now = calculator.locator('[name="players.0.space.cruiser"]').evaluate("one => one.getBoundingClientRect().top")
    assert now == top
    calculator.locator('[name="players.0.space.cruiser"]').fill("2")
    reader.answered(step)
    expect(wrong).to_be_hidden()
    expect(calculator.locator('[data-part="result"]')).to_be_visible()
