"""By how few taps and stops a case is put together: measured over the form as a reader meets it."""

from __future__ import annotations

import pytest
from places import Place
from playwright.sync_api import expect
from reading import PAGE, STEP, Open, Reader, more

import mecatol

pytestmark = pytest.mark.browser
WIDTHS = [(1280, 800), (390, 844)]
AT = "() => document.activeElement.name || document.activeElement.ariaLabel || document.activeElement.textContent"


def stops(reader: Reader, wanted: str = "input[type=number]", *, skip: bool = True) -> int:
    """How many stops of the tab key lead from the top of the page to a number, over the link past its navigation."""
    for number in range(1, 60):
        reader.page.keyboard.press("Tab")
        if skip and number == 1:
            assert reader.page.evaluate("() => document.activeElement.matches('.md-skip')")
            reader.page.keyboard.press("Enter")
        elif reader.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return number
    return 60


TO_THE_TOP = """() => {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo(0, 0);
}"""
"""From where the tab key starts on a page that has just come."""

SLUGS = sorted(set(mecatol.STEPS) - {"technology"})
"""Every calculator but that of technologies, which asks for no number."""


@pytest.mark.long
def test_every_calculator_is_few_stops_away(open_page: Open, served: Place) -> None:
    """From the loaded page, by the tab key alone and by the skip link.

    By the key alone there are 12 where there is room for a link to a repository, too. The field that takes a case in
    words is one of them.
    """
    reader = open_page("about:blank")
    counted: dict[tuple[int, bool], dict[str, int]] = {
        (width, skip): {} for width, _ in WIDTHS for skip in (False, True)
    }
    for step in [*SLUGS, "technology"]:
        reader.page.goto(served.page("calculator/" if step == "tactical-action" else f"calculator/{step}/"))
        reader.answered(step)
        wanted = '[name="research.technology"]' if step == "technology" else "input[type=number]"
        for width, height in WIDTHS:
            reader.page.set_viewport_size({"width": width, "height": height})
            for skip in (False, True) if step != "technology" else (False,):
                reader.page.evaluate(TO_THE_TOP)
                counted[width, skip][step] = stops(reader, wanted, skip=skip)
                assert reader.page.evaluate("() => document.activeElement.closest('mecatol-calculator form') !== null")
    for (width, skip), most in zip(counted, (12, 8, 13, 8), strict=True):
        taken = counted[width, skip]
        # Where an agenda is chosen by its name first, and where a map begins empty by one tap.
        assert max(taken.pop("agenda-votes"), taken.pop("movement")) <= most + 1
        assert {step: number for step, number in taken.items() if number > most} == {}, (width, skip)


