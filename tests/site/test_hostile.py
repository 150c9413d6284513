"""What comes from elsewhere, by an address, the device's store or a paste, is read once, and refused by name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hostile import BEFORE, BOMBS, INHERITED, UNBELTED, polluting, text
from places import Place
from playwright.sync_api import Locator, expect
from reading import FIRST, PAGE, STEP, Open, Reader, case

from theme.build.typography import curly

pytestmark = pytest.mark.browser

SETTLED = """step => {
  const calculator = document.querySelector(`mecatol-calculator[step="${step}"][ready]:not([busy])`);
  const part = (name) => calculator.querySelector(`[data-part="${name}"]`);
  return calculator && (part("said").textContent || !part("errors").hidden);
}"""


def opened(open_page: Open, place: Place, path: str = "", *, store: dict[str, Any] | None = None) -> Reader:
    """A calculator's page on which a prototype could be spoiled, with a case in its address or its store."""
    reader = open_page("about:blank")
    reader.page.add_init_script(UNBELTED + BEFORE)
    if store:
        kept = "".join(
            f"localStorage.setItem({json.dumps(key)}, {json.dumps(text(one))});" for key, one in store.items()
        )
        reader.page.add_init_script(kept)
    reader.page.goto(place.page(PAGE) + path)
    return reader


def settled(reader: Reader) -> Locator:
    reader.page.wait_for_function(SETTLED, arg=STEP)
    return reader.calculator(STEP)


def sound(reader: Reader) -> None:
    """Nothing has reached a prototype, nothing of the sender's stands in the page, and nobody has complained."""
    assert reader.page.evaluate("foreign()") == []
    assert reader.page.locator("#smuggled").count() == 0
    assert reader.said == []


def follow(reader: Reader, scenario: object) -> Locator:
    """Go to an address that holds a case, without another start of the page."""
    reader.page.evaluate("hash => { location.hash = hash }", case(STEP, text(scenario)))
    reader.page.wait_for_function("hash => location.hash === hash", arg=case(STEP, text(scenario)))
    return settled(reader)


def answer(reader: Reader) -> None:
    """Go to the address of a plain case, and wait for its answer."""
    follow(reader, FIRST)
    reader.answered(STEP)


def test_an_address_spoils_no_prototype(open_page: Open, place: Place) -> None:
    reader = opened(open_page, place, case(STEP, text(polluting(INHERITED[0])[0])))
    errors = settled(reader).locator('[data-part="errors"]')
    expect(errors).to_contain_text("holds a dot")
    for name in INHERITED:
        dotted, *rest = polluting(name)
        if name != INHERITED[0]:
            follow(reader, dotted)
            expect(errors, name).to_contain_text("holds a dot")
        for scenario in rest:
            follow(reader, scenario)
            expect(errors).to_contain_text(f"the key “{name}” is not a part of any case")
        sound(reader)
        # The next case is answered, and takes a refusal away.
        answer(reader)
        expect(errors, name).to_be_hidden()
    follow(reader, polluting(INHERITED[0])[1])
    expect(errors).to_be_visible()
    reader.page.wait_for_timeout(300)
    expect(errors).to_be_visible()  # by itself it stays
    sound(reader)


def test_a_list_without_end_is_refused_at_once(open_page: Open, place: Place) -> None:
    reader = opened(open_page, place, case(STEP, text(FIRST)))
    errors = reader.answered(STEP).locator('[data-part="errors"]')
    for name, bomb in BOMBS.items():
        follow(reader, {**FIRST, **bomb})
        expect(errors, name).to_be_visible()
        assert reader.page.evaluate("performance.memory.usedJSHeapSize") < 100e6, name
        sound(reader)
        answer(reader)
        expect(errors, name).to_be_hidden()


def test_a_dotted_key_is_no_other_case(open_page: Open, place: Place) -> None:
    players = [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "space": {"dreadnought": 1}}]
    scenario = {"step": STEP, "players": players, "players.1.space.dreadnought": 5}
    calculator = settled(opened(open_page, place, case(STEP, text(scenario))))
    said = "the key “players.1.space.dreadnought” holds a dot"
    expect(calculator.locator('[data-part="errors"]')).to_contain_text(said)
    expect(calculator.locator('[data-part="result"]')).to_have_class("calculator__result is-stale")


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a number for units": (
        {"players": [{"name": "Red", "space": 5}]},
        "Player 1, space: must be a mapping, not the number 5",
    ),
    "a list of none": ({"players": "Red"}, "players: must be a list, not the text 'Red'"),
    "text for a number": (
        {"players": [{"name": "Red", "space": {"cruiser": "2"}}]},
        "Player 1, space, cruiser: must be a whole number, not the text '2'",
    ),
    "a mapping for a name": ({"players": [{"name": {}}]}, "Player 1, name: must be text, not a mapping"),
    "endless text": (
        {"players": [{"name": "x" * 5000}]},
        "Player 1, name: is text of 5,000 characters; at most 200 are read",
    ),
    "a number beyond numbers": ({"rounds": float("inf")}, "rounds: is a number beyond all bounds"),
    "a hole among conditions": ({"ask": [None, {"player": "Red"}]}, "ask, 0: must be a mapping, not nothing"),
    "a player without a name": ({"players": [*FIRST["players"], {}]}, "Player 3: name is missing"),
    "deep nesting": ({"more": [[[[[[[[[[1]]]]]]]]]]}, "is nested more than 8 levels deep"),
}


