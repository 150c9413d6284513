"""How long a reader waits: from the first touch of a form to the first live answer, against stock Pyodide.

    uv run python tests/benchmarks/boot.py [--rounds 9] [--site FOLDER] [--mbit 10 --delay 40] [--idle 15]

Four pages take turns, each time in a fresh profile of Chromium: the built site over http, the same on a device that has
kept it, the same site from disk, and a bare page with one button that boots stock Pyodide of the same version from its
own files, with the solver's plain wheel, in a worker of its own. The server sends what is packed as it lies there
(theme.build.publishing), stock Pyodide's files too. ``--mbit`` and ``--delay`` (ms) make a line of it that all
connections share; with ``--idle`` a reader looks at the page for so many seconds first, and it wakes Python by itself.
The clock starts when the pointer reaches form or button, and stops when the answer is in the page.
Other work on the machine makes single figures jump; the ratio of medians is what counts. Exits with 1 if a ratio
is above the limit.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests")]

from conftest import find_chromium  # noqa: E402

from mecatol import forms  # noqa: E402
from theme.build import publishing  # noqa: E402
from theme.store.packages import PINS, pinned  # noqa: E402

LIMIT = 0.25
"""Of the ratio where nothing has to travel far; over a slow line, where bytes decide, it is the next one."""
SLOW_LIMIT = 0.4
STEP = "space-cannon-offense"
RULE = "rules/space-cannon"
WAIT = 60_000  # ms

STOCK_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stock Pyodide</title>
<button id="form" type="button">Calculate</button><output id="result"></output>
<script>
  document.getElementById("form").addEventListener("pointerenter", () => {
    const worker = new Worker("worker.mjs", { type: "module" });
    worker.onmessage = ({ data }) => { document.getElementById("result").textContent = data; };
  }, { once: true });
</script></html>
"""

STOCK_WORKER = """import { loadPyodide } from "./pyodide.mjs";
const pyodide = await loadPyodide();
const wheel = await fetch("WHEEL");
pyodide.unpackArchive(await wheel.arrayBuffer(), "wheel");
self.postMessage(pyodide.runPython(`
import json, mecatol
json.dumps(mecatol.solve(json.loads(${JSON.stringify(SCENARIO)})).to_json())
`));
"""

CLOCK = """({ form, result }) => {
  globalThis.waited = new Promise((resolve, reject) => {
    let began = 0;
    setTimeout(() => reject(new Error("no answer came")), 60000);
    document.querySelector(form).addEventListener(
      "pointerenter", () => { began = performance.now(); }, { once: true, capture: true });
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve(performance.now() - began);
    }).observe(document.querySelector(result), { childList: true });
  });
}"""


class Line:
    """A line that all connections share: so many bytes a second, and a time before each answer."""

    PIECE = 16_384

    def __init__(self, mbit: float, delay: float) -> None:
        self.rate = mbit * 1e6 / 8  # bytes a second; 0 is a line without a limit
        self.delay = delay / 1000
        self._lock = threading.Lock()
        self._free = 0.0
        self.sent = 0

    def send(self, data: bytes, write: Callable[[bytes], object]) -> None:
        """Write bytes at the pace of the line."""
        time.sleep(self.delay)
        self.sent += len(data)
        for start in range(0, len(data), self.PIECE):
            piece = data[start : start + self.PIECE]
            if self.rate:
                with self._lock:
                    self._free = max(self._free, time.monotonic()) + len(piece) / self.rate
                    wait = self._free - time.monotonic()
                time.sleep(max(0.0, wait))
            write(piece)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A web server of one folder, that says nothing and sends what lies there packed."""

    protocol_version = "HTTP/1.1"
    line: Line

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        """Send a file by the best packing that the browser takes."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        accepted = self.headers.get("Accept-Encoding", "")
        packed = [(path.with_name(path.name + end), name) for end, name in ((".br", "br"), (".gz", "gzip"))]
        file, coding = next(((file, name) for file, name in packed if name in accepted and file.is_file()), (path, ""))
        if not file.is_file():
            self.send_error(404)
            return
        data = file.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-cache")
        if coding:
            self.send_header("Content-Encoding", coding)
        self.end_headers()
        self.line.send(data, self.wfile.write)


