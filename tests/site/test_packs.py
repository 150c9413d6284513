"""Packs of players' own that a reader opens from the device: offered, solved, kept, named by links, and removed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hostile import BEFORE, UNBELTED, text
from places import Place
from playwright.sync_api import FilePayload, Locator, expect
from reading import PAGE, STEP, Open, Reader, case, linked

from mecatol.homebrew import packs
from theme.build.typography import curly

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]
PIRATES: dict[str, Any] = {
    "edition": {"slug": "pirates", "name": "Pirates (homebrew)"},
    "factions": [
        {"slug": "black-fleet", "name": "The Black Fleet", "short": "Fleet", "edition": "pirates", "commodities": 3}
    ],
    "units": [
        {
            "slug": "jolly-roger", "name": "Jolly Roger", "type": "flagship", "faction": "black-fleet",
            "edition": "pirates", "cost": 8, "combat": {"value": 5, "dice": 2}, "sustain_damage": True,
        }
    ],
    "components": [
        {
            "slug": "broadside", "name": "Broadside", "kind": "faction ability", "faction": "black-fleet",
            "edition": "pirates", "automatic": True, "meaning": "Your cruisers get +1 to their combat rolls.",
            "timing": "In every round of space combat.", "clauses": ["78.5"], "steps": ["space-combat"],
            "acts": [{"act": "combat-plus", "plus": 1, "unit": "cruiser"}],
        },
        {
            "slug": "grog", "name": "Grog", "kind": "relic", "edition": "pirates", "meaning": "A trick of pirates.",
            "timing": "Always.", "clauses": ["78.5"], "steps": ["space-combat"],
            "acts": [{"act": "combat-plus", "plus": 9}],
        },
    ],
}  # fmt: skip
BATTLE = {
    "step": STEP,
    "edition": "pirates",
    "players": [
        {"name": "Red", "faction": "black-fleet", "space": {"cruiser": 1}},
        {"name": "Blue", "space": {"cruiser": 1}},
    ],
}
LINK = f"{case(STEP, json.dumps(BATTLE))}&pack=Pirates%20(homebrew)"
BOMB = b"a0: &a0 [1, 1, 1, 1]\n" + b"".join(
    b"a%d: &a%d [*a%d, *a%d, *a%d, *a%d]\n" % (each, each, *[each - 1] * 4) for each in range(1, 20)
)
"""A billion values in the fewest words, by names for what was there before."""


def packed(pack: object = PIRATES, name: str = "pirates.json") -> FilePayload:
    return {"name": name, "mimeType": "application/json", "buffer": json.dumps(pack).encode()}


def choose(reader: Reader, file: FilePayload, step: str = STEP) -> Locator:
    calculator = reader.answered(step)
    calculator.locator('[data-part="pack"]').set_input_files(file)
    return calculator


def opened(open_page: Open, place: Place, path: str = "", **more: Any) -> Reader:
    reader = open_page(place.page(PAGE) + path, **more)
    choose(reader, packed())
    expect(reader.page.get_by_role("status").filter(has_text="Pirates (homebrew) is open")).to_be_attached()
    reader.answered(STEP)
    return reader


@pytest.mark.parametrize("width", [360, 1280])
def test_a_pack_is_offered_solved_and_kept(open_page: Open, place: Place, width: int) -> None:
    reader = opened(open_page, place, width=width)
    calculator = reader.calculator(STEP)
    expect(calculator.locator('[name="edition"]')).to_have_value("pirates")
    calculator.locator('[name="players.0.faction"]').select_option(label="The Black Fleet")
    flagship = calculator.locator('.row[data-unit="flagship"] .cell[data-side="0"]')
    expect(flagship.locator('[data-part="hits"]')).to_have_text("on 5 (×2)")
    calculator.locator('[data-part="finder"]').fill("grog")
    calculator.get_by_role("button", name="Give Grog to Red", exact=True).click()
    expect(calculator.locator('[data-part="chips"][data-side="0"] .chip')).to_have_text(re.compile("Grog"))
    reader.answered(STEP)
    expect(calculator.locator('[data-part="errors"]')).to_be_hidden()
    held = linked(reader.address())
    assert held.scenario["edition"] == "pirates"
    assert held.pack == f"Pirates (homebrew)|pirates@{packs.version(PIRATES)}"
    reader.page.reload()
    again = reader.answered(STEP)
    expect(again.locator('[name="players.0.faction"]')).to_have_value("black-fleet")
    expect(again.locator('[data-part="chips"][data-side="0"] .chip')).to_have_count(1)
    expect(again.locator('[data-part="errors"]')).to_be_hidden()
    expect(again.locator('[data-part="extra"]')).to_be_hidden()
    assert reader.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert reader.said == []


@pytest.mark.parametrize("width", [360, 1280])
def test_a_link_says_which_pack_it_needs_and_offers_to_open_it(open_page: Open, place: Place, width: int) -> None:
    reader = open_page(place.page(PAGE) + LINK, width=width)
    calculator = reader.calculator(STEP)
    errors = calculator.locator('[data-part="errors"]')
    expect(errors).to_contain_text("needs the pack “Pirates (homebrew)”, which is not on this device")
    expect(calculator.locator('[name="edition"]')).to_have_value("thunders-edge")
    assert [url for url in reader.asked if "/packs." in url] == []
    with reader.page.expect_file_chooser() as chooser:
        errors.get_by_role("button", name="Open the pack’s file").click()
    chooser.value.set_files(packed())
    expect(errors).to_be_hidden()
    reader.answered(STEP)
    expect(calculator.locator('[name="players.0.faction"]')).to_have_value("black-fleet")
    expect(calculator.locator('[data-part="said"]')).to_contain_text("42.9%")  # 3/7: a cruiser on 6 against one on 7
    assert reader.said == []


def test_a_pack_can_be_removed_and_nothing_of_it_stays(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served)
    calculator = reader.calculator(STEP)
    with reader.page.expect_navigation():
        calculator.get_by_role("button", name="Remove Pirates (homebrew)").click()
    again = reader.answered(STEP)
    expect(again.locator('[name="edition"] option[value="pirates"]')).to_have_count(0)
    expect(again.locator('option[value="black-fleet"]')).to_have_count(0)
    assert reader.page.evaluate("localStorage.getItem('mecatol.packs')") is None
    reader.page.evaluate("hash => { location.hash = hash }", LINK)
    expect(again.locator('[data-part="errors"]')).to_contain_text("which is not on this device")
    assert reader.said == []


def test_a_newer_file_takes_the_place_of_the_one_before(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served)
    newer = json.loads(json.dumps(PIRATES))
    newer["factions"][0]["name"] = "The Blacker Fleet"
    with reader.page.expect_event("load"):  # the page is loaded anew, after its address has taken up the case
        choose(reader, packed(newer))
    again = reader.answered(STEP)
    expect(again.locator('[data-part="faction"] >> nth=0')).to_contain_text("The Blacker Fleet")
    expect(again.locator(".packs li")).to_have_count(1)


NO_PACKS: list[tuple[FilePayload, str]] = [
    (packed([], "<img src=x onerror=alert(1)>.json"), "is not a pack: a mapping of edition"),
    (packed({**PIRATES, "edition": {"slug": "constructor", "name": "C"}}), "edition: is missing"),
    (packed({**PIRATES, "units": [{**PIRATES["units"][0], "type": "<b>"}]}), "'<b>' is not a type of unit"),
    (packed({**PIRATES, "factions": [{**PIRATES["factions"][0], "edition": "base"}]}), "the edition of the pack"),
    ({"name": "p.json", "mimeType": "text/yaml", "buffer": b"edition: {}"}, "is not JSON"),
    ({"name": "p.yaml", "mimeType": "", "buffer": b"edition: {}"}, "edition: is missing"),
    ({"name": "p.yml", "mimeType": "", "buffer": b"a: 1\nb: [\n"}, "It is neither JSON nor YAML: "),
    ({"name": "twice.yaml", "mimeType": "", "buffer": b"a: 1\nb: 2\na: 3\n"}, "(line 3)"),
    ({"name": "bomb.yaml", "mimeType": "", "buffer": BOMB}, "longer than 200,000 characters"),
    ({"name": "loop.yaml", "mimeType": "", "buffer": b"edition: &a [*a]"}, "It holds itself"),
    ({"name": "deep.yaml", "mimeType": "", "buffer": b"[" * 5000}, "It is neither JSON nor YAML: "),
    ({"name": "deep.json", "mimeType": "", "buffer": b"[" * 1000}, "levels deep"),
    ({"name": "huge.json", "mimeType": "", "buffer": b" " * 900_000}, "longer than 200,000 characters"),
]  # fmt: skip
"""Files, and what is said of each."""


def test_a_file_that_is_no_pack_is_refused_as_text(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank")
    reader.page.add_init_script(UNBELTED + BEFORE)
    reader.page.goto(served.page(PAGE))
    for file, said in NO_PACKS:
        errors = choose(reader, file).locator('[data-part="errors"]')
        name = f"The pack {file['name']} is not opened. The form is as it was."
        # Both at once: of the files before, one may have had this name, and another these words.
        expect(errors.filter(has_text=name).filter(has_text=curly(said))).to_be_visible()
        expect(errors).to_contain_text(name)
        expect(errors).to_contain_text(curly(said))
        expect(errors.locator("img, b")).to_have_count(0)
        assert reader.page.evaluate("foreign()") == [], said
        assert reader.page.evaluate("localStorage.getItem('mecatol.packs')") is None, said
    choose(reader, packed())
    expect(errors).to_be_hidden()
    assert reader.said == []


GAINS = {
    "edition": "pirates", "name": "P", "holds": ["base"], "factions": [], "effects": [],
    "units": {STEP: {"space": {"constructor": {"name": "C", "versions": []}}}},
}  # fmt: skip


STORED: list[object] = [
    "{",
    3,
    [None, 1, "x", {}],
    [{"file": "a", "text": "{}", "gains": GAINS}],
    [{"file": "a", "text": "{}", "gains": {**GAINS, "units": {}, "factions": [["__proto__", "x"]]}}],
    [{"file": "a", "text": 3, "gains": {**GAINS, "units": {}}}],
    [{"file": "a", "text": "{}", "gains": {**GAINS, "units": {}, "holds": "base"}}] * 40,
]


def test_what_the_store_holds_and_is_no_pack_is_not_there(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank")
    reader.page.add_init_script(UNBELTED + BEFORE)
    reader.page.goto(served.page(PAGE))
    for stored in STORED:
        kept = stored if isinstance(stored, str) else text(stored)
        reader.page.evaluate("kept => localStorage.setItem('mecatol.packs', kept)", kept)
        reader.page.reload()
        calculator = reader.answered(STEP)
        expect(calculator.locator(".packs li")).to_have_count(0)
        assert reader.page.evaluate("foreign()") == [], kept
        assert reader.said == [], kept


def test_a_pack_that_no_longer_fits_is_named_where_its_case_has_no_answer(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served)
    reader.page.evaluate(
        "(key) => localStorage.setItem(key, localStorage.getItem(key).replace('combat-plus', 'no'))", "mecatol.packs"
    )
    reader.page.goto("about:blank")
    reader.page.goto(served.page(PAGE) + LINK)
    errors = reader.calculator(STEP).locator('[data-part="errors"]')
    expect(errors).to_contain_text("The pack pirates.json on this device does not fit this version of the site")


def test_a_type_of_unit_that_nobody_had_there_gets_a_row(open_page: Open, served: Place) -> None:
    step = "bombardment"
    zelian = (ROOT / "tests" / "solver" / "homebrew" / "zelian_purifier.yaml").read_bytes()
    reader = open_page(served.page(f"calculator/{step}/"))
    file: FilePayload = {"name": "zelian.yaml", "mimeType": "application/yaml", "buffer": zelian}
    calculator = choose(reader, file, step)
    expect(calculator.locator('[name="edition"]')).to_have_value("discordant-stars")
    calculator.locator('[name="players.0.faction"]').select_option("zelian-purifier")
    row = calculator.locator('[data-area="space"] .row[data-unit="infantry"]')
    expect(row.locator('[data-side="0"] [data-part="hits"]')).to_have_text("on 8")
    row.get_by_role("button", name="Red, Infantry: one more").click()
    reader.answered(step)
    assert linked(reader.address()).scenario["players"][0]["space"] == {"dreadnought": 2, "infantry": 1}
    expect(calculator.locator('[data-part="extra"]')).to_be_hidden()
    assert reader.said == []
