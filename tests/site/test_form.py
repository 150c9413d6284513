"""What a form offers, and when: damage to those who sustain, planets by name, effects to those who may have them."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import Open, Reader, case

import solver
from theme.render import numbers

pytestmark = pytest.mark.browser


def opened(open_page: Open, served: Place, step: str, scenario: dict[str, Any] | None = None, **more: Any) -> Reader:
    address = served.page("calculator/" if step == "tactical-action" else f"calculator/{step}/")
    reader = open_page(address + (case(step, json.dumps({"step": step, **scenario})) if scenario else ""), **more)
    reader.answered(step)
    return reader


def written(reader: Reader) -> dict[str, Any]:
    scenario: dict[str, Any] = json.loads(unquote(reader.page.url.partition("&scenario=")[2].partition("&with=")[0]))
    return scenario


def area(reader: Reader, step: str, name: str, player: int = 0) -> Locator:
    card = reader.calculator(step).locator('[data-part="player-card"]').nth(player)
    found = card.locator(f'details[data-area="{name}"]')
    if found.get_attribute("open") is None:
        found.locator("> summary").click()
    return found


def test_damage_is_offered_to_units_that_sustain_and_to_no_other(open_page: Open, served: Place) -> None:
    step = "space-combat"
    fleet = {"cruiser": 1, "carrier": 1, "dreadnought": 1}
    reader = opened(open_page, served, step, {"players": [{"name": "Red", "space": fleet}, {"name": "Blue"}]})
    calculator = reader.calculator(step)
    damaged = {unit: calculator.locator(f'[name="players.0.damaged.{unit}"]') for unit in fleet}
    expect(damaged["dreadnought"]).to_be_visible()
    expect(damaged["cruiser"]).to_be_hidden()
    expect(damaged["carrier"]).to_be_hidden()
    calculator.locator('[name="players.0.faction"]').select_option("federation-of-sol")
    expect(damaged["carrier"]).to_be_hidden()
    area(reader, step, "effects").get_by_role("checkbox", name="Advanced Carrier II").check()
    expect(damaged["carrier"]).to_be_visible()
    expect(damaged["cruiser"]).to_be_hidden()
    damaged["carrier"].fill("1")
    reader.page.wait_for_function('() => decodeURIComponent(location.href).includes(\'"damaged":{"carrier":1}\')')
    assert solver.solve(written(reader))
    assert reader.said == []


def test_damage_that_cannot_be_stays_in_sight_with_its_error(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"cruiser": 1}, "damaged": {"cruiser": 1}}, {"name": "Blue"}]
    address = served.page(f"calculator/{step}/")
    reader = open_page(address + case(step, json.dumps({"step": step, "players": players})))
    field = reader.calculator(step).locator('[name="players.0.damaged.cruiser"]')
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_visible()


def test_without_scripts_every_field_is_there(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/space-combat/"), javascript=False)
    reader.page.locator('[name="players.0.damaged.cruiser"]').wait_for()


def test_planets_are_written_and_read_by_name(open_page: Open, served: Place) -> None:
    step = "invasion"
    players = [
        {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
        {"name": "Blue", "planets": {"mecatol-rex-omega": {"infantry": 1}, "elnath": {"infantry": 2}}},
    ]
    asked = [{"player": "Red", "of": "infantry", "where": "elnath", "least": 1}]
    reader = opened(open_page, served, step, {"players": players, "ask": asked})
    names = area(reader, step, "planets", 1).locator('[data-part="planet-name"]')
    expect(names.nth(0)).to_have_value("Mecatol Rex Omega")
    expect(names.nth(1)).to_have_value("El'Nath")
    where = reader.calculator(step).locator('[name="ask.0.where"]')
    expect(where).to_have_value("El'Nath")
    expect(reader.answered(step).locator('[data-part="result"]')).to_contain_text("on El'Nath: 2 infantry")
    asks = reader.calculator(step).locator('[data-area="ask"] > summary')
    expect(asks).to_contain_text("1 asked")
    asks.click()
    where.fill("Lisis ii")
    names.nth(1).fill("LISIS II")
    reader.page.wait_for_function("() => location.href.includes('lisis-ii') && !location.href.includes('elnath')")
    reader.answered(step)
    scenario = written(reader)
    assert list(scenario["players"][1]["planets"]) == ["mecatol-rex-omega", "lisis-ii"]
    assert scenario["ask"][0]["where"] == "lisis-ii"
    assert reader.said == []


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
    choices = reader.calculator(step).locator('[data-area="choices"] > summary')
    expect(choices).to_contain_text("2 changed")
    choices.click()
    field.fill("Abyz")
    reader.page.wait_for_function("() => decodeURIComponent(location.href).includes('clear:abyz')")
    reader.answered(step)
    field.fill("")
    reader.page.wait_for_function("() => !decodeURIComponent(location.href).includes('clear:')")
    assert reader.said == []


def test_the_tile_of_the_system_can_be_chosen(open_page: Open, served: Place) -> None:
    step = "production"
    scenario = {
        "players": [{"name": "Red", "planets": {"abyz": {"space-dock": 1}}, "produce": {"fighter": 1}}],
        "system": "38",
    }
    reader = opened(open_page, served, step, scenario)
    tile = reader.calculator(step).locator('select[name="system"]')
    expect(tile).to_have_value("38")
    expect(tile.locator("option:checked")).to_have_text("Abyz, Fria (38)")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()


def test_effects_of_a_faction_are_for_that_faction_or_for_who_searches(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"carrier": 2}}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    effects = area(reader, step, "effects")
    first = effects.locator("legend:visible").first
    expect(first).to_have_text("Unit upgrade")
    own = effects.get_by_role("checkbox", name="Advanced Carrier II")
    expect(own).to_be_hidden()
    search = effects.get_by_role("searchbox")
    search.fill("federation-of-sol")
    expect(own).to_be_visible()
    search.fill("no such thing")
    expect(effects.get_by_text("Nothing that is modelled here fits.")).to_be_visible()
    search.fill("")
    faction = reader.calculator(step).locator('[name="players.0.faction"]')
    faction.select_option("federation-of-sol")
    expect(own).to_be_visible()
    own.check()
    faction.select_option("arborec")
    expect(own).to_be_visible()  # what is set is never hidden
    own.uncheck()
    expect(own).to_be_hidden()


def test_a_card_may_wait_for_a_round(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    effects = area(reader, step, "effects")
    effects.get_by_role("searchbox").fill("morale")
    when = effects.locator('select[name="players.0.policy.play.morale-boost"]')
    expect(when).to_be_hidden()
    effects.get_by_role("button", name="Morale Boost: one more").click()
    when.select_option("from round 2 on")
    reader.page.wait_for_function('() => decodeURIComponent(location.href).includes(\'"play":{"morale-boost":2}\')')
    chance = numbers.percent(solver.solve(written(reader)).to_json()["winner"]["Red"])
    expect(reader.answered(step).locator(".result__headline")).to_contain_text(f"Red wins {chance}")
    reader.page.reload()
    reader.answered(step)
    expect(when).to_have_value("2")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
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
    reader.page.wait_for_function('() => decodeURIComponent(location.href).includes(\'"when":"landing"\')')
    chance = solver.solve(written(reader)).to_json()["chances"][-1]
    row = reader.answered(step).locator(".odds--chances tr").last
    expect(row).to_contain_text(numbers.percent(chance["probability"]))
