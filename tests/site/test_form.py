"""Fields of a form: units with damage and upgrades, planets, choices, values by hand, and what no field shows."""

from __future__ import annotations

import json
import re

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, case, give, opened, written

import mecatol
from mecatol.render import numbers

pytestmark = pytest.mark.browser


def test_damage_is_offered_to_units_that_sustain_and_to_no_other(open_page: Open, served: Place) -> None:
    step = "space-combat"
    fleet = {"cruiser": 1, "carrier": 1, "dreadnought": 1}
    reader = opened(open_page, served, step, {"players": [{"name": "Red", "space": fleet}, {"name": "Blue"}]})
    calculator = reader.calculator(step)
    cells = {unit: calculator.locator(f'.row[data-unit="{unit}"] .cell[data-side="0"]') for unit in fleet}
    damaged = {unit: cell.locator('[data-do="damage"]') for unit, cell in cells.items()}
    expect(damaged["dreadnought"]).to_be_visible()
    expect(damaged["cruiser"]).to_be_hidden()
    expect(damaged["carrier"]).to_be_hidden()
    calculator.locator('[name="players.0.faction"]').select_option("federation-of-sol")
    expect(damaged["carrier"]).to_be_hidden()
    cells["carrier"].get_by_role("button", name="Red, Carrier: upgraded").click()
    expect(damaged["carrier"]).to_be_visible()
    expect(damaged["cruiser"]).to_be_hidden()
    damaged["carrier"].click()
    reader.says('"damaged":{"carrier":1}')
    assert written(reader)["players"][0]["technologies"] == ["advanced-carrier-2"]
    assert mecatol.solve(written(reader))
    damaged["carrier"].click()
    reader.says("damaged", there=False)
    assert reader.said == []


def test_a_mark_upgrades_and_the_row_says_what_it_hits_on(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    cells = reader.calculator(step).locator('.row[data-unit="cruiser"] .cell')
    expect(cells.nth(0)).to_contain_text("on 7")
    mark = reader.calculator(step).get_by_role("button", name="Red, Cruiser: upgraded")
    mark.click()
    expect(mark).to_have_attribute("aria-pressed", "true")
    expect(cells.nth(0)).to_contain_text("on 6")
    expect(cells.nth(1)).to_contain_text("on 7")
    reader.page.wait_for_function("() => location.href.includes('+ca')")
    reader.page.reload()
    reader.answered(step)
    expect(mark).to_have_attribute("aria-pressed", "true")
    mark.click()
    reader.page.wait_for_function("() => !location.href.includes('+ca')")
    assert reader.said == []


def test_a_war_sun_brings_its_technology(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    reader.calculator(step).get_by_role("button", name="Blue, War Sun: one more").click()
    expect(reader.page.locator(".toast")).to_have_text("Blue now has the technology War Sun")
    reader.page.wait_for_function("() => location.href.includes('war-sun')")
    reader.answered(step)
    assert written(reader)["players"][1]["technologies"] == ["war-sun"]


def test_what_lands_on_which_planet_is_said(open_page: Open, served: Place) -> None:
    step = "invasion"
    players = [
        {"name": "Red", "space": {"carrier": 1, "infantry": 3}, "policy": {"land": {"abyz": {"infantry": 1}}}},
        {"name": "Blue", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}},
    ]
    reader = opened(open_page, served, step, {"players": players})
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
    fria = reader.calculator(step).locator('[data-part="planet"]').nth(1)
    fria.locator("summary", has_text="Ground forces landing here").click()
    fria.locator('[name="players.0.policy.land.fria.infantry"]').fill("2")
    reader.says('"fria":{"infantry":2}')
    assert written(reader)["players"][0]["policy"]["land"] == {"abyz": {"infantry": 1}, "fria": {"infantry": 2}}
    calculator = reader.answered(step)
    for chance in mecatol.solve(written(reader)).to_json()["chances"]:
        expect(calculator.locator('[data-part="result"]')).to_contain_text(numbers.percent(chance["probability"]))
    assert reader.said == []


def test_damage_that_cannot_be_stays_in_sight_with_its_error(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"cruiser": 1}, "damaged": {"cruiser": 1}}, {"name": "Blue"}]
    address = served.page(f"calculator/{step}/")
    reader = open_page(address + case(step, json.dumps({"step": step, "players": players})))
    field = reader.calculator(step).locator('.row[data-unit="cruiser"] .cell[data-side="0"] [data-do="damage"]')
    expect(field).to_have_attribute("aria-describedby", re.compile("error-"))
    expect(field).to_be_visible()


