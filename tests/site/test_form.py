"""What a form offers, and when: damage to those who sustain, effects to those who may have them, what comes first."""

from __future__ import annotations

import json
import re

import pytest
from places import Place
from playwright.sync_api import Locator, expect
from reading import Open, Reader, case, opened, written

import mecatol
from mecatol import forms
from mecatol.preparing.first_fleet import first_fleet
from mecatol.render import numbers
from mecatol.render.words import GROUND

pytestmark = pytest.mark.browser


def give(reader: Reader, step: str, words: str, name: str, to: str = "Red") -> None:
    """Find a technology or card in the search box, and give it to a side."""
    finder = reader.calculator(step).locator('[data-part="finder"]')
    finder.fill(words)
    reader.calculator(step).get_by_role("button", name=f"Give {name} to {to}", exact=True).click()


def chips(reader: Reader, step: str, player: int = 0) -> Locator:
    return reader.calculator(step).locator(f'[data-part="chips"][data-side="{player}"] .chip')


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


def test_in_a_game_of_franken_anybody_drafts_units_and_abilities(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"dreadnought": 2}}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    calculator.locator('[data-part="finder"]').fill("Ambush")
    offered = calculator.get_by_role("button", name="Give Ambush to Red", exact=True)
    expect(calculator.locator('[data-part="found-none"], [data-part="found"]').first).to_be_attached()
    expect(offered).to_have_count(0)
    calculator.locator('[data-area="choices"]:has([name="assume.owners"]) > summary').click()
    calculator.locator('[name="assume.owners"]').check()
    give(reader, step, "Ambush", "Ambush")
    give(reader, step, "Exotrireme", "Exotrireme I")
    calculator.get_by_role("button", name="Red, Dreadnought: upgraded").click()
    reader.page.wait_for_function("() => location.href.includes('exotrireme-2')")
    reader.page.reload()
    reader.answered(step)
    scenario = written(reader)
    assert scenario["assume"] == {"owners": "ignored"}
    assert scenario["players"][0]["drafted"] == ["ambush", "exotrireme"]
    assert scenario["players"][0]["technologies"] == ["exotrireme-2"]
    assert mecatol.solve(scenario)
    expect(chips(reader, step).filter(visible=True)).to_have_count(2)
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


def test_effects_of_a_faction_are_for_that_faction_or_for_who_searches(open_page: Open, served: Place) -> None:
    step = "ground-combat"
    players = [
        {"name": "Red", "planets": {"abyz": {"infantry": 2}}},
        {"name": "Blue", "planets": {"abyz": {"infantry": 2}}},
    ]
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    finder = calculator.locator('[data-part="finder"]')
    finder.fill("valkyrie")
    give_red = calculator.get_by_role("button", name="Give Valkyrie Particle Weave to Red")
    expect(give_red).to_be_visible()
    finder.fill("no such thing")
    expect(calculator.get_by_text("Nothing that is modeled here fits.")).to_be_visible()
    listed = re.compile(r"effects/(index\.html)?\?filter=no\+such\+thing#not-modelled$")
    expect(calculator.get_by_role("link", name="What is not modeled")).to_have_attribute("href", listed)
    calculator.locator('[name="players.0.faction"]').select_option("arborec")
    finder.fill("valkyrie")
    expect(calculator.get_by_role("button", name="Give Valkyrie Particle Weave to Blue")).to_be_visible()
    expect(give_red).to_be_hidden()
    calculator.locator('[name="players.0.faction"]').select_option("sardakk-norr")
    give(reader, step, "valk", "Valkyrie Particle Weave")
    expect(chips(reader, step)).to_have_count(1)
    calculator.locator('[name="players.0.faction"]').select_option("arborec")
    expect(chips(reader, step)).to_be_visible()  # what is set is never hidden
    chips(reader, step).get_by_role("button", name="Remove Valkyrie Particle Weave").click()
    expect(chips(reader, step)).to_have_count(0)
    assert reader.said == []


