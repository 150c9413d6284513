"""The calculator answers what the solver answers, over http and from disk, and its address holds the case."""

from __future__ import annotations

import json
from typing import Any

import pytest
from loaded import LIBRARY
from places import Place
from playwright.sync_api import Page, expect
from reading import DEFENSE, OFFENSE, RULE, Open, case, linked, more

from mecatol import forms
from theme import live
from theme.site.addresses import Addresses, topic_path

pytestmark = pytest.mark.browser


def same_html(page: Page, html: str) -> str:
    """The HTML as the browser writes it back, to compare with what stands in a page."""
    written = """html => {
        const place = document.createElement("div");
        Mecatol.markup.fill(place, html);
        return place.innerHTML;
    }"""
    return str(page.evaluate(written, html))


def expected(page: Page, place: Place, scenario: dict[str, Any]) -> str:
    """What CPython answers, as the browser writes it."""
    addresses = Addresses(directory_urls=not place.on_disk)
    links = addresses.clause_links(topic_path("space-cannon"), LIBRARY)
    answer = json.loads(live.answer(json.dumps({"scenario": scenario, "links": links})))
    return same_html(page, answer["html"])


def shown(page: Page, step: str) -> str:
    return page.locator(f'mecatol-calculator[step="{step}"] [data-part="result"]').inner_html()


CASES: dict[str, dict[str, Any]] = {
    "one PDS": {
        "step": OFFENSE,
        "players": [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "planets": {"abaddon": {"pds": 1}}}],
    },
    "from next door with Plasma Scoring": {
        "step": OFFENSE,
        "players": [
            {"name": "Red", "space": {"dreadnought": 2, "carrier": 1, "fighter": 3}, "damaged": {"dreadnought": 1}},
            {"name": "Blue", "technologies": ["pds-2", "plasma-scoring"], "adjacent": {"pds": 2}},
        ],
    },
    "three players, a ruling and a policy": {
        "step": DEFENSE,
        "players": [
            {"name": "Red", "planets": {"abaddon": {"infantry": 3}}},
            {"name": "Blue", "planets": {"abaddon": {"pds": 2}}},
            {"name": "Green", "planets": {"ashtroth": {"pds": 1}}},
        ],
        "policy": {"assign": "sustain-first"},
        "rulings": {"63.4": "destroyed-first"},
        "edition": "pok",
    },
}


@pytest.mark.parametrize("name", CASES)
def test_a_shared_address_brings_back_the_case_and_the_answer_of_cpython(
    open_page: Open, place: Place, name: str
) -> None:
    scenario = CASES[name]
    reader = open_page(place.page(RULE) + case(scenario["step"], json.dumps(scenario)))
    reader.answered(scenario["step"])
    assert shown(reader.page, scenario["step"]) == expected(reader.page, place, scenario)
    for index, player in enumerate(scenario["players"]):
        for area, counts in player.get("planets", {}).items():
            for unit, count in counts.items():
                field = reader.calculator(scenario["step"]).locator(f'[name="players.{index}.planets.{area}.{unit}"]')
                expect(field).to_have_value(str(count))
    assert reader.said == []


