"""runtime.js in Chromium: on a bare page, over http and from disk, with nothing of the site around it."""

import functools
import http.server
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import solver
from theme import live
from theme.policy import secure

pytestmark = pytest.mark.browser

SCRIPT = Path(__file__).parents[2] / "theme" / "browser" / "runtime.js"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
STEPS = list(solver.STEPS)

Open = Callable[..., Page]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def page_of(bundle: str, offline: bool) -> str:
    """Return a bare page under the site's own security policy."""
    tag = f'<script src="runtime.js" data-bundle="{bundle}"></script>'
    return secure(f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>{tag}</head>', offline)


@pytest.fixture(scope="module")
def folder(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bare")
    shutil.copyfile(bundle, folder / bundle.name)
    shutil.copyfile(SCRIPT, folder / "runtime.js")
    (folder / "broken.js").write_text("'nothing in it';")
    for kind, offline in (("http", False), ("file", True)):
        (folder / f"{kind}.html").write_text(page_of(bundle.name, offline))
        (folder / f"{kind}-missing.html").write_text(page_of("missing.js", offline))
        (folder / f"{kind}-broken.html").write_text(page_of("broken.js", offline))
    return folder


@pytest.fixture(scope="module")
def addresses(folder: Path) -> Iterator[dict[str, str]]:
    """Return where the folder is reached, by kind, as the beginning of an address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield {"http": f"http://127.0.0.1:{server.server_port}/http", "file": f"{folder.as_uri()}/file"}
        server.shutdown()
        thread.join()


@pytest.fixture(params=["http", "file"])
def open_bare(request: pytest.FixtureRequest, addresses: dict[str, str], browser: Browser) -> Iterator[Open]:
    """Open a bare page in a fresh profile; afterwards, nothing may have been asked of anyone else."""
    base = addresses[request.param]
    contexts = []
    asked: list[str] = []

    def opened(page: str = "", **options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        context.on("request", lambda request: asked.append(request.url))
        context.set_default_timeout(60_000)
        opened = context.new_page()
        opened.goto(f"{base}{page}.html")
        return opened

    yield opened
    for context in contexts:
        context.close()
    own = base.rpartition("/")[0]
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []


def ask(page: Page, payload: object) -> dict[str, Any]:
    """Ask and return the answer with the stages that were reported, or the error's name and message."""
    answer: dict[str, Any] = page.evaluate(
        """async (payload) => {
          const stages = [];
          const onProgress = (progress) => stages.push(progress);
          try {
            return { answer: await MecatolRuntime.ask(payload, { onProgress }), stages };
          } catch (error) {
            return { name: error.name, message: error.message, cause: error.cause, stages };
          }
        }""",
        payload,
    )
    return answer


def first(step: str) -> dict[str, Any]:
    return {"scenario": solver.forms.form(step).default}


def test_it_answers_as_this_python_does_and_says_how_far_it_is(open_bare: Open) -> None:
    page = open_bare()
    assert page.evaluate("MecatolRuntime.state") == "asleep"
    came = ask(page, first(STEPS[0]))
    assert came["answer"] == json.loads(live.answer(json.dumps(first(STEPS[0]))))
    assert [stage["done"] for stage in came["stages"]] == list(range(5))
    assert len({stage["stage"] for stage in came["stages"]}) == 5
    assert {stage["of"] for stage in came["stages"]} == {5}
    assert page.evaluate("MecatolRuntime.state") == "ready"
    for step in STEPS[1:]:
        assert ask(page, first(step))["answer"] == json.loads(live.answer(json.dumps(first(step)))), step
    assert "errors" in ask(page, {"scenario": {"step": "no-such-step"}})["answer"]


def test_woken_early_it_is_ready_when_asked(open_bare: Open) -> None:
    page = open_bare()
    page.evaluate("MecatolRuntime.wake(); MecatolRuntime.wake();")
    assert page.evaluate("MecatolRuntime.state") == "waking"
    wait = (
        "async () => { while (MecatolRuntime.state === 'waking') await new Promise((next) => setTimeout(next, 20)); }"
    )
    page.evaluate(wait)  # Playwright's own way of waiting needs eval(), which the page's policy refuses
    assert page.evaluate("MecatolRuntime.state") == "ready"
    assert [stage["done"] for stage in ask(page, first(STEPS[0]))["stages"]] == [4]


def test_questions_at_once_are_all_answered_each_its_own(open_bare: Open) -> None:
    page = open_bare()
    payloads = [first(step) for step in STEPS]
    answers = page.evaluate("(all) => Promise.all(all.map((one) => MecatolRuntime.ask(one)))", payloads)
    assert [answer["scenario"]["step"] for answer in answers] == STEPS


@pytest.mark.parametrize("awake", [False, True])
def test_it_can_be_stopped_and_asked_again(open_bare: Open, awake: bool) -> None:
    page = open_bare()
    if awake:
        ask(page, first(STEPS[0]))
    name = page.evaluate(
        """async (payload) => {
          const asked = MecatolRuntime.ask(payload);
          MecatolRuntime.stop();
          return asked.catch((error) => `${error.name}, ${MecatolRuntime.state}`);
        }""",
        first(STEPS[0]),
    )
    assert name == "AbortError, asleep"
    assert ask(page, first(STEPS[0]))["answer"]["scenario"]["step"] == STEPS[0]


def test_a_damaged_bundle_is_told(open_bare: Open) -> None:
    page = open_bare("-broken")
    assert "is damaged" in ask(page, first(STEPS[0]))["message"]
    assert page.evaluate("MecatolRuntime.state") == "failed"


def test_a_missing_bundle_is_told_and_can_be_tried_again(open_bare: Open, bundle: Path) -> None:
    page = open_bare("-missing")
    assert "could not be loaded" in ask(page, first(STEPS[0]))["message"]
    assert page.evaluate("MecatolRuntime.state") == "failed"
    page.evaluate(
        "(src) => new Promise((done) => document.head.append("
        "Object.assign(document.createElement('script'), { src, onload: done })))",
        bundle.name,
    )
    assert ask(page, first(STEPS[0]))["answer"]["scenario"]["step"] == STEPS[0]


def test_a_failure_of_python_is_told_in_a_sentence(open_bare: Open) -> None:
    page = open_bare()
    ask(page, first(STEPS[0]))
    page.evaluate("MecatolRuntime.stop(); RUNTIME.parts.package = RUNTIME.parts.stdlib")
    came = ask(page, first(STEPS[0]))
    assert came["name"] == "Error"
    assert re.match(r"The solver could not be started: \w+", came["message"])
    assert page.evaluate("MecatolRuntime.state") == "failed"


def test_it_runs_where_webassembly_lacks_garbage_collection(open_bare: Open) -> None:
    """Pyodide takes another way on iPhone and iPad, which it knows by name."""
    page = open_bare(user_agent=IPHONE)
    assert ask(page, first(STEPS[0]))["answer"]["scenario"]["step"] == STEPS[0]
