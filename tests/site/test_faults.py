"""What a reader sees when a part of a page does not come, or when what a browser has kept cannot be read."""

from __future__ import annotations

import re

import pytest
from places import Place
from playwright.sync_api import Page, expect
from reading import FIRST, OFFENSE, RULE, STEP, Open, Reader

from theme.build.assets import CALCULATOR, PAGE, PLAY

pytestmark = pytest.mark.browser

BLANK = "about:blank"
OWN_PAGE = f"calculator/{OFFENSE}/"
LACKS = "A part of this page did not load, so the calculator or the search may not work. Reload the page"


def prepared(open_page: Open, served: Place, path: str = RULE) -> tuple[Reader, str]:
    """A window that has asked for nothing yet, and the address that it is to open."""
    return open_page(BLANK), served.page(path)


@pytest.mark.parametrize("script", [PAGE, CALCULATOR])
def test_a_script_that_does_not_come_is_told(open_page: Open, served: Place, script: str) -> None:
    reader, address = prepared(open_page, served)
    reader.page.route(f"**/{script}.*.js", lambda route: route.abort())
    reader.page.goto(address)
    expect(reader.page.locator(".lacks")).to_be_in_viewport()
    expect(reader.page.locator(".lacks")).to_contain_text(LACKS)
    expect(reader.page.locator(".lacks")).to_have_role("alert")


def test_a_search_for_the_best_play_that_does_not_come_is_told(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(OWN_PAGE.replace(OFFENSE, "space-combat")))
    reader.page.route(f"**/{PLAY}.*.js", lambda route: route.abort())
    calculator = reader.calculator("space-combat")
    calculator.locator('[data-part="play"] > summary').click()
    calculator.get_by_role("button", name="Find the best play").click()
    expect(calculator.locator('[data-part="errors"]')).to_be_visible()
    expect(calculator.locator('[data-part="play-said"]')).to_have_text("")
    reader.page.unroute(f"**/{PLAY}.*.js")
    calculator.get_by_role("button", name="Find the best play").click()
    expect(calculator.locator('[data-part="play-said"]')).to_contain_text("tried", timeout=60_000)


@pytest.mark.parametrize("body", ["(() => {", "<!doctype html>", "throw new Error('today')"])
def test_a_script_that_is_cut_off_or_fails_is_told(open_page: Open, served: Place, body: str) -> None:
    reader, address = prepared(open_page, served)
    reader.page.route(f"**/{CALCULATOR}.*.js", lambda route: route.fulfill(body=body, content_type="text/javascript"))
    reader.page.goto(address)
    expect(reader.page.locator(".lacks")).to_be_in_viewport()


def test_a_script_that_hangs_is_told(open_page: Open, served: Place) -> None:
    reader, address = prepared(open_page, served, OWN_PAGE)
    reader.page.clock.install()
    reader.page.route(f"**/{CALCULATOR}.*.js", lambda route: None)
    reader.page.goto(address, wait_until="commit")
    reader.page.locator(f'mecatol-calculator[step="{OFFENSE}"]').wait_for(state="attached")
    expect(reader.page.locator(".lacks")).to_be_hidden()
    reader.page.clock.fast_forward(21_000)
    reader.page.wait_for_function("() => document.documentElement.classList.contains('lacks-scripts')", timeout=5000)


