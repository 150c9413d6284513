"""Windows of a browser, each with a fresh profile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from reading import WAIT, Open, Reader

expect.set_options(timeout=WAIT)


BLOCKED = "Service Worker registration blocked by Playwright"

ASKED = """
globalThis.requestIdleCallback = () => 0;
globalThis.Mecatol = {
  set runtime(module) {
    const second = module.background ?? {}; // a page to embed has none
    const { ask } = second;
    const unasked = (question) => "advise" in question || "seconds" in question;
    const never = new Promise(() => undefined);
    second.ask = (question, options) => (unasked(question) ? never : ask(question, options));
    Object.defineProperty(this, "runtime", { value: module, writable: true, enumerable: true });
  },
};
{
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (data, ...more) {
    const first = data?.text?.startsWith('{"scenario":'); // what the worker asks itself ten times more
    return postMessage.call(this, first ? { ...data, text: ` ${data.text}` } : data, ...more);
  };
}
"""
"""Runs first: an idle page starts no Python, none is warmed up, and what it works out for nobody stays on its way.

It would take more of the processor than the test itself.
"""


def heard(reader: Reader, kind: str, text: str) -> None:
    if kind in ("error", "warning") and text != BLOCKED:
        reader.said.append(text)


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens an address in a fresh context: `open_page(address, width=360, dark=True, javascript=False)`."""
    contexts: list[BrowserContext] = []
    readers: list[Reader] = []

    def opened(
        address: str, *, width: int = 1280, height: int = 900, dark: bool = False, javascript: bool = True, **more: Any
    ) -> Reader:
        # Only test_offline.py is about what a device keeps; elsewhere it would fetch the whole site for every window.
        context = browser.new_context(
            **{"service_workers": "block", **more},
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
        )
        contexts.append(context)
        if not request.node.get_closest_marker("unasked"):
            context.add_init_script(ASKED)
        reader = Reader(context.new_page())
        readers.append(reader)
        reader.page.set_default_timeout(WAIT)
        reader.page.on("console", lambda line: heard(reader, line.type, line.text))
        reader.page.on("pageerror", lambda error: reader.said.append(str(error)))
        reader.page.on("dialog", lambda dialog: (reader.said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        context.on("request", lambda request: reader.asked.append(request.url))
        reader.page.goto(address)
        return reader

    yield opened
    for context in contexts:
        for page in context.pages:  # a file that is still on its way through a test's route belongs to no later test
            page.unroute_all(behavior="ignoreErrors")
        context.close()
    # A trap in the Python that travels is answered from the bundle: nobody would see it otherwise.
    asked = {url for reader in readers for url in reader.asked if url.startswith("http") and "/mecatol-runtime-" in url}
    assert asked == set() or request.node.get_closest_marker("bundle")