def test_the_tabs_are_one_stop_along_which_arrows_lead(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/"), width=390, height=844)
    here = "() => document.activeElement.textContent.trim()"
    assert stops(reader, ".md-tabs__link", skip=False) <= 5
    assert reader.page.evaluate(here) == "Calculator"
    seen = []
    for _ in range(5):
        reader.page.keyboard.press("ArrowLeft")
        seen.append(reader.page.evaluate(here))
    assert seen == ["Cards", "Factions", "Rules", "Home", "Home"]
    expect(reader.page.locator(":focus")).to_be_in_viewport()
    reader.page.keyboard.press("Tab")
    assert reader.page.evaluate("() => document.activeElement.closest('.md-tabs') === null")
    reader.page.keyboard.press("Shift+Tab")
    reader.page.keyboard.press("Enter")
    expect(reader.page).to_have_url(served.page(""))
    assert reader.said == []


def test_a_list_of_units_is_walked_by_arrows(open_page: Open, served: Place) -> None:
    reader = open_page(served.page("calculator/movement/"))
    reader.answered("movement").get_by_text("The same as a list").click()
    stops(reader, skip=False)
    assert reader.page.evaluate(AT) == "players.0.fleets.0.units.fighter"
    reader.page.keyboard.press("ArrowDown")
    assert reader.page.evaluate(AT) == "players.0.fleets.0.units.destroyer"
    reader.page.keyboard.press("ArrowRight")
    assert reader.page.evaluate(AT) == "Red, Destroyer: one more"


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_the_first_number_is_few_stops_away_and_a_row_is_one(
    open_page: Open, served: Place, width: int, height: int
) -> None:
    reader = open_page(served.page("calculator/"), width=width, height=height)
    reader.answered("tactical-action")
    assert stops(reader) <= 8
    press = reader.page.keyboard.press
    assert reader.page.evaluate(AT) == "players.0.space.fighter"
    press("Tab")
    assert reader.page.evaluate(AT) == "players.0.space.destroyer"
    press("ArrowDown")
    assert reader.page.evaluate(AT) == "players.0.space.cruiser"
    for _ in range(3):
        press("ArrowRight")
    while reader.page.evaluate(AT) != "players.1.space.cruiser":
        press("ArrowRight")
    before = int(reader.page.evaluate("() => document.activeElement.value"))
    press("+")
    press("+")
    press("-")
    assert reader.page.evaluate("() => document.activeElement.value") == str(before + 1)
    press("ArrowUp")
    assert reader.page.evaluate(AT) == "players.1.space.destroyer"
    assert reader.said == []


def test_the_bar_over_the_form_is_one_stop(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    reader.answered(STEP)
    reader.page.get_by_role("button", name="Undo", exact=True).focus()
    seen = []
    for _ in range(2):
        reader.page.keyboard.press("ArrowRight")
        seen.append(reader.page.evaluate("() => document.activeElement.textContent.trim().split('\\n')[0]"))
    assert seen == ["Saved", "⋯"]


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_six_against_six_with_upgrades_and_cards_takes_few_taps(
    open_page: Open, served: Place, width: int, height: int
) -> None:
    """Three dreadnoughts and three fighters against four cruisers and two carriers, two upgrades, two cards."""
    reader = open_page(served.page(PAGE), width=width, height=height, has_touch=width < 800)
    calculator = reader.answered(STEP)
    taps = 0

    def tap(name: str) -> None:
        nonlocal taps
        calculator.get_by_role("button", name=name, exact=True).click()
        taps += 1

    def hold(name: str, wanted: str, number: int) -> None:
        """Press one stepper until it has counted so far."""
        nonlocal taps
        way = calculator.get_by_role("button", name=name, exact=True)
        way.evaluate("way => way.scrollIntoView({ block: 'center' })")  # clear of the bar below
        box = way.bounding_box()
        assert box
        reader.page.mouse.move(box["x"] + 10, box["y"] + 10)
        reader.page.mouse.down()
        # Let go in the very frame in which it has counted so far: word from out here may come after the next count.
        reader.page.wait_for_function(
            """([name, number]) => document.getElementsByName(name)[0].value === String(number)
              && window.dispatchEvent(new PointerEvent("pointerup"))""",
            arg=[wanted, number],
        )
        reader.page.mouse.up()
        taps += 1

    more(calculator, "Empty")
    taps += 2
    hold("Red, Dreadnought: one more", "players.0.space.dreadnought", 3)
    hold("Red, Fighter: one more", "players.0.space.fighter", 3)
    hold("Blue, Cruiser: one more", "players.1.space.cruiser", 4)
    hold("Blue, Carrier: one more", "players.1.space.carrier", 2)
    tap("Red, Dreadnought: upgraded")
    tap("Blue, Cruiser: upgraded")
    calculator.get_by_role("combobox", name="Add a technology, card, leader or ability").click()
    taps += 1
    tap("Give Morale Boost to Red")
    expect(calculator.get_by_role("button", name="Give Morale Boost to Red")).to_have_text("✓ Red")
    expect(calculator.get_by_role("button", name="Give Morale Boost to Blue")).to_have_text("+ Blue")
    tap("Give Direct Hit to Blue")
    assert taps <= 15
    reader.answered(STEP)
    scenario = reader.page.evaluate(f"() => document.querySelector('mecatol-calculator[step=\"{STEP}\"]').scenario")
    red, blue = scenario["players"]
    assert (red["space"], blue["space"]) == ({"fighter": 3, "dreadnought": 3}, {"cruiser": 4, "carrier": 2})
    assert (red["technologies"], blue["technologies"]) == (["dreadnought-2"], ["cruiser-2"])
    assert (red["effects"], blue["effects"]) == ({"morale-boost": 1}, {"direct-hit": 1})
    assert reader.said == []


def test_enter_gives_the_first_that_fits(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(PAGE))
    calculator = reader.answered(STEP)
    box = calculator.get_by_role("combobox", name="Add a technology, card, leader or ability")
    box.focus()
    expect(calculator.locator('[data-part="found"] [data-give="morale-boost"]').first).to_be_visible()
    box.press_sequentially("shields h")
    reader.page.keyboard.press("Enter")
    expect(calculator.locator('[name="players.0.effects.shields-holding"]')).to_have_count(1)
    expect(box).to_have_value("")


def test_empty_keeps_factions_and_the_planet_and_works_for_one_side(open_page: Open, served: Place) -> None:
    step = "tactical-action"
    reader = open_page(served.page("calculator/"))
    calculator = reader.answered(step)
    calculator.locator('[name="players.0.faction"]').select_option("winnu")
    more(calculator, "Empty Blue")
    reader.answered(step)
    scenario = "() => document.querySelector('mecatol-calculator').scenario"
    red, blue = reader.page.evaluate(scenario)["players"]
    assert blue == {"name": "Blue", "planets": {"abaddon": {}}}
    assert red["space"]["dreadnought"] == 2
    more(calculator, "Empty")
    reader.answered(step)
    players = reader.page.evaluate(scenario)["players"]
    assert players == [{"name": "Red", "faction": "winnu"}, {"name": "Blue", "planets": {"abaddon": {}}}]
    expect(calculator.locator('[data-part="planet-name"]')).to_have_value("Abaddon")


def test_a_mech_and_a_flagship_have_rows_and_values_before_anybody_names_a_faction(
    open_page: Open, served: Place
) -> None:
    step = "tactical-action"
    reader = open_page(served.page("calculator/"), width=390, height=844)
    calculator = reader.answered(step)
    flagship = calculator.locator('.place[data-area="space"] .row[data-unit="flagship"] .cell[data-side="0"]')
    expect(flagship).to_contain_text("on 5 (×2)")
    expect(calculator.locator('.planet .row[data-unit="mech"] .cell[data-side="1"]')).to_contain_text("on 6")
    flagship.get_by_role("button", name="Red, Flagship: one more").click()
    told = "Red has no faction, so its flagship is the most common one"
    expect(calculator.locator('[data-part="result"]')).to_contain_text(told)
    infantry = calculator.locator('.row[data-unit="infantry"] .row__name').filter(visible=True)
    expect(infantry).to_have_text(["Infantry to land", "Infantry"])
    assert reader.said == []
