"""The map of a movement: it says what the list says, in a few taps, by finger, by mouse and by keyboard."""

from __future__ import annotations

import random
from typing import Any

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, Reader, opened, written

import mecatol

pytestmark = pytest.mark.browser

STEP = "movement"
WORDS = ("clear", "asteroid-field", "gravity-rift", "nebula", "supernova", "ships", "token", "home", "hololattice")
CARDS = ("gravity-drive", "antimass-deflectors", "light-wave-deflector")


class Taps:
    """A reader's finger on the map, which counts."""

    def __init__(self, reader: Reader) -> None:
        self.page = reader.page
        self.number = 0

    def __call__(self, selector: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.locator(selector).first.tap()
            self.number += 1

    def hex(self, place: str) -> None:
        self(f'[data-at="{place}"] polygon')

    def put(self, place: str, *words: str) -> None:
        self.hex(place)
        for word in words:
            kind = "hole" if word in ("alpha", "beta") else "word"
            self(f'[data-map-{kind}="{word}"]')

    def fleet(self, place: str, **units: int) -> None:
        self.hex(place)
        for unit, count in units.items():
            self(f'[data-map-unit="{unit}"]', count)

    def card(self, name: str) -> None:
        self('[data-part="finder"]')
        self(f'[aria-label="Give {name} to Red"]')


def drawn(open_page: Open, served: Place, **more: Any) -> Reader:
    reader = opened(open_page, served, STEP, **more)
    reader.page.locator('[data-at="0,-1"]').wait_for()
    return reader


def rift_on_the_way(tap: Taps) -> None:
    tap.fleet("0,1", dreadnought=2)
    tap.put("0,0", "gravity-rift")


def past_ships(tap: Taps) -> None:
    tap.fleet("0,1", cruiser=1)
    tap.put("0,0", "ships")


def past_ships_with_a_card(tap: Taps) -> None:
    past_ships(tap)
    tap.card("Light/Wave Deflector")


def from_two_systems(tap: Taps) -> None:
    tap.fleet("0,0", carrier=1, infantry=3, fighter=1)
    tap.fleet("1,-1", cruiser=2)


def picked_up(tap: Taps) -> None:
    tap.fleet("0,0", carrier=1)
    tap.fleet("0,-1", infantry=2)


def by_wormholes(tap: Taps) -> None:
    tap.fleet("0,2", cruiser=1)
    tap('[data-map-hole="alpha"]')
    tap.put("0,-1", "alpha")


def drive(tap: Taps) -> None:
    tap.fleet("0,1", carrier=1)
    tap.card("Gravity Drive")


def out_of_a_nebula(tap: Taps) -> None:
    tap.fleet("0,1", cruiser=1)
    tap('[data-map-word="nebula"]')


def own_token(tap: Taps) -> None:
    tap.fleet("0,0", cruiser=1)
    tap('[data-map-word="token"]')


def into_asteroids(tap: Taps) -> None:
    tap.fleet("0,0", cruiser=1)
    tap.put("0,-1", "asteroid-field")


QUESTIONS: dict[str, tuple[Any, str]] = {
    "a carrier two systems away": (lambda tap: tap.fleet("0,1", carrier=1), "None of Red’s ships can reach"),
    "the same with Gravity Drive": (drive, "Red can move everything"),
    "dreadnoughts through a gravity rift": (rift_on_the_way, "everything arrives is 49%"),
    "through another player's ships": (past_ships, "None of Red’s ships can reach"),
    "the same with Light/Wave Deflector": (past_ships_with_a_card, "Red can move everything"),
    "out of a nebula": (out_of_a_nebula, "None of Red’s ships can reach"),
    "away from my own token": (
        lambda tap: (tap.fleet("0,0", cruiser=1), tap("[data-map-word=token]")),
        "None of Red’s",
    ),
    "two fleets with what they carry": (from_two_systems, "Red can move everything"),
    "infantry picked up on arrival": (picked_up, "Red can move everything"),
    "by a pair of wormholes": (by_wormholes, "Red can move everything"),
    "into an asteroid field": (into_asteroids, "None of Red’s ships can reach"),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_usual_question_takes_twelve_taps_at_most(open_page: Open, served: Place, question: str) -> None:
    reader = drawn(open_page, served, width=390, height=844, has_touch=True)
    ask, answer = QUESTIONS[question]
    tap = Taps(reader)
    tap('mecatol-map [data-do="empty"]')
    expect(reader.page.locator('[data-part="brief"]')).to_be_hidden()
    ask(tap)
    expect(reader.answered(STEP).locator('[data-part="result"]')).to_contain_text(answer)
    assert tap.number <= 12
    assert reader.said == []


def case(seed: int) -> dict[str, Any]:
    """A movement of one to three fleets, over whatever a way may have."""
    rng = random.Random(seed)

    def system() -> str | list[str]:
        found = rng.choice(WORDS)
        if found != "clear" and rng.random() < 0.2:
            return sorted({found, rng.choice([word for word in WORDS if word != "clear"])})
        return found

    fleets = []
    for _ in range(rng.randint(1, 3)):
        units = {kind: rng.randint(1, 3) for kind in ("carrier", "cruiser", "destroyer") if rng.random() < 0.5}
        fleet: dict[str, Any] = {"units": {"dreadnought": 1, **units, "infantry": rng.randint(0, 4)}}
        if rng.random() < 0.4:
            fleet["from"] = rng.choice(("gravity-rift", "nebula", "token", "home"))
        fleet["through"] = [rng.choice(("clear", system())) for _ in range(rng.randint(0, 3))]
        if rng.random() < 0.3:
            fleet["by"] = [rng.choice(("alpha", "beta", "hyperlane", "alpha-to-beta"))]
        if fleet["through"] and rng.random() < 0.4:
            fleet["picks_up"] = {rng.choice(("first", "active")): {"infantry": rng.randint(1, 2)}}
        fleets.append(fleet)
    cards = [card for card in CARDS if rng.random() < 0.4]
    into = rng.choice(("clear", "clear", "nebula", "asteroid-field", "gravity-rift"))
    players = [{"name": "Red", "technologies": cards, "fleets": fleets}]
    return {"step": STEP, "into": into, "players": players}


THROUGH_THE_MAP = """async (scenario) => {
  const calculator = document.querySelector("mecatol-calculator");
  calculator.put(scenario);
  await new Promise((resolve) => setTimeout(resolve, 30));
  const tap = () => new MouseEvent("click", { bubbles: true });
  const click = (selector) => document.querySelector(selector).dispatchEvent(tap());
  if (!document.querySelector(".routes__sheet:not([hidden])")) click(".map__cell--fleet polygon");
  click('[data-map-unit="flagship"]');
  click('[data-map-fewer="flagship"]');
  return calculator.scenario;
}"""


def test_the_map_says_what_the_list_says(open_page: Open, served: Place) -> None:
    """Each case comes in as the list has it; a unit more and a unit fewer by the map writes it anew."""
    reader = drawn(open_page, served)
    for seed in range(60):
        scenario = case(seed)
        written = reader.page.evaluate(THROUGH_THE_MAP, scenario)
        asked, told = (mecatol.solve(one).to_json() for one in (scenario, written))
        assert (told["answer"], told["chances"]) == (asked["answer"], asked["chances"]), seed
    assert reader.said == []


def middle(reader: Reader, place: str) -> tuple[float, float]:
    found = reader.page.locator(f'[data-at="{place}"] polygon').bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


@pytest.mark.parametrize("touch", [True, False])
def test_a_fleet_is_dragged_along_its_way(open_page: Open, served: Place, *, touch: bool) -> None:
    fleets = [{"units": {"cruiser": 1}, "through": ["clear"]}]
    reader = drawn(open_page, served, scenario={"players": [{"name": "Red", "fleets": fleets}]}, has_touch=touch)
    reader.page.locator(".routes__map").scroll_into_view_if_needed()
    points = [middle(reader, place) for place in ("0,1", "1,0", "1,-1", "0,-1")]
    before = reader.page.evaluate("scrollY")
    session = reader.page.context.new_cdp_session(reader.page)
    for number, (x, y) in enumerate(points):
        if touch:
            kind = "touchMove" if number else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        else:
            reader.page.mouse.move(x, y)
            reader.page.mouse.down() if not number else None
        reader.page.wait_for_timeout(60)
    if touch:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        reader.page.mouse.up()
    expect(reader.answered(STEP).locator('[data-part="result"]')).to_contain_text("None of Red’s ships can reach")
    scenario = reader.page.evaluate("document.querySelector('mecatol-calculator').scenario")
    assert scenario["players"][0]["fleets"] == [{"units": {"cruiser": 1}, "through": ["clear", "clear"]}]
    assert reader.page.evaluate("scrollY") == before
    expect(reader.page.locator(".map__why")).to_have_text("Cruiser: 1 short")
    expect(reader.page.locator('[data-part="hex"]')).to_be_hidden()  # a drag is no tap
    assert reader.said == []


def test_the_map_by_keyboard(open_page: Open, served: Place) -> None:
    reader = drawn(open_page, served)
    reader.page.locator('[data-at][tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        reader.page.keyboard.press(key)
    expect(reader.page.locator('[data-at="1,0"]')).to_be_focused()
    expect(reader.page.locator('[data-part="hex-title"]')).to_have_text("A system")
    reader.page.locator('[data-map-word="nebula"]').press("Enter")
    expect(reader.page.locator('[data-at="1,0"]')).to_have_attribute("aria-label", "System, Nebula")
    reader.page.locator('[data-map-unit="cruiser"]').press("Enter")
    expect(reader.answered(STEP).locator('[data-part="result"]')).to_contain_text("Fleet 3: Cruiser I")


def test_a_way_is_tapped_system_by_system(open_page: Open, served: Place) -> None:
    fleets = [{"units": {"cruiser": 1}, "through": ["clear"]}]
    reader = drawn(open_page, served, scenario={"players": [{"name": "Red", "fleets": fleets}]}, has_touch=True)
    tap = Taps(reader)
    tap.hex("0,1")
    tap('[data-map-do="tap"]')
    for place in ("-1,1", "-1,0", "0,-1"):
        tap.hex(place)
    reader.answered(STEP)
    scenario = reader.page.evaluate("document.querySelector('mecatol-calculator').scenario")
    assert scenario["players"][0]["fleets"][0]["through"] == ["clear", "clear"]


def test_a_map_string_fills_the_map(open_page: Open, served: Place) -> None:
    reader = drawn(open_page, served, width=390, height=844)
    text = reader.page.locator('[data-part="map-text"]')
    reader.page.get_by_text("The map of a game").click()
    text.fill("no map at all")
    reader.page.locator('[data-map-do="fill"]').click()
    expect(reader.page.locator('[data-part="map-said"]')).to_contain_text("is not a saved game")
    text.fill("{18} 33 44 35 40 27 41 26 43 20 48 25 47 19 45 24 42 38 39")
    reader.page.locator('[data-map-do="fill"]').click()
    expect(reader.page.locator('[data-part="map-said"]')).to_contain_text("19 systems")
    expect(reader.page.locator('[data-at="0,-1"]')).to_have_attribute("aria-label", "System, Corneeq, Resculon")
    expect(reader.page.locator('[data-at="-1,0"]')).to_have_attribute("aria-label", "System, tile 41, Gravity rift")
    expect(reader.page.locator('[data-at="0,0"]')).to_have_attribute("aria-label", "Active system, Mecatol Rex")
    tap = reader.page.locator('[data-at="-2,1"] polygon')
    tap.click()
    reader.page.locator('[data-map-unit="cruiser"]').click()
    expect(reader.answered(STEP).locator('[data-part="result"]')).to_contain_text("Red can move everything")
    assert reader.said == []


def test_the_ships_of_an_action_go_to_the_map_and_what_arrives_comes_back(open_page: Open, served: Place) -> None:
    red = {"name": "Red", "technologies": ["gravity-drive"], "space": {"carrier": 1, "cruiser": 1, "infantry": 2}}
    blue = {"name": "Blue", "space": {"fighter": 1}, "planets": {"lodor": {"infantry": 1}}}
    reader = opened(open_page, served, "tactical-action", {"system": "26", "players": [red, blue]})
    reader.page.get_by_role("button", name="Move the ships in on a map").click()
    reader.page.wait_for_url("**/movement/**")
    reader.answered(STEP)
    space = red.pop("space")
    fleets = [{"units": space}]
    assert written(reader) == {
        "step": STEP,
        "system": "26",
        "into": "ships",
        "players": [red | {"fleets": fleets}, blue],
    }
    reader.page.locator(".map__cell--fleet polygon").click()
    reader.page.locator('[data-map-fewer="cruiser"]').click()
    reader.answered(STEP)
    reader.page.get_by_role("button", name="Fight there").click()
    reader.page.wait_for_url("**/calculator/#*/**")  # the page of all calculators is that of the action
    reader.answered("tactical-action")
    there = {"space": {"carrier": 1, "infantry": 2}}
    assert written(reader) == {"step": "tactical-action", "system": "26", "players": [red | there, blue]}
    expect(reader.page.locator('[data-part="taken"]')).to_contain_text("Taken from the movement.")
    assert reader.said == []


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_a_thumb_hits_every_system(open_page: Open, served: Place, width: int, *, dark: bool) -> None:
    reader = drawn(open_page, served, width=width, dark=dark)
    reader.page.locator('[data-at="1,0"] polygon').click()
    small = reader.page.evaluate(
        """() => [...document.querySelectorAll("[data-at] polygon, mecatol-map :is(button, input, summary)")]
          .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width < 43.9 || height < 43.9).length"""
    )
    assert small == 0
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