def test_a_note_is_offered_to_all_but_the_faction_that_gives_it(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": name, "space": {"cruiser": 2}} for name in ("Red", "Blue")]
    players[0]["faction"] = "barony-of-letnev"
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    calculator.locator('[data-part="finder"]').fill("war funding")
    offered = [calculator.get_by_role("button", name=f"Give War Funding Ω to {name}") for name in ("Red", "Blue")]
    expect(offered[1]).to_be_visible()
    expect(offered[0]).to_be_hidden()
    calculator.locator('[name="players.0.faction"]').select_option("arborec")
    calculator.locator('[data-part="finder"]').fill("war fundin")
    expect(offered[0]).to_be_visible()
    assert reader.said == []


def test_the_nekro_virus_is_offered_technologies_of_others_and_nothing_else_of_theirs(
    open_page: Open, served: Place
) -> None:
    step = "space-combat"
    players = [{"name": name, "space": {"cruiser": 2}} for name in ("Red", "Blue")]
    players[0]["faction"] = "nekro-virus"
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    for words, name, to in (
        ("dimensional", "Dimensional Splicer", {"Red", "Blue"}),
        ("gravleash", "Gravleash Maneuvers", {"Blue"}),  # a breakthrough
        ("munitions", "Munitions Reserves", {"Blue"}),  # a faction ability
        ("strike wing", "Strike Wing Alpha II", {"Red"}),  # without a faction, nobody has the unit that it upgrades
        ("corsair", "Corsair", set()),  # a unit of a breakthrough
    ):
        calculator.locator('[data-part="finder"]').fill(words)
        if not to:
            expect(calculator.get_by_text("Nothing that is modeled here fits.")).to_be_visible()
        for player in ("Red", "Blue"):
            button = calculator.get_by_role("button", name=f"Give {name} to {player}", exact=True)
            expect(button).to_have_count(int(player in to))
    assert reader.said == []


def test_a_card_may_wait_for_a_round(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [{"name": "Red", "space": {"cruiser": 2}}, {"name": "Blue", "space": {"cruiser": 2}}]
    reader = opened(open_page, served, step, {"players": players})
    give(reader, step, "morale", "Morale Boost")
    chip = chips(reader, step)
    when = chip.locator('select[name="players.0.policy.play.morale-boost"]')
    expect(when).to_be_hidden()
    chip.get_by_role("button", name="Morale Boost").first.click()
    when.select_option("from round 2 on")
    reader.says('"play":{"morale-boost":2}')
    chance = numbers.percent(mecatol.solve(written(reader)).to_json()["winner"]["Red"])
    expect(reader.answered(step).locator(".result .battle__figures")).to_contain_text(f"Red wins {chance}")
    reader.page.reload()
    reader.answered(step)
    expect(when).to_have_value("2")
    expect(chip).to_contain_text("Morale Boost, from round 2 on")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
    assert reader.said == []


def test_where_a_unit_crash_lands_is_said_beside_the_card(open_page: Open, served: Place) -> None:
    step = "space-combat"
    players = [
        {"name": "Red", "space": {"carrier": 1, "infantry": 1, "mech": 1}},
        {"name": "Blue", "space": {"cruiser": 2}},
    ]
    reader = opened(open_page, served, step, {"players": players})
    give(reader, step, "crash", "Crash Landing")
    chip = chips(reader, step)
    chip.get_by_role("button", name="Crash Landing").first.click()
    chip.get_by_role("combobox", name="which unit lands").select_option("Infantry first")
    chip.get_by_label("on which planet").fill("Lodor")
    reader.says('"planet":"lodor"')
    assert written(reader)["players"][0]["policy"] == {"crash": {"unit": "infantry", "planet": "lodor"}}
    expect(reader.answered(step).locator('[data-part="errors"]')).to_be_hidden()
    reader.page.reload()
    reader.answered(step)
    expect(chip.get_by_label("on which planet")).to_have_value("Lodor")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
    chip.get_by_role("button", name="Remove Crash Landing").click()
    reader.says("lodor", there=False)
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
    expect(aside).to_have_text([re.compile("space, cruiser: 1.5")])
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
    cards.first.get_by_role("button", name="Remove this player").click()
    expect(reader.calculator(step).locator('[data-part="extra-list"] li')).to_have_count(3)
    reader.answered(step)
    assert {player["name"]: player["fleet_pool"] for player in written(reader)["players"]} == {
        name: pool for name, pool in pools.items() if name != "Green"
    }


def test_a_breakthrough_is_entered_where_its_synergy_counts(open_page: Open, served: Place) -> None:
    """Three green technologies and a yellow one are two and two for Jol-Nar, with Specialized Compounds."""
    step = "victory"
    owned = ["neural-motivator", "dacxive-animators", "hyper-metabolism", "sarween-tools"]
    red = {"name": "Red", "faction": "universities-of-jol-nar", "technologies": owned, "standing": {"points": 9}}
    players = [{"name": "Blue"}, {**red, "objectives": ["diversify-research"]}]
    reader = opened(open_page, served, step, {"players": players})
    result = reader.calculator(step).locator('[data-part="result"]')
    expect(result).to_contain_text("Nobody can win this round")
    give(reader, step, "specialized", "Specialized Compounds")
    expect(result).to_contain_text("Red can win")
    chip = chips(reader, step, 1).last
    chip.get_by_role("button", name="Specialized Compounds", exact=True).click()
    expect(chip).to_contain_text("Green and yellow count as each other")
    calculator = reader.calculator(step)
    for faction, name in (
        ("clan-of-saar", "Deorbit Barrage"),  # in battles the active player's, here anybody's
        ("mentak-coalition", "The Table’s Grace"),  # in battles the upgrade of a unit
    ):
        calculator.locator('[name="players.1.faction"]').select_option(faction)
        calculator.locator('[data-part="finder"]').fill(name.split()[-1])
        expect(calculator.get_by_role("button", name=f"Give {name} to Red", exact=True)).to_have_count(1)
    assert reader.said == []


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


def test_an_answer_that_takes_long_is_said_to_be_the_one_before(open_page: Open, served: Place) -> None:
    reader = opened(open_page, served, "space-combat")
    shown = "() => getComputedStyle(document.querySelector('.calculator__answer'), '::before').visibility"
    assert reader.page.evaluate(shown) == "hidden"
    reader.calculator("space-combat").evaluate("one => one.toggleAttribute('busy', true)")
    assert reader.page.evaluate(shown) == "hidden"
    reader.page.wait_for_timeout(1500)
    assert reader.page.evaluate(shown) == "visible"


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
