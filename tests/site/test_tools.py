"""What helps with a case in a browser: sides, examples, text, comparison; every case stands in the address."""

from __future__ import annotations

import json
import re

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import FIRST, PAGE, STEP, Open, Reader, case, more

import mecatol
from mecatol import forms
from mecatol.paste.taking import take
from mecatol.render import numbers

pytestmark = pytest.mark.browser


@pytest.fixture
def reader(open_page: Open, served: Place) -> Reader:
    opened = open_page(
        served.page(PAGE) + case(STEP, json.dumps(FIRST)), permissions=["clipboard-read", "clipboard-write"]
    )
    opened.answered(STEP)
    return opened


def button(reader: Reader, name: str) -> Locator:
    return reader.calculator(STEP).get_by_role("button", name=name, exact=True).first


def test_sides_are_swapped_and_keep_their_colors(reader: Reader) -> None:
    calculator = reader.answered(STEP)
    blue = calculator.locator('[name="players.1.name"]').evaluate("e => getComputedStyle(e).color")
    button(reader, "Swap sides").click()
    reader.answered(STEP)
    expect(calculator.locator('[name="players.0.name"]')).to_have_value("Blue")
    expect(calculator.locator('[name="players.0.space.cruiser"]')).to_have_value("3")
    assert calculator.locator('[name="players.0.name"]').evaluate("e => getComputedStyle(e).color") == blue
    who = calculator.locator(".result .battle__figure", has_text="Blue").locator(".result-number")
    expect(who).to_be_visible()
    assert who.evaluate("e => getComputedStyle(e).color") == blue
    assert reader.said == []


def test_the_form_is_emptied_and_what_was_done_is_undone(reader: Reader) -> None:
    calculator = reader.answered(STEP)
    button(reader, "Red, Dreadnought: one more").click()
    reader.answered(STEP)
    more(reader.calculator(STEP), "Empty")
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("0")
    button(reader, "Undo").click()
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("3")
    button(reader, "Undo").click()
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("2")
    assert reader.said == []


def test_a_kept_case_is_compared_and_stays_in_the_address(reader: Reader, open_page: Open) -> None:
    button(reader, "Compare").click()
    button(reader, "Red, Dreadnought: one more").click()
    after = {**FIRST, "players": [{"name": "Red", "space": {"dreadnought": 3}}, FIRST["players"][1]]}
    one, two = (mecatol.solve(each).to_json()["winner"]["Red"] for each in (FIRST, after))
    shown = reader.calculator(STEP).locator('[data-part="compare"]')
    expect(shown).to_contain_text(numbers.points(two - one))
    other = open_page(reader.address())
    expect(other.calculator(STEP).locator('[data-part="compare"]')).to_contain_text(numbers.points(two - one))
    button(reader, "Stop comparing").click()
    expect(shown).to_be_empty()
    reader.page.wait_for_function("() => !location.hash.includes('//')")
    assert reader.said == other.said == []


def test_both_odds_stay_in_sight_where_a_case_is_kept_at_a_desk(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE), width=1280, height=800)
    calculator = reader.answered(STEP)
    keep = button(reader, "Compare")
    answer = calculator.locator('[data-part="answer"]')
    answer.evaluate("(answer) => { scrollBy(0, answer.getBoundingClientRect().top); }")
    expect(keep).to_be_in_viewport(ratio=1)  # without scrolling the answer by itself
    assert answer.evaluate("({ scrollTop }) => scrollTop") == 0
    answer.evaluate("(answer) => { answer.scrollTop = 500; }")
    keep.click()
    expect(reader.page.locator(".toast")).to_contain_text("Kept as A")
    button(reader, "Red, Dreadnought: one more").click()
    reader.answered(STEP)
    for words in ("A, kept", "B, in the form"):
        expect(calculator.locator('[data-part="compare"]').get_by_text(words, exact=True)).to_be_in_viewport()
    expect(calculator.locator('[data-part="result"] .battle__figure').first).to_be_in_viewport()
    assert reader.said == []


