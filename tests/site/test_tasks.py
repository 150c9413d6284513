"""What players come for, counted in taps and in scrolling: on a phone with a thumb, and at a desk."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import Any

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import Open, Reader, case

import mecatol
from mecatol.render import numbers

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"width": 1280, "height": 800}
SCROLLED = """
() => {
  window.far = 0;
  let last = scrollY;
  addEventListener("scroll", () => {
    far += Math.abs(scrollY - last);
    last = scrollY;
  });
}
"""


@dataclass
class Hand:
    """Somebody who taps and types, and counts the taps."""

    reader: Reader
    step: str
    touch: bool
    taps: int = 0

    def tap(self, what: Locator) -> None:
        self.taps += 1
        self.touch_once(what)

    def touch_once(self, what: Locator) -> None:
        what.tap() if self.touch else what.click()

    def type(self, field: str, text: str) -> None:
        wanted = self.reader.calculator(self.step).locator(field)
        self.tap(wanted)
        # Nobody types before the keyboard is there, or leaves what is not what they typed: a browser that is busy taps
        # late, beside what has moved since, or puts the caret into what was to be typed over.
        for again in (False, True):
            if again:
                self.touch_once(wanted)
            with contextlib.suppress(AssertionError):
                expect(wanted).to_be_focused(timeout=5_000)
                self.reader.page.keyboard.press("ControlOrMeta+a")
                self.reader.page.keyboard.type(text)
                expect(wanted).to_have_value(text)
                return
        raise AssertionError(f"{field} takes no {text!r}")

    def count(self, path: str, number: int) -> None:
        self.type(f'[name="players.{path}"]', str(number))

    def press(self, name: str) -> None:
        self.tap(self.reader.calculator(self.step).get_by_role("button", name=name, exact=True).first)

    def more(self, name: str) -> None:
        self.tap(self.reader.calculator(self.step).locator('.calculator__kit summary[aria-label="More"]'))
        self.press(name)

    def give(self, words: str, name: str, to: str) -> None:
        self.type('[data-part="finder"]', words)
        self.press(f"Give {name} to {to}")

    def scrolled(self) -> int:
        return int(self.reader.page.evaluate("() => far"))


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def screen(request: pytest.FixtureRequest) -> dict[str, Any]:
    chosen: dict[str, Any] = request.param
    return chosen


def hand(open_page: Open, served: Place, screen: dict[str, Any], step: str, path: str) -> Hand:
    reader = open_page(served.page(path), **screen)
    reader.answered(step)
    reader.page.evaluate(SCROLLED)
    return Hand(reader, step, touch="has_touch" in screen)


def test_six_against_six_with_upgrades_and_cards(open_page: Open, served: Place, screen: dict[str, Any]) -> None:
    step = "space-combat"
    mine = hand(open_page, served, screen, step, f"calculator/{step}/")
    mine.more("Empty")
    for path, number in (("0.space.dreadnought", 2), ("0.space.cruiser", 2), ("0.space.destroyer", 2),
                         ("1.space.cruiser", 3), ("1.space.destroyer", 2), ("1.space.dreadnought", 1)):  # fmt: skip
        mine.count(path, number)
    mine.press("Red, Cruiser: upgraded")
    mine.press("Blue, Destroyer: upgraded")
    mine.give("moral", "Morale Boost", "Red")
    mine.give("shields", "Shields Holding", "Blue")
    wanted = {
        "step": step,
        "players": [
            {"name": "Red", "space": {"dreadnought": 2, "cruiser": 2, "destroyer": 2},
             "technologies": ["cruiser-2"], "effects": {"morale-boost": 1}},
            {"name": "Blue", "space": {"cruiser": 3, "destroyer": 2, "dreadnought": 1},
             "technologies": ["destroyer-2"], "effects": {"shields-holding": 1}},
        ],
    }  # fmt: skip
    chance = numbers.percent(mecatol.solve(wanted).to_json()["winner"]["Red"])
    part = "brief" if mine.touch else "result"
    shown = mine.reader.calculator(step).locator(f'[data-part="{part}"] .battle__figure').first
    expect(shown).to_contain_text(chance)
    expect(shown).to_be_in_viewport()
    assert mine.taps <= 16
    assert mine.scrolled() <= 1200
    assert mine.reader.said == []


def test_an_attack_on_a_planet(open_page: Open, served: Place, screen: dict[str, Any]) -> None:
    step = "tactical-action"
    mine = hand(open_page, served, screen, step, "calculator/")
    mine.count("1.space.cruiser", 3)
    mine.press("Blue, Cruiser: upgraded")
    mine.count("0.space.carrier", 2)
    mine.count("0.space.dreadnought", 3)
    mine.press("Red, Dreadnought: upgraded")
    mine.count("0.space.infantry", 5)
    mine.count("1.planets.abaddon.infantry", 3)
    mine.press("Blue, PDS: upgraded")
    mine.tap(mine.reader.calculator(step).locator(".planet summary", has_text="Ground forces landing here"))
    mine.count("0.policy.land.abaddon.infantry", 4)
    mine.give("moral", "Morale Boost", "Red")
    mine.give("shields", "Shields Holding", "Blue")
    calculator = mine.reader.calculator(step)
    mine.reader.address()
    part = "brief" if mine.touch else "result"
    figures = calculator.locator(f'[data-part="{part}"] .battle', has_text="Abaddon").locator(".battle__figure").first
    players = [
        {"name": "Red", "space": {"dreadnought": 3, "carrier": 2, "fighter": 2, "infantry": 5},
         "technologies": ["dreadnought-2"], "effects": {"morale-boost": 1},
         "policy": {"land": {"abaddon": {"infantry": 4}}}},
        {"name": "Blue", "space": {"cruiser": 3, "destroyer": 1}, "planets": {"abaddon": {"infantry": 3, "pds": 1}},
         "technologies": ["cruiser-2", "pds-2"], "effects": {"shields-holding": 1}},
    ]  # fmt: skip
    chances = {
        c["condition"]: c["probability"] for c in mecatol.solve({"step": step, "players": players}).to_json()["chances"]
    }
    expect(figures).to_contain_text(numbers.percent(chances["Red takes Abaddon"]))
    assert mine.taps <= 24
    assert mine.scrolled() <= 2000
    assert mine.reader.said == []


def test_a_shared_case_shows_its_number_at_once(open_page: Open, served: Place, screen: dict[str, Any]) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"dreadnought": 3}}, {"name": "Blue", "space": {"cruiser": 4}}]
    scenario = {"step": step, "players": players}
    reader = open_page(served.page(f"calculator/{step}/") + case(step, json.dumps(scenario)), **screen)
    part = "brief" if "has_touch" in screen else "result"
    shown = reader.calculator(step).locator(f'[data-part="{part}"] .battle__figure').first
    expect(shown).to_contain_text(numbers.percent(mecatol.solve(scenario).to_json()["winner"]["Red"]))
    expect(shown).to_be_in_viewport()
    assert reader.page.evaluate("() => scrollY") == 0


def test_form_and_answer_stand_in_one_view(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/"), **DESK)
    calculator = reader.answered("space-combat")
    for unit in ("fighter", "war-sun", "infantry"):
        expect(calculator.locator(f'[name="players.0.space.{unit}"]')).to_be_in_viewport(ratio=1)
    expect(calculator.locator('[data-part="finder"]')).to_be_in_viewport(ratio=1)
    expect(calculator.locator('[data-part="result"] .battle')).to_be_in_viewport(ratio=1)


MOVED = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const { value, sources, startTime, hadRecentInput } of list.getEntries())
    if (!hadRecentInput)
      moved.push([startTime, value, ...sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 99))]);
}).observe({ type: "layout-shift", buffered: true });
"""

