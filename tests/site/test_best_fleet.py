"""The page of the best fleets in a browser: found, shown with links, stopped; and tables that sort."""

from __future__ import annotations

from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, linked

from mecatol.advice.best_fleet import BestFleet
from mecatol.advice.fleets import Bounds
from mecatol.render import numbers

pytestmark = pytest.mark.browser
PAGE = "lab/best-fleet/"


def test_it_finds_what_the_library_finds_and_each_row_leads_to_its_battle(open_page: Open, served: Place) -> None:
    players: list[dict[str, Any]] = [
        {"name": "You", "space": {"cruiser": 1}, "technologies": ["cruiser-2"]},
        {"name": "Enemy", "space": {"dreadnought": 2}},
    ]
    search = BestFleet({"step": "space-combat", "players": players}, "You", Bounds(0, 6, fleet_pool=3))
    while not search.over:
        search.step()
    best = search.frontier()[-1]
    reader = open_page(served.page(PAGE), width=360)
    page = reader.page
    page.get_by_label("Enemy fleet").fill("2 dreadnoughts")
    page.get_by_label("Resources").fill("6")
    page.get_by_label("Fleet pool").fill("3")
    page.locator('[data-part="you-upgrade"][value="cruiser-2"]').check()
    page.get_by_role("button", name="Find the best fleets").click()
    expect(page.locator('[data-part="said"]')).to_contain_text(f"All {search.whole} fleets", timeout=60_000)
    row = page.locator('[data-part="result"] tbody tr').last
    expect(row).to_contain_text(numbers.percent(best.chance))
    address = str(row.get_by_role("link").get_attribute("href"))
    found = linked(address).scenario
    assert found["players"][0]["space"] == best.space
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert reader.said == []


def test_a_search_stops_and_says_how_much_better_another_fleet_could_be(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    page = reader.page
    page.get_by_label("Resources").fill("24")
    page.get_by_label("Fleet pool").fill("")
    page.get_by_role("button", name="Find the best fleets").click()
    said = page.locator('[data-part="said"]')
    expect(said).to_contain_text("fleets compared", timeout=60_000)
    page.get_by_role("button", name="Stop").click()
    expect(said).to_contain_text("Stopped.")
    expect(page.locator("progress")).to_be_hidden()
    expect(page.locator('[data-part="result"]')).to_contain_text("could win up to")
    assert reader.said == []


def test_what_is_not_a_fleet_is_said_by_its_line(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    reader.page.get_by_label("Enemy fleet").fill("2 dreadnoughts\n3 flurbs")
    reader.page.get_by_role("button", name="Find the best fleets").click()
    said = reader.page.locator('[data-part="said"]')
    expect(said).to_contain_text("line 2: ‘3 flurbs’ is not understood as a fleet", timeout=60_000)


def test_a_table_is_sorted_by_any_column(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("lab/first-fleets/"), dark=True)
    table = reader.page.locator("table[data-sortable]")
    button = table.get_by_role("button", name="Average")
    button.click()
    button.click()
    expect(table.locator("th[aria-sort]")).to_have_attribute("aria-sort", "ascending")
    shown = [float(text.removesuffix("%")) for text in table.locator("tbody td:nth-child(2)").all_inner_texts()]
    assert shown == sorted(shown)
    assert len(shown) == 30
    assert reader.said == []
