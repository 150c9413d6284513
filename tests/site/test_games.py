"""The page of a game in progress: opened, dropped or pasted; a tap on a system leads to its calculators filled in."""

from __future__ import annotations

import pytest
from places import Place
from playwright.sync_api import expect
from reading import PYTHON, Open, Reader

import mecatol
from mecatol.saved_games.reading import read_game
from mecatol.saved_games.threats import threats
from tests.solver.saved_games.test_saved_games import FORMS
from tests.solver.saved_games.writing import TOYS, web

pytestmark = pytest.mark.browser
PAGE = "games/"


def opened(open_page: Open, served: Place, text: str, **more: object) -> Reader:
    """Open the page with the text of a game, as a file."""
    reader = open_page(served.page(PAGE), **more)
    file = {"name": "game.json", "mimeType": "text/plain", "buffer": text.encode()}
    reader.page.locator('[data-part="file"]').set_input_files(file)
    expect(reader.page.locator('[data-part="heading"]')).not_to_be_empty(timeout=PYTHON)
    return reader


def test_a_tap_on_a_system_leads_to_its_battle_filled_in(open_page: Open, served: Place) -> None:
    text = web(TOYS[0])
    reader = opened(open_page, served, text, width=390, height=844)
    page = reader.page
    expect(page.locator('[data-part="heading"]')).to_have_text("Game clash, round 2")
    page.locator('[data-part="lacks"] summary').click()
    expect(page.locator('[data-part="lacks"] li')).to_contain_text("zzz-future-tech")
    assert page.locator("[data-at]").count() == len(TOYS[0].systems)
    page.locator('[data-at="0,0"] polygon').click()
    row = page.locator(".game__doors a").first
    expect(row).to_contain_text("Space combat in Mecatol Rex")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    row.click()
    reader.answered("space-combat")
    found = page.evaluate("document.querySelector('mecatol-calculator').scenario")
    assert found["players"][0]["space"] == {"cruiser": 3}
    assert found["players"][1]["damaged"] == {"dreadnought": 1}
    chance = mecatol.solve(found).to_json()["winner"]["Sol"]
    expect(reader.answered("space-combat")).to_contain_text(f"{100 * chance:.1f}%", timeout=PYTHON)
    assert reader.said == []
    assert [url for url in reader.asked if not url.startswith((served.address, "blob:", "data:"))] == []


def test_the_table_of_what_can_be_taken_is_that_of_the_solver(open_page: Open, served: Place) -> None:
    text = web(TOYS[1])
    reader = opened(open_page, served, text)
    player = reader.page.locator('[data-part="whose"]').get_by_role("button", name="Sol")
    player.click()
    reader.page.get_by_role("button", name="Stop").press("Enter")
    expect(reader.page.locator('[data-part="threats-said"]')).to_contain_text("Stopped.")
    expect(player).to_be_focused()  # "Stop" goes away
    player.click()
    expect(reader.page.locator('[data-part="threats-said"]')).to_contain_text("Everybody comes", timeout=PYTHON)
    (threat,) = threats(read_game(text), "sol")
    row = reader.page.locator(".threats tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(f"{100 * (threat.chance or 0):.1f}%")
    expect(row).to_contain_text("Jord")
    assert reader.said == []


def test_who_holds_a_system_alone_is_asked_what_is_enough(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served, web(TOYS[1]))
    reader.page.locator('[data-at="1,-1"] polygon').click()
    reader.page.get_by_text("What would be enough to take it?").click()
    expect(reader.page.locator('[data-part="taken"]').first).to_contain_text("Taken from the game", timeout=PYTHON)
    assert reader.page.evaluate("document.querySelector('mecatol-calculator').dataset.enough") == "Attacker"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_opened(open_page: Open, served: Place, form: str) -> None:
    reader = opened(open_page, served, FORMS[form](TOYS[3]))
    assert reader.page.locator("[data-at]").count() == len(TOYS[3].systems)
    assert reader.said == []


def test_what_is_no_game_is_said_and_the_map_is_walked_by_keyboard(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE), dark=True)
    page = reader.page
    page.locator('[data-part="text"]').fill("no game at all")
    page.get_by_role("button", name="Open what was pasted").click()
    expect(page.locator('[data-part="said"]')).to_contain_text("is not a saved game", timeout=PYTHON)
    page.get_by_role("button", name="Show an example").click()
    expect(page.locator('[data-part="heading"]')).to_have_text("The game, round 3")
    page.locator('[data-at][tabindex="0"]').focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".game__title")).to_contain_text("Centauri and Gral")
    expect(page.locator('[data-at="1,-2"]')).to_be_focused()
    assert reader.said == []


def test_a_dropped_file_is_opened(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    dropped = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "game.json"));
      const drop = new DragEvent("drop", { bubbles: true, dataTransfer: data });
      document.querySelector("mecatol-game").dispatchEvent(drop);
    }"""
    reader.page.evaluate(dropped, web(TOYS[2]))
    expect(reader.page.locator('[data-part="heading"]')).to_have_text("Game landing, round 2", timeout=PYTHON)
