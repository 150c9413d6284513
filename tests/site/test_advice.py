"""What would change the answer, what would be enough, and the best play, each a tap to take over."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import FIRST, PAGE, Open, Reader, case, written

import mecatol
from mecatol.advice.advice import Advice
from mecatol.advice.best_play import BestPlay
from mecatol.advice.enough import additions, cheapest
from mecatol.advice.many import first_fleets, pairings
from mecatol.advice.winning import chances
from mecatol.domain.editions import LATEST
from mecatol.render import numbers

pytestmark = [pytest.mark.browser, pytest.mark.unasked]
STEP = "space-combat"
SMALL: dict[str, Any] = {
    "step": STEP,
    "players": [
        {"name": "Red", "space": {"dreadnought": 1, "destroyer": 1}},
        {"name": "Blue", "space": {"cruiser": 2}},
    ],
}


def assumed(calculator: Locator) -> Locator:
    """The closed line that says what was chosen for the players."""
    return calculator.locator(".result .essence > summary", has_text="Assumed")


@pytest.fixture
def reader(open_page: Open, served: Place) -> Reader:
    opened = open_page(served.page(f"calculator/{STEP}/") + case(STEP, json.dumps(SMALL)), width=360)
    opened.answered(STEP)
    return opened


def test_each_choice_says_what_the_other_would_give_and_a_tap_takes_it(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    choice = calculator.locator('.choice[data-path="players.0.policy.assign"]')
    other = json.loads(json.dumps(SMALL))
    other["players"][0]["policy"] = {"assign": "best"}
    chance = numbers.percent(chances(other)["Red"])
    assumed(calculator).click()
    best = choice.get_by_role("button", name="in the best order")
    expect(best).to_contain_text(f"wins {chance}")
    best.click()
    expect(choice.locator(".choice__now")).to_contain_text("Red loses in the best order")
    expect(choice.get_by_role("button").first).to_be_focused()
    expect(assumed(calculator)).to_contain_text("Red loses in the best order")
    expect(reader.answered(STEP).locator(".result .battle__figures")).to_contain_text(f"Red wins {chance}")
    assert reader.said == []


def test_what_would_change_it_is_listed_and_taken_over(reader: Reader) -> None:
    advice = Advice(SMALL)
    while advice.waiting:
        advice.step()
    moved = sorted((one for one in advice.found if one.player == "Red"), key=lambda effect: -abs(effect.points))
    fold = reader.calculator(STEP).locator('[data-part="advice"]')
    fold.locator("summary").click()
    said = fold.locator('[data-part="advice-said"]')
    expect(said).to_contain_text(f"{advice.number} changes were tried", timeout=60_000)
    rows = fold.locator('[data-part="advice-list"] li')
    expect(rows).to_have_count(10)
    first = moved[0]
    shown = rows.first.inner_text()
    assert numbers.points(first.points / 100) in shown
    assert numbers.percent(first.chance) in shown
    fold.get_by_role("button", name="Show all").click()
    assert rows.count() == len([one for one in moved if abs(one.points) > 1e-9])
    rows.first.get_by_role("button").click()
    calculator = reader.answered(STEP)
    expect(calculator.locator(".result .battle__figures")).to_contain_text(numbers.percent(first.chance))
    assert reader.said == []


def test_what_would_be_enough_is_searched_and_taken_over(reader: Reader) -> None:
    wanted = cheapest(list(additions(SMALL, "Blue", 0.9)), 0.9)
    fold = reader.calculator(STEP).locator('[data-part="enough"]')
    fold.locator("summary").click()
    fold.locator('[data-part="enough-player"]').select_option("Blue")
    fold.locator('[data-part="enough-reach"]').fill("90")
    fold.get_by_role("button", name="Find", exact=True).click()
    rows = fold.locator('[data-part="enough-list"] li')
    expect(rows).to_have_count(len(wanted), timeout=60_000)
    expect(rows.first).to_contain_text(wanted[0].text)
    rows.first.get_by_role("button").click()
    blue = numbers.percent(float(mecatol.solve(wanted[0].scenario).winner["Blue"]))
    expect(reader.answered(STEP).locator(".result .battle__figures")).to_contain_text(f"Blue wins {blue}")
    assert reader.said == []


BACKGROUND = """
() => {
  globalThis.background = { asked: 0, stopped: 0 };
  let lost = () => {};
  Object.defineProperties(Mecatol.runtime.background, Object.getOwnPropertyDescriptors({
    state: "busy",
    wake() {},
    ask: (question) => new Promise((_, reject) => {
      if (!question.advise) return; // answers to what may be tapped next are no search
      background.asked += 1;
      lost = reject;
    }),
    stop() {
      background.stopped += 1;
      lost(Object.assign(new Error("stopped"), { name: "AbortError" }));
    },
  }));
}
"""


def test_no_answer_waits_for_what_would_change_the_one_before(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(f"calculator/{STEP}/"))
    page = reader.page
    page.evaluate(BACKGROUND)  # a search that never ends
    more = reader.calculator(STEP).get_by_role("button", name="Red, Cruiser: one more")
    more.click()
    page.wait_for_function("() => background.asked === 1")
    more.click()
    reader.answered(STEP)
    assert page.evaluate("() => background.stopped") == 0
    expect(reader.calculator(STEP).locator('[name="players.0.space.cruiser"]')).to_have_value("3")
    scenario = page.evaluate("() => document.querySelector('mecatol-calculator').scenario")
    shown = reader.calculator(STEP).locator('[data-part="result"]')
    expect(shown).to_contain_text(numbers.percent(mecatol.solve(scenario).to_json()["winner"]["Red"]))
    # Given up after a while, for a search about the case that stands there now.
    page.wait_for_function("() => background.stopped === 1 && background.asked === 2")
    assert reader.said == []


def test_an_order_that_is_refused_is_barred_in_the_form_with_the_reason(open_page: Open, served: Place) -> None:
    landing = {
        "step": "invasion",
        "players": [
            {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
            {"name": "Blue", "planets": {"abyz": {"infantry": 1}}},
        ],
        "ask": [{"player": "Red", "of": "infantry", "where": "abyz", "least": 3, "when": "ground-combat"}],
    }
    reader = open_page(served.page("calculator/invasion/") + case("invasion", json.dumps(landing)))
    calculator = reader.answered("invasion")
    order = calculator.locator('select[name="players.1.policy.assign"]')
    why = order.locator("xpath=following-sibling::small")
    barred = order.locator('option[value="best"]')
    expect(barred).to_be_disabled(timeout=60_000)
    expect(why).to_contain_text("which depends on the end")
    # Once only the end is asked for, Blue may search.
    calculator.locator('[name="ask.0.when"]').evaluate(
        "field => { field.value = ''; field.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    expect(barred).to_be_enabled()
    expect(why).to_be_hidden()
    assert reader.said == []


def test_where_a_landing_goes_stands_among_the_choices(open_page: Open, served: Place) -> None:
    scenario = {
        "step": "invasion",
        "players": [
            {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
            {"name": "Blue", "planets": {"rigel-i": {"infantry": 1}, "rigel-ii": {"infantry": 2}}},
        ],
    }
    page = served.page("calculator/invasion/") + case("invasion", json.dumps(scenario))
    reader = open_page(page, width=360)
    choice = reader.answered("invasion").locator('.choice[data-path="players.0.policy.land"]')
    assumed(reader.calculator("invasion")).click()
    expect(choice.locator(".choice__now")).to_contain_text("Red lands everything on Rigel I")
    other = choice.get_by_role("button", name="lands everything on Rigel II")
    landed = {**scenario["players"][0], "policy": {"land": {"rigel-ii": {"infantry": 3}}}}
    chance = chances({**scenario, "players": [landed, scenario["players"][1]]})["Red"]
    expect(other).to_contain_text(f"wins {numbers.percent(chance)}", timeout=60_000)
    other.click()
    expect(choice.locator(".choice__now")).to_contain_text("Red lands everything on Rigel II")
    expect(reader.answered("invasion").locator(".result")).to_contain_text("Rigel II")
    assert reader.said == []


def test_the_best_play_is_searched_and_taken_over(reader: Reader) -> None:
    search = BestPlay(SMALL, "Blue", 2)
    while not search.over:
        search.step()
    fold = reader.calculator(STEP).locator('[data-part="play"]')
    fold.locator("summary").click()
    fold.locator('[data-part="play-player"]').select_option("Blue")
    fold.locator('[data-part="play-worth"]').fill("2")
    fold.locator('[data-do="play"]').click()
    said = fold.locator('[data-part="play-said"]')
    expect(said).to_contain_text(f"{len(search.found)} rules tried, all there are", timeout=60_000)
    row = fold.locator('[data-part="play-list"] li')
    expect(row).to_contain_text(f"+{search.gain:.2f} resources")
    expect(row).to_contain_text(search.best.words)
    row.get_by_role("button").click()
    calculator = reader.answered(STEP)
    expect(fold.locator('[data-part="play-list"] li')).to_have_count(0)  # it was about the case before
    now = numbers.percent(mecatol.solve(search.best.scenario).to_json()["winner"]["Blue"])
    expect(calculator.locator(".result .battle__figures")).to_contain_text(f"Blue wins {now}")
    assert reader.said == []


def test_the_best_play_says_what_is_not_a_worth(reader: Reader) -> None:
    fold = reader.calculator(STEP).locator('[data-part="play"]')
    fold.locator("summary").click()
    fold.locator('[data-part="play-worth"]').fill("-3")
    fold.locator('[data-do="play"]').click()
    expect(fold.locator('[data-part="play-said"]')).to_contain_text("from 0 to 1,000,000", timeout=60_000)
    assert reader.said == []


def test_from_a_losing_battle_one_tap_says_what_would_be_enough(open_page: Open, served: Place) -> None:
    battle = {**FIRST, "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"cruiser": 2}}]}
    reader = open_page(served.page(PAGE) + case(STEP, json.dumps(battle)))
    reader.answered(STEP)
    fold = reader.calculator(STEP).locator('[data-part="enough"]')
    expect(fold.locator("summary")).to_contain_text("what would be enough for Red")
    fold.locator("summary").click()
    expect(fold.locator('[data-part="enough-said"]')).to_have_text("The cheapest force that is enough:")
    best = cheapest(list(additions(battle, "Red", 0.8)), 0.8)
    rows = fold.locator('[data-part="enough-list"] li')
    expect(rows).to_have_count(len(best))
    expect(rows.first).to_contain_text(best[0].text)
    assert reader.said == []


def test_one_fleet_meets_every_first_fleet_or_those_that_are_named(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE) + case(STEP, json.dumps(FIRST)), width=390)
    reader.answered(STEP)
    fold = reader.calculator(STEP).locator('[data-part="many"]')
    fold.locator("summary").click()
    button = fold.get_by_role("button", name="Meet them all")
    button.click()
    met = [*pairings(FIRST, "Red", first_fleets(LATEST))]
    won = sum((one.chance or 0) > 0.5 for one in met)
    said = fold.locator('[data-part="many-said"]')
    expect(said).to_have_text(f"Red wins more often than not against {won} of {len(met)}. Tap one to open it.")
    rows = fold.locator('[data-part="many-list"] li')
    expect(rows).to_have_count(len(met))
    worst = min(met, key=lambda one: (one.chance, one.name))
    expect(rows.first).to_contain_text(worst.name)
    expect(rows.first).to_contain_text(numbers.percent(worst.chance or 0))
    fold.get_by_label("against, one fleet a line").fill("4 cruisers\nLetnev 1 dn")
    button.click()
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("4 cruisers")
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390
    rows.first.get_by_role("button").click()
    reader.answered(STEP)
    assert written(reader)["players"][1] == {"name": "4 cruisers", "space": {"cruiser": 4}}
    fold.get_by_label("against, one fleet a line").fill("4 gnomes")
    button.click()
    expect(said).to_contain_text("In line 1, ‘4 gnomes’ is not understood as a fleet")
    assert reader.said == []