@contextmanager
def served(folder: Path, line: Line) -> Iterator[str]:
    """Serve a folder on this machine; gives its address, with a slash at the end."""
    handler = functools.partial(type("Own", (Quiet,), {"line": line}), directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def build_site(folder: Path) -> Path:
    """Build the site, its archive for reading offline included."""
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", str(folder)], cwd=ROOT, check=True)
    publishing.pack(folder)
    return folder


def stock_site(site: Path, folder: Path) -> Path:
    """Lay out the bare page: stock Pyodide, the solver's wheel as the site publishes it, a button."""
    shutil.copytree(pinned("pyodide", ROOT / ".cache", print), folder)
    (wheel,) = (site / "pyodide").glob("*.whl")
    shutil.copy(wheel, folder)
    scenario = json.dumps(json.dumps(forms.form(STEP).default))
    worker = STOCK_WORKER.replace("WHEEL", wheel.name).replace("SCENARIO", scenario)
    (folder / "worker.mjs").write_text(worker)
    (folder / "index.html").write_text(STOCK_PAGE)
    publishing.pack(folder)
    return folder


def timed(
    browser: Browser, address: str, form: str, touch: str, result: str, kept: bool = False, idle: float = 0.3
) -> float:
    """Open a page in a fresh profile, touch it once, and return the milliseconds until its answer is there.

    It stands for ``idle`` seconds before that: whatever it still does after loading is not part of the wait.

    With ``kept`` the device has kept the whole site on a visit before.
    """
    workers: Literal["allow", "block"] = "allow" if kept else "block"
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers=workers)
    try:
        context.set_default_timeout(WAIT)
        page = context.new_page()
        page.goto(address, wait_until="load")
        if kept:
            page.locator("[data-kept=whole]").wait_for()
            page.goto(address, wait_until="load")
        # A calculator of a rule page stands folded under its title.
        page.evaluate("for (const fold of document.querySelectorAll('.calculator-fold')) fold.open = true")
        target = page.locator(f"{form} {touch}".strip()).first
        target.scroll_into_view_if_needed()
        page.mouse.move(0, 0)
        page.wait_for_timeout(1000 * idle)
        page.evaluate(CLOCK, {"form": form, "result": result})
        target.click()
        waited = float(page.evaluate("waited"))
        check(page, result)
        return waited
    finally:
        context.close()


def check(page: Page, result: str) -> None:
    """Raise ValueError unless the page shows an answer with odds in it."""
    shown = page.locator(result).inner_text()
    if "hits" not in shown.lower():
        raise ValueError(f"{page.url} shows no answer but {shown[:200]!r}")


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9, help="fresh profiles for each page, at least 7 (default: 9)")
    parser.add_argument("--site", type=Path, help="a built site with its offline archive (default: build one)")
    parser.add_argument("--mbit", type=float, default=0, help="Mbit/s that all connections share (default: no limit)")
    parser.add_argument("--delay", type=float, default=0, help="ms before each answer (default: 0)")
    parser.add_argument("--idle", type=float, default=0.3, help="seconds before the touch (default: 0.3)")
    options = parser.parse_args()
    if options.rounds < 7:
        parser.error(f"--rounds is {options.rounds}; fewer than 7 say too little")
    with tempfile.TemporaryDirectory(prefix="mecatol-boot-") as name, sync_playwright() as playwright:
        work = Path(name)
        site = options.site or build_site(work / "site")
        stock = stock_site(site, work / "stock")
        with zipfile.ZipFile(site / "mecatol-offline.zip") as archive:
            archive.extractall(work / "offline")
        executable = find_chromium(playwright)
        if executable is None:
            parser.error("no Chromium or Chrome found")
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        ours = (f'mecatol-calculator[step="{STEP}"]', '[data-unit="cruiser"] button[data-step="1"]')
        result = f'{ours[0]} [data-part="result"]'
        lines = [Line(options.mbit, options.delay) for _ in range(2)]
        with served(site, lines[0]) as own, served(stock, lines[1]) as bare:
            disk = (work / "offline" / "mecatol" / f"{RULE}.html").as_uri()
            pages = {
                "stock Pyodide, bare page": (bare, "#form", "", "#result", False),
                "Mecatol over http": (f"{own}{RULE}/", *ours, result, False),
                "Mecatol kept on the device": (f"{own}{RULE}/", *ours, result, True),
                "Mecatol from disk": (disk, *ours, result, False),
            }
            times: dict[str, list[float]] = {page: [] for page in pages}
            bytes_of: dict[str, int] = {}
            for turn in range(options.rounds + 1):
                for page in random.sample(list(pages), len(pages)):
                    before = [line.sent for line in lines]
                    waited = timed(browser, *pages[page], idle=options.idle)
                    bytes_of[page] = sum(line.sent for line in lines) - sum(before)
                    if turn:  # the first round warms the machine's own caches
                        times[page].append(waited)
            version = browser.version
            browser.close()
    for page, number in bytes_of.items():
        print(f"{page:28}{number / 1e6:6.2f} MB from the server")
    return report(times, version, SLOW_LIMIT if options.mbit else LIMIT)


def report(times: dict[str, list[float]], version: str, limit: float) -> int:
    """Print medians, ranges and ratios; returns 1 if a ratio is above the limit, else 0."""
    stock, *ours = times
    whole = statistics.median(times[stock])
    print(f"first touch to first live answer, Chromium {version}, Pyodide {PINS['pyodide'].version}")
    print(f"{len(times[stock])} fresh profiles each, in random order; ms: median [lowest-highest]")
    for page, waits in times.items():
        median = statistics.median(waits)
        print(f"{page:28}{median:7.0f} [{min(waits):.0f}-{max(waits):.0f}]   ratio {median / whole:.2f}")
    missed = [page for page in ours if statistics.median(times[page]) / whole > limit]
    for page in missed:
        print(f"{page} is above the limit of {limit}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