def test_the_first_answer_in_the_page_is_that_of_the_form(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    for step in (OFFENSE, DEFENSE):
        reader.calculator(step)
        assert shown(reader.page, step) == expected(reader.page, place, forms.form(step).default)


def test_a_changed_field_changes_the_answer_and_the_address(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    calculator = reader.calculator(OFFENSE)
    before = shown(reader.page, OFFENSE)
    calculator.get_by_role("button", name="Cruiser: one more").first.click()
    reader.answered(OFFENSE)
    scenario: dict[str, Any] = json.loads(json.dumps(forms.form(OFFENSE).default))
    scenario["players"][0]["space"]["cruiser"] = scenario["players"][0]["space"].get("cruiser", 0) + 1
    assert shown(reader.page, OFFENSE) != before
    assert shown(reader.page, OFFENSE) == expected(reader.page, place, scenario)
    assert linked(reader.address()).scenario == scenario


def test_going_back_brings_back_the_case_before(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    calculator = reader.calculator(OFFENSE)
    first = shown(reader.page, OFFENSE)
    carriers = calculator.locator('[name="players.0.space.carrier"]')
    start = carriers.input_value()
    more = calculator.get_by_role("button", name="Carrier: one more").first
    more.click()
    more.click()
    reader.answered(OFFENSE)
    second = shown(reader.page, OFFENSE)
    calculator.locator('[name="players.0.space.carrier"]').press("Enter")
    before = reader.address()
    more.click()
    reader.page.wait_for_function("before => location.href !== before", arg=before)
    reader.answered(OFFENSE)
    expect(carriers).to_have_value(str(int(start) + 3))
    reader.page.go_back()
    expect(carriers).to_have_value(str(int(start) + 2))
    reader.answered(OFFENSE)
    assert shown(reader.page, OFFENSE) == second
    reader.page.go_back()
    expect(carriers).to_have_value(start)
    reader.answered(OFFENSE)
    assert shown(reader.page, OFFENSE) == first
    reader.page.go_forward()
    expect(carriers).to_have_value(str(int(start) + 2))


def test_an_example_can_be_tried(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    example = LIBRARY.topics["space-cannon"].examples[1]
    reader.page.locator(f'.example:has([id="{example.id}"]) > summary').click()
    reader.page.locator(f'.example:has([id="{example.id}"]) [data-try]').click()
    step = str(example.scenario["step"])
    reader.answered(step)
    assert shown(reader.page, step) == expected(reader.page, place, dict(example.scenario))
    expect(reader.page.locator(f"#calculator-{step}")).to_be_in_viewport()
    assert reader.said == []


def test_players_and_planets_come_and_go(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    calculator = reader.calculator(DEFENSE)
    calculator.get_by_role("button", name="+ Player").click()
    name = calculator.locator('[name="players.2.name"]')
    expect(name).to_be_focused()
    name.fill("Zoë")
    third = calculator.locator('[data-part="player-card"]')
    third.get_by_role("button", name="+ Planet").click()
    third.locator('[data-part="planet-name"]').fill("Loki")
    third.get_by_role("button", name="PDS: one more").first.click()
    expect(third.locator('[name="players.2.planets.loki.pds"]')).to_have_value("1")
    reader.answered(DEFENSE)
    expect(third.locator("summary", has_text="Zoë")).to_have_count(1)
    reader.page.wait_for_function("() => location.href.includes('loki')")
    third.get_by_role("button", name="Remove this player").click()
    expect(third).to_have_count(0)
    reader.page.wait_for_function("() => !location.href.includes('loki')")
    assert reader.said == []


def test_an_impossible_case_is_refused_at_the_field(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    calculator = reader.calculator(OFFENSE)
    field = calculator.locator('[name="players.0.space.carrier"]')
    field.fill("-3")
    calculator.get_by_role("button", name="Calculate").click()
    errors = calculator.locator('[data-part="errors"]')
    expect(errors).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    described = calculator.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(described).to_contain_text("-3")
    field.fill("1")
    reader.answered(OFFENSE)
    expect(errors).to_be_hidden()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert reader.said == []


def test_what_the_form_has_no_field_for_goes_along_and_can_be_removed(open_page: Open, served: Place) -> None:
    scenario = {
        "step": OFFENSE,
        "players": [
            {"name": "Red", "space": {"carrier": 1, "fighter": 4}, "fleet_pool": 3},
            {"name": "Blue", "planets": {"abaddon": {"pds": 2}}},
        ],
        "policy": {"assign": ["carrier", "fighter"]},
    }
    reader = open_page(served.page(RULE) + case(OFFENSE, json.dumps(scenario)))
    reader.answered(OFFENSE)
    assert shown(reader.page, OFFENSE) == expected(reader.page, served, scenario)
    extra = reader.calculator(OFFENSE).locator('[data-part="extra-list"] li')
    expect(extra).to_have_count(2)
    extra.filter(has_text="policy, assign: carrier, fighter").get_by_role("button").click()
    expect(extra).to_have_count(1)
    del scenario["policy"]
    reader.page.wait_for_function("() => !location.href.includes('assign')")
    reader.answered(OFFENSE)
    assert shown(reader.page, OFFENSE) == expected(reader.page, served, scenario)


def test_starting_again_and_copying_the_link(open_page: Open, served: Place) -> None:
    scenario = CASES["one PDS"]
    reader = open_page(
        served.page(RULE) + case(OFFENSE, json.dumps(scenario)), permissions=["clipboard-read", "clipboard-write"]
    )
    calculator = reader.answered(OFFENSE)
    calculator.get_by_role("button", name="Share").click()
    sheet = reader.page.get_by_role("dialog", name="Share")
    expect(sheet.get_by_role("status")).to_have_text("Link copied")
    link = reader.page.evaluate("() => navigator.clipboard.readText()")
    assert link == reader.address()
    sheet.get_by_role("button", name="Embed").click()
    expect(sheet.get_by_role("status")).to_have_text("HTML copied")
    lines = reader.page.evaluate("() => navigator.clipboard.readText()")
    assert lines.startswith(f'<iframe src="{served.address}embed/calculator/#')
    assert lines.endswith(f'<script src="{served.address}embed.js" async></script>')
    sheet.get_by_role("button", name="Close").click()
    other = open_page(link)
    other.answered(OFFENSE)
    assert shown(other.page, OFFENSE) == expected(reader.page, served, scenario)
    more(calculator, "Reset")
    assert shown(reader.page, OFFENSE) == expected(reader.page, served, forms.form(OFFENSE).default)
    assert "#" not in reader.page.url


FAKE = """
() => {
  const waiting = [];
  Object.defineProperty(navigator, "connection", { value: { saveData: true } }); // nothing is asked unasked
  globalThis.fake = { waiting, stopped: 0 };
  Object.defineProperties(Mecatol.runtime.python, Object.getOwnPropertyDescriptors({
    state: "busy",
    wake() {},
    stop() {
      fake.stopped += 1;
      const error = Object.assign(new Error("stopped"), { name: "AbortError" });
      for (const { reject } of waiting.splice(0)) reject(error);
    },
    ask: (payload) => new Promise((resolve, reject) => waiting.push({ payload, resolve, reject })),
  }));
}
"""


def test_a_stale_answer_never_replaces_a_newer_question(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    page = reader.page
    page.evaluate(FAKE)
    calculator = reader.calculator(OFFENSE)
    more = calculator.get_by_role("button", name="Carrier: one more").first
    more.click()
    page.wait_for_function("() => fake.waiting.length === 1")
    more.click()
    page.wait_for_timeout(600)
    page.evaluate("() => fake.waiting.shift().resolve({ html: '<p>answer one</p>', summary: 'one' })")
    page.wait_for_function("() => fake.waiting.length === 1")
    assert "answer one" not in shown(page, OFFENSE)
    asked = page.evaluate("() => fake.waiting[0].payload.scenario.players[0].space.carrier")
    assert str(asked) == calculator.locator('[name="players.0.space.carrier"]').input_value()
    page.evaluate("() => fake.waiting.shift().resolve({ html: '<p>answer two</p>', summary: 'two' })")
    reader.answered(OFFENSE)
    assert shown(page, OFFENSE) == "<p>answer two</p>"


def test_a_calculation_can_be_stopped(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    reader.page.evaluate(FAKE)
    calculator = reader.calculator(OFFENSE)
    before = shown(reader.page, OFFENSE)
    calculator.get_by_role("button", name="Calculate").press("Enter")
    expect(calculator.locator("progress")).to_be_visible()
    calculator.get_by_role("button", name="Stop").click()
    expect(calculator.get_by_role("status")).to_have_text("Stopped.")
    expect(calculator.locator("progress")).to_be_hidden()
    assert shown(reader.page, OFFENSE) == before
    assert reader.said == []
