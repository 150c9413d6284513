"""What a page is on paper: a rule in a few sheets, with its clauses, notes and examples, and without what one taps."""

from __future__ import annotations

import json
import re

import pytest
from places import Place
from playwright.sync_api import expect
from reading import PAGE, RULE, STEP, Open, case

pytestmark = pytest.mark.browser
MOST = 9  # the longest rule has its steps drawn, and its notes under the clauses
"""Sheets of A4 that a rule may take."""
LONGEST = 3
"""So many rules are printed, the longest by their pages."""


def sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def test_the_longest_rules_fit_on_a_few_sheets(open_page: Open, served: Place) -> None:
    by_length = sorted(served.folder.glob("rules/*/index.html"), key=lambda path: -path.stat().st_size)
    rules = [path.parent.name for path in by_length if path.parent.name != "on-one-page"][:LONGEST]
    reader = open_page(served.page(f"rules/{rules[0]}/"))
    taken = {}
    for rule in rules:
        reader.page.goto(served.page(f"rules/{rule}/"))
        taken[rule] = sheets(reader.page.pdf(format="A4", prefer_css_page_size=True))
    assert all(0 < number <= MOST for number in taken.values()), taken


def test_on_paper_stand_the_rule_its_notes_and_its_examples_and_nothing_to_tap(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    reader.page.emulate_media(media="print")
    for part in (".rule", ".notes", ".example summary", ".example__answer"):
        expect(reader.page.locator(part).first).to_be_visible()
    frame = (".md-header", ".md-tabs", ".md-sidebar", ".md-path", ".md-top", ".md-footer")
    for part in (*frame, ".jumps", ".beside", ".calculator-fold"):
        expect(reader.page.locator(part).first).to_be_hidden()


def test_text_is_as_large_as_in_a_book_and_a_rule_has_two_columns(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("rules/space-combat/"), width=703, height=1000)  # an A4 sheet without its margins
    reader.page.emulate_media(media="print")
    rule = reader.page.locator(".rule")
    points = "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * 0.75)"
    sizes = reader.page.locator(".clause__text p, .note p, .rule__intro").evaluate_all(points)
    assert 10 <= min(sizes) <= max(sizes) <= 11
    assert rule.evaluate("(one) => getComputedStyle(one).columnCount") == "2"
    box = rule.bounding_box()
    assert box
    assert box["width"] >= 690


def test_paper_is_light_whatever_the_screen_is(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/"), dark=True)
    answer = reader.answered("space-combat").locator('[data-part="answer"]')
    looks = "(node) => [getComputedStyle(node).backgroundColor, getComputedStyle(node).color]"
    dark = answer.evaluate(looks)
    reader.page.emulate_media(media="print")
    ground, ink = answer.evaluate(looks)
    light = open_page(served.page("calculator/space-combat/"))
    light.page.emulate_media(media="print")
    on_paper = light.calculator("space-combat").locator('[data-part="answer"]').evaluate(looks)
    assert [ground, ink] == on_paper != dark


def test_a_calculation_prints_its_fleets_and_its_answer(open_page: Open, served: Place) -> None:
    red = {"name": "Red", "space": {"dreadnought": 3}, "technologies": ["dreadnought-2"]}
    scenario = json.dumps({"step": STEP, "players": [red, {"name": "Blue", "space": {"cruiser": 5}}]})
    reader = open_page(served.page(PAGE) + case(STEP, scenario))
    calculator = reader.answered(STEP)
    reader.page.emulate_media(media="print")
    for unit, count in (("0.space.dreadnought", "3"), ("1.space.cruiser", "5")):
        field = calculator.locator(f'[name="players.{unit}"]')
        expect(field).to_be_visible()
        expect(field).to_have_value(count)
    expect(calculator.locator('.row[data-unit="dreadnought"] .row__name')).to_be_visible()
    expect(calculator.locator('.row[data-unit="carrier"]')).to_be_hidden()
    expect(calculator.locator(".result .battle__figures").first).to_be_visible()
    controls = calculator.locator("button:not(.upgrade, .chip__name), summary.button, [role=toolbar], progress")
    assert [one for one in controls.all() if one.is_visible()] == []
    assert sheets(reader.page.pdf(format="A4", prefer_css_page_size=True)) <= 2


def test_fleets_that_move_print_with_their_way(open_page: Open, served: Place) -> None:
    step = "movement"
    reader = open_page(served.page(f"calculator/{step}/"))
    calculator = reader.answered(step)
    reader.page.emulate_media(media="print")
    expect(calculator.locator(".routes__map .map__route")).to_have_count(2)
    expect(calculator.locator(".routes__map")).to_be_visible()
    expect(calculator.get_by_text("The map of a game")).to_be_hidden()


def test_what_is_folded_and_what_opens_a_file_stay_off_paper(open_page: Open, served: Place) -> None:
    scenario = {
        "step": STEP,
        "players": [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 2}}],
        "policy": {"assign": "cheapest-first"},
    }
    reader = open_page(served.page(PAGE) + case(STEP, json.dumps(scenario)))
    calculator = reader.answered(STEP)
    reader.page.emulate_media(media="print")
    expect(calculator.locator('[name="policy.assign"]')).to_be_visible()
    for part in (".packs__open", '[data-part="faction"]', '[data-area="ask"]', '[name="edition"]'):
        expect(calculator.locator(part).first).to_be_hidden()
    step = "movement"
    other = open_page(served.page(f"calculator/{step}/"))
    other.answered(step)
    other.page.emulate_media(media="print")
    expect(other.calculator(step).get_by_text("Already in the active system", exact=True)).to_be_hidden()


def test_every_clause_stands_on_the_one_page(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("rules/on-one-page/"), width=703)  # as on paper, and narrow as on a phone
    titles = reader.page.locator(".rule > h2").evaluate_all("all => all.map((one) => getComputedStyle(one).clipPath)")
    assert set(titles) == {"none"}
    ids = reader.page.evaluate("() => [...document.querySelectorAll('[id]')].map(({ id }) => id)")
    assert {"77.5.a", "1.1", "space-combat"} <= set(ids)
    assert len(ids) == len(set(ids))
