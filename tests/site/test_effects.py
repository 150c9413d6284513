"""Technologies, cards and abilities in a form: found by name, offered to who may have them, and what each asks."""

from __future__ import annotations

import re

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, chips, give, opened, written

import mecatol
from mecatol.render import numbers

pytestmark = pytest.mark.browser


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
    expect(chip.locator(".chip__name")).to_have_text("Crash Landing, Infantry first")
    expect(chip.get_by_label("on which planet")).to_have_value("Lodor")
    expect(reader.calculator(step).locator('[data-part="extra"]')).to_be_hidden()
    chip.get_by_role("button", name="Remove Crash Landing").click()
    reader.says("lodor", there=False)
    assert reader.said == []


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
