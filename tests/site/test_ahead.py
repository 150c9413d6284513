"""What one tap more would ask for is worked out before anybody asks, and shown with the tap."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import WAIT, Open, Reader, case

pytestmark = [pytest.mark.browser, pytest.mark.unasked]
STEP = "space-combat"
SMALL: dict[str, Any] = {
    "step": STEP,
    "players": [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"destroyer": 2}}],
}
LISTEN = """() => {
  globalThis.asked = [];
  const { ask } = Mecatol.runtime.python;
  Mecatol.runtime.python.ask = (question, options) => {
    asked.push(JSON.stringify(question.scenario));
    return ask(question, options);
  };
}"""
KNOWN = """scenario => {
  const links = JSON.parse(document.querySelector("mecatol-calculator").dataset.links);
  return Boolean(globalThis.Mecatol.ahead?.known({ scenario, links, with: null }));
}"""


@pytest.fixture
def reader(open_page: Open, served: Place) -> Reader:
    """The small battle in the form; its last unit was tapped, for the first answer of a Python is a slow one."""
    begun = json.loads(json.dumps(SMALL))
    begun["players"][1]["space"]["destroyer"] -= 1
    opened = open_page(served.page(f"calculator/{STEP}/") + case(STEP, json.dumps(begun)))
    opened.answered(STEP)
    opened.calculator(STEP).locator('.row[data-unit="destroyer"] .cell[data-side="1"] [data-step="1"]').first.click()
    opened.answered(STEP)
    opened.page.evaluate(LISTEN)
    return opened


def with_one_more(side: int, unit: str) -> dict[str, Any]:
    """The small battle with one unit more."""
    more = json.loads(json.dumps(SMALL))
    more["players"][side]["space"][unit] = more["players"][side]["space"].get(unit, 0) + 1
    return dict(more)


def upgraded(side: int, technology: str) -> dict[str, Any]:
    """The small battle with a unit upgrade."""
    more = json.loads(json.dumps(SMALL))
    more["players"][side]["technologies"] = [technology]
    return dict(more)


def known(reader: Reader, scenario: dict[str, Any]) -> None:
    """Wait until the answer to a scenario, as the form would write it, is there."""
    reader.page.wait_for_function(KNOWN, arg=scenario, timeout=WAIT)


def test_a_tap_is_answered_from_what_was_worked_out_before(reader: Reader) -> None:
    page, calculator = reader.page, reader.calculator(STEP)
    known(reader, with_one_more(1, "destroyer"))
    button = calculator.locator('.row[data-unit="destroyer"] .cell[data-side="1"] [data-step="1"]').first
    result = calculator.locator('[data-part="result"]')
    before = result.inner_html()
    # In the very task of the tap, which is what makes it quick.
    at_once = page.evaluate(
        "async ([button, result]) => { button.click(); await null; return result.innerHTML; }",
        [button.element_handle(), result.element_handle()],
    )
    assert at_once != before
    assert page.evaluate("asked") == []
    page.evaluate("globalThis.Mecatol.ahead = undefined")
    calculator.locator('[data-do="undo"]').first.click()
    reader.answered(STEP)
    button.click()
    reader.answered(STEP)
    assert [json.loads(text) for text in page.evaluate("asked")] == [SMALL, with_one_more(1, "destroyer")]
    assert result.inner_html() == at_once
    assert reader.said == []


def test_what_was_answered_once_is_there_again(reader: Reader) -> None:
    page, calculator = reader.page, reader.calculator(STEP)
    headline = calculator.locator('[data-part="result"] .battle__figures')
    known(reader, SMALL)
    before = str(headline.text_content())
    button = calculator.locator('.row[data-unit="dreadnought"] .cell[data-side="0"] [data-step="1"]').first
    button.click()
    known(reader, with_one_more(0, "dreadnought"))
    taken = page.evaluate("asked.length")
    calculator.locator('[data-do="undo"]').first.click()
    expect(headline).to_have_text(before)
    button.click()
    expect(headline).not_to_have_text(before)
    assert page.evaluate("asked.length") == taken


def test_an_upgrade_and_one_ship_fewer_are_there_before_the_tap(reader: Reader) -> None:
    page, calculator = reader.page, reader.calculator(STEP)
    headline = calculator.locator('[data-part="result"] .battle__figures')
    fewer = json.loads(json.dumps(SMALL))
    fewer["players"][0]["space"]["cruiser"] = 1
    known(reader, fewer)
    known(reader, upgraded(0, "cruiser-2"))
    before = str(headline.text_content())
    cell = calculator.locator('.row[data-unit="cruiser"] .cell[data-side="0"]').first
    cell.locator(".upgrade").click()
    expect(headline).not_to_have_text(before)
    assert page.evaluate("document.querySelector('mecatol-calculator').scenario") == upgraded(0, "cruiser-2")
    cell.locator(".upgrade").click()
    expect(headline).to_have_text(before)
    cell.locator('[data-step="-1"]').click()
    expect(headline).not_to_have_text(before)
    assert page.evaluate("asked") == []
    assert reader.said == []


def test_the_form_stays_as_it_is_while_the_next_answers_are_worked_out(reader: Reader) -> None:
    held = reader.page.evaluate("document.querySelector('mecatol-calculator').scenario")
    known(reader, with_one_more(0, "cruiser"))
    known(reader, with_one_more(1, "destroyer"))
    known(reader, upgraded(1, "destroyer-2"))
    assert reader.page.evaluate("document.querySelector('mecatol-calculator').scenario") == held == SMALL
    assert reader.page.evaluate("asked") == []


def test_a_known_answer_does_not_wait_for_one_that_nobody_wants_any_more(reader: Reader) -> None:
    page, calculator = reader.page, reader.calculator(STEP)
    known(reader, with_one_more(1, "destroyer"))
    page.evaluate("() => { Mecatol.runtime.python.ask = () => new Promise(() => undefined); }")  # it takes for ever
    cell = calculator.locator('.row[data-unit="destroyer"] .cell[data-side="1"]').first
    headline = calculator.locator('[data-part="result"] .battle__figures')
    before = str(headline.text_content())
    cell.locator("input").fill("40")
    expect(calculator.locator('[data-do="stop"]')).to_be_visible()
    cell.locator("input").fill("3")
    expect(headline).not_to_have_text(before)
    expect(calculator.locator('[data-do="stop"]')).to_be_hidden()
    assert calculator.get_attribute("busy") is None


def test_a_case_that_was_mended_by_itself_is_not_cut_short(reader: Reader) -> None:
    page, calculator = reader.page, reader.calculator(STEP)
    mended = json.loads(json.dumps(SMALL))
    mended["players"][0]["space"]["cruiser"] = 9  # which nobody foresees
    page.evaluate(
        """([refused, mended]) => {
          const links = JSON.parse(document.querySelector("mecatol-calculator").dataset.links);
          const mends = [{ text: "Take it", scenario: mended, sure: true }];
          const errors = [{ field: "players.1.space", message: "too many", mends }];
          Mecatol.runtime.background.stop(); // or what it is at would take the place of this answer
          globalThis.Mecatol.ahead.keep({ scenario: refused, links, with: null }, { errors });
          globalThis.stops = 0;
          Object.defineProperty(Mecatol.runtime.python, "state", { get: () => "busy" });
          Object.assign(Mecatol.runtime.python, { ask: () => new Promise(() => undefined), stop: () => (stops += 1) });
        }""",
        [with_one_more(1, "destroyer"), mended],
    )
    calculator.locator('.row[data-unit="destroyer"] .cell[data-side="1"] [data-step="1"]').first.click()
    expect(calculator.locator('[data-do="stop"]')).to_be_visible()
    assert page.evaluate("document.querySelector('mecatol-calculator').scenario") == mended
    page.wait_for_timeout(2500)  # longer than what nobody wants any more may take
    assert page.evaluate("stops") == 0