def paste(reader: Reader, step: str, text: str) -> None:
    calculator = reader.calculator(step)
    calculator.locator('[data-part="pasted"]').fill(text)
    calculator.get_by_role("button", name="Use it", exact=True).click()


def test_a_case_is_written_as_text_and_read_back(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    calculator.locator(".calculator__answer .menu > summary").click()
    button(reader, "Copy as text").click()
    expect(reader.page.locator(".toast")).to_have_text("Copied as text")
    text = str(reader.page.evaluate("() => navigator.clipboard.readText()"))
    assert text.startswith("Space Combat.\nRed: 2 dreadnoughts")
    paste(reader, STEP, text.replace("2 dreadnoughts", "4 dreadnoughts"))
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("4")
    expect(calculator.locator('[data-part="taken"]')).to_have_text("Taken from a battle written as text.")
    reader.answered(STEP)
    paste(reader, STEP, "Nothing of the kind")
    expect(calculator.locator('[data-part="taken"]')).to_contain_text("This is not understood")
    expect(calculator.locator('[data-part="pasted"]')).to_be_focused()
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("4")
    assert reader.said == []


def test_odds_for_a_chat_and_json_are_copied_and_can_be_pasted(reader: Reader) -> None:
    calculator = reader.answered(STEP)
    for name, start in (("Copy with the answer", "Space Combat."), ("Copy for programs (JSON)", "{")):
        calculator.locator(".calculator__answer .menu > summary").click()
        button(reader, name).click()
        expect(calculator.locator(".calculator__answer .menu__list")).to_be_hidden()
        box = calculator.locator('[data-part="text"]')
        expect(box).to_have_value(re.compile(f"^{re.escape(start)}"))
        text = box.input_value()
        if start != "{":
            assert numbers.percent(mecatol.solve(FIRST).to_json()["winner"]["Red"]) in text
            assert take(text.splitlines()[-1]).scenario == take(reader.address()).scenario
        more(reader.calculator(STEP), "Empty")
        paste(reader, STEP, text)
        expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("2")
    assert reader.said == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5 cruisers and 2 zorglubs vs 1 war sun", ["plain words", "Not taken over:", "zorglubs", "War Sun"]),
        ("2 dn 4 ff 1 cv vs dd cv ca", ["plain words"]),
        ("https://ti4battle.com/?attacker-unit-cruiser=3&defender-unit-dreadnought=2", ["a link to ti4battle.com"]),
    ],
)
def test_what_people_have_is_pasted_and_what_was_left_out_is_named(reader: Reader, text: str, told: list[str]) -> None:
    wanted = take(text)
    paste(reader, STEP, text)
    shown = reader.calculator(STEP).locator('[data-part="taken"]')
    for words in told:
        expect(shown).to_contain_text(words)
    calculator = reader.answered(STEP)
    for index, player in enumerate(wanted.scenario["players"]):
        for unit, count in player["space"].items():
            expect(calculator.locator(f'[name="players.{index}.space.{unit}"]')).to_have_value(str(count))
    assert reader.said == []