def test_wrong_types_are_named_before_anything_is_built(open_page: Open, place: Place) -> None:
    reader = opened(open_page, place, case(STEP, text(FIRST)))
    reader.answered(STEP)
    for name, (more, words) in WRONG.items():
        written = text({**FIRST, **more}).replace("Infinity", "1e400")
        reader.page.evaluate("hash => { location.hash = hash }", case(STEP, written))
        errors = reader.calculator(STEP).locator('[data-part="errors"]')
        expect(errors, name).to_contain_text(curly(words))
        # The form is as it was, and no answer to it covers what was refused.
        assert reader.page.evaluate("document.querySelector('mecatol-calculator').scenario.players.length") == 2
        reader.page.wait_for_timeout(300)
        expect(errors, name).to_contain_text(curly(words))
    sound(reader)


WORDS = "(all) => all.map((one) => one.firstChild.textContent)"
"""What a line of a list says before the marks of its units."""


def recents(*scenarios: object) -> list[dict[str, Any]]:
    return [{"step": STEP, "scenario": one, "words": f"Case {number}"} for number, one in enumerate(scenarios)]


def test_the_store_spoils_no_prototype_and_keeps_what_is_sound(open_page: Open, place: Place) -> None:
    """No bad case, or fleet, takes one of the good ones with it."""
    bad = [scenario for name in INHERITED for scenario in polluting(name)]
    bad_fleets = [{"name": "bad", "player": {name: {"compare": "x"}, "space": {"cruiser": 1}}} for name in INHERITED]
    sound_fleets = [
        {name: {"x": 1}, "name": f"good beside {name}", "player": {"space": {"destroyer": 1}}} for name in INHERITED
    ]
    fleets = [
        *bad_fleets,
        {"name": "odd", "player": {'"]': 1, "space": {"cruiser": 1}}},
        {"name": "good", "player": {"space": {"cruiser": 4}}},
        *sound_fleets,
        7,
        None,
    ]
    store = {"mecatol.recent": [*recents(*bad, FIRST), None, 5, {"step": 1}], "mecatol.fleets": fleets}
    reader = opened(open_page, place, store=store)
    calculator = reader.calculator(STEP)
    calculator.locator('[data-part="result"]').wait_for()
    calculator.get_by_role("button", name="Calculate").click()
    reader.answered(STEP)
    fold = calculator.locator('[data-part="recent"]')
    fold.locator("> summary").click()
    good = ["good", *(f"good beside {name}" for name in INHERITED)]
    expect(fold.locator(".recent__name")).to_have_count(len(good))
    assert fold.locator(".recent__name").evaluate_all(WORDS) == good
    mine = fold.locator(".recent__way").filter(has_text="Case")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text(f"Case {len(bad)}")
    mine.click()
    reader.answered(STEP)
    fold.get_by_role("button", name="good for Red").click()
    reader.answered(STEP)
    assert reader.page.evaluate("document.querySelector('mecatol-calculator').scenario.players[0].space.cruiser") == 4
    sound(reader)


def paste(reader: Reader, words: str) -> Locator:
    """Paste a text as a reader does, and return what the page says of it."""
    calculator = reader.calculator(STEP)
    box = calculator.locator('[data-part="pasted"]')
    box.evaluate("(box) => { box.value = '' }")
    box.focus()
    reader.page.evaluate(
        """(words) => {
            const box = document.activeElement;
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", words);
            const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
            if (box.dispatchEvent(event)) box.value = words;
        }""",
        words,
    )
    return calculator.locator('[data-part="taken"]')


def test_a_paste_and_a_link_in_it_spoil_no_prototype(open_page: Open, place: Place) -> None:
    reader = opened(open_page, place)
    reader.calculator(STEP).get_by_role("button", name="Calculate").click()
    reader.answered(STEP)
    for name in INHERITED:
        for scenario in polluting(name):
            for words in (text(scenario), f"Look: https://example.org/{case(STEP, text(scenario))}"):
                told = paste(reader, words)
                expect(told).to_contain_text("not understood")
                told.evaluate("(told) => told.replaceChildren()")
        sound(reader)


def test_a_paste_longer_than_any_battle_is_refused_before_it_is_laid_out(open_page: Open, place: Place) -> None:
    reader = opened(open_page, place)
    for words in ("cruiser " * 20_000, "\n" * 100_000):
        expect(paste(reader, words)).to_contain_text("longer than 20,000 characters")
        assert reader.calculator(STEP).locator('[data-part="pasted"]').input_value() == ""
    sound(reader)
