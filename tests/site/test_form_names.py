"""What a form takes by name: planets, the tile of the system, objectives."""

from __future__ import annotations

import json

from places import Place
from playwright.sync_api import expect
from reading import Open, case, opened, written


def test_planets_are_written_and_read_by_name(open_page: Open, served: Place) -> None:
    step = "invasion"
    players = [
        {"name": "Red", "space": {"carrier": 1, "infantry": 3}},
        {"name": "Blue", "planets": {"mecatol-rex-omega": {"infantry": 1}, "elnath": {"infantry": 2}}},
    ]
    asked = [{"player": "Red", "of": "infantry", "where": "elnath", "least": 1}]
    several = {"limits": "ignored"}  # of several systems
    reader = opened(open_page, served, step, {"players": players, "ask": asked, "assume": several})
    names = reader.calculator(step).locator('[data-part="planet-name"]')
    expect(names.nth(0)).to_have_value("Mecatol Rex Omega")
    expect(names.nth(1)).to_have_value("El'Nath")
    where = reader.calculator(step).locator('[name="ask.0.where"]')
    expect(where).to_have_value("El'Nath")
    expect(reader.answered(step).locator('[data-part="result"]')).to_contain_text(
        "Red has at least 1 infantry left on El’Nath"
    )
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


def test_an_objective_has_its_name_in_the_form(open_page: Open, served: Place) -> None:
    step = "victory"
    players = [
        {"name": "Red", "objectives": ["learn-the-secrets-of-the-cosmos", "become-a-legend"]},
        {"name": "Blue", "controls": ["planet-a"]},
    ]
    reader = open_page(served.page(f"calculator/{step}/") + case(step, json.dumps({"step": step, "players": players})))
    calculator = reader.calculator(step)
    named = calculator.locator('[name="players.0.objectives"]')
    expect(named).to_have_value("Learn the Secrets of the Cosmos, Become a Legend")
    expect(calculator.locator('[name="players.1.controls"]')).to_have_value("Planet A")


CHOOSE = """(field, name) => {
  const option = [...field.list.options].find(({ value }) => value.endsWith(name));
  if (!option) throw new Error([...field.list.options].map(({ value }) => value).join());
  field.value = option.value;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertReplacementText" }));
}"""
"""What a browser does as a reader takes a name that it offers."""


def test_planets_and_objectives_are_chosen_one_after_the_other(open_page: Open, served: Place) -> None:
    step = "victory"
    reader = opened(open_page, served, step, {"players": [{"name": "Red"}, {"name": "Blue"}]})
    calculator = reader.calculator(step)
    for path, names in (("objectives", ["Become a Legend", "Raise a Fleet"]), ("controls", ["Abaddon", "Arinam"])):
        field = calculator.locator(f'[name="players.0.{path}"]')
        field.focus()
        expect(calculator.locator('[id="listed-victory"] option').first).to_be_attached()
        for name in names:
            field.evaluate(CHOOSE, name)
        expect(field).to_have_value(", ".join([*names, ""]))
        field.press("Tab")
        expect(field).to_have_value(", ".join(names))
    reader.answered(step)
    red = written(reader)["players"][0]
    assert (red["objectives"], red["controls"]) == (["become-a-legend", "raise-a-fleet"], ["abaddon", "arinam"])
    assert reader.said == []
