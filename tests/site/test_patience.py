"""A question gives way to a newer one: while Python starts at once, later when another start would have paid."""

from __future__ import annotations

import json

import pytest
from places import Place
from playwright.sync_api import expect
from reading import FIRST, PAGE, SAVES_DATA, STEP, Open, Reader, case

pytestmark = pytest.mark.browser
SLOW = """boot => {
  globalThis.Mecatol.ahead = undefined;
  globalThis.seen = { asked: [], stops: 0, state: "waking" };
  Object.defineProperty(Mecatol.runtime.python, "state", { get: () => seen.state });
  Object.defineProperty(Mecatol.runtime.python, "boot", { get: () => boot });
  Mecatol.runtime.python.stop = () => {
    seen.stops += 1;
    seen.asked.at(-1).reject(Object.assign(new Error("stopped"), { name: "AbortError" }));
  };
  Mecatol.runtime.python.ask = (question, options) =>
    new Promise((resolve, reject) => seen.asked.push({ question, options, resolve, reject }));
}"""
STARTING = "seen.asked.at(-1).options.onProgress({ stage: 'Preparing the calculator', done: 2, of: 5 })"
SOLVING = "seen.state = 'busy', seen.asked.at(-1).options.onProgress({ stage: 'Solving', done: 4, of: 5 })"


@pytest.fixture
def reader(open_page: Open, served: Place) -> Reader:
    """A calculator that has its answer, on a page whose clock stands still until the test moves it."""
    opened = open_page(served.page(PAGE) + case(STEP, json.dumps(FIRST)))
    opened.answered(STEP)
    opened.page.clock.install()
    opened.page.clock.pause_at(opened.page.evaluate("Date.now()") / 1000 + 1)
    return opened


def more(reader: Reader) -> None:
    reader.calculator(STEP).get_by_role("button", name="Red, Carrier: one more").click()


def test_the_start_of_python_is_not_held_against_a_question(reader: Reader) -> None:
    page = reader.page
    page.evaluate(SLOW, 6000)
    more(reader)
    page.evaluate(STARTING)
    page.clock.run_for(9000)
    page.evaluate(SOLVING)
    page.clock.run_for(1000)
    more(reader)
    page.clock.run_for(4500)  # all in all 5.5 s of work, where a start takes 6
    assert page.evaluate("seen.stops") == 0
    page.clock.run_for(1000)
    assert page.evaluate("seen.stops") == 1
    page.wait_for_function("() => seen.asked.length === 2")


def test_a_quick_python_has_two_seconds(reader: Reader) -> None:
    page = reader.page
    page.evaluate(SLOW, 300)
    more(reader)
    page.evaluate(SOLVING)
    page.clock.run_for(1500)
    more(reader)
    assert page.evaluate("seen.stops") == 0
    page.clock.run_for(1000)
    assert page.evaluate("seen.stops") == 1


def test_a_question_asked_while_python_starts_is_not_begun_once_another_has_come(
    open_page: Open, served: Place
) -> None:
    reader = open_page("about:blank")
    page = reader.page
    page.add_init_script(SAVES_DATA)  # or Python would start by itself
    page.goto(served.page(PAGE))
    page.locator(f'mecatol-calculator[step="{STEP}"][ready]').wait_for()
    page.evaluate(
        """() => {
          globalThis.ends = [];
          const { ask } = Mecatol.runtime.python;
          Mecatol.runtime.python.ask = (question, options) => {
            const over = ask(question, options);
            over.then(() => ends.push("answered"), (error) => ends.push(error.name));
            return over;
          };
          const more = document.querySelector('[aria-label="Red, Carrier: one more"]');
          if (Mecatol.runtime.python.state !== "asleep") throw new Error("Python is not asleep");
          more.click();
          more.click();
        }"""
    )
    reader.answered(STEP)
    assert page.evaluate("ends") == ["AbortError", "answered"]
    assert page.evaluate("Mecatol.runtime.python.boot") > 0
    expect(reader.calculator(STEP).locator('[data-part="errors"]')).to_be_hidden()
    assert reader.said == []


@pytest.mark.unasked
def test_python_starts_by_itself_on_an_idle_page(open_page: Open, served: Place) -> None:
    page = open_page(served.page(PAGE)).page
    page.wait_for_function("() => Mecatol.runtime?.python.state === 'ready'")  # and nobody has touched anything
    assert page.evaluate("() => document.querySelector('mecatol-calculator').hasAttribute('busy')") is False


@pytest.mark.unasked
def test_python_waits_for_the_first_touch_where_data_is_saved(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank")
    reader.page.add_init_script(SAVES_DATA)
    reader.page.goto(served.page(PAGE))
    reader.page.wait_for_timeout(3000)
    assert reader.page.evaluate("Mecatol.runtime.python.state") == "asleep"
    reader.page.locator(".calculator__form").hover()
    reader.page.wait_for_function("() => Mecatol.runtime.python.state === 'ready'")
    assert reader.said == []