ADVISED = """() => {
  const choices = [...document.querySelectorAll('.choice:not([data-kind=""]) [data-part="best"]')];
  return choices.length && choices.every(({ textContent }) => textContent);
}"""
"""Whether it stands beside each choice what the other one would give."""


@pytest.mark.unasked
@pytest.mark.parametrize("step", ["space-combat", "tactical-action"])
def test_nothing_moves_while_the_page_comes_and_the_answer_changes(
    open_page: Open, served: Place, screen: dict[str, Any], step: str
) -> None:
    reader = open_page("about:blank", **screen)
    reader.page.add_init_script(MOVED)
    reader.page.goto(served.page("calculator/" if step == "tactical-action" else f"calculator/{step}/"))
    more = reader.answered(step).get_by_role("button", name="Red, Cruiser: one more").first
    more.tap() if "has_touch" in screen else more.click()
    reader.page.wait_for_function("() => location.hash !== ''")
    reader.answered(step)
    reader.page.wait_for_function(ADVISED)
    reader.page.wait_for_timeout(300)  # what belongs to the tap itself is no surprise, and what follows later is
    moved = reader.page.evaluate("() => moved")
    whole = reader.page.evaluate('() => performance.getEntriesByType("navigation")[0].domContentLoadedEventStart')
    # The figure of the draw makes room, where another player is ahead after the tap and has the large number.
    assert sum(value for time, value, *_ in moved if time > whole) < 0.002, moved
    # On a busy machine a line of steppers or the bar may come in two pieces.
    assert sum(value for _, value, *_ in moved) < 0.01, moved
