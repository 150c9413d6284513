"""How long a reader waits after a tap: from the tap to the painted answer, against a bare worker asked the same.

    uv run python tests/benchmarks/taps.py [--rounds 5] [--site FOLDER]

The bare worker is stock Pyodide of the same version with the solver's plain wheel, on a page that shows nothing: its
clock runs from the question to the answer's arrival. The calculator's runs from the tap on a stepper, through form,
address, worker and rendering, until the answer has been painted. Both are asked the same battles in the same order, 2
against 2 and 12 against 12, in fresh profiles, and take turns with every battle, so that other work on the machine
meets both alike. Cold is the first question, which starts Python; warm are those that follow, each once the page has
done whatever it does by itself; that takes in what taps may ask for next, so those whose answer was not there yet stand
by themselves as well. Single figures jump all the same; the ratio of medians is what counts. Exits with 1 if
a ratio is above the limit.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from boot import ROOT, WAIT, Line, build_site, served
from playwright.sync_api import Browser, Page, sync_playwright

sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests")]

from conftest import find_chromium  # noqa: E402

from theme.store.packages import PINS, pinned  # noqa: E402

LIMIT = 3.0
ASKED = "asked"
"""Of the warm questions those whose answer was not there before the tap."""
STEP = "space-combat"
BATTLES: dict[str, dict[str, int]] = {
    "2 v 2": {"cruiser": 1, "destroyer": 1},
    "12 v 12": {"dreadnought": 2, "carrier": 2, "cruiser": 3, "destroyer": 1, "fighter": 4},
}
TAPPED = ("cruiser", "destroyer", "dreadnought", "carrier", "war-sun")
"""The types of which each side in turn gets one more."""

STOCK_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Stock Pyodide</title><script>
  const worker = new Worker("worker.mjs", { type: "module" });
  globalThis.asked = (text) => new Promise((resolve) => {
    const began = performance.now();
    worker.onmessage = ({ data }) => resolve({ took: performance.now() - began, answer: data });
    worker.postMessage(text);
  });
</script></html>
"""

STOCK_WORKER = """const asked = [];
self.onmessage = ({ data }) => asked.push(data);
const { loadPyodide } = await import("./pyodide.mjs");
const pyodide = await loadPyodide();
const wheel = await fetch("WHEEL");
pyodide.unpackArchive(await wheel.arrayBuffer(), "wheel");
const answer = pyodide.runPython(`
import json, mecatol
lambda text: json.dumps(mecatol.solve(json.loads(text)).to_json())
`);
self.onmessage = ({ data }) => self.postMessage(answer(data));
for (const text of asked) self.postMessage(answer(text));
"""

IDLE = 500  # ms without a tap before the calculator begins to look for what would change its answer (advice.js)
REST = """() => [Mecatol.runtime.python, Mecatol.runtime.background]
  .every(({ state }) => state === "ready" || state === "asleep")"""

TAP = """([button, result]) => new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel(); // its message comes once the frame has been painted
      painted.port1.onmessage = () => resolve(performance.now() - began);
      painted.port2.postMessage(0);
    });
  }).observe(result, { childList: true });
  const began = performance.now();
  button.click();
})"""


def battle(units: dict[str, int]) -> dict[str, Any]:
    """Return the space combat of two players with the same ships."""
    return {"step": STEP, "players": [{"name": name, "space": dict(units)} for name in ("Red", "Blue")]}


def walk(units: dict[str, int]) -> list[tuple[int, str, dict[str, Any]]]:
    """Return the taps of one round: whose unit, which, and the battle that then stands in the form.

    Every battle is a new one: the sides in turn get one more of a type.
    """
    now = battle(units)
    taps = []
    for number, unit in enumerate(TAPPED[: 3 if sum(units.values()) < 6 else len(TAPPED)]):
        space = now["players"][number % 2]["space"]
        space[unit] = space.get(unit, 0) + 1
        if unit == "war-sun":
            now["players"][number % 2]["technologies"] = ["war-sun"]
        taps.append((number % 2, unit, json.loads(json.dumps(now))))
    return taps


def stock_site(site: Path, folder: Path) -> Path:
    """Lay out the bare page: stock Pyodide, the solver's wheel as the site publishes it, and a worker that answers."""
    shutil.copytree(pinned("pyodide", ROOT / ".cache", print), folder)
    (wheel,) = (site / "pyodide").glob("*.whl")
    shutil.copy(wheel, folder)
    (folder / "worker.mjs").write_text(STOCK_WORKER.replace("WHEEL", wheel.name))
    (folder / "index.html").write_text(STOCK_PAGE)
    return folder


