"""A battle played out at the table: from the first roll to control, on two devices, undone, left and taken up again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import FIRST, Open, Reader, case, linked, more

from mecatol.playing.moment import play

pytestmark = pytest.mark.browser

ATTACK: dict[str, Any] = {
    "step": "tactical-action",
    "players": [
        {"name": "Red", "space": {"dreadnought": 1, "carrier": 1, "fighter": 2, "infantry": 3},
         "effects": {"morale-boost": 1}},
        {"name": "Blue", "space": {"destroyer": 1}, "planets": {"abaddon": {"infantry": 1, "pds": 1}}},
    ],
}  # fmt: skip
WORKING = 60_000
SITE = "https://mecatol.gitlab.io/mecatol/"


def table(reader: Reader) -> Locator:
    return reader.page.locator("dialog.playing[open]")


def hits(reader: Reader, number: int) -> None:
    table(reader).get_by_role("button", name=f"{number} hit").first.click()


def opened(reader: Reader, step: str) -> Locator:
    reader.calculator(step).get_by_role("button", name="Play it out").click(timeout=WORKING)
    expect(table(reader).locator(".playing__words")).to_be_visible(timeout=WORKING)
    return table(reader)


def step_of(reader: Reader) -> str:
    return table(reader).locator(".playing__words").inner_text()


def taken(reader: Reader) -> list[str]:
    """The steps that the address holds."""
    return list(linked(reader.page.url).history or ())


def advance(reader: Reader) -> bool:
    """Take one step as at a table: the best losses, one hit where dice fall if one can; tell whether there was one."""
    before = len(taken(reader))
    best = table(reader).locator(".playing__choice").first
    number = table(reader).locator(".playing__number")
    if number.count():
        number.nth(min(1, number.count() - 1)).click()
    elif best.count():
        best.click()
    else:
        return False
    reader.page.wait_for_function("count => Mecatol.address.read(location.hash).play.length > count", arg=before)
    expect(table(reader)).not_to_have_attribute("busy", "")
    return True


def test_a_whole_action_is_played_on_two_phones(open_page: Open, served: Place) -> None:
    address = served.page("calculator/") + case("tactical-action", json.dumps(ATTACK))
    mine = open_page(address, width=390, height=844)
    shown = opened(mine, "tactical-action")
    expect(shown.locator(".playing__title")).to_have_text("Space Cannon Offense")
    expect(shown.locator(".playing__words")).to_contain_text("Blue rolls.")
    expect(shown.get_by_role("link", name="77.3")).to_be_visible()
    for _ in range(3):
        assert advance(mine)
    middle = taken(mine)
    assert len(middle) == 3

    shown.get_by_role("button", name="Share").click()
    link = mine.page.locator('[data-part="share-link"]')
    expect(link).to_be_visible(timeout=WORKING)
    assert len(link.input_value().removeprefix(served.address)) + len(SITE) <= 150
    theirs = open_page(link.input_value(), width=390, height=844, dark=True)
    expect(table(theirs).locator(".playing__words")).to_have_text(step_of(mine), timeout=WORKING)
    figures = table(mine).locator(".playing__figures").inner_text()
    assert table(theirs).locator(".playing__figures").inner_text() == figures
    titles = set()
    for _ in range(40):
        title = table(theirs).locator(".playing__title").inner_text()
        if title == "Round 1" and title not in titles:
            hold = table(theirs).get_by_role("button", name="Red holds back Morale Boost")
            hold.click()
            expect(hold).to_have_count(0)
            assert taken(theirs)[-1] == "ha-morale-boost"
        titles.add(title)
        if not advance(theirs):
            break
    assert {"Round 1", "Space Cannon Defense on Abaddon", "Ground combat on Abaddon, round 1"} <= titles
    expect(table(theirs).locator(".playing__title")).to_have_text("The end")
    expect(table(theirs).locator(".playing__words")).to_contain_text("Abaddon.")
    assert taken(theirs)[:3] == middle
    moment = play(ATTACK, taken(theirs)).data()
    assert moment["step"]["words"] in step_of(theirs)
    assert [*mine.said, *theirs.said] == []


def test_a_moment_is_shared_from_disk(open_page: Open, unpacked: Place) -> None:
    mine = open_page(unpacked.page("calculator/") + case("tactical-action", json.dumps(ATTACK)), width=390, height=844)
    shown = opened(mine, "tactical-action")
    assert advance(mine)
    shown.get_by_role("button", name="Share").click()
    link = mine.page.locator('[data-part="share-link"]')
    expect(link).to_be_visible(timeout=WORKING)
    theirs = open_page(link.input_value(), width=390, height=844)
    expect(table(theirs).locator(".playing__words")).to_have_text(step_of(mine), timeout=WORKING)


def test_dice_are_rolled_here_steps_undone_and_the_battle_taken_up_again(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/") + case("space-combat", json.dumps(FIRST)), width=390)
    shown = opened(reader, "space-combat")
    start = shown.locator(".playing__figures").inner_text()
    shown.get_by_role("button", name="Roll for us").click()
    expect(shown.get_by_text("Rolled here from seed")).to_be_visible()
    expect(shown.locator(".playing__fleet .die")).to_have_count(2)
    shown.get_by_role("button", name="Undo").click()
    expect(shown.locator(".playing__fleet .die")).to_have_count(0)
    expect(shown.locator(".playing__figures")).to_have_text(start.replace("\n", ""))
    shown.locator("details summary", has_text="Dice").click()
    for face in ("5", "4"):  # one of the two hits on 5
        shown.locator(".playing__pad--faces").get_by_role("button", name=face, exact=True).click()
    expect(shown.locator(".playing__words")).to_contain_text("Blue rolls")
    expect(shown.locator(".playing__fleet .die")).to_have_text(["5", "4"])
    expect(shown.locator(".playing__fleet .die--hit")).to_have_text(["5"])
    hits(reader, 2)
    expect(shown.locator(".playing__words")).to_contain_text("Red assigns 2 hits")
    expect(shown.locator(".playing__choice.is-best")).to_have_count(1)
    expect(shown.locator(".playing__luck")).to_contain_text("Blue 2 hits")
    assert taken(reader) == ["1.54", "2"]

    reader.page.go_back()  # to the calculator, which offers the battle where it was left
    expect(table(reader)).to_have_count(0)
    on = "Go on: round 1"
    way = reader.calculator("space-combat").locator('[data-do="table"]')
    expect(way).to_have_text(on)
    reader.page.wait_for_function("() => localStorage.getItem('mecatol.recent')")
    more(reader.calculator("space-combat"), "Reset")
    expect(way).to_have_text("Play it out")  # no battle of that case was left
    reader.page.goto(served.page(""))
    reader.page.locator(".home__continue a", has_text=on).click()
    shown = table(reader)
    expect(shown.locator(".playing__words")).to_contain_text("Red assigns 2 hits", timeout=WORKING)
    shown.locator("details summary", has_text="So far").click()
    shown.get_by_role("button", name="Red: 1 hit").click()
    expect(shown.locator(".playing__words")).to_contain_text("Red rolls")
    assert taken(reader) == []

    reader.page.reload()
    expect(table(reader).locator(".playing__words")).to_contain_text("Red rolls", timeout=WORKING)
    reader.page.keyboard.press("Escape")
    expect(table(reader)).to_have_count(0)
    assert reader.said == []


TYPED = """() => {
  const field = document.querySelector('.cell[data-side="0"] input[name="players.0.space.dreadnought"]');
  field.focus();
  field.value = "5";
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  document.querySelector('[data-do="table"]').click();
}"""


def test_what_was_typed_a_moment_before_is_played(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/") + case("space-combat", json.dumps(FIRST)))
    reader.answered("space-combat")
    reader.page.evaluate(TYPED)  # both within the pause after which a typed number is answered
    expect(table(reader).locator(".playing__words")).to_contain_text("Red rolls", timeout=WORKING)
    reader.page.wait_for_timeout(300)  # past that pause
    assert linked(reader.page.url).scenario["players"][0]["space"] == {"dreadnought": 5}
    assert taken(reader) == []
    assert "/!" in reader.page.url, "the address is that of a battle at the table"
    reader.page.go_back()
    expect(table(reader)).to_have_count(0)
    assert linked(reader.page.url).scenario["players"][0]["space"] == {"dreadnought": 5}
    reader.page.go_back()
    reader.answered("space-combat")
    assert reader.page.evaluate("document.querySelector('mecatol-calculator').scenario")["players"] == FIRST["players"]
    assert reader.said == []


def test_steps_that_cannot_be_are_refused_in_words(open_page: Open, served: Place) -> None:
    address = served.page("calculator/") + case("space-combat", json.dumps(FIRST))
    reader = open_page(f"{address}&play=1,9,a-1n", width=390)  # the page of all calculators leads on
    expect(table(reader).get_by_role("alert")).to_contain_text("cannot happen", timeout=WORKING)
    assert "calculator/space-combat/" in reader.page.url
    table(reader).get_by_role("button", name="Start over").click()
    expect(table(reader).locator(".playing__words")).to_contain_text("Red rolls")
    expect(table(reader).get_by_role("alert")).to_have_count(0)
    reader.page.goto("about:blank")
    reader.page.goto(f"{address}&play=%3Cb%3E")
    expect(table(reader).get_by_role("alert")).to_contain_text("a token has 1 to 24", timeout=WORKING)
