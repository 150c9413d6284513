"""What a device keeps of the site: all of it after one visit, every version whole, and nothing that is broken."""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect
from reading import OFFENSE, RULE, SAVES_DATA, Open, Reader

from theme.build import offline

pytestmark = pytest.mark.browser
PATIENCE = 60_000  # ms for the whole site to arrive
NEWS = "A newer version of this site is here"
WALK = [
    "",
    "rules/",
    "rules/by-phase/",
    RULE,
    "rules/space-combat/",
    "factions/",
    "factions/nekro-virus/",
    "units/",
    "glossary/",
    "calculator/",
    "calculator/bombardment/",
]
ALLOWED = {"service_workers": "allow"}
DEVICE = Path(__file__).parents[2] / "theme/browser/keeping/device.ts"
(QUIET,) = re.findall(r"const QUIET = (\d+);", DEVICE.read_text(encoding="utf-8"))
SOON = f"""
{{
  const {{ setTimeout }} = globalThis;
  globalThis.setTimeout = (act, ms, ...more) => setTimeout(act, ms === {QUIET} ? 100 : ms, ...more);
}}
"""
"""Runs first: a device keeps the site 2 seconds after a page has loaded, for which no test need wait."""


class Server:
    """A plain web server of one folder that can be switched off."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(_Quiet, directory=str(folder))
        self.folder = folder
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def serve(site: Path) -> Iterator[Server]:
    running = Server(site.parent)
    running.address += "site/"
    yield running
    running.stop()


@pytest.fixture
def whole(built: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of a copy of the site, in a folder of its own, so that a test may alter it."""
    own = tmp_path / "a folder" / "site"
    shutil.copytree(built, own, ignore=shutil.ignore_patterns("*.zip"))
    with serve(own) as running:
        yield running


PAGES = {"": ("assets", "calculator", "rules"), "calculator": (), "rules": ("by-phase", "space-cannon", "space-combat")}
"""Folders of a site of few pages, which a device has in a moment, by the folder that they lie in."""


