"""What can go wrong with Python in the page, and what the reader is told: always a sentence, and a way that works.

Each fault is put in once; the question after it has to be answered, from a bundle that was fetched afresh.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bare import Open, ask, first
from playwright.sync_api import Page, Route

import mecatol
from theme.runtime.bundle import FILES, OPENING

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("open_bare", ["http"], indirect=True)]

STEP = next(iter(mecatol.STEPS))
QUESTION = first(STEP)

Harm = Callable[[dict[str, str]], None]


def flipped(part: str) -> Harm:
    """One letter in the middle of a part is another one."""

    def harm(parts: dict[str, str]) -> None:
        text = parts[part]
        middle = len(text) // 2
        parts[part] = text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :]

    return harm


def cut(part: str) -> Harm:
    def harm(parts: dict[str, str]) -> None:
        parts[part] = parts[part][: len(parts[part]) // 8 * 4]

    return harm


def gone(part: str) -> Harm:
    def harm(parts: dict[str, str]) -> None:
        del parts[part]

    return harm


def holding(part: str, data: bytes) -> Harm:
    """A part that unpacks, and holds something else."""

    def harm(parts: dict[str, str]) -> None:
        parts[part] = base64.b64encode(gzip.compress(data)).decode()

    return harm


def swapped(parts: dict[str, str]) -> None:
    parts["package"] = parts["stdlib"]


DAMAGED = "The solver's file is damaged"
UNPREPARED = "This browser could not prepare the solver"
UNSTARTED = "The solver could not be started: "
WAY_OUT = "alculate again"

PARTS: dict[str, tuple[Harm, str]] = {
    **{f"one letter of {part}": (flipped(part), f"{DAMAGED} in its part “{part}”") for part in FILES},
    "wasm cut off": (cut("wasm"), f"{DAMAGED} in its part “wasm”"),
    "package cut off": (cut("package"), f"{DAMAGED} in its part “package”"),
    "no wasm": (gone("wasm"), f"{DAMAGED} in its part “wasm”"),
    "no lock": (gone("lock"), f"{DAMAGED} in its part “lock”"),
    "wasm that is none": (holding("wasm", b"no such thing"), UNPREPARED),
    "wasm of a later version": (holding("wasm", b"\0asm\2\0\0\0"), UNPREPARED),
    "a loader that fails": (holding("loader", b"throw new Error('no loader today')"), f"{UNSTARTED}no loader today"),
    "a lock that is not JSON": (holding("lock", b"{"), UNSTARTED),
    "another package": (swapped, UNSTARTED),
    "tables that are none": (holding("modules", b"no such thing"), UNSTARTED),
}


@pytest.fixture(scope="module")
def sound(bundle: Path) -> tuple[str, dict[str, Any]]:
    """What stands before the contents of the bundle, and the contents."""
    before, _, value = bundle.read_text().partition(OPENING)
    return before, json.loads(value.rstrip().removesuffix(";"))


def harmed(sound: tuple[str, dict[str, Any]], harm: Harm) -> str:
    before, contents = sound
    parts = dict(contents["parts"])
    harm(parts)
    return f"{before}{OPENING}{json.dumps({**contents, 'parts': parts})};\n"


def once(page: Page, answer: Callable[[Route], None]) -> list[str]:
    """Let the first request for the bundle be answered otherwise; returns the list of all its addresses."""
    asked: list[str] = []

    def handle(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            answer(route)
        else:
            route.continue_()

    page.route("**/mecatol-runtime-*", handle)
    return asked


def told_and_mended(page: Page, asked: list[str], told: str) -> None:
    """The first question fails in these words and says what to do; the second one is answered."""
    came = ask(page, QUESTION)
    assert came["message"].startswith(told)
    assert WAY_OUT in came["message"]
    assert page.evaluate("Mecatol.runtime.python.state") == "failed"
    assert ask(page, QUESTION)["answer"]["scenario"]["step"] == STEP
    assert len(set(asked)) == 2, "fetched afresh, under an address that no cache knows"


@pytest.mark.parametrize("fault", PARTS)
def test_a_damaged_part_is_named_and_fetched_afresh(
    open_bare: Open, bare: Path, sound: tuple[str, dict[str, Any]], fault: str
) -> None:
    harm, told = PARTS[fault]
    page = open_bare()
    # Megabytes come from the server faster than through Playwright.
    (bare / "harmed.js").write_text(harmed(sound, harm))
    asked = once(page, lambda route: route.continue_(url=page.url.rpartition("/")[0] + "/harmed.js"))
    told_and_mended(page, asked, told)


LOAD = "The solver's file could not be loaded. Check the connection"
FILE: dict[str, tuple[dict[str, Any] | None, str]] = {
    "not there": ({"status": 404, "body": ""}, LOAD),
    "a server that fails": ({"status": 500, "body": ""}, LOAD),
    "a line that breaks": (None, LOAD),
    "nothing in it": ({"body": ""}, DAMAGED),
    "the page of a hotel": ({"body": "<!doctype html><p>Welcome", "content_type": "text/html"}, DAMAGED),
    "cut off": ({"body": f'{OPENING}{{"version":"0', "content_type": "text/javascript"}, DAMAGED),
    "no parts": ({"body": f"{OPENING}{{}};", "content_type": "text/javascript"}, f"{DAMAGED} in its part “loader”"),
}


@pytest.mark.parametrize("fault", FILE)
def test_a_file_that_does_not_come_whole_is_told_and_fetched_afresh(open_bare: Open, fault: str) -> None:
    answer, told = FILE[fault]
    page = open_bare()
    asked = once(page, lambda route: route.fulfill(**answer) if answer is not None else route.abort())
    told_and_mended(page, asked, told)


def test_damage_after_the_first_start_is_told_after_stop_as_well(open_bare: Open) -> None:
    page = open_bare()
    ask(page, QUESTION)
    page.evaluate("Mecatol.runtime.python.stop(); RUNTIME.parts.wasm = RUNTIME.parts.lock")
    assert ask(page, QUESTION)["message"].startswith(UNPREPARED)
    assert ask(page, QUESTION)["answer"]["scenario"]["step"] == STEP


# Workers that stand in for worker.js, each with one way to go wrong.
READY = "postMessage({ ready: true })"
WORKERS = {
    "throws at once": (
        "function () { throw new Error('no worker today') }",
        "The solver could not be started: Uncaught Error: no worker today",
    ),
    "is cut off": ("function () {", "The solver could not be started: "),
    "throws while it solves": (
        "function () { onmessage = ({ data }) => { "
        f"if (data.text) throw new Error('no answer today'); {READY}; }} }}",
        "The solver has failed: Uncaught Error: no answer today",
    ),
    "answers what is not JSON": (
        "function () { onmessage = ({ data }) => { "
        f"data.text ? postMessage({{ id: data.id, answer: '<html>' }}) : {READY}; }} }}",
        "The solver has failed: SyntaxError",
    ),
    "tells of an error in Python": (
        "function () { onmessage = ({ data }) => { data.text ? "
        f"postMessage({{ id: data.id, error: {{ message: 'KeyError: 2' }} }}) : {READY}; }} }}",
        "The solver has failed: KeyError: 2",
    ),
    "tells that Python is broken": (
        "function () { onmessage = ({ data }) => { data.text ? "
        f"postMessage({{ id: data.id, error: {{ message: 'unreachable' }}, broken: true }}) : {READY}; }} }}",
        "The solver has failed: unreachable",
    ),
}
SILENT = {
    "starts and says nothing": ("function () {}", 91, "Python has not started within 90 seconds"),
    "ends at once": ("function () { close() }", 91, "Python has not started within 90 seconds"),
    "answers never, for it ends": (
        f"function () {{ onmessage = ({{ data }}) => {{ data.text ? close() : {READY}; }} }}",
        181,
        "The solver has not responded for 180 seconds",
    ),
    "never answers": (
        f"function () {{ onmessage = ({{ data }}) => {{ data.text || {READY}; }} }}",
        181,
        "The solver has not responded for 180 seconds",
    ),
}
STAND_IN = "(source) => { globalThis.real ??= Mecatol.runtime.code.work; Mecatol.runtime.code.work = source }"


@pytest.mark.parametrize("fault", WORKERS)
def test_a_worker_that_fails_is_told_and_started_again(open_bare: Open, fault: str) -> None:
    source, told = WORKERS[fault]
    page = open_bare()
    page.evaluate(STAND_IN, source)
    came = ask(page, QUESTION)
    assert came["message"].startswith(told)
    assert WAY_OUT in came["message"]
    page.evaluate("Mecatol.runtime.python.stop(); Mecatol.runtime.code.work = real")
    assert ask(page, QUESTION)["answer"]["scenario"]["step"] == STEP


# Asks without waiting, for a clock that stands still has to be moved on.
BEGIN = """(payload) => {
  globalThis.told = null;
  globalThis.stages = 0;
  globalThis.stage = "";
  const onProgress = (progress) => {
    stages += 1;
    stage = progress.stage;
  };
  Mecatol.runtime.python.ask(payload, { onProgress }).catch((error) => { told = error.message; });
}"""


def wait(page: Page, condition: str) -> None:
    for _ in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"never came true: {condition}")


@pytest.mark.parametrize("fault", SILENT)
def test_a_worker_that_says_nothing_is_not_waited_for_for_ever(open_bare: Open, fault: str) -> None:
    source, seconds, told = SILENT[fault]
    page = open_bare()
    page.clock.install()
    page.evaluate(STAND_IN, source)
    page.evaluate(BEGIN, QUESTION)
    wait(page, "Mecatol.runtime.python.state === 'busy'" if "answer" in fault else "stages > 1")
    page.clock.fast_forward((seconds - 2) * 1000)
    assert page.evaluate("told") is None
    page.clock.fast_forward(2000)
    assert page.evaluate("told").startswith(told)
    assert WAY_OUT in page.evaluate("told")


# Gives a sign of life where it is asked to: the page's clock is not that of its workers.
WORKING = (
    "function () { let took = 0; onmessage = ({ data }) => { data.sign || data.text ? "
    f"postMessage({{ id: 1, took: took += 100_000 }}) : {READY}; }} }}"
)
KEEP_WORKER = """() => {
  const Real = Worker;
  globalThis.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      globalThis.made = this;
    }
  };
}"""


def test_a_worker_that_gives_signs_of_life_is_waited_for_until_they_end(open_bare: Open) -> None:
    page = open_bare()
    page.clock.install()
    page.evaluate(KEEP_WORKER)
    page.evaluate(STAND_IN, WORKING)
    page.evaluate(BEGIN, QUESTION)
    for shown in ("1 min 40 s", "3 min 20 s", "5 min 0 s", "6 min 40 s"):
        wait(page, f"stage === 'Solving: {shown}'")
        page.clock.fast_forward(100_000)
        page.evaluate("made.postMessage({ sign: true })")
    wait(page, "stage === 'Solving: 8 min 20 s'")
    page.clock.fast_forward(179_000)
    assert page.evaluate("told") is None
    page.clock.fast_forward(2_000)
    assert page.evaluate("told").startswith("The solver has not responded for 180 seconds")


def test_a_file_that_never_comes_is_not_waited_for_for_ever(open_bare: Open) -> None:
    page = open_bare()
    page.clock.install()
    asked = once(page, lambda route: None)
    page.evaluate(BEGIN, QUESTION)
    wait(page, "document.querySelector('script[src*=mecatol-runtime]') !== null")
    page.clock.fast_forward(181_000)
    assert page.evaluate("told").startswith("The solver's file did not arrive within 180 seconds")
    assert ask(page, QUESTION)["answer"]["scenario"]["step"] == STEP
    assert len(asked) == 2


def test_a_browser_without_workers_says_so(open_bare: Open) -> None:
    page = open_bare()
    page.evaluate("() => { globalThis.Worker = class { constructor() { throw new Error('not here') } } }")
    assert ask(page, QUESTION)["message"].startswith("This browser does not let the page start the solver")


def test_many_stops_in_a_row_leave_a_runtime_that_answers(open_bare: Open) -> None:
    page = open_bare()
    for _ in range(5):
        page.evaluate(
            "(payload) => { Mecatol.runtime.python.ask(payload).catch(() => {}); Mecatol.runtime.python.stop(); }",
            QUESTION,
        )
    assert ask(page, QUESTION)["answer"]["scenario"]["step"] == STEP
