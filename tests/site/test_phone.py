"""A phone of 360 px with a thumb: nothing overflows, nothing is out of reach, and the answer is one touch away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import Place
from playwright.sync_api import Page, expect
from reading import Open, Reader, case

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"width": 360, "height": 800, "has_touch": True, "is_mobile": True}
BATTLES = {
    "space-combat": "calculator/space-combat/",
    "ground-combat": "calculator/ground-combat/",
    "invasion": "calculator/invasion/",
    "tactical-action": "calculator/",
}
BLANK = "about:blank"
OPEN_ALL = "() => document.querySelectorAll('details').forEach((fold) => (fold.open = true))"
WIDE = """
() => [...document.querySelectorAll(".mecatol *")]
  .filter((e) => e.checkVisibility() && !e.closest(".scroll, .jumps, pre, .heat, thead"))
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((e) => e.outerHTML.slice(0, 90))
"""
SMALL = """
() => [...document.querySelectorAll("mecatol-calculator :is(button, summary, select, input)")]
  .filter((e) => e.checkVisibility() && !e.closest(".errors, [aria-hidden]"))
  .map((e) => [e, (e.matches("[type=checkbox], [type=radio]") ? e.closest("label") : e).getBoundingClientRect()])
  // The number between the two buttons that change it, and what is seldom wanted: WCAG's 24 px at least.
  .map(([e, box]) => [e, box, e.matches(".unit input, .damage__button") ? 24 : 43.5])
  // A row as high as a thumb holds both sides and the name between them: what is in it is a little narrower.
  .filter(([e, box, least]) => box.height < least || box.width < (e.matches(".step, .upgrade") ? 35.5 : least))
  .map(([e]) => e.outerHTML.slice(0, 90))
