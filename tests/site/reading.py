"""A page of the site in a browser that writes down whatever goes wrong."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, quote

from places import Place
from playwright.sync_api import Locator, Page

from mecatol.errors import ScenarioError
from mecatol.scenario import link

RULE = "rules/space-cannon/"
OFFENSE = "space-cannon-offense"
DEFENSE = "space-cannon-defense"
STEP = "space-combat"
PAGE = f"calculator/{STEP}/"
FIRST: dict[str, Any] = {
    "step": STEP,
    "players": [{"name": "Red", "space": {"dreadnought": 2}}, {"name": "Blue", "space": {"cruiser": 3}}],
}
"""A plain case of that calculator."""
WAIT = 30_000
PYTHON = 120_000
"""Milliseconds for a start of Python beside other tests."""
SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
"""A script for a browser whose line is metered."""

WRITTEN = """() => {
  const found = globalThis.Mecatol.address.read(location.hash);
  const held = document.querySelector(`mecatol-calculator[step="${found?.step}"]`);
  const plain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const sorted = (_, value) =>
    plain(value) ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, value[key]])) : value;
  return JSON.stringify(found?.scenario, sorted) === JSON.stringify(held?.scenario, sorted);
}"""


WIDER = """async () => {
    document.querySelectorAll("details").forEach((fold) => (fold.open = true));
    // What was laid by comes when its fold has opened.
    const awaited = () => document.querySelector("details[open] > noscript");
    for (let tries = 0; awaited(); tries += 1) {
        if (tries === 1000) return [`nothing came of ${awaited().outerHTML.slice(0, 120)}`];
        await new Promise((done) => setTimeout(done, 5));
    }
    const wide = [...document.querySelectorAll("main *")].filter((e) => {
        const box = e.getBoundingClientRect();
        if (box.width === 0 || box.right <= innerWidth + 1 || e.closest(".scroll")) return false;
        // What scrolls by itself within the page hides nothing.
        for (let over = e.parentElement; over; over = over.parentElement)
            if (/auto|scroll/.test(getComputedStyle(over).overflowX)) return false;
        return true;
    });
    return wide.map((e) => e.outerHTML.slice(0, 120));
}"""
"""What is wider than the window, with every fold open, one line each."""


@dataclass
class Reader:
    """A browser window, and what was said and asked in it."""

    page: Page
    said: list[str] = field(default_factory=list)
    """Errors and warnings on the console, and exceptions that nobody caught."""
    asked: list[str] = field(default_factory=list)
    """Every address that was asked for."""

    def calculator(self, step: str) -> Locator:
        """The calculator, opened if it stands folded under its title."""
        self.page.evaluate("id => document.querySelectorAll(`details[data-fold-at~='${id}']:not([open]) > summary`)"
                           ".forEach((summary) => summary.click())", f"calculator-{step}")  # fmt: skip
        return self.page.locator(f'mecatol-calculator[step="{step}"]')

    def search(self, query: str) -> Locator:
        """Type into the search, as a reader does; returns the first thing found."""
        self.page.get_by_role("button", name="Search", exact=True).click()
        self.page.get_by_role("searchbox", name="Search").press_sequentially(query)
        return self.page.locator(".hit").first

    def calculate(self, step: str) -> None:
        """Press Calculate by keyboard: a narrow calculator hides it for as long as its answer is current."""
        self.calculator(step).get_by_role("button", name="Calculate").press("Enter")

    def answered(self, step: str) -> Locator:
        """The calculator, once its answer belongs to what its form holds."""
        self.calculator(step)
        found = self.page.locator(f'mecatol-calculator[step="{step}"][ready]:not([busy])')
        found.locator('[data-part="result"]:not(.is-stale)').wait_for(timeout=WAIT)
        return found

    def wider_than_a_small_phone(self) -> list[str]:
        """What a phone of 360 pixels would have to scroll sideways for; opens all folds."""
        self.page.set_viewport_size({"width": 360, "height": 740})
        found: list[str] = self.page.evaluate(WIDER)
        wide = self.page.evaluate("() => document.documentElement.scrollWidth")
        return found if wide == 360 else [*found, f"the page has {wide} pixels"]

    def address(self) -> str:
        """The page's address, once it holds the case that stands in the form: that is written after the answer."""
        self.page.wait_for_function(WRITTEN, timeout=WAIT)
        return str(self.page.evaluate("location.href"))

    def says(self, text: str, there: bool = True) -> None:
        """Wait until the case in the address, as JSON, has a text, or has it no longer."""
        until = time.monotonic() + WAIT / 1000
        while (text in _in_address(self.page.url)) != there:
            assert time.monotonic() < until, f"{text} {'never came to' if there else 'stays in'} {self.page.url}"
            self.page.wait_for_timeout(50)


def _in_address(address: str) -> str:
    """Return the case that an address holds, as JSON; nothing where the page has not written it yet."""
    try:
        return json.dumps(held(address), separators=(",", ":"))
    except ScenarioError:
        return ""


type Open = Callable[..., Reader]


def case(step: str, scenario: str) -> str:
    """The part of an address that holds a case in the old form, from its JSON text (which may be anything at all)."""
    return f"#calc={step}&scenario={quote(scenario, safe='')}"


def opened(open_page: Open, served: Place, step: str, scenario: dict[str, Any] | None = None, **more: Any) -> Reader:
    """Open the calculator of a step, with a scenario from its address, once it has answered."""
    address = served.page("calculator/" if step == "tactical-action" else f"calculator/{step}/")
    reader = open_page(address + (case(step, json.dumps({"step": step, **scenario})) if scenario else ""), **more)
    reader.answered(step)
    return reader


def give(reader: Reader, step: str, words: str, name: str, to: str = "Red") -> None:
    """Find a technology or card in the search box, and give it to a side."""
    finder = reader.calculator(step).locator('[data-part="finder"]')
    finder.fill(words)
    reader.calculator(step).get_by_role("button", name=f"Give {name} to {to}", exact=True).click()


def chips(reader: Reader, step: str, player: int = 0) -> Locator:
    """The technologies and cards that a side has in a calculator."""
    return reader.calculator(step).locator(f'[data-part="chips"][data-side="{player}"] .chip')


def more(calculator: Locator, name: str) -> None:
    """Do something of the menu with what is seldom done with a case: Worked examples, Empty, Reset."""
    calculator.locator('.calculator__kit summary[aria-label="More"]').click()
    calculator.get_by_role("button", name=name, exact=True).click()


def written(reader: Reader) -> dict[str, Any]:
    """Return the scenario that the page's address holds."""
    return held(reader.address())


def held(address: str) -> dict[str, Any]:
    """Return the scenario in an address, in the short form or in that of older links; raises as `link.read` does."""
    old = parse_qs(address.partition("#")[2]).get("scenario")
    found: dict[str, Any] = json.loads(old[0]) if old else linked(address).scenario
    return found


def linked(address: str) -> link.Linked:
    """Return what an address in the short form holds."""
    return link.read(f"#{address.partition('#')[2]}")
