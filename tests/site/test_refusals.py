"""No dead end: whatever the form lets somebody set and the rules refuse has a sentence, and a button that mends it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, case

pytestmark = pytest.mark.browser
Data = dict[str, Any]


def battle(red: Data, blue: Data | None = None, **fields: Any) -> Data:
    players = [{"name": "Red", **red}, {"name": "Blue", **(blue or {"space": {"cruiser": 1}})}]
    return {"step": "space-combat", "players": players, **fields}


REFUSED: dict[str, tuple[Data, str]] = {
    "a faction's upgrade": (
        battle({"space": {"dreadnought": 2}, "technologies": ["super-dreadnought-2"]}),
        "Let Red play The L1Z1X Mindnet",
    ),
    "more than can be counted": (battle({"space": {"cruiser": 120}}), "Let Red have"),
    "fewer than none": (battle({"space": {"cruiser": 2, "destroyer": -1}}), "Let Red have 0 destroyers"),
    "more damage than ships": (
        battle({"space": {"dreadnought": 2}, "damaged": {"dreadnought": 3}}),
        "Let Red have damage on 2 dreadnoughts",
    ),
    "damage that nobody sustains": (
        battle({"space": {"cruiser": 2}, "damaged": {"cruiser": 1}}),
        "Take the damage off Red’s cruiser",
    ),
    "a faction that came later": (
        battle({"faction": "nomad", "space": {"cruiser": 1}}, edition="base"),
        "Play with Thunder’s Edge",
    ),
    "one name twice": (
        battle({"space": {"cruiser": 1}}, {"name": "Red", "space": {"cruiser": 1}}),
        "Call this player Blue",
    ),
    "a question about nobody": (battle({"space": {"cruiser": 1}}, ask=[{"player": "Rod"}]), ""),
    "a value that no die shows": (
        battle({"space": {"cruiser": 1}, "by_hand": {"units": {"cruiser": {"combat": 12}}}}),
        "Let Red’s cruisers hit on 10",
    ),
    "a bonus beyond every roll": (
        battle({"space": {"cruiser": 1}, "by_hand": {"bonus": 15}}),
        "Let Red have a bonus of 9",
    ),
    "a retreat after the last round": (
        battle({"space": {"cruiser": 1}, "policy": {"retreat": {"from_round": 30}}}),
        "Let Red retreat from round 20 on",
    ),
}


@pytest.mark.parametrize("width", [360, 1280])
def test_every_refusal_has_its_sentence_and_its_mending_button(open_page: Open, served: Place, width: int) -> None:
    page = served.page("calculator/space-combat/")
    reader = open_page(page + case("space-combat", json.dumps(battle({"space": {"cruiser": 1}}))), width=width)
    calculator = reader.answered("space-combat")
    for name, (scenario, words) in REFUSED.items():
        reader.page.evaluate("hash => { location.hash = hash }", case("space-combat", json.dumps(scenario)))
        expect(calculator.locator('[data-part="errors"]'), name).to_be_visible()
        assert calculator.locator('[data-part="result"]').get_attribute("class") == "calculator__result is-stale", name
        said = calculator.get_by_role("status").first.inner_text()
        assert not said.startswith(("players.", "policy.")), (name, said)
        mends = calculator.locator('[data-part="errors"] .mend')
        expect(mends.filter(has_text=words).first, name).to_be_visible()
        # On a phone the bar with the answer holds it; on a wide screen the head of the form, which stands in view.
        near = calculator.locator('[data-part="mends"] .mend') if width == 360 else mends.first
        expect(near, name).to_be_in_viewport()
        mends.filter(has_text=words).first.click()
        expect(calculator.locator('[data-part="errors"]'), name).to_be_hidden()
        reader.answered("space-combat")
    assert reader.said == []


def test_a_war_sun_of_a_shared_case_gets_its_technology(open_page: Open, served: Place) -> None:
    scenario = json.dumps(battle({"space": {"war-sun": 1}}))
    reader = open_page(served.page("calculator/space-combat/") + case("space-combat", scenario))
    reader.says('"technologies":["war-sun"]')
    reader.answered("space-combat")
    expect(reader.page.locator(".toast")).to_contain_text("give Red the technology War Sun")
    assert reader.said == []


def test_what_is_wrong_in_a_list_is_told_at_its_field(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    players = [{"name": "Red", "controls": ["abyz", "abyz"]}, {"name": "Blue"}]
    reader = open_page(served.page(f"calculator/{step}/") + case(step, json.dumps({"step": step, "players": players})))
    calculator = reader.calculator(step)
    calculator.get_by_role("button", name="Red, Planets controlled: ‘abyz’ is listed twice").click()
    field = calculator.locator('[name="players.0.controls"]')
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")


def test_who_has_no_name_is_given_one_and_nothing_else_is_offered(open_page: Open, served: Place) -> None:
    step = "transaction"
    players = [{"name": ""}, {"name": ""}]
    reader = open_page(served.page(f"calculator/{step}/") + case(step, json.dumps({"step": step, "players": players})))
    mends = reader.calculator(step).locator('[data-part="errors"] .mend')
    expect(mends.first).to_have_text(re.compile("Call this player"))
    assert [words for words in mends.all_inner_texts() if not words.startswith("Call this player")] == []
