"""Links in the short form are opened as they were written, and those of the old form are still read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from places import Place
from playwright.sync_api import expect
from reading import FIRST, PAGE, STEP, Open, linked, written

from mecatol.scenario import link

pytestmark = pytest.mark.browser
OLD = (Path(__file__).parents[1] / "solver" / "old-links.txt").read_text("utf-8").splitlines()
CASE: dict[str, Any] = {
    "step": STEP,
    "players": [
        {"name": "Rød (1)", "faction": "barony-of-letnev", "space": {"dreadnought": 2, "fighter": 3},
         "damaged": {"dreadnought": 1}, "technologies": ["dreadnought-2"], "effects": {"morale-boost": 1}},
        {"name": "Blue", "space": {"war-sun": 1}, "technologies": ["war-sun"], "policy": {"assign": "cheapest-first"}},
    ],
    "stop_after": 3,
}  # fmt: skip


def test_a_short_link_opens_its_case(open_page: Open, served: Place) -> None:
    hash_ = link.write(link.Linked(CASE, FIRST))
    reader = open_page(served.page(PAGE) + hash_)
    reader.answered(STEP)
    assert written(reader) == CASE
    assert linked(reader.address()) == link.Linked(CASE, FIRST)
    assert len(hash_) < 160
    assert reader.said == []


@pytest.mark.parametrize(
    ("hash_", "said"),
    [
        (link.write(link.Linked(CASE))[:-6], "may have been cut off when it was copied"),
        (link.write(link.Linked(CASE)).replace("2dn", "3dn"), "may have been cut off when it was copied"),
        (link.write(link.Linked(CASE)).replace("#1/", "#3/"), "by a newer version of this site"),
    ],
)
def test_a_link_that_cannot_be_read_says_why(open_page: Open, served: Place, hash_: str, said: str) -> None:
    reader = open_page(served.page(PAGE) + hash_)
    expect(reader.calculator(STEP).locator('[data-part="errors"]')).to_contain_text(said)
    expect(reader.calculator(STEP).locator('[name="players.0.space.dreadnought"]')).to_have_value("2")  # the first case
    assert reader.said == []


def test_links_of_the_old_form_are_still_read(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    hashes = [f"#{address.partition('#')[2]}" for address in OLD]
    reader.page.wait_for_function("() => globalThis.Mecatol.address")
    read = reader.page.evaluate("hashes => hashes.map((hash) => Mecatol.address.read(hash))", hashes)
    for found, hash_ in zip(read, hashes, strict=True):
        scenario = json.loads(unquote(hash_.partition("&scenario=")[2].partition("&")[0]))
        assert "refused" not in found
        assert found["scenario"] == scenario
        assert bool(found["kept"]) == ("&with=" in hash_)
    battle = next(hash_ for hash_ in hashes if f"#calc={STEP}&" in hash_)
    reader.page.evaluate("hash => { location.hash = hash }", battle)
    reader.answered(STEP)
    assert reader.said == []
