"""The sheet on which the faction of a side is chosen, and what the faction begins the game with."""

from __future__ import annotations

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, chips, opened, written

from mecatol import forms
from mecatol.preparing.first_fleet import first_fleet
from mecatol.render.words import GROUND

pytestmark = pytest.mark.browser


def test_a_starting_fleet_comes_from_the_sheet_of_the_faction(open_page: Open, served: Place) -> None:
    step = "tactical-action"
    reader = opened(open_page, served, step)
    calculator = reader.calculator(step)
    faction = calculator.get_by_role("button", name="Red, faction")
    faction.click()
    sheet = reader.page.get_by_role("dialog", name="Faction of Red")
    expect(sheet.get_by_role("button", name="Starting fleet")).to_have_count(0)
    sheet.get_by_role("button", name="The Barony of Letnev").click()
    expect(faction).to_have_accessible_name("Red, faction: The Barony of Letnev")
    faction.click()
    sheet.get_by_role("button", name="Starting fleet of The Barony of Letnev").click()
    reader.page.wait_for_function("() => location.href.includes('1dd')")
    reader.answered(step)
    start = first_fleet("barony-of-letnev")
    assert start
    red = written(reader)["players"][0]
    ground = {kind: count for kind, count in next(iter(start["planets"].values())).items() if kind in GROUND}
    assert red["space"] == {**start["space"], **ground}
    assert sorted(red["technologies"]) == sorted(start["technologies"])
    assert "planets" not in red
    assert reader.said == []


def test_the_technologies_that_a_faction_begins_with_come_from_its_sheet(open_page: Open, served: Place) -> None:
    step = "technology"
    reader = opened(open_page, served, step, {"players": [{"name": "Red"}], "research": {"technology": "war-sun"}})
    calculator = reader.calculator(step)
    calculator.locator('[name="players.0.faction"]').select_option("arborec")
    calculator.get_by_role("button", name="Red, faction").click()
    reader.page.get_by_role("button", name="Starting technologies of The Arborec").click()
    expect(chips(reader, step)).to_contain_text(["Magen Defense Grid"])
    expect(reader.page.locator(".toast")).to_contain_text("Red has the starting technologies of The Arborec")
    reader.answered(step)
    player = written(reader)["players"][0]
    assert player == {"name": "Red", "faction": "arborec", "technologies": first_fleet("arborec")["technologies"]}
    assert reader.said == []


def test_a_faction_is_found_by_name_with_the_keyboard_alone(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served, "space-combat")
    calculator, page = reader.calculator("space-combat"), reader.page
    faction = calculator.get_by_role("button", name="Blue, faction: Any faction")
    faction.press("Enter")
    sheet = page.get_by_role("dialog", name="Faction of Blue")
    expect(sheet.get_by_role("searchbox", name="Find by name")).to_be_focused()
    assert sheet.locator("li").count() == len(forms.form("space-combat").factions) + 1
    high = sheet.evaluate("sheet => sheet.getBoundingClientRect().height")
    page.keyboard.type("titans")
    expect(sheet.locator("li:visible")).to_have_count(1)
    assert sheet.evaluate("sheet => sheet.getBoundingClientRect().height") == high
    page.keyboard.press("ArrowDown")
    expect(sheet.get_by_role("button", name="The Titans of Ul")).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    named = calculator.get_by_role("button", name="Blue, faction: The Titans of Ul")
    expect(named).to_be_focused()
    reader.answered("space-combat")
    assert written(reader)["players"][1]["faction"] == "titans-of-ul"
    named.press("Enter")
    expect(sheet.get_by_role("button", name="The Titans of Ul", exact=False).last).to_have_attribute(
        "aria-current", "true"
    )
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert reader.said == []
