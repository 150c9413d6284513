"""The forms of an agenda and of a movement: what a table asks first comes first, and is chosen rather than typed."""

from __future__ import annotations

import json

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, case, more, opened, written

pytestmark = pytest.mark.browser


def test_a_player_of_an_agenda_is_one_line(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    reader = opened(open_page, served, step, width=390, height=844)
    calculator = reader.calculator(step)
    visible = calculator.locator("form input:visible, form select:visible")
    assert visible.count() <= 20
    players = calculator.locator('[data-part="players"]').bounding_box()
    assert players
    assert players["height"] < 420  # two of them, each with its ballot and one closed line
    ballots = calculator.locator(".orders .ballot")
    tall = ballots.first.bounding_box()
    assert tall
    assert tall["height"] < 90
    calculator.get_by_role("combobox", name="Blue, Outcome").select_option(label="For")
    expect(reader.answered(step).locator('[data-part="result"]')).to_contain_text("“For” wins")
    assert reader.said == []


def test_an_outcome_is_chosen_from_what_the_kind_of_agenda_has(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    players = [{"name": "Red", "ballot": {"influence": 4, "outcome": "yes"}}, {"name": "Blue"}]
    reader = opened(open_page, served, step, {"players": players})
    calculator = reader.calculator(step)
    red = calculator.get_by_role("combobox", name="Red, Outcome")
    options = "(field) => [...field.options].map(({ text }) => text)"
    assert red.evaluate(options) == ["Undecided", "For", "Against", "yes"]  # what a link says stays as it is
    expect(red).to_have_value("yes")
    red.select_option("against")
    reader.page.wait_for_function("() => location.href.includes('against')")
    assert written(reader)["players"][0]["ballot"] == {"influence": 4, "outcome": "against"}
    red.select_option("")
    reader.page.wait_for_function("() => !location.href.includes('against')")
    assert written(reader)["players"][0]["ballot"] == {"influence": 4}
    kind = calculator.locator('[name="agenda.kind"]')
    kind.select_option("elect-player")
    assert red.evaluate(options) == ["Undecided", "Red", "Blue"]
    red.select_option("Blue")
    reader.page.wait_for_function("() => location.href.includes('outcome:Blue')")
    kind.select_option("elect-planet")
    expect(red).to_have_value("Blue")  # now written by hand, with planets to choose from
    expect(calculator.locator('.orders [data-part="outcome"]').first).to_be_hidden()
    assert reader.said == []


def test_the_speaker_is_chosen_from_the_players(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    players = [{"name": "Red", "ballot": {"influence": 4}}, {"name": "Blue"}]
    scenario = json.dumps({"step": step, "players": players, "agenda": {"speaker": "Nobody"}})
    reader = open_page(served.page(f"calculator/{step}/") + case(step, scenario))
    calculator = reader.calculator(step)
    speaker = calculator.locator('label:has([name="agenda.speaker"]) select')
    calculator.locator('[data-part="errors"]').get_by_role("button", name="Speaker").first.click()
    expect(speaker).to_be_focused()
    options = "(field) => [...field.options].map(({ text }) => text)"
    assert speaker.evaluate(options) == ["none chosen", "Red", "Blue", "Nobody"]  # what a link says stays as it is
    speaker.select_option("Blue")
    reader.answered(step)
    assert written(reader)["agenda"]["speaker"] == "Blue"
    calculator.locator("summary", has_text="Names, factions, cards").click()
    calculator.get_by_role("textbox", name="Name of the other player").first.fill("Mauve")
    expect(speaker.locator("option", has_text="Mauve")).to_be_attached()
    assert reader.said == []


@pytest.mark.parametrize(("width", "height", "highest"), [(1280, 800, 660), (390, 844, 700)])
def test_the_fleets_that_move_come_first(open_page: Open, served: Place, width: int, height: int, highest: int) -> None:
    step = "movement"
    reader = opened(open_page, served, step, width=width, height=height)
    calculator = reader.calculator(step)
    expect(calculator.locator('[name="players.0.space.cruiser"]')).to_be_hidden()  # what is there already is folded
    expect(calculator.get_by_text("Already in the active system", exact=True)).to_be_visible()
    system = calculator.locator('[data-at="0,-1"]').bounding_box()
    assert system
    assert system["y"] < highest
    assert reader.said == []


def test_a_tile_on_the_way_is_chosen_by_its_number(open_page: Open, served: Place) -> None:
    step = "movement"
    fleets = [{"units": {"carrier": 1}, "through": ["clear"]}]
    reader = opened(open_page, served, step, {"players": [{"name": "Red", "fleets": fleets}]})
    calculator = reader.calculator(step)
    calculator.get_by_text("The same as a list").click()
    number = calculator.get_by_label("Tile number: System 1 on the way").first
    word = calculator.locator('[name="players.0.fleets.0.through.0"]')
    for typed, shown, said in (
        ("41", "Gravity rift", "gravity-rift"),
        ("117", "Asteroid field, gravity rift", ["asteroid-field", "gravity-rift"]),
        ("19", "Nothing that matters to ships", "clear"),
    ):
        number.fill(typed)
        expect(word.locator("option:checked")).to_have_text(shown)
        reader.answered(step)
        assert written(reader)["players"][0]["fleets"][0]["through"] == [said]
    word.select_option("nebula")
    expect(number).to_have_value("")
    number.fill("117")
    reader.answered(step)
    reader.address()
    reader.page.reload()
    reader.answered(step)
    expect(word.locator("option:checked")).to_have_text("Asteroid field, gravity rift")
    expect(number).to_have_value("117")
    expect(calculator.locator('[data-part="extra"]')).to_be_hidden()
    more(calculator, "Reset")
    expect(number).to_have_value("")
    assert reader.said == []


def test_the_second_fleet_and_the_second_system_of_a_way_may_stand_alone(open_page: Open, served: Place) -> None:
    step = "movement"
    fleets = [{"units": {"carrier": 1}}, {"units": {"cruiser": 2}, "through": ["clear", "clear"]}]
    reader = opened(open_page, served, step, {"players": [{"name": "Red", "fleets": fleets}]})
    calculator = reader.calculator(step)
    calculator.get_by_text("The same as a list").click()
    calculator.locator('[name="players.0.fleets.0.units.carrier"]').fill("0")
    calculator.locator('[name="players.0.fleets.1.through.0"]').select_option("")
    reader.page.wait_for_function("() => !location.href.includes('carrier')")
    reader.answered(step)
    assert written(reader)["players"][0]["fleets"] == [{}, {"units": {"cruiser": 2}, "through": ["clear"]}]
    reader.page.reload()
    reader.answered(step)
    expect(calculator.locator('[name="players.0.fleets.1.units.cruiser"]')).to_have_value("2")
    expect(calculator.locator('[data-part="extra"]')).to_be_hidden()


def test_a_player_who_is_removed_leaves_the_page_where_it_is(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    players = [{"name": name, "ballot": {"influence": 3}} for name in ("Red", "Blue", "Green", "Yellow", "Purple")]
    reader = opened(open_page, served, step, {"players": players}, width=390, height=844)
    card = reader.calculator(step).locator('[data-part="player-card"]', has_text="Green").first
    card.locator("summary", has_text="Faction, riders, planets").click()
    remove = card.get_by_role("button", name="Remove this player")
    remove.scroll_into_view_if_needed()
    before = reader.page.evaluate("scrollY")
    assert before > 300
    remove.click()
    reader.answered(step)
    assert len(written(reader)["players"]) == 4
    assert abs(reader.page.evaluate("scrollY") - before) < 200
    assert reader.page.evaluate("() => document.activeElement.closest('[data-part=player-card]') !== null")
    assert reader.said == []


def test_an_agenda_is_chosen_by_name_and_votes_are_entered_as_they_are_cast(open_page: Open, served: Place) -> None:
    step = "agenda-votes"
    players = [
        {"name": name, "ballot": {"influence": votes}} for name, votes in (("Red", 4), ("Blue", 7), ("Green", 5))
    ]
    reader = opened(open_page, served, step, {"players": players}, width=390)
    calculator = reader.calculator(step)
    agenda = calculator.get_by_label("Agenda", exact=True)
    agenda.select_option("Armed Forces Standardization")
    expect(calculator.locator('[name="agenda.kind"]')).to_have_value("elect-player")
    expect(calculator.locator('[data-part="agenda-does"]')).to_contain_text(
        "The elected player ends up with three tokens"
    )
    reader.answered(step)
    bars = calculator.locator('[data-part="result"] .rows__row:has(.tally)')
    for voter, whom, said in (("Red", "Red", "4"), ("Blue", "Red", "11"), ("Green", "Blue", "5")):
        calculator.get_by_role("combobox", name=f"{voter}, Outcome").select_option(whom)
        reader.answered(step)
        expect(bars.filter(has_text=whom).first).to_contain_text(said)  # a bar after each vote
    expect(calculator.locator('[data-part="result"]')).to_contain_text("“Red” wins 11 to 5")
    agenda.select_option("Arms Reduction")
    expect(calculator.locator('[name="agenda.kind"]')).to_have_value("for-against")
    reader.answered(step)
    assert "outcome" not in written(reader)["players"][0]["ballot"]  # nobody votes for Red on that
    kind = calculator.locator('[name="agenda.kind"]')
    expect(kind).to_be_hidden()  # the agenda says it
    agenda.select_option("")
    kind.select_option("elect-player")
    expect(agenda).to_have_value("")
    reader.answered(step)
    assert written(reader)["agenda"] == {"kind": "elect-player"}  # and the answer does not go by the name before
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert reader.said == []
