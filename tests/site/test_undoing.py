"""Undo, Reset and the browser's own way back lead to the case before; what was about another case is gone with it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import FIRST, PAGE, STEP, Open, Reader, case, more

from mecatol import forms

pytestmark = pytest.mark.browser


@pytest.fixture
def reader(open_page: Open, served: Place) -> Reader:
    opened = open_page(served.page(PAGE) + case(STEP, json.dumps(FIRST)))
    opened.answered(STEP)
    return opened


def held(reader: Reader) -> dict[str, Any]:
    """The case in the form."""
    scenario: dict[str, Any] = json.loads(
        reader.page.evaluate("() => JSON.stringify(document.querySelector('mecatol-calculator').scenario)")
    )
    return scenario


def do(reader: Reader, name: str) -> None:
    way = reader.calculator(STEP).locator(f'[data-do="{name}"]').first
    if not way.is_visible():
        reader.calculator(STEP).locator('summary[aria-label="More"]').click()
    way.click()


def test_undo_takes_back_a_reset_and_what_was_done_after_it(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    more = calculator.get_by_role("button", name="Red, Carrier: one more")
    more.click()
    reader.answered(STEP)
    before = held(reader)
    do(reader, "reset")
    assert held(reader) == dict(forms.form(STEP).default)
    more.click()
    reader.answered(STEP)
    do(reader, "undo")
    assert held(reader) == dict(forms.form(STEP).default)
    do(reader, "undo")
    assert held(reader) == before
    do(reader, "undo")
    assert held(reader) == FIRST
    assert reader.said == []


def test_undo_leads_back_from_where_the_browser_went(reader: Reader) -> None:
    reader.calculator(STEP).get_by_role("button", name="Red, Carrier: one more").click()
    reader.answered(STEP)
    reader.address()
    changed = held(reader)
    reader.page.go_back()
    expect(reader.calculator(STEP).locator('[name="players.0.space.carrier"]')).to_have_value("0")
    reader.answered(STEP)
    do(reader, "undo")
    assert held(reader) == changed


ANSWERS = """() => {
  globalThis.Mecatol.ahead = undefined;
  globalThis.asked = [];
  Mecatol.runtime.python.ask = async ({ scenario }) => {
    const text = JSON.stringify(scenario);
    asked.push(text);
    const mended = structuredClone({ ...scenario });
    mended.players[0].technologies = ["war-sun"];
    const mends = [{ text: "Give Red the technology War Sun", scenario: mended, sure: true }];
    const refused = text.includes('"carrier"') && !text.includes("technologies");
    if (refused) return { errors: [{ field: "players.0.space", message: "no", mends }] };
    return { html: "<p>" + text.length + "</p>", brief: "", summary: text };
  };
}"""


def test_undo_goes_past_what_was_mended_by_itself(reader: Reader) -> None:
    reader.page.evaluate(ANSWERS)
    reader.calculator(STEP).get_by_role("button", name="Red, Carrier: one more").click()
    reader.page.wait_for_function("() => asked.length >= 2")
    reader.answered(STEP)
    assert held(reader)["players"][0]["technologies"] == ["war-sun"]
    do(reader, "undo")
    assert held(reader) == FIRST
    reader.page.wait_for_function("() => asked.length >= 3")
    reader.answered(STEP)
    assert held(reader) == FIRST


@pytest.mark.unasked
def test_what_would_be_enough_goes_with_the_case_that_it_was_enough_for(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    fold = calculator.locator('[data-part="advice"]')
    fold.locator("summary").click()
    enough = calculator.locator('[data-part="enough"]')
    enough.locator("summary").click()
    do(reader, "enough")
    expect(enough.locator('[data-part="enough-list"] li').first).to_be_visible()
    expect(fold.locator('[data-part="advice-list"] li').first).to_be_visible()
    # A case that is refused begins no advice of its own.
    calculator.locator('[name="players.0.space.carrier"]').fill("-3")
    expect(calculator.locator('[data-part="errors"]')).to_be_visible()
    expect(fold.locator("li")).to_have_count(0)
    expect(enough.locator("li")).to_have_count(0)
    for part in ("enough-said", "advice-said"):
        expect(calculator.locator(f'[data-part="{part}"]')).to_be_empty()
    expect(fold.locator('[data-part="advice-progress"]')).to_be_hidden()


def test_errors_of_the_case_before_go_when_the_next_is_stopped(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    field = calculator.locator('[name="players.0.space.carrier"]')
    field.fill("-3")
    errors = calculator.locator('[data-part="errors"]')
    expect(errors).to_be_visible()
    reader.page.evaluate(
        """() => {
          const aborted = Object.assign(new Error("stopped"), { name: "AbortError" });
          const { python } = Mecatol.runtime;
          python.ask = () => new Promise((_, reject) => (python.stop = () => reject(aborted)));
        }"""
    )
    field.fill("77")
    calculator.get_by_role("button", name="Stop", exact=True).click()
    expect(calculator.locator('[data-part="said"]')).to_have_text("Stopped.")
    expect(errors).to_be_hidden()
    expect(calculator.locator('[data-part="mends"] > *, .field-error')).to_have_count(0)
    expect(calculator.locator(".calculator__again").first).to_be_focused()


def test_what_is_no_number_does_not_stay_in_a_field(reader: Reader) -> None:
    field = reader.calculator(STEP).locator('[name="players.0.space.dreadnought"]')
    field.click()
    field.press("Control+a")
    field.press_sequentially("1e")
    field.press("Tab")
    reader.answered(STEP)
    expect(field).to_have_value("0")
    assert field.evaluate("field => field.validity.badInput") is False
    assert "space" not in held(reader)["players"][0]


def test_a_button_that_goes_away_leaves_the_focus_near(open_page: Open, served: Place) -> None:
    players = [
        {"name": "Red", "space": {"cruiser": 1}, "technologies": ["cruiser-2", "assault-cannon"], "fleet_pool": 3},
        {"name": "Blue", "space": {"cruiser": 1}},
    ]
    reader = open_page(served.page(PAGE) + case(STEP, json.dumps({"step": STEP, "players": players})))
    reader.answered(STEP)
    calculator = reader.calculator(STEP)
    calculator.get_by_role("button", name="Remove Assault Cannon").click()
    expect(calculator.locator('[data-part="finder"]')).to_be_focused()
    calculator.locator(".extra button").first.click()
    expect(calculator.locator('[data-part="answer"]')).to_be_focused()
    reader.answered(STEP)
    do(reader, "keep")
    calculator.get_by_role("button", name="Stop comparing").click()
    expect(calculator.locator('[data-do="keep"]')).to_be_focused()


def test_planets_of_one_name_are_told_apart(open_page: Open, served: Place) -> None:
    step = "invasion"
    players = [
        {"name": "Red", "space": {"carrier": 1, "infantry": 2}},
        {"name": "Blue", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 2}}},
    ]
    reader = open_page(served.page(f"calculator/{step}/") + case(step, json.dumps({"step": step, "players": players})))
    reader.answered(step)
    names = reader.calculator(step).locator('[data-part="planet-name"]')
    names.nth(1).fill("Abyz")
    names.nth(1).press("Tab")
    expect(names.nth(1)).to_have_value("Abyz 2")
    expect(names.nth(0)).to_have_value("Abyz")
    reader.page.wait_for_function("() => location.href.includes('abyz-2')")
    assert held(reader)["players"][1]["planets"] == {"abyz": {"infantry": 1}, "abyz-2": {"infantry": 2}}


def test_the_browser_leads_back_to_what_stood_there_before_an_example(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    calculator.get_by_role("button", name="Red, Carrier: one more").click()
    reader.answered(STEP)
    reader.address()
    cases = [held(reader)]
    for index in (0, 1):
        more(calculator, "Worked examples")
        reader.page.locator(".picker__way").nth(index).click()
        reader.answered(STEP)
        reader.address()
        cases.append(held(reader))
    for before in reversed(cases[:-1]):
        reader.page.go_back()
        reader.answered(STEP)
        reader.address()
        assert held(reader) == before
    assert reader.said == []


@pytest.mark.parametrize("way", ["undo", "empty", "reset"])
def test_what_was_told_of_a_pasted_text_goes_with_its_case(reader: Reader, way: str) -> None:
    calculator = reader.calculator(STEP)
    calculator.locator('[data-part="pasted"]').fill("3 dreadnoughts vs a war sun with 4 fighters")
    calculator.get_by_role("button", name="Use it", exact=True).click()
    told = calculator.locator('[data-part="taken"]')
    expect(told).to_contain_text("Blue was given the technology War Sun")
    reader.answered(STEP)
    do(reader, way)
    reader.answered(STEP)
    expect(told).to_be_empty()
    assert reader.said == []