def test_a_paste_is_shown_before_it_is_used(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    box = calculator.locator('[data-part="pasted"]')
    box.fill("2 dn 4 ff 1 zorglub vs 3 cruisers")
    shown = calculator.locator('[data-part="taken"]')
    expect(shown.locator(".unit-chip")).to_have_text(["2 dreadnoughts", "4 fighters", "3 cruisers"])
    expect(shown).to_contain_text("Not taken over:")
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("2")
    expect(calculator.locator('[name="players.0.space.fighter"]')).to_have_value("0")  # nothing is used yet
    box.fill("what is this")
    expect(shown).to_contain_text("not understood so far")
    box.fill("1 war sun vs 5 cruisers")
    expect(shown.locator(".unit-chip").last).to_have_text("5 cruisers")
    box.press("Enter")
    expect(box).to_have_value("")
    expect(calculator.get_by_role("button", name="Use it")).to_be_hidden()
    expect(calculator.locator('[name="players.1.space.cruiser"]')).to_have_value("5")
    assert reader.said == []


def test_why_a_text_is_refused_stays_in_view_when_the_answer_to_the_form_comes(reader: Reader) -> None:
    paste(reader, STEP, "2 of those and 1 of these")
    shown = reader.calculator(STEP).locator('[data-part="taken"]')
    expect(shown).to_contain_text("This is not understood. The form is as it was.")
    reader.calculator(STEP).locator('[name="players.0.space.dreadnought"]').fill("1")
    reader.says('"dreadnought":1')
    reader.answered(STEP)
    expect(shown).to_contain_text("The text names no unit")
    paste_again = reader.calculator(STEP).locator('[data-part="pasted"]')
    paste_again.fill('{"step": "space-combat", "players": [{"name": "Red", "space": {"cruiser": 500}}]}')
    button(reader, "Use it").click()
    expect(shown).to_contain_text("Player 1, space, cruiser: 500 must be a whole number")
    assert reader.said == []


def test_a_fleet_is_kept_by_name_and_used_on_the_other_side(reader: Reader, served: Place) -> None:
    calculator = reader.calculator(STEP)
    fold = calculator.locator('[data-part="recent"]')
    fold.locator("summary").click()
    fold.get_by_label("What to save").select_option("Only Blue")
    fold.get_by_label("Name", exact=True).fill("Three cruisers")
    button(reader, "Save").click()
    fold.get_by_role("button", name="Three cruisers for Red").click()
    expect(calculator.locator('[name="players.0.space.cruiser"]')).to_have_value("3")
    expect(calculator.locator('[name="players.0.space.dreadnought"]')).to_have_value("0")
    expect(calculator.locator('[name="players.0.name"]')).to_have_value("Red")
    reader.page.goto(served.page("calculator/"))
    there = reader.calculator("tactical-action")
    there.locator('[data-part="recent"] summary').click()
    there.get_by_role("button", name="Three cruisers for Red").click()
    expect(there.locator('[name="players.0.space.cruiser"]')).to_have_value("3")
    there.get_by_role("button", name="Forget all of it").click()
    expect(there.locator('[data-part="fleets"] li')).to_have_count(0)
    assert reader.page.evaluate("localStorage.getItem('mecatol.fleets')") is None
    assert reader.said == []


def test_an_answer_is_saved_as_a_picture(reader: Reader) -> None:
    reader.calculator(STEP).locator(".calculator__answer .menu > summary").click()
    with reader.page.expect_download() as saved:
        button(reader, "Picture").click()
    assert saved.value.suggested_filename == f"mecatol-{STEP}.png"
    content = saved.value.path().read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000  # something is drawn on it
    assert all(address.startswith(("http://127.0.0.1", "data:", "blob:")) for address in reader.asked)
    assert reader.said == []


def test_rounds_are_worked_out_by_a_tap_and_stay_open(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    calculator.locator(".essence > summary", has_text="Rounds").click()
    calculator.get_by_role("button", name="Work out the first 6 rounds").click()
    chart = calculator.get_by_role("img", name="Chart of who has won by the end of each round")
    expect(chart).to_be_visible()
    solved = mecatol.solve({**FIRST, "rounds": 6}).to_json()["rounds"][1]["winner"]["Red"]
    assert f"after round 2 Red {numbers.percent(solved)}" in str(chart.get_attribute("aria-label"))
    expect(calculator.locator('[data-part="answer"]')).to_be_focused()
    assert reader.said == []


def test_an_example_is_the_start_of_a_case(reader: Reader) -> None:
    presets = reader.calculator(STEP).locator('[data-part="presets"] option')
    wanted = json.loads(str(presets.first.get_attribute("value")))
    more(reader.calculator(STEP), "Worked examples")
    sheet = reader.page.get_by_role("dialog", name="Worked examples")
    expect(sheet.locator("li")).to_have_count(presets.count())
    sheet.get_by_role("searchbox").fill(str(presets.first.text_content()).upper())
    reader.page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    calculator = reader.answered(STEP)
    for index, player in enumerate(wanted["players"]):
        expect(calculator.locator(f'[name="players.{index}.name"]')).to_have_value(player["name"])
    assert forms.form(STEP).default != wanted


def test_text_of_another_step_opens_the_calculator_of_that_step(reader: Reader, served: Place) -> None:
    paste(reader, STEP, "Ground Combat.\nRed: on Mecatol Rex: 2 infantry.\nBlue: on Mecatol Rex: 1 infantry.")
    reader.page.wait_for_url(lambda url: url.startswith(served.page("calculator/ground-combat/")))
    calculator = reader.answered("ground-combat")
    expect(calculator.locator('[data-part="taken"]')).to_have_text("Taken from a battle written as text.")
    expect(calculator.locator('[name="players.0.planets.mecatol-rex.infantry"]')).to_have_value("2")
    expect(calculator.locator('[data-part="planet-name"]').first).to_have_value("Mecatol Rex")
    reader.page.go_back()
    reader.answered(STEP)
    expect(reader.calculator(STEP).locator('[name="players.0.space.dreadnought"]')).to_have_value("2")
    assert reader.said == []


def test_text_of_another_step_on_the_same_page_goes_to_that_calculator(open_page: Open, served: Place) -> None:
    opened = open_page(served.page("rules/space-cannon/"))
    text = "Space Cannon Defense.\nRed: on Lodor: 3 infantry.\nBlue: on Lodor: 1 PDS."
    paste(opened, "space-cannon-offense", text)
    second = opened.answered("space-cannon-defense")
    expect(second.locator('[name="players.0.planets.lodor.infantry"]')).to_have_value("3")
    expect(second.locator('[data-part="answer"]')).to_be_focused()
    expect(opened.page).to_have_url(re.compile("#1/defense/"))


def test_words_in_the_paste_box_are_no_change_of_the_case(open_page: Open, served: Place) -> None:
    opened = open_page(served.page(PAGE))
    calculator = opened.answered(STEP)
    calculator.locator('[data-part="pasted"]').press_sequentially("2 dn", delay=20)
    opened.page.wait_for_timeout(1000)  # a change would be asked about after 150 ms, and in the address after 250 more
    assert "#" not in opened.address()


def test_the_address_holds_what_was_changed_last_of_two_calculators(open_page: Open, served: Place) -> None:
    opened = open_page(served.page("rules/space-cannon/"))
    steps = ["space-cannon-defense", "space-cannon-offense"]
    for step in steps:
        opened.answered(step)
    opened.page.evaluate(
        """steps => { for (const step of steps) {
            const counts = document.querySelectorAll(`mecatol-calculator[step="${step}"] [type="number"]`);
            [...counts].find((count) => count.value > 0).previousElementSibling.click();
        } }""",
        steps,
    )
    for step in steps:
        opened.answered(step)
    expect(opened.page).to_have_url(re.compile("#1/offense/"))
    opened.page.wait_for_timeout(500)  # the first one's would come after 250 ms
    assert "#1/offense/" in opened.address()
    opened.page.go_back()
    expect(opened.page).to_have_url(re.compile("#1/defense/"))


def test_lists_that_are_written_anew_keep_the_focus(reader: Reader) -> None:
    calculator = reader.calculator(STEP)
    fold = calculator.locator('[data-part="recent"]')
    fold.locator("summary").click()
    for name in ("One", "Two"):
        fold.get_by_label("Name", exact=True).fill(name)
        button(reader, "Save").click()
    button(reader, "Delete Two").click()
    expect(button(reader, "Undo: Two was deleted.")).to_be_focused()
    button(reader, "Delete One").click()
    assert fold.evaluate("fold => fold.contains(document.activeElement)")
    ways = fold.locator('[data-part="recent-list"] button')
    expect(ways).to_have_count(1)
    fold.locator("summary").click()
    calculator.get_by_role("button", name="Red, Carrier: one more").click()
    fold.locator("summary").click()
    expect(ways).to_have_count(2)
    before = str(ways.last.text_content())
    ways.last.click()
    expect(ways.first).to_have_text(before)  # once the case has stood for a while
    expect(ways.first).to_be_focused()
    assert reader.said == []