def test_without_scripts_every_field_is_there(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/"), javascript=False)
    reader.page.locator('[name="players.0.space.cruiser"]').wait_for()


def test_the_best_bombardment_may_be_for_one_planet(open_page: Open, served: Place) -> None:
    step = "bombardment"
    scenario = {
        "players": [
            {"name": "Red", "space": {"dreadnought": 2}},
            {"name": "Blue", "planets": {"abyz": {"infantry": 1}, "fria": {"infantry": 1}}},
        ],
        "policy": {"bombard": "best", "aim": "clear:fria"},
    }
    reader = opened(open_page, served, step, scenario)
    field = reader.calculator(step).locator('input[name="policy.aim"]')
    expect(field).to_have_value("Fria")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
    choices = reader.calculator(step).locator('.choices[data-area="choices"] > summary')
    expect(choices).to_contain_text("2 set")
    choices.click()
    field.fill("Abyz")
    reader.says("clear:abyz")
    reader.answered(step)
    field.fill("")
    reader.says("clear:", there=False)
    assert reader.said == []


def test_a_condition_may_be_asked_at_the_landing(open_page: Open, served: Place) -> None:
    step = "invasion"
    players = [
        {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
        {"name": "Blue", "planets": {"abyz": {"infantry": 1, "pds": 1}}},
    ]
    asked = [{"player": "Red", "of": "infantry", "where": "abyz", "least": 3, "when": "ground-combat"}]
    reader = opened(open_page, served, step, {"players": players, "ask": asked})
    reader.calculator(step).locator('[data-area="ask"] > summary').click()
    expect(reader.calculator(step).locator('[name="ask.0.when"]')).to_have_value("ground-combat")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
    reader.calculator(step).locator('[name="ask.0.when"]').select_option("landing")
    reader.says('"when":"landing"')
    chance = mecatol.solve(written(reader)).to_json()["chances"][-1]
    row = reader.answered(step).locator(".result .share-row", has_text=chance["condition"]).last
    expect(row).to_contain_text(numbers.percent(chance["probability"]))


def test_values_set_by_hand_are_fields_of_their_own(open_page: Open, served: Place) -> None:
    step = "space-combat"
    hand = {"units": {"cruiser": {"combat": 4, "sustain": True}}, "bonus": -1, "hits": 1}
    players = [{"name": "Red", "space": {"cruiser": 2}, "by_hand": hand}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    expect(calculator.locator('[data-part="extra"]')).to_be_hidden()
    expect(calculator.locator('[name="players.0.by_hand.units.cruiser.sustain"]')).to_have_value("true")
    blue = calculator.locator('[data-part="by-hand"]').nth(1)
    calculator.locator("summary", has_text="Retreats and casualties").click()
    blue.locator("summary").click()
    blue.locator('[data-part="by-hand-add"]').select_option("dreadnought")
    blue.locator('[name="players.1.by_hand.units.dreadnought.dice"]').fill("2")
    blue.locator('[name="players.1.by_hand.first_round"]').fill("1")
    reader.says('"first_round":1')
    assert written(reader)["players"][0]["by_hand"] == hand
    assert written(reader)["players"][1]["by_hand"] == {"units": {"dreadnought": {"dice": 2}}, "first_round": 1}
    shown = reader.answered(step).locator('[data-part="result"]')
    expect(shown).to_contain_text(numbers.percent(mecatol.solve(written(reader)).to_json()["winner"]["Red"]))
    calculator.locator('[data-part="by-hand"] > summary').first.click()
    calculator.locator('[data-unit="cruiser"] [data-do="remove-by-hand"]').click()
    reader.says('"sustain":true', there=False)
    assert reader.said == []


def test_what_is_left_unused_on_a_planet_and_what_flees_from_it_have_fields(open_page: Open, served: Place) -> None:
    step = "tactical-action"
    policy = {"decline_on": {"abaddon": ["space-cannon"]}, "retreat": {"takes": {"abaddon": {"infantry": 1}}}}
    players = [
        {"name": "Red", "space": {"dreadnought": 1, "carrier": 1, "infantry": 2}},
        {"name": "Blue", "space": {"carrier": 1}, "planets": {"abaddon": {"infantry": 2, "pds": 1}}, "policy": policy},
    ]
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    expect(calculator.locator('[data-part="extra"]')).to_be_hidden()
    assert written(reader)["players"][1]["policy"] == policy
    box = calculator.locator('[name="players.1.policy.decline_on.abaddon"][value="space-cannon"]')
    expect(box).to_be_checked()
    expect(calculator.locator('[name="players.1.policy.retreat.takes.abaddon.infantry"]')).to_have_value("1")
    box.uncheck()
    reader.says("decline_on", there=False)
    reader.answered(step)
    assert reader.said == []


def test_what_a_planet_asks_of_players_says_of_whom(open_page: Open, served: Place) -> None:
    step = "tactical-action"
    reader = opened(open_page, served, step)
    folds = reader.calculator(step).locator(".planet__more summary:visible")
    told = [
        "Red Goes along in a retreat",
        "Red Ground forces landing here",
        "Blue Goes along in a retreat",
        "Blue Hold back",
    ]
    assert [" ".join(words.split()) for words in folds.all_inner_texts()] == told  # Red has nothing to leave unused
    give(reader, step, "plasma", "Plasma Scoring")
    expect(folds).to_have_count(5)
    name = reader.calculator(step).get_by_role("textbox", name="Name of the other player")
    name.fill("Ann")
    expect(folds.last).to_have_text(re.compile(r"Ann\s+Hold back"))


@pytest.mark.parametrize("touch", [True, False], ids=["tapped", "clicked"])
def test_a_number_that_is_tapped_is_typed_over(open_page: Open, served: Place, touch: bool) -> None:
    step = "space-combat"
    fleet = {"players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"cruiser": 2}}]}
    reader = opened(open_page, served, step, fleet, has_touch=touch)
    count = reader.calculator(step).locator('[name="players.0.space.cruiser"]')
    take = count.tap if touch else count.click
    take()
    expect(count).to_be_focused()
    reader.page.keyboard.type("3")
    expect(count).to_have_value("3")
    take()  # whoever taps the number that has the focus wants the caret in it
    reader.page.keyboard.type("0")
    expect(count).to_have_value(re.compile("^(30|03)$"))


def test_what_is_set_in_a_field_no_longer_stands_aside(open_page: Open, served: Place) -> None:
    step = "capacity"
    players = [{"name": "Red", "space": {"carrier": 2.5, "cruiser": 1.5}}]
    reader = open_page(served.page(f"calculator/{step}/") + case(step, json.dumps({"step": step, "players": players})))
    calculator = reader.calculator(step)
    aside = calculator.locator('[data-part="extra-list"] li')
    expect(aside).to_have_count(2)
    calculator.get_by_role("button", name="Red, Carrier: one more").click()
    expect(aside).to_have_text([re.compile("Red, space, cruiser: 1.5")])
    calculator.locator('[name="players.0.space.cruiser"]').fill("0")
    expect(calculator.locator('[data-part="extra"]')).to_be_hidden()
    reader.answered(step)
    assert written(reader)["players"][0]["space"] == {"carrier": 1}


def test_what_stands_aside_leaves_with_its_player_and_stays_with_the_others(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    ballot = {"outcome": "for", "influence": 3}
    pools = {"Red": 1, "Blue": 2, "Green": 3, "Yellow": 4}
    players = [{"name": name, "ballot": ballot, "fleet_pool": pool} for name, pool in pools.items()]
    reader = opened(open_page, served, step, {"players": players})
    cards = reader.calculator(step).locator('[data-part="player-card"]')
    cards.first.locator("summary", has_text="Faction, riders, planets").click()
    cards.first.get_by_role("button", name="Remove this player").click()
    expect(reader.calculator(step).locator('[data-part="extra-list"] li')).to_have_count(3)
    reader.answered(step)
    assert {player["name"]: player["fleet_pool"] for player in written(reader)["players"]} == {
        name: pool for name, pool in pools.items() if name != "Green"
    }


def test_a_unit_has_a_switch_only_where_there_is_an_upgrade(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served, "space-combat")
    calculator = reader.calculator("space-combat")
    switch = {
        unit: calculator.locator(f'.row[data-unit="{unit}"] .cell[data-side="0"] .versions')
        for unit in ("fighter", "war-sun", "flagship")
    }
    expect(switch["fighter"]).to_be_visible()
    expect(switch["war-sun"]).to_be_hidden()  # which its technology gives, and nobody has before
    expect(switch["flagship"]).to_be_hidden()
    calculator.locator('[name="players.0.faction"]').select_option("embers-of-muaat")
    expect(switch["war-sun"]).to_be_visible()  # the Prototype War Sun I becomes II
    assert reader.said == []