"""


def too_wide(page: Page) -> list[str]:
    found: list[str] = page.evaluate(WIDE)
    # A phone's window grows with what is too wide in it; the root does not.
    if page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("the page itself")
    return found


@pytest.mark.parametrize("step", BATTLES)
def test_nothing_overflows_and_every_target_is_large(open_page: Open, served: Place, step: str) -> None:
    reader = open_page(served.page(BATTLES[step]), **PHONE)
    calculator = reader.calculator(step)
    calculator.get_by_role("button", name="Compare").tap()
    calculator.locator('[data-part="compare"] table').wait_for(state="attached")
    reader.page.evaluate(OPEN_ALL)
    assert too_wide(reader.page) == []
    assert reader.page.evaluate(SMALL) == []
    assert reader.said == []


def test_no_width_of_a_phone_is_too_narrow(open_page: Open, served: Place) -> None:
    page = open_page(served.page("")).page
    found = {}
    for width in range(320, 800, 6):
        page.set_viewport_size({"width": width, "height": 800})
        found[width] = page.evaluate("() => document.documentElement.scrollWidth")
    assert {width: wide for width, wide in found.items() if wide > width} == {}


def test_a_page_whose_room_changes_loads_no_worse(open_page: Open, served: Place) -> None:
    # the keyboard of a phone leaves less room, and so does turning it
    reader = open_page(served.page("rules/space-combat/"))
    reader.page.evaluate("() => customElements.whenDefined('mecatol-calculator')")
    reader.page.set_viewport_size({"width": 844, "height": 390})
    reader.page.evaluate("() => visualViewport.dispatchEvent(new Event('resize'))")
    assert reader.page.locator("html.lacks-scripts").count() == 0
    assert reader.said == []


KINDS = (
    "",
    "rules/space-cannon/",
    "rules/on-one-page/",
    "calculator/",
    "calculator/agenda-votes/",
    "calculator/movement/",
    "cards/action-cards/",
    "factions/deepwrought-scholarate/",
    "planets/",
    "technology-tree/",
    "units/",
    "effects/",
    "coverage/",
    "open-questions/",
    "games/",
    "lab/best-fleet/",
    "lab/worth/",
    "editions/pok/",
    "python/",
)


@pytest.mark.parametrize(("width", "letters"), [(320, 16), (390, 32)])
def test_small_phones_and_large_letters_need_no_scrolling_sideways(
    open_page: Open, served: Place, width: int, letters: int
) -> None:
    """WCAG 1.4.4 and 1.4.10: letters twice as large on a common phone, and the narrowest phone."""
    reader = lettered(open_page, BLANK, letters, width=width)
    wide = {}
    for path in KINDS:
        reader.page.goto(served.page(path))
        reader.page.evaluate(OPEN_ALL)
        calculators = reader.page.locator("mecatol-calculator")
        if calculators.count():
            calculators.first.and_(reader.page.locator("[ready]")).wait_for()
            reader.page.evaluate(OPEN_ALL)
        if found := too_wide(reader.page):
            wide[path] = found
        assert reader.page.locator("pre > code").evaluate_all(SCROLLED) == []  # which nobody could do by keyboard
    assert wide == {}


def test_the_narrowest_phone_has_a_unit_of_both_sides_in_one_line(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/"), **(PHONE | {"width": 320}))
    reader.answered("tactical-action")
    rows = reader.calculator("tactical-action").locator(".row[data-unit]")
    assert 0 < rows.evaluate_all(HIGHEST) < 80
    assert reader.page.evaluate(SMALL) == []


def test_the_name_of_a_faction_is_whole_on_the_narrowest_phone(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("factions/deepwrought-scholarate/"), **(PHONE | {"width": 320}))
    names = reader.answered("space-combat").locator(".row--head .side__name input")
    assert names.first.input_value() == "Deepwrought"
    assert names.evaluate_all("names => names.every((name) => name.scrollWidth <= name.clientWidth)")


SCROLLED = "(codes) => codes.filter((code) => code.scrollWidth > code.clientWidth).map((code) => code.textContent)"
HIGHEST = """
(rows) => Math.max(...rows.filter((row) => row.checkVisibility()).map((row) => row.getBoundingClientRect().height))
"""


def test_both_sides_of_a_planet_stand_beside_each_other_as_in_space(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/"), **PHONE)
    rows = reader.calculator("tactical-action").locator(".row[data-unit]")
    on_planets = reader.calculator("tactical-action").locator('[data-part="planet"] .row[data-unit]:visible')
    expect(on_planets.first).to_be_visible()
    assert 0 < on_planets.evaluate_all(HIGHEST) <= rows.evaluate_all(HIGHEST) < 80


DECISIONS = ("production", "planetary-shield", "deploy", "sustain-damage", "bombardment", "space-cannon-offense")


@pytest.mark.parametrize("step", DECISIONS)
def test_no_answer_lies_beside_the_screen(open_page: Open, served: Place, step: str) -> None:
    reader = open_page(served.page(f"calculator/{step}/"), **PHONE)
    reader.page.evaluate(OPEN_ALL)
    assert too_wide(reader.page) == []
    assert reader.page.evaluate(
        "() => [...document.querySelectorAll('.scroll')].every((e) => e.scrollWidth <= e.clientWidth)"
    )


def battle(reader: Reader) -> None:
    reader.calculator("space-combat").get_by_role("button", name="Cruiser: one more").first.tap()
    reader.answered("space-combat")


def test_the_answer_is_one_touch_away_and_so_is_what_is_wrong(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(BATTLES["space-combat"]), **PHONE)
    calculator = reader.calculator("space-combat")
    battle(reader)
    way = calculator.get_by_role("button", name="Go to the answer")
    way.tap()
    expect(calculator.locator(".result .battle__figures")).to_be_in_viewport()
    expect(calculator.get_by_role("button", name="Share")).to_be_in_viewport()
    fighters = calculator.locator('[name="players.1.space.fighter"]')
    fighters.fill("500")
    expect(calculator.get_by_role("status")).to_contain_text("500 must be a whole number from 0 to 99")
    way.tap()
    wrong = calculator.locator('[data-part="errors"]')
    expect(wrong).to_be_in_viewport()
    expect(wrong.get_by_role("button").first).to_have_text("Blue, Fighter: 500 must be a whole number from 0 to 99")
    wrong.get_by_role("button").first.tap()
    expect(fighters).to_be_focused()


@pytest.mark.parametrize("zoom", [2, 4])
def test_a_desktop_zoomed_in_is_read_in_one_column(open_page: Open, served: Place, zoom: int) -> None:
    """WCAG 1.4.4 and 1.4.10: at 200 % all is there and works, at 400 % nobody has to scroll to two sides."""
    page = served.page("calculator/space-combat/")
    reader = open_page(page, width=1280 // zoom, height=1024 // zoom, device_scale_factor=zoom)
    calculator = reader.answered("space-combat")
    brief = calculator.locator('[data-part="brief"]')
    before = brief.inner_text()
    calculator.get_by_role("button", name="Red, Cruiser: one more").click()
    expect(brief).not_to_have_text(before)
    expect(brief.locator(".battle__figure").first).to_be_in_viewport()
    reader.answered("space-combat")
    reader.page.evaluate(OPEN_ALL)
    assert too_wide(reader.page) == []
    assert reader.said == []


def test_a_wide_screen_needs_no_way_to_the_answer(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(BATTLES["space-combat"]))
    expect(reader.calculator("space-combat").get_by_role("button", name="Go to the answer")).to_be_hidden()
    reader.page.get_by_text("All calculators", exact=True).click()
    expect(reader.page.get_by_role("link", name="Ground Combat", exact=True)).to_be_visible()


def test_other_calculators_are_folded_away(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(BATTLES["space-combat"]), **PHONE)
    other = reader.page.get_by_role("navigation", name="Calculators").get_by_role("link", name="Ground Combat")
    expect(other).to_be_hidden()
    reader.page.get_by_text("All calculators", exact=True).tap()
    other.tap()
    expect(reader.page).to_have_url(served.page(BATTLES["ground-combat"]))


def test_an_order_of_losses_is_dragged_with_a_thumb(open_page: Open, served: Place) -> None:
    players = [{"name": "Red", "space": {"carrier": 1, "cruiser": 1, "fighter": 2}}, {"name": "Blue"}]
    scenario = json.dumps({"step": "space-combat", "players": players})
    reader = open_page(served.page(BATTLES["space-combat"]) + case("space-combat", scenario), **PHONE)
    reader.answered("space-combat")
    reader.calculator("space-combat").locator('[data-area="orders"] > summary').tap()
    reader.calculator("space-combat").locator('[data-area="losses"] > summary').first.tap()
    rows = reader.calculator("space-combat").locator('[data-part="losses"]').first.locator("li:not([hidden])")
    first, last = (rows.locator('[data-part="grip"]').nth(index) for index in (0, 2))
    last.scroll_into_view_if_needed()
    start, end = first.bounding_box(), last.bounding_box()
    assert start
    assert end
    touch = reader.page.context.new_cdp_session(reader.page)

    def thumb(kind: str, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": start["x"] + 10, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    thumb("touchStart", start["y"] + 10)
    for y in (start["y"] + 40, end["y"], end["y"] + 42):
        thumb("touchMove", y)
    thumb("touchEnd", 0)
    units = [row.get_attribute("data-unit") for row in rows.all()]
    assert units == ["cruiser", "carrier", "fighter"]
    assert reader.said == []


@pytest.mark.parametrize("javascript", [True, False])
def test_the_lists_of_coverage_are_folded_and_whole(open_page: Open, served: Place, javascript: bool) -> None:
    reader = open_page(served.page("coverage/"), javascript=javascript, **PHONE)
    folds = reader.page.locator("details:has(table.proof)")
    assert folds.count() > 5
    table = folds.first.locator("table")
    expect(table).to_be_hidden()
    assert folds.first.locator("tbody tr").count() > 0
    folds.first.locator("summary").tap()
    expect(table).to_be_visible()


def test_a_link_to_a_topic_s_coverage_unfolds_it(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("coverage/") + "#invasion", **PHONE)
    expect(reader.page.locator('details[data-fold-at="invasion"] table')).to_be_visible()
    letter = reader.page.locator(".letters").get_by_role("link", name="S", exact=True)
    topic = str(letter.get_attribute("href")).removeprefix("#")
    expect(reader.page.locator(f'details[data-fold-at="{topic}"] table')).to_be_hidden()
    letter.tap()
    expect(reader.page.locator(f'details[data-fold-at="{topic}"] table')).to_be_visible()


@pytest.mark.parametrize("width", [320, 360])
def test_what_a_unit_of_another_player_hits_on_stands_beside_its_mark(
    open_page: Open, served: Place, width: int
) -> None:
    reader = open_page(served.page("calculator/deploy/"), **(PHONE | {"width": width}))
    cells = reader.calculator("deploy").locator('[data-part="player-card"] .cell')
    covered = cells.evaluate_all(
        """cells => cells.filter((cell) => cell.checkVisibility()).flatMap((cell) => {
            const facts = document.createRange();
            facts.selectNodeContents(cell.querySelector(".cell__facts"));
            const mark = cell.querySelector(".upgrade").getBoundingClientRect();
            const beside = (box) => box.width && box.right > mark.left + 1 && box.bottom > mark.top + 1;
            return [...facts.getClientRects()].filter(beside).map(() => cell.innerText);
        })"""
    )
    assert covered == []
    marks = """cells => cells.filter((cell) => cell.checkVisibility()).map((cell) =>
        [...cell.querySelectorAll(".upgrade, .step")].map((button) => button.getBoundingClientRect().top))"""
    for tops in cells.evaluate_all(marks):
        assert max(tops) - min(tops) < 20


@pytest.mark.parametrize("step", ["agenda-votes", "movement", "victory"])
def test_a_verdict_is_one_sign_and_heard_as_a_word(open_page: Open, served: Place, step: str) -> None:
    reader = open_page(served.page(f"calculator/{step}/"), **PHONE)
    verdicts = reader.calculator(step).locator(".finding .verdict")
    said = verdicts.evaluate_all("verdicts => verdicts.map((verdict) => verdict.ariaLabel)")
    assert "Depends" in said
    assert set(said) <= {"Yes", "No", "Depends"}
    broken = """verdicts => verdicts.filter((verdict) => {
        const words = document.createRange();
        words.selectNodeContents(verdict);
        return words.getClientRects().length > 1 || verdict.scrollWidth > verdict.clientWidth;
    }).map((verdict) => verdict.ariaLabel)"""
    assert verdicts.evaluate_all(broken) == []


def test_a_long_word_that_is_refused_stays_within_the_page(open_page: Open, served: Place) -> None:
    step = "victory"
    word = "x" * 60
    players = [{"name": "W" * 40, "fulfils": [word]}, {"name": "Blue"}]
    address = served.page(f"calculator/{step}/") + case(step, json.dumps({"step": step, "players": players}))
    reader = open_page(address, **PHONE)
    expect(reader.calculator(step).locator('[data-part="errors"] .mend').first).to_be_visible()
    assert too_wide(reader.page) == []


@pytest.mark.parametrize("path", ["units/", "planets/", "lab/first-fleets/", "rules/bombardment/"])
def test_a_table_is_rows_and_never_a_stack_of_labels(open_page: Open, served: Place, path: str) -> None:
    """The name begins a row, the numbers stand beside it up to the right edge, and the rest is below."""
    page = open_page(served.page(path), **PHONE).page
    page.evaluate(OPEN_ALL)
    rows = page.evaluate(
        """() => [...document.querySelectorAll("table:is(.units-values, .units-table) tbody tr")].map((row) => {
            const name = row.cells[0].getBoundingClientRect(), edge = row.getBoundingClientRect();
            const boxes = (which) => [...row.querySelectorAll(which)].map((cell) => cell.getBoundingClientRect());
            const numbers = boxes("td[data-label]:not(.none)");
            const rest = boxes("td:not([data-label], .none, :empty)");
            return {
                beside: numbers.every((cell) => cell.top < name.bottom),
                atTheEdge: !numbers.length || Math.abs(numbers.at(-1).right - edge.right) < 2,
                below: rest.every((cell) => cell.top >= name.bottom - 1),
            };
        })"""
    )
    assert rows
    assert [row for row in rows if not all(row.values())] == []


@pytest.mark.parametrize("path", ["planets/", "lab/worth/", "lab/first-fleets/"])
def test_a_long_table_is_read_and_sorted_without_scrolling_sideways(open_page: Open, served: Place, path: str) -> None:
    page = open_page(served.page(path), **PHONE).page
    page.evaluate(OPEN_ALL)
    frames = ".table-frame, .lab__wide"
    wide = f"() => [...document.querySelectorAll('{frames}')].filter((e) => e.scrollWidth > e.clientWidth).length"
    assert page.evaluate(wide) == 0
    field = page.get_by_label("Sort by").first
    size = field.bounding_box()
    assert size
    assert size["height"] >= 40
    table = page.locator("table.units-values[data-sortable]").first
    before = table.locator("tbody tr").first.inner_text()
    field.select_option(index=4)  # by the second column, the lowest first
    expect(table.locator("tbody tr").first).not_to_have_text(before)
    cells = table.locator("td:nth-child(2)").all_inner_texts()
    shown = [0.0 if cell in ("nothing", "–") else float(cell.split()[0].strip("%+")) for cell in cells]
    assert shown == sorted(shown)
    expect(field.locator("option").nth(3)).to_contain_text("lowest first")


FLEETS: dict[str, Any] = {
    "step": "space-combat",
    "players": [
        {"name": "Red", "space": {"dreadnought": 2, "cruiser": 3, "destroyer": 4, "carrier": 1}},
        {"name": "Blue", "space": {"cruiser": 4, "destroyer": 5, "carrier": 2}},
    ],
}
CANNONS: dict[str, Any] = {
    "step": "space-cannon-offense",
    "players": [
        {"name": "Red", "space": {"cruiser": 1}},
        {"name": "Blue", "planets": {"abaddon": {"pds": 6}}, "technologies": ["pds-2", "plasma-scoring"]},
    ],
}
LETTERS = """svg => parseFloat(getComputedStyle(svg.querySelector("text")).fontSize)"""
# Digits have no descenders: what is seen of them is three quarters of their line.
COVERED = """svg => {
    const all = [...svg.querySelectorAll("text")].map((text) => {
        const box = text.getBoundingClientRect();
        const turned = getComputedStyle(text).writingMode !== "horizontal-tb";
        const [x, y] = turned ? [box.width / 8, 0] : [0, box.height / 8];
        const { left, right, top, bottom } = box;
        return { said: text.textContent, left: left + x, right: right - x, top: top + y, bottom: bottom - y };
    });
    return all.flatMap((one, at) => all.slice(at + 1)
        .filter((two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 0.5)
        .filter((two) => Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 0.5)
        .map((two) => [one.said, two.said]));
}"""


def lettered(open_page: Open, address: str, letters: int, **screen: Any) -> Reader:
    """A phone whose browser has letters of so many pixels; 16 is what browsers come with."""
    reader = open_page(BLANK, **(PHONE | screen))
    sizes = {"fontSizes": {"standard": letters, "fixed": letters}}
    reader.page.context.new_cdp_session(reader.page).send("Page.setFontSizes", sizes)
    reader.page.goto(address)
    return reader


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("scenario", [FLEETS, CANNONS], ids=["fleets", "cannons"])
def test_figures_of_a_chart_grow_with_the_letters_and_do_not_touch(
    open_page: Open, served: Place, width: int, height: int, scenario: dict[str, Any]
) -> None:
    step = scenario["step"]
    address = served.page(f"calculator/{step}/") + case(step, json.dumps(scenario))
    sizes = []
    for letters in (16, 32):
        reader = lettered(open_page, address, letters, width=width, height=height)
        chart = reader.answered(step).locator('[data-part="result"] svg.chart').first
        sizes.append(chart.evaluate(LETTERS))
        assert chart.evaluate(COVERED) == [], letters
    # Seventeen columns on a phone have no room for twice their figures.
    many = chart.evaluate("svg => svg.matches('.chart--many')") and width < 800
    assert sizes[1] >= sizes[0] * (1.3 if many else 2)


@pytest.mark.parametrize("letters", [16, 32])
def test_a_heat_map_grows_with_the_letters(open_page: Open, served: Place, letters: int) -> None:
    reader = lettered(open_page, served.page("lab/worth/"), letters)
    height = "svg => svg.querySelector('text').getBoundingClientRect().height"
    assert reader.page.locator(".heat svg").first.evaluate(height) > 0.7 * letters


@pytest.mark.parametrize(
    ("width", "height", "letters"), [(844, 390, 24), (844, 390, 32), (390, 844, 32), (430, 900, 16)]
)
def test_who_is_active_stands_beside_the_way_to_swap(
    open_page: Open, served: Place, width: int, height: int, letters: int
) -> None:
    reader = lettered(open_page, served.page("calculator/space-combat/"), letters, width=width, height=height)
    reader.answered("space-combat")
    swap, head = reader.page.locator(".side__swap").bounding_box(), reader.page.locator(".row--head").bounding_box()
    assert swap
    assert head
    assert max(swap["width"], swap["height"]) <= 48
    assert head["y"] <= swap["y"]
    assert swap["y"] + swap["height"] <= head["y"] + head["height"]


@pytest.mark.parametrize("path", ["", "rules/space-cannon/", "calculator/space-combat/", "planets/", "lab/worth/"])
@pytest.mark.parametrize("letters", [24, 32])
def test_large_letters_in_landscape_need_no_scrolling_sideways(
    open_page: Open, served: Place, path: str, letters: int
) -> None:
    reader = lettered(open_page, served.page(path), letters, width=844, height=390)
    if reader.page.locator("mecatol-calculator").count():
        reader.page.locator("mecatol-calculator[ready]").first.wait_for(state="attached")
    reader.page.evaluate(OPEN_ALL)
    assert too_wide(reader.page) == []


def test_a_row_of_units_stays_in_sight_in_landscape_with_letters_twice_as_large(open_page: Open, served: Place) -> None:
    reader = lettered(open_page, served.page("calculator/space-combat/"), 32, width=844, height=390)
    calculator = reader.answered("space-combat")
    row = calculator.locator('.row[data-unit="cruiser"]').first
    row.evaluate("row => row.scrollIntoView({ block: 'center' })")
    box, header, brief = (
        one.bounding_box()
        for one in (row, reader.page.locator(".md-header"), calculator.locator('[data-part="brief"]'))
    )
    assert box
    assert header
    assert brief
    assert header["y"] + header["height"] <= box["y"]
    assert box["y"] + box["height"] <= brief["y"]


LENGTHS = {"": 1800, "rules/space-combat/": 7000, "cards/action-cards/": 14_000, "units/": 6000, "planets/": 16_000}


def test_long_pages_end_soon_on_a_phone(open_page: Open, served: Place) -> None:
    page = open_page(served.page(""), width=390, height=844).page
    long = {}
    for path in LENGTHS:
        page.goto(served.page(path))
        long[path] = page.evaluate("() => document.documentElement.scrollHeight")
    assert {path: height for path, height in long.items() if height > LENGTHS[path]} == {}