def opened(browser: Browser, address: str) -> Page:
    """Open a page in a fresh profile, and let it do whatever it does by itself."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(WAIT)
    page = context.new_page()
    page.goto(address, wait_until="load")
    page.wait_for_timeout(300)
    return page


COUNT = """() => {
  globalThis.questions = 0;
  const { ask } = Mecatol.runtime.python;
  Mecatol.runtime.python.ask = (...all) => {
    questions += 1;
    return ask(...all);
  };
}"""


def ask(page: Page, scenario: dict[str, Any]) -> float:
    """Ask the bare worker; return the milliseconds until its answer. Starting Python belongs to the first."""
    found = page.evaluate("text => asked(text)", json.dumps(scenario))
    if "Red" not in json.loads(found["answer"])["winner"]:
        raise ValueError(f"the bare worker shows no winner but {found['answer'][:200]!r}")
    return float(found["took"])


def begin(page: Page, units: dict[str, int]) -> None:
    """Let the calculator begin with a battle as if the page had come with it, so that the first tap starts Python."""
    page.evaluate(
        "scenario => { const held = document.querySelector('mecatol-calculator'); held.dataset.default = scenario;"
        " held.querySelector('[data-do=reset]').click(); }",
        json.dumps(battle(units)),
    )


def tap(page: Page, side: int, unit: str, scenario: dict[str, Any]) -> tuple[float, bool]:
    """Tap one more unit into the calculator; return the ms to the painted answer, and whether Python was asked."""
    before = page.evaluate("questions")
    calculator = page.locator(f'mecatol-calculator[step="{STEP}"]')
    cell = calculator.locator(f'.row[data-unit="{unit}"] .cell[data-side="{side}"]').first
    button = cell.locator('[data-step="1"]').element_handle()
    result = calculator.locator('[data-part="result"]').element_handle()
    took = float(page.evaluate(TAP, [button, result]))
    asked = page.evaluate("questions") > before
    held = page.evaluate("() => document.querySelector('mecatol-calculator').scenario")
    if held["players"] != scenario["players"]:
        raise ValueError(f"the form holds {held} instead of {scenario}")
    page.wait_for_timeout(IDLE)
    page.wait_for_function(REST, timeout=WAIT)
    page.wait_for_timeout(100)
    return took, asked


def pairs(browser: Browser, plain: str, own: str, units: dict[str, int]) -> list[tuple[float, float, bool]]:
    """Put every battle to both in turn; return the milliseconds of the bare worker and what `tap` returns."""
    bare, page = opened(browser, plain), opened(browser, own)
    page.evaluate(COUNT)
    begin(page, units)
    times = [(ask(bare, scenario), *tap(page, side, unit, scenario)) for side, unit, scenario in walk(units)]
    for each in (bare, page):
        each.context.close()
    return times


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="fresh profiles for each page (default: 5)")
    parser.add_argument("--site", type=Path, help="a built site (default: build one)")
    options = parser.parse_args()
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="mecatol-taps-") as name, sync_playwright() as playwright:
        site = options.site or build_site(Path(name) / "site")
        stock = stock_site(site, Path(name) / "stock")
        executable = find_chromium(playwright)
        if executable is None:
            parser.error("no Chromium or Chrome found")
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        line = Line(0, 0)  # without a limit: it is not what is measured
        with served(site, line) as own, served(stock, line) as plain:
            for _ in range(options.rounds):
                for label, units in BATTLES.items():
                    for number, (bare, took, asked) in enumerate(
                        pairs(browser, plain, f"{own}calculator/{STEP}/", units)
                    ):
                        for kind in ("warm", ASKED) if number and asked else ("warm" if number else "cold",):
                            times.setdefault((label, kind), []).append((bare, took))
        version = browser.version
        browser.close()
    print(f"tap to painted answer, Chromium {version}, Pyodide {PINS['pyodide'].version}; ms: median [lowest-highest]")
    return report(times)


def report(times: dict[tuple[str, str], list[tuple[float, float]]]) -> int:
    """Print medians, ranges and ratios; returns 1 if a ratio is above the limit, else 0."""
    missed = 0
    for (label, kind), taken in times.items():
        columns = list(zip(*taken, strict=True))
        worker, ours = (f"{statistics.median(each):6.0f} [{min(each):.0f}-{max(each):.0f}]" for each in columns)
        ratio = statistics.median(columns[1]) / statistics.median(columns[0])
        over = ratio > LIMIT and kind != ASKED
        missed += over
        above = f", above the limit of {LIMIT}" if over else ""
        often = f"{len(taken)} taps"
        print(f"{label:8}{kind:6}{often:8} bare worker {worker:18} tap to paint {ours:18} ratio {ratio:.2f}{above}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
