"""Over http the WebAssembly is a file of its own; where that does not come or does not start, the bundle answers."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from bare import Open, ask, first
from playwright.sync_api import Page, Route

import mecatol
from theme import live

HTTP = pytest.mark.parametrize("open_bare", ["light-http"], indirect=True)
FILE = pytest.mark.parametrize("open_bare", ["light-file"], indirect=True)
pytestmark = pytest.mark.browser
STEPS = list(mecatol.STEPS)[:4]


def answers(page: Page, step: str = STEPS[0]) -> list[str]:
    """Ask, compare with this Python's answer, and return the stages that were told."""
    question = first(step)
    found = ask(page, question)
    assert found.get("answer") == json.loads(live.answer(json.dumps(question))), found
    return [stage["stage"] for stage in found["stages"]]


@HTTP
def test_it_answers_as_this_python_does_and_counts_what_has_come(open_bare: Open) -> None:
    page = open_bare()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    told = answers(page)
    assert page.evaluate("Mecatol.runtime.python.light")
    counts = [stage for stage in told if stage.startswith("Fetching the solver: ")]
    assert counts[0] == "Fetching the solver: 0 of 3,000 kB"
    assert len(set(counts)) > 3
    assert told[-1].startswith("Solving")
    for step in STEPS[1:]:
        answers(page, step)
    fetched = [name.partition("-")[2].partition("-")[0] for name in asked if name.startswith("mecatol-")]
    assert sorted(fetched) == ["parts", "python"]
    assert page.evaluate("globalThis.RUNTIME") is None  # megabytes that the page itself never reads


@FILE
def test_from_disk_it_is_the_bundle(open_bare: Open) -> None:
    page = open_bare()
    answers(page)
    assert not page.evaluate("Mecatol.runtime.python.light")


Answer = Callable[[Route], None]
FAULTS: dict[str, tuple[str, Answer]] = {
    "no wasm": ("**/mecatol-python-*", lambda route: route.fulfill(status=404, body="")),
    "a line that breaks": ("**/mecatol-python-*", lambda route: route.abort()),
    "wasm that is none": ("**/mecatol-python-*", lambda route: route.fulfill(body="no such thing")),
    "the page of a hotel": (
        "**/mecatol-p*",
        lambda route: route.fulfill(body="<!doctype html><p>Welcome", content_type="text/html"),
    ),
    "no other parts": ("**/mecatol-parts-*", lambda route: route.abort()),
    "other parts cut off": ("**/mecatol-parts-*", lambda route: route.fulfill(body="globalThis.RUNTIME={")),
}


def other_letter(route: Route) -> None:
    came = route.fetch()
    route.fulfill(response=came, body=came.body().replace(b"Sustain", b"Suspain", 1))


def other_bit(share: float) -> Answer:
    """One bit of the file is another one, so far from its beginning: most are still WebAssembly, and would run."""

    def answer(route: Route) -> None:
        came = route.fetch()
        body = bytearray(came.body())
        body[int(len(body) * share)] ^= 1
        route.fulfill(response=came, body=bytes(body))

    return answer


FAULTS["another letter in a part"] = ("**/mecatol-parts-*", other_letter)
FAULTS |= {f"another bit at {share:.0%}": ("**/mecatol-python-*", other_bit(share)) for share in (0.3, 0.6, 0.9, 0.99)}


@HTTP
@pytest.mark.parametrize("fault", FAULTS)
def test_where_it_does_not_start_the_bundle_answers(open_bare: Open, fault: str) -> None:
    page = open_bare()
    page.route(*FAULTS[fault])
    answers(page)
    assert not page.evaluate("Mecatol.runtime.python.light")


@HTTP
def test_wasm_by_another_name_is_compiled_all_the_same(open_bare: Open) -> None:
    page = open_bare()

    def renamed(route: Route) -> None:
        came = route.fetch()
        route.fulfill(response=came, headers={**came.headers, "content-type": "application/octet-stream"})

    page.route("**/mecatol-python-*", renamed)
    answers(page)
    assert page.evaluate("Mecatol.runtime.python.light")


BREAKS = """function () {
  let light = false;
  onmessage = ({ data }) => {
    if (data.files) light = true;
    if (!data.text) postMessage({ ready: true });
    else if (light) BREAK;
    else postMessage({ id: data.id, answer: '"from the bundle"' });
  };
}"""
WAYS = {
    "Python is broken": 'postMessage({ id: data.id, error: { message: "unreachable" }, broken: true })',
    "Python took the trap for an error": 'postMessage({ id: data.id, error: { message: "unreachable" } })',
    "the trap ends the worker": 'throw new Error("unreachable")',
}


@HTTP
@pytest.mark.parametrize("way", WAYS)
def test_a_python_that_breaks_while_it_solves_is_replaced_by_the_bundle_s(open_bare: Open, way: str) -> None:
    page = open_bare()
    page.evaluate("(source) => { Mecatol.runtime.code.work = source }", BREAKS.replace("BREAK", WAYS[way]))
    assert ask(page, first(STEPS[0]))["answer"] == "from the bundle"
    assert not page.evaluate("Mecatol.runtime.python.light")


@HTTP
def test_without_a_network_it_says_so_and_tries_all_ways_again(open_bare: Open) -> None:
    page = open_bare()
    page.route("**/mecatol-*", lambda route: route.abort())
    assert ask(page, first(STEPS[0]))["message"].startswith(
        "The solver's file could not be loaded. Check the connection"
    )
    page.unroute("**/mecatol-*")
    answers(page)
    assert page.evaluate("Mecatol.runtime.python.light")