def test_a_whole_page_says_nothing_of_the_kind(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    reader.calculator(OFFENSE).locator("xpath=self::*[@ready]").wait_for()
    expect(reader.page.locator(".lacks")).to_be_hidden()


def calculate(page: Page) -> None:
    page.locator(f'mecatol-calculator[step="{OFFENSE}"]').get_by_role("button", name="Calculate").press("Enter")


@pytest.mark.bundle
def test_a_solver_that_does_not_come_is_blamed_on_nobody_and_can_be_asked_again(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(OWN_PAGE))
    reader.page.route("**/mecatol-p*", lambda route: route.abort())
    reader.page.route("**/mecatol-runtime-*", lambda route: route.abort())
    calculator = reader.calculator(OFFENSE)
    calculate(reader.page)
    errors = calculator.locator('[data-part="errors"]')
    expect(errors).to_contain_text("The solver did not answer. The case is still in the form.")
    expect(errors.locator("li")).to_have_text(
        re.compile("^The solver’s file could not be loaded. Check the connection")
    )
    expect(calculator.locator("[aria-invalid], .field-error")).to_have_count(0)
    expect(calculator.locator('[data-part="said"]')).to_have_text("No answer: the solver failed.")
    expect(calculator.locator('[data-part="progress"]')).to_be_hidden()
    expect(reader.page.locator(".lacks")).to_be_hidden()
    reader.page.unroute_all()
    calculate(reader.page)
    reader.answered(OFFENSE)
    expect(errors).to_be_hidden()


@pytest.mark.bundle
def test_a_page_older_than_its_site_says_so_and_is_loaded_anew_with_its_battle(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(f"calculator/{STEP}/"))
    page = reader.page
    newest = {"body": "<!doctype html><title>Newer</title>", "content_type": "text/html"}
    page.route(lambda url: "again=" in url, lambda route: route.fulfill(**newest))
    page.route(re.compile("/mecatol-(p|runtime-)"), lambda route: route.fulfill(status=404, body=""))
    calculator = reader.calculator(STEP)
    calculator.locator("xpath=self::*[@ready]").wait_for()
    page.evaluate("(battle) => document.querySelector('mecatol-calculator').put(battle)", FIRST)
    errors = calculator.locator('[data-part="errors"]')
    expect(errors).to_contain_text("A newer version of this site has come out since this page was opened")
    page.unroute_all()
    errors.get_by_role("button", name="Reload with this battle").click()
    page.wait_for_load_state()
    reader.answered(STEP)
    assert page.evaluate("document.querySelector('mecatol-calculator').scenario")["players"] == FIRST["players"]


STORED = [
    "{",
    "",
    "null",
    "5",
    '"x"',
    "[]",
    '{"index":99,"color":{}}',
    '{"index":-1,"color":{}}',
    '{"index":"x","color":{"media":"y"}}',
    '{"index":1.5,"color":{"scheme":"slate"}}',
    '{"index":1,"color":{"a b":"c"}}',
    '{"index":1,"color":{"scheme":{}}}',
    '{"color":{"media":"(prefers-color-scheme)"}}',
    "[" * 100_000,
]
THROWS = {
    "storage that may not be read": "Storage.prototype.getItem = () => { throw new Error('denied'); };",
    "storage that is full": "Storage.prototype.setItem = () => { throw new Error('full'); };",
    "no storage at all": "Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } });",
}


def test_what_was_stored_wrongly_never_stops_the_search(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(""))
    for stored in STORED:
        reader.page.evaluate("stored => localStorage.setItem('/.__palette', stored)", stored)
        reader.page.reload()
        reader.search("cannon").wait_for()
        assert reader.said == [], stored


@pytest.mark.parametrize("fault", THROWS)
def test_storage_that_throws_stops_neither_search_nor_colors(open_page: Open, served: Place, fault: str) -> None:
    reader, address = prepared(open_page, served, "")
    reader.page.add_init_script(THROWS[fault])
    reader.page.goto(address)
    reader.page.locator('[title*="switch to light"]').click()
    reader.page.locator('[title*="switch to dark"]').click()
    expect(reader.page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    reader.search("cannon").wait_for()
    assert reader.said == []


def test_the_page_that_is_nowhere_has_a_policy_too(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("404.html"))
    reader.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.append("smuggled = 1");
            document.body.append(script);
        }"""
    )
    assert reader.page.evaluate("typeof smuggled") == "undefined"
    refusals = ("Content Security Policy", "TrustedScript")
    assert [line for line in reader.said if not any(words in line for words in refusals)] == []


def test_text_with_a_byte_order_mark_is_read(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    calculator = reader.calculator(OFFENSE)
    calculator.locator(".calculator__answer .menu > summary").click()
    calculator.get_by_role("button", name="Copy as text").click()
    text = calculator.locator('[data-part="text"]')
    expect(text).to_have_value(re.compile("."))
    calculator.locator('[data-part="pasted"]').fill(f"\ufeff{text.input_value()}")
    calculator.get_by_role("button", name="Use it").click()
    expect(reader.page).to_have_url(re.compile("#1/offense/"))
    reader.answered(OFFENSE)
    expect(calculator.locator('[data-part="errors"]')).to_be_hidden()