@pytest.fixture
def server(built: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of a copy of few pages and all that they ask for, so that a test may publish another version of one."""
    own = tmp_path / "a folder" / "site"

    def others(folder: str, names: list[str]) -> list[str]:
        path = Path(folder).relative_to(built).as_posix().removeprefix(".")
        few = PAGES.get(path, names)
        return [name for name in names if name.endswith(".zip") or (name not in few and (built / path / name).is_dir())]

    shutil.copytree(built, own, ignore=others)
    (own / offline.WORKER).write_bytes(offline.worker(own))
    with serve(own) as running:
        yield running


def empty(open_page: Open) -> Reader:
    """A window of a device that may keep the site."""
    reader = open_page("about:blank", **ALLOWED)
    reader.page.add_init_script(SOON)
    return reader


def kept(open_page: Open, server: Server, path: str = "") -> Reader:
    """A window of a device that has had one quiet visit to the site."""
    reader = empty(open_page)
    reader.page.goto(server.address + path)
    expect(reader.page.locator("[data-kept=whole]")).to_be_visible(timeout=PATIENCE)
    return reader


def test_after_one_visit_everything_works_with_the_network_off(open_page: Open, whole: Server) -> None:
    reader = kept(open_page, whole)
    whole.stop()
    for path in WALK:
        reader.page.goto(whole.address + path)
        expect(reader.page.locator("h1")).to_be_visible()
        expect(reader.page.locator(".lacks")).to_be_hidden()
        assert reader.page.evaluate("() => getComputedStyle(document.querySelector('.mecatol')).fontFamily") != ""
    reader.page.goto(f"{whole.address}rules/space-cannon")  # as people type it
    assert reader.page.url == f"{whole.address}{RULE}"
    reader.search("sustain damage").wait_for()
    reader.page.keyboard.press("Escape")
    calculator = reader.calculator(OFFENSE)
    calculator.get_by_role("button", name="Carrier: one more").first.click()
    reader.answered(OFFENSE)
    assert reader.page.evaluate("Mecatol.runtime.python.hurried")  # from the snapshot, which is at hand


def publish(server: Server, path: str, words: str) -> None:
    """Put another version of a page on the server."""
    file = server.folder / "site" / path / "index.html"
    text = file.read_text("utf-8")
    file.write_text(text.replace('<h1 id="top">', f'<h1 id="top">{words} ', 1), "utf-8")
    assert words in file.read_text("utf-8")
    (server.folder / "site" / offline.WORKER).write_bytes(offline.worker(server.folder / "site"))


def told(reader: Reader) -> None:
    """See the reader told of a newer version: on this page, or on the next where a browser at work puts that off."""
    try:
        expect(reader.page.locator(".toast")).to_contain_text(NEWS, timeout=PATIENCE // 3)
    except AssertionError:
        reader.page.reload()
        expect(reader.page.locator(".toast")).to_contain_text(NEWS, timeout=PATIENCE)


def names(reader: Reader) -> list[str]:
    found: list[str] = reader.page.evaluate(
        "async () => (await (await caches.open((await caches.keys())[0])).keys()).map(({ url }) => url)"
    )
    return found


def test_a_new_version_comes_quietly_and_the_reader_is_told(open_page: Open, server: Server) -> None:
    reader = kept(open_page, server, RULE)
    before = names(reader)
    publish(server, RULE, "Revised:")
    reader.page.reload()
    expect(reader.page.locator("h1")).not_to_contain_text("Revised")  # what is at hand comes at once
    told(reader)
    reader.page.reload()
    expect(reader.page.locator("h1")).to_contain_text("Revised")
    expect(reader.page.locator("[data-kept=whole]")).to_be_visible(timeout=PATIENCE)
    after = names(reader)
    assert len(after) == len(before)  # the earlier version of the page is gone
    assert len(set(after) - set(before)) == 1


LOOK = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => undefined);
  while (registration.installing) await new Promise((resolve) => setTimeout(resolve, 100));
}"""


def test_a_version_that_came_by_half_leaves_the_one_before(open_page: Open, server: Server) -> None:
    reader = kept(open_page, server, RULE)
    publish(server, "rules/space-combat", "Revised:")
    publish(server, RULE, "Revised:")
    (server.folder / "site" / "rules" / "space-combat" / "index.html").unlink()  # it never gets there
    reader.page.evaluate(LOOK)
    server.stop()
    reader.page.goto(f"{server.address}rules/space-combat/")
    expect(reader.page.locator("h1")).to_have_text("Space Combat")
    reader.page.goto(server.address + RULE)
    expect(reader.page.locator("h1")).not_to_contain_text("Revised")  # nor a page of the half that came


def test_a_page_open_since_the_first_visit_hears_of_a_new_version(open_page: Open, server: Server) -> None:
    reader = kept(open_page, server, RULE)
    expect(reader.page.locator(".toast")).not_to_contain_text(NEWS)  # the first version is no news
    publish(server, RULE, "Revised:")
    reader.page.clock.install()
    reader.page.clock.fast_forward(16 * 60_000)  # they come back to the page
    reader.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(reader.page.locator(".toast")).to_contain_text(NEWS, timeout=PATIENCE)


OURS = ("rules/space-cannon/", "rules/", ".js", ".wasm")


@pytest.mark.parametrize("part", OURS)
def test_a_store_that_was_written_to_by_others_is_thrown_away(open_page: Open, server: Server, part: str) -> None:
    """A page, a script and the WebAssembly, each under the very key of ours: none of it is shown or run.

    Each by itself: the first that is asked for takes the whole store with it, and no other would be looked at.
    """
    reader = kept(open_page, server, RULE)
    written = reader.page.evaluate(
        """async (part) => {
          const store = await caches.open((await caches.keys())[0]);
          const all = (await store.keys()).map(({ url }) => url);
          const ours = all.filter((url) => new URL(url).pathname.endsWith(part));
          for (const url of ours) {
            const was = await store.match(url);
            const html = (was.headers.get("Content-Type") ?? "").includes("html");
            const bad = html ? "<!doctype html><h1>Smuggled</h1><script>smuggled = 1</script>" : "smuggled = 1;";
            await store.put(url, new Response(bad, { headers: was.headers }));
            await store.put(`${url.split("?")[0]}?0123456789abcdef`, new Response(bad, { headers: was.headers }));
          }
          return ours.length;
        }""",
        part,
    )
    assert written > 0
    reader.page.goto(server.address + RULE)
    expect(reader.page.locator("h1")).to_contain_text("Space Cannon")
    reader.calculate(OFFENSE)
    reader.answered(OFFENSE)
    assert reader.page.evaluate("globalThis.smuggled") is None
    # What no page asked for goes in the next quiet moment.
    for _ in range(PATIENCE // 500):
        if not (strange := [one for one in names(reader) if "0123456789abcdef" in one]):
            break
        reader.page.wait_for_timeout(500)
    assert not strange
    server.stop()
    reader.page.goto(server.address + RULE)
    expect(reader.page.locator("h1")).not_to_have_text("Smuggled")


def test_a_page_that_was_never_fetched_says_so_without_a_network(open_page: Open, server: Server) -> None:
    reader = open_page(server.address, **ALLOWED)
    worker = f"{server.address}{offline.WORKER}"
    reader.page.evaluate("url => navigator.serviceWorker.register(Mecatol.markup.script(url))", worker)
    reader.page.wait_for_function("() => navigator.serviceWorker.controller")
    reader.page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    server.stop()
    reader.page.goto(server.address + RULE)
    expect(reader.page.get_by_role("heading")).to_have_text("This page is not on this device yet")


def test_what_went_bad_on_the_device_gives_way_and_is_fetched_anew(open_page: Open, server: Server) -> None:
    reader = kept(open_page, server, RULE)
    reader.page.evaluate(
        """async () => {
          const store = await caches.open((await caches.keys())[0]);
          for (const { url } of await store.keys()) {
            if (!/mecatol-(parts|python|snapshot)/.test(url)) continue;
            await store.put(url, new Response("{", { headers: { "Content-Type": "text/javascript" } }));
          }
        }"""
    )
    reader.page.reload()
    reader.calculate(OFFENSE)
    reader.answered(OFFENSE)  # from the network: what is not ours is not even tried
    reader.page.reload()
    expect(reader.page.locator("[data-kept=whole]")).to_be_visible(timeout=PATIENCE)
    server.stop()
    reader.page.reload()
    reader.calculate(OFFENSE)
    reader.answered(OFFENSE)  # from the device again
    assert reader.page.evaluate("Mecatol.runtime.python.light && Mecatol.runtime.python.hurried")


@pytest.mark.parametrize("quota", [1, 200_000])
def test_a_full_store_costs_nothing_but_the_store(open_page: Open, server: Server, quota: int) -> None:
    reader = empty(open_page)
    origin = server.address.removesuffix("/site/")
    session = reader.page.context.new_cdp_session(reader.page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": quota})
    for path in (RULE, "", RULE):
        reader.page.goto(server.address + path)
        reader.page.wait_for_timeout(600)
    reader.search("cannon").wait_for()
    reader.page.keyboard.press("Escape")
    reader.calculate(OFFENSE)
    reader.answered(OFFENSE)
    expect(reader.page.locator("[data-kept]")).to_be_hidden()
    assert reader.said == []


@pytest.mark.parametrize(
    "fault",
    [
        "navigator.serviceWorker.register = async () => { throw new DOMException('no', 'SecurityError'); };",
        "Object.defineProperty(window, 'caches', { get() { throw new DOMException('no', 'SecurityError'); } });",
        "delete Navigator.prototype.serviceWorker;",
    ],
    ids=["forbidden", "no store", "unknown"],
)
def test_a_browser_that_keeps_nothing_shows_the_site_all_the_same(open_page: Open, server: Server, fault: str) -> None:
    reader = empty(open_page)
    reader.page.add_init_script(fault)
    reader.page.goto(server.address + RULE)
    reader.calculate(OFFENSE)
    reader.answered(OFFENSE)
    reader.page.wait_for_timeout(600)
    assert reader.said == []


def test_a_reader_who_saves_data_is_given_the_pages_alone(open_page: Open, server: Server) -> None:
    reader = empty(open_page)
    reader.page.add_init_script(SAVES_DATA)
    reader.page.goto(server.address)
    expect(reader.page.locator("[data-kept=pages]")).to_be_visible(timeout=PATIENCE)
    assert [name for name in names(reader) if "mecatol-runtime" in name or "mecatol-snapshot" in name] == []


def test_the_app_can_be_installed(open_page: Open, server: Server) -> None:
    reader = open_page(server.address + RULE, **ALLOWED)
    session = reader.page.context.new_cdp_session(reader.page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    value = json.loads(found["data"])
    assert found["url"] == f"{server.address}{offline.MANIFEST}"
    for icon in value["icons"]:
        assert (server.folder / "site" / icon["src"]).is_file()
    faults = [fault["errorId"] for fault in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(faults) <= {"in-incognito"}
