"""An accessibility audit of every page, and the calculator used with a keyboard alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from places import Place
from playwright.sync_api import Page, expect
from reading import DEFENSE, OFFENSE, RULE, Open, case

from theme.store.packages import pinned

pytestmark = pytest.mark.browser
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLORS = ["color-contrast", "link-in-text-block"]
WAYS = (
    "rules/by-phase/", "round/", "glossary/", "open-questions/", "editions/", "editions/pok/", "data/", "factions/",
    "units/", "calculator/",
)  # fmt: skip
"""One page of every further kind."""
AROUND = [".md-header", ".md-tabs", ".md-footer", ".md-sidebar--primary"]


@pytest.fixture(scope="session")
def axe() -> str:
    folder = pinned("axe-core", Path(__file__).resolve().parents[2] / ".cache", print)
    return (folder / "axe.min.js").read_text("utf-8")


def audit(page: Page, axe: str, whole: bool = True, around: bool = True, colors: bool = False) -> list[str]:
    """What axe finds, one line a finding; not `whole` leaves out all examples but the first, which look alike.

    Not `around` leaves out what every page has around its text: the header, the tabs, the footer, and the navigation
    beside it, which has hundreds of links that all look alike. `colors` looks at those of letters and links alone.
    """
    page.evaluate(axe)
    # What is pinned to an edge covers whatever lies under it just now, and not after a scroll.
    page.evaluate(
        """() => {
            const pinned = ".calculator__bar, .calculator__answer > .calculator__tools";
            document.querySelectorAll(pinned).forEach((one) => (one.style.position = "static"));
        }"""
    )
    found = page.evaluate(
        """([runOnly, spared]) => axe.run(
            { include: ["html"], exclude: spared },
            // What axe would fetch anew is for sounds, which no page has, and for rules that are not run.
            { runOnly, resultTypes: ["violations"], preload: false },
        )""",
        [
            {"type": "rule", "values": COLORS} if colors else {"type": "tag", "values": RULES},
            [*([] if whole else [".example ~ .example"]), *([] if around else AROUND)],
        ],
    )
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["", "rules/", RULE, "404.html", *WAYS])
def test_axe_finds_nothing(open_page: Open, served: Place, axe: str, path: str, width: int) -> None:
    """Of the dark scheme the colors alone are looked at again: nothing else is another there."""
    reader = open_page(served.address + path, width=width)
    assert audit(reader.page, axe, whole=width == 360) == []
    assert reader.page.locator(".md-sidebar a.md-nav__link:visible").evaluate_all(LOW) == 0
    light = reader.page.evaluate(GROUND)
    reader.page.emulate_media(color_scheme="dark")
    reader.page.wait_for_function(f"light => ({GROUND})() !== light", arg=light)
    reader.page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    assert audit(reader.page, axe, whole=False, colors=True) == []
    if width == 360:
        assert reader.wider_than_a_small_phone() == []


GROUND = "() => getComputedStyle(document.body).backgroundColor"
LOW = "(links) => links.filter((link) => link.getBoundingClientRect().height < 24).length"
PARTS = 4  # which is even: pages that follow each other are seen small and dark, and large and light


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_on_any_other_page(open_page: Open, served: Place, axe: str, part: int) -> None:
    """The pages are made by the same templates: each is seen once, small and dark and large and light in turn.

    None is wider than a small phone.
    """
    found = {}
    width = (360, 1280)[part % 2]
    reader = open_page("about:blank", width=width, dark=part % 2 == 0)
    for path in sorted(set(served.pages()) - {"", "rules/", RULE, *WAYS})[part::PARTS]:
        reader.page.goto(served.address + path)
        faults = audit(reader.page, axe, whole=False, around=False) + reader.wider_than_a_small_phone()
        if faults:
            found[path] = faults
        reader.page.set_viewport_size({"width": width, "height": 900})
    assert found == {}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_with_everything_open_and_an_error_shown(
    open_page: Open, served: Place, axe: str, dark: bool
) -> None:
    scenario = {
        "players": [{"name": "Red", "space": {"cruiser": -1}}, {"name": "Blue", "planets": {"abaddon": {"pds": 1}}}]
    }
    reader = open_page(served.page(RULE) + case(OFFENSE, json.dumps(scenario)), width=360, dark=dark)
    reader.page.locator('[data-part="errors"]:not([hidden])').wait_for()
    reader.page.evaluate("() => document.querySelectorAll('details').forEach((fold) => (fold.open = true))")
    assert audit(reader.page, axe, whole=False) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_with_a_preview_shown(open_page: Open, served: Place, axe: str, dark: bool) -> None:
    reader = open_page(served.page("rules/invasion/"), width=1280, dark=dark)
    reader.page.locator(".rule a.term").first.hover()
    reader.page.locator("#preview").wait_for()
    assert audit(reader.page, axe, whole=False) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_at_the_table(open_page: Open, served: Place, axe: str, dark: bool) -> None:
    """A battle that is played out: where dice fall, and where hits are assigned."""
    players = [{"name": "Red", "space": {"dreadnought": 2}}, {"name": "Blue", "space": {"cruiser": 2, "fighter": 1}}]
    address = served.page("calculator/space-combat/")
    steps = f"{case('space-combat', json.dumps({'step': 'space-combat', 'players': players}))}&play=1.54"
    reader = open_page(address + steps, width=360, dark=dark)
    words = reader.page.locator(".playing__words")
    expect(words).to_contain_text("Blue rolls", timeout=60_000)
    for after in ("Red assigns", "Blue assigns"):
        reader.page.evaluate(
            "() => document.querySelectorAll('.playing details').forEach((fold) => (fold.open = true))"
        )
        assert audit(reader.page, axe, whole=False) == []
        reader.page.locator(".playing__number, .playing__choice").nth(1).click()
        expect(words).to_contain_text(after)


def press_until(page: Page, key: str, condition: str, limit: int = 400) -> None:
    """Press a key until the element with the focus fits a selector."""
    for _ in range(limit):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement?.matches(selector)", condition):
            return
    pytest.fail(f"{limit} presses of {key} never reached {condition}")


def test_a_keyboard_alone_is_enough(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE) + "#calculator")
    page = reader.page
    calculator = reader.calculator(OFFENSE)
    page.locator("#calculator").evaluate("heading => { heading.tabIndex = -1; heading.focus(); }")
    press_until(page, "Tab", '[name="players.0.space.carrier"]')
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("2")
    press_until(page, "ArrowRight", '[aria-label="Red, Carrier: one more"]', limit=4)
    page.keyboard.press("Enter")
    expect(calculator.locator('[name="players.0.space.carrier"]')).to_have_value("3")
    press_until(page, "Tab", '[data-part="finder"]')
    page.keyboard.type("plasma")
    expect(calculator.locator('[data-give="plasma-scoring"][data-to="1"]')).to_be_visible()
    press_until(page, "ArrowDown", '[data-give="plasma-scoring"]', limit=1)
    press_until(page, "ArrowRight", '[data-give="plasma-scoring"][data-to="1"]', limit=1)
    page.keyboard.press("Enter")
    expect(calculator.locator('[data-part="chips"][data-side="1"] .chip')).to_have_count(1)
    press_until(page, "Tab", 'button[type="submit"]')
    page.keyboard.press("Enter")
    reader.answered(OFFENSE)
    expect(calculator.get_by_role("status")).not_to_be_empty()
    press_until(page, "Shift+Tab", ".calculator__kit *")
    press_until(page, "ArrowRight", '[aria-label="More"]', limit=3)
    page.keyboard.press("Enter")
    press_until(page, "Tab", '[data-do="reset"]', limit=8)
    page.keyboard.press("Enter")
    expect(calculator.locator('[name="players.0.space.carrier"]')).not_to_have_value("3")


@pytest.mark.long
def test_the_focus_is_always_seen(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    page = reader.page
    unseen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => {
                const e = document.activeElement;
                const style = getComputedStyle(e);
                const label = e.labels?.[0] ? getComputedStyle(e.labels[0]).outlineStyle : "none";
                const next = e.nextElementSibling;
                const framed = next && getComputedStyle(next).outlineStyle !== "none";
                const seen = style.outlineStyle !== "none" || label !== "none" || framed;
                return e === document.body || seen ? "" : e.outerHTML.slice(0, 120);
            }"""
        )
        if seen:
            unseen.append(seen)
    assert unseen == []


def test_colors_follow_the_system_and_the_reader(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE), dark=True)
    body = reader.page.locator("body")
    expect(body).to_have_attribute("data-md-color-scheme", "slate")
    reader.page.get_by_title("switch to light").click()
    expect(body).to_have_attribute("data-md-color-scheme", "default")
    reader.page.reload()
    expect(body).to_have_attribute("data-md-color-scheme", "default")


def test_the_answer_is_told_to_those_who_listen(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    calculator = reader.calculator(DEFENSE)
    reader.calculate(DEFENSE)
    reader.answered(DEFENSE)
    told = str(calculator.get_by_role("status").text_content())
    assert told.startswith(calculator.locator(".result__headline").inner_text())
