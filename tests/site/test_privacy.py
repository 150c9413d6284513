"""The site talks to nobody else, keeps no cookie, and allows no script that is not its own."""

from __future__ import annotations

import json

import pytest
from places import Place
from reading import OFFENSE, RULE, Open, Reader, case, more

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", ["", "rules/", RULE])
def test_no_request_leaves_the_site_and_no_cookie_stays(open_page: Open, place: Place, path: str) -> None:
    reader = open_page(place.page(path))
    reader.search("cannon").wait_for()
    foreign = [url for url in reader.asked if not url.startswith((place.address, "data:", "blob:"))]
    assert foreign == []
    assert reader.page.context.cookies() == []
    assert reader.said == []


def test_a_calculation_asks_nobody_else(open_page: Open, place: Place) -> None:
    scenario = {
        "step": OFFENSE,
        "players": [{"name": "Red", "space": {"cruiser": 1}}, {"name": "Blue", "planets": {"abaddon": {"pds": 1}}}],
    }
    reader = open_page(place.page(RULE) + case(OFFENSE, json.dumps(scenario)))
    reader.answered(OFFENSE)
    foreign = [url for url in reader.asked if not url.startswith((place.address, "data:", "blob:"))]
    assert foreign == []
    assert reader.page.context.cookies() == []


HOSTILE = [
    '{"players":[{"name":"<img src=x onerror=alert(1)>","space":{"cruiser":1}},'
    '{"name":"\\"><script>alert(2)</script>","planets":{"abaddon":{"pds":1}}}]}',
    '{"players":[{"name":"Red","space":{"<svg onload=alert(1)>":3}},{"name":"Blue"}]}',
    '{"players":[{"name":"Red","space":{"cruiser":"<b>1</b>"},"technologies":["javascript:alert(1)"]},'
    '{"name":"Blue","planets":{"<i>x":{"pds":2}}}]}',
    '{"__proto__":{"polluted":1},"players":[{"__proto__":{"polluted":1},"name":"Red","constructor":{"prototype":{"polluted":1}}}]}',
    '{"players":{"length":1e9},"policy":[[[[]]]],"rulings":null,"edition":{"toString":1}}',
    '{"players":[' + ",".join(['{"name":"P","space":{"fighter":99}}'] * 60) + "]}",
    '{"players":[{"name":"Red","space":{"cruiser":1e400,"fighter":-1,"carrier":2.5}},'
    '{"name":"Blue","adjacent":{"pds":1}}]}',
    "[" * 5000,
    "{",
    "null",
    '"',
    "%",
    "x" * 30000,
    '{"step":"production","players":[]}',
]


def test_a_hostile_link_neither_runs_nor_breaks_the_page(open_page: Open, served: Place) -> None:
    reader = open_page("about:blank")
    for text in HOSTILE:
        reader.page.goto("about:blank")  # else the page would go on, and read the next one as it stands
        reader.page.goto(served.page(RULE) + case(OFFENSE, text))
        harmless(reader)


def harmless(reader: Reader) -> None:
    """See that what came in an address neither runs nor breaks the page, which works after it."""
    calculator = reader.calculator(OFFENSE)
    reader.page.wait_for_function(
        """step => {
            const c = document.querySelector(`mecatol-calculator[step="${step}"][ready]:not([busy])`);
            const part = (name) => c.querySelector(`[data-part="${name}"]`);
            return c && (part("said").textContent || !part("errors").hidden);
        }""",
        arg=OFFENSE,
    )
    assert reader.page.evaluate("() => ({}).polluted") is None
    strange = "[onerror], [onload], script:not([src]):not([type]), img"
    assert calculator.locator(strange).count() == 0
    # The page still works: a fresh start brings the first answer back.
    more(calculator, "Reset")
    assert calculator.locator('[data-part="errors"]').is_hidden()
    reader.calculate(OFFENSE)
    reader.answered(OFFENSE)
    assert reader.said == []


@pytest.mark.parametrize(
    "fragment",
    ["#calc=", "#calc=nothing&scenario={}", '#"><script>alert(1)</script>', "#%", "#\\", "#calc=space-cannon-offense"],
)
def test_strange_fragments_do_no_harm(open_page: Open, served: Place, fragment: str) -> None:
    reader = open_page(served.page(RULE) + fragment)
    reader.page.wait_for_timeout(200)
    calculator = reader.calculator(OFFENSE)
    calculator.locator("xpath=self::*[@ready]").wait_for()
    assert calculator.locator('[data-part="result"]').inner_text() != ""
    assert reader.said == []


def test_a_script_that_is_not_ours_does_not_run(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    reader.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.append("globalThis.smuggled = true");
            document.body.append(script);
        }"""
    )
    assert reader.page.evaluate("() => globalThis.smuggled") is None
    assert any("Content Security Policy" in line or "TrustedScript" in line for line in reader.said)
