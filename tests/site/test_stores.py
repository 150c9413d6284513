"""What a reader keeps on a device stays: no name takes another's place, no tab another's, and "kept" is true."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from places import Place
from playwright.sync_api import Locator, Page, expect
from reading import FIRST, PAGE, STEP, Open, Reader, case, more
from test_packs import LINK, PIRATES, choose, packed

pytestmark = pytest.mark.browser

FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
DENIED = "Storage.prototype.setItem = () => undefined;"
"""Browsers that keep nothing: one that says so, and one that does not."""


def opened(open_page: Open, served: Place, fleets: object = None, script: str = "") -> Reader:
    reader = open_page("about:blank")
    if fleets is not None:
        kept = json.dumps(fleets if isinstance(fleets, str) else json.dumps(fleets))
        reader.page.add_init_script(
            f"if (!localStorage.getItem('mecatol.fleets')) localStorage.setItem('mecatol.fleets', {kept});"
        )
    reader.page.add_init_script(script)
    reader.page.goto(served.page(PAGE) + case(STEP, json.dumps(FIRST)))
    reader.answered(STEP)
    fold(reader.page).locator("summary").click()
    return reader


def fold(page: Page) -> Locator:
    return page.locator('mecatol-calculator [data-part="recent"]')


def save(page: Page, name: str = "", what: str = "Only Red") -> None:
    fold(page).get_by_label("What to save").select_option(what)
    fold(page).get_by_label("Name", exact=True).fill(name)
    fold(page).get_by_role("button", name="Save", exact=True).click()


def stored(page: Page, key: str = "mecatol.fleets") -> list[Any]:
    found: list[Any] = json.loads(page.evaluate("key => localStorage.getItem(key)", key) or "[]")
    return found


def test_a_name_never_takes_the_place_of_another(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served)
    for name in ("", "", "Raiders", "Raiders", "Raiders"):
        save(reader.page, name)
    names = [fleet["name"] for fleet in stored(reader.page)]
    assert len({*names}) == 5
    assert names[:3] == ["Raiders (3)", "Raiders (2)", "Raiders"]
    expect(fold(reader.page).locator('[data-part="fleets"] li')).to_have_count(5)
    assert reader.said == []


BAD: list[object] = [{"name": "of a later version", "player": {"space": {"cruiser": "many"}}}, 7]


@pytest.mark.parametrize("before", [[*BAD, {"name": "good", "player": {"space": {"cruiser": 1}}}], "no list at all"])
def test_what_cannot_be_read_stays_and_can_be_copied(open_page: Open, served: Place, before: object) -> None:
    reader = opened(open_page, served, before)
    save(reader.page, "new")
    after = stored(reader.page)
    for lost in BAD if isinstance(before, list) else [before]:
        assert lost in after
    assert after[0]["name"] == "new"
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fold(reader.page).get_by_role("button", name="Copy what cannot be read as text").click()
    expect(reader.page.locator(".toast")).to_have_text("Copied")
    copied = json.loads(reader.page.evaluate("() => navigator.clipboard.readText()"))
    assert copied == (BAD if isinstance(before, list) else [before])
    assert reader.said == []


def test_the_limit_is_said_before_it_bites_and_nothing_is_dropped(open_page: Open, served: Place) -> None:
    fleets = [{"name": f"Fleet {number}", "player": {"space": {"cruiser": 1}}} for number in range(39)]
    reader = opened(open_page, served, fleets)
    count = fold(reader.page).locator('[data-part="fleets-count"]')
    expect(count).to_have_text("39 of at most 40 fleets")
    save(reader.page, "the last")
    expect(count).to_have_text("40 of at most 40 fleets")
    save(reader.page, "one too many")
    expect(reader.page.locator(".toast")).to_have_text(
        "Not kept: there are 40 fleets, and no more fit. Delete one first."
    )
    names = [fleet["name"] for fleet in stored(reader.page)]
    assert names == ["the last", *(fleet["name"] for fleet in fleets)]
    expect(fold(reader.page).get_by_label("Name", exact=True)).to_have_value("one too many")
    assert reader.said == []


@pytest.mark.parametrize("script", [FULL, DENIED])
def test_kept_is_said_only_of_what_is_kept(open_page: Open, served: Place, script: str) -> None:
    reader = opened(open_page, served, script=script)
    save(reader.page, "Raiders")
    expect(reader.page.locator(".toast")).to_contain_text("Not kept: the browser has no room for it")
    expect(fold(reader.page).get_by_label("Name", exact=True)).to_have_value("Raiders")
    choose(reader, packed())
    expect(reader.page.locator(".toast")).to_contain_text("is open until you leave this page")
    assert reader.said == []


def test_two_tabs_agree(open_page: Open, served: Place) -> None:
    one = opened(open_page, served)
    two = one.page.context.new_page()
    two.goto(served.page(PAGE) + case(STEP, json.dumps(FIRST)))
    two.locator(f'mecatol-calculator[step="{STEP}"][ready]:not([busy])').wait_for()
    fold(two).locator("summary").click()
    save(one.page, "of the first")
    expect(fold(two).locator('[data-part="fleets"] li')).to_have_count(1)
    save(two, "of the second")
    assert [fleet["name"] for fleet in stored(two)] == ["of the second", "of the first"]
    choose(one, packed())
    expect(one.page.locator(".toast")).to_contain_text("is open")
    other = json.loads(json.dumps(PIRATES).replace("pirates", "rovers").replace("Pirates", "Rovers"))
    del other["factions"], other["units"]
    other["components"] = []
    two.locator('[data-part="pack"]').set_input_files(packed(other, "rovers.json"))
    expect(two.locator(".toast")).to_contain_text("is open", timeout=30_000)
    assert {pack["gains"]["edition"] for pack in stored(two, "mecatol.packs")} == {"pirates", "rovers"}
    expect(one.page.locator('[name="edition"] option[value="rovers"]')).to_have_count(1)


def test_a_link_tells_two_versions_of_a_pack_apart(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    choose(reader, packed())
    reader.answered(STEP)
    reader.page.evaluate("hash => { location.hash = hash }", f"{LINK}%7Cpirates%4000000000")
    errors = reader.calculator(STEP).locator('[data-part="errors"]')
    expect(errors).to_contain_text("with another version of the pack “Pirates (homebrew)” than the one on this device")
    errors.get_by_role("button", name="Answer it with the version on this device").click()
    expect(errors).to_be_hidden()
    reader.answered(STEP)
    with_version = reader.address()
    assert "00000000" not in with_version
    reader.page.goto("about:blank")
    reader.page.goto(with_version)
    reader.answered(STEP)
    expect(errors).to_be_hidden()
    assert reader.said == []


def names(page: Page, part: str = "battles") -> list[str]:
    """What a list of saved things shows, from the top."""
    found: list[str] = fold(page).locator(f'[data-part="{part}"] .recent__name').all_text_contents()
    return found


def test_a_battle_is_saved_renamed_deleted_and_comes_back(open_page: Open, served: Place) -> None:
    played = json.dumps(json.dumps([{"scenario": FIRST, "history": ["1"], "at": 1, "round": 2}]))
    reader = opened(open_page, served, script=f"localStorage.setItem('mecatol.played', {played});")
    page = reader.page
    table = page.locator('[data-do="table"]')
    expect(table).to_have_text("Go on: round 2")
    for name in ("", "Last stand"):
        save(page, name, "This battle")
    assert names(page) == ["Last stand", "Red v Blue"]
    row = fold(page).get_by_role("button", name="Last stand dreadnought 2 against cruiser 3")  # by all that it shows
    expect(row.locator(".unit-chip")).to_have_text(["2", "3"])
    expect(row).to_contain_text("today")
    expect(row).to_contain_text("%")
    fold(page).get_by_role("button", name="Rename Red v Blue").click()
    field = fold(page).get_by_label("New name of Red v Blue")
    field.fill("Last stand")
    field.press("Enter")
    expect(fold(page).get_by_role("button", name="Rename Last stand (2)")).to_be_visible()
    fold(page).get_by_role("button", name="Delete Last stand", exact=True).click()
    assert names(page) == ["Last stand (2)"]
    fold(page).get_by_role("button", name="Undo: Last stand was deleted.").click()
    assert names(page) == ["Last stand", "Last stand (2)"]
    fold(page).get_by_role("button", name="Forget all of it").click()
    assert stored(page, "mecatol.battles") == stored(page, "mecatol.recent") == []
    expect(table).to_have_text("Play it out")
    fold(page).get_by_role("button", name="Undo: Forgotten.").click()
    assert names(page) == ["Last stand", "Last stand (2)"]
    expect(table).to_have_text("Go on: round 2")
    page.goto(served.page("calculator/"))
    page.locator('mecatol-calculator[step="tactical-action"][ready]').wait_for()
    fold(page).locator("summary").click()
    fold(page).locator(".recent__way").filter(has_text="Last stand").first.click()
    page.wait_for_url("**/space-combat/#1/space/Red.2dn/Blue.3ca/*")
    reader.answered(STEP)
    assert reader.said == []


def test_all_that_was_saved_goes_to_another_device_as_a_file(open_page: Open, served: Place, tmp_path: Path) -> None:
    reader = opened(open_page, served, BAD)
    save(reader.page, "Raiders")
    save(reader.page, "Last stand", "This battle")
    with reader.page.expect_download() as got:
        fold(reader.page).get_by_role("button", name="Export all").click()
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name.startswith("mecatol-saved-2")
    held = json.loads(file.read_text("utf-8"))
    assert held["fleets"] == [{"name": "Raiders", "player": {"space": {"dreadnought": 2}}}, *BAD]
    other = opened(open_page, served, [{"name": "Raiders", "player": {"space": {"cruiser": 1}}}])
    said = fold(other.page).locator('[data-part="saved-said"]')
    fold(other.page).locator('[data-part="saved-file"]').set_input_files(file)
    expect(said).to_have_text("Imported 1 battle and 1 fleet. 2 cannot be read by this version of the site.")
    assert (names(other.page), names(other.page, "fleets")) == (["Last stand"], ["Raiders", "Raiders (2)"])
    fold(other.page).locator('[data-part="saved-file"]').set_input_files(file)
    expect(said).to_contain_text("1 was here already")
    for text, why in (("{}", "not a file that Export writes"), ('{"mecatol": 2}', "a newer version of this site")):
        file.write_text(text, "utf-8")
        fold(other.page).locator('[data-part="saved-file"]').set_input_files(file)
        expect(said).to_contain_text(why)
    assert reader.said == other.said == []


def test_a_calculator_opens_with_the_battle_that_was_left(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    page = reader.page
    first = page.locator('[name="players.0.space.dreadnought"]').input_value()
    page.get_by_role("button", name="Red, Dreadnought: one more").click()
    reader.answered(STEP)
    page.wait_for_function("() => localStorage.getItem('mecatol.left')")
    page.goto(served.page("rules/space-combat/"))
    page.goto(served.page(PAGE))
    again = reader.answered(STEP)
    expect(again.locator('[name="players.0.space.dreadnought"]')).to_have_value(str(int(first) + 1))
    expect(again.locator('[data-part="taken"]')).to_have_text("Your battle from last time. Reset starts anew.")
    more(again, "Reset")
    page.goto("about:blank")
    page.goto(served.page(PAGE))
    expect(reader.answered(STEP).locator('[name="players.0.space.dreadnought"]')).to_have_value(first)
    assert "#" not in page.url
    page.evaluate('() => localStorage.setItem(\'mecatol.left\', \'[{"step": "space-combat"}, 5, {"__proto__": 1}]\')')
    page.reload()
    expect(reader.answered(STEP).locator('[name="players.0.space.dreadnought"]')).to_have_value(first)
    assert reader.said == []
