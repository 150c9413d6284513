"""How long a reader waits after a tap: from the tap to the painted answer, against a bare worker asked the same.

    uv run python tests/benchmarks/taps.py [--rounds 5] [--site FOLDER] [--slower 4]

The bare worker is stock Pyodide of the same version with the solver's plain wheel, on a page that shows nothing: its
clock runs from the question to the answer's arrival. The calculator's runs from the tap on a stepper, through form,
address, worker and rendering, until the answer has been painted. Both are asked the same battles in the same order, 2
against 2 and 12 against 12, in fresh profiles, and take turns with every battle, so that other work on the machine
meets both alike. Cold is the first question, which starts Python; warm are those that follow, each once the page has
done whatever it does by itself; that takes in what taps may ask for next, so those whose answer was not there yet stand
by themselves as well. Single figures jump all the same; the ratio of medians is what counts. Exits with 1 if
a ratio is above the limit.

With `--slower` a phone's page runs so many times slower than this machine, and only what it paints is timed, Python
being awake: a tap on a stepper until its number is painted, a key of a search until its hits are, and a battle in words
until what was understood is. Exits with 1 if a median is above its limit in ms.
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
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

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

PAINTED = """([place, changes, act]) => new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (place.querySelector(".asked__wait")) return; // that it is awaited is no answer
    observer.disconnect();
    requestAnimationFrame(() => {
      const painted = new MessageChannel(); // its message comes once the frame has been painted
      painted.port1.onmessage = () => resolve(performance.now() - began);
      painted.port2.postMessage(0);
    });
  }).observe(place, changes);
  const began = performance.now();
  if (act.button) act.button.click();
  else {
    act.input.value = act.text;
    act.input.dispatchEvent(new Event("input"));
  }
})"""
INSIDE = {"childList": True}
ANYWHERE = {"attributes": True, "childList": True, "subtree": True}


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
    took = float(page.evaluate(PAINTED, [result, INSIDE, {"button": button}]))
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


AWAKE = "() => globalThis.Mecatol?.runtime?.python.state === 'ready'"
PHONE: ViewportSize = {"width": 390, "height": 844}
SEARCHED = "sustain damage"
FOUGHT = ("3 dreads vs 2 war suns", "4 cruisers vs 3 destroyers", "2 carriers 4 fighters vs 3 cruisers")
PAINTED_IN = {"a step tap": 100, "a search key": 100, "first words": 150}
"""Limits in ms."""


def slower(browser: Browser, own: str, times: float) -> dict[str, list[float]]:
    """Return the ms until each tap, key and first word was painted on a phone that is so many times slower."""
    page = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    page.set_default_timeout(WAIT)
    session = page.context.new_cdp_session(page)
    found: dict[str, list[float]] = {kind: [] for kind in PAINTED_IN}

    def timed(kind: str, place: str, act: dict[str, Any]) -> None:
        found[kind].append(float(page.evaluate(PAINTED, [page.query_selector(place), ANYWHERE, act])))
        page.wait_for_timeout(IDLE)

    def slow() -> None:
        session.send("Emulation.setCPUThrottlingRate", {"rate": times})

    page.goto(f"{own}calculator/{STEP}/")
    page.evaluate("Mecatol.runtime.python.wake()")
    page.wait_for_function(AWAKE)
    slow()
    for unit in TAPPED * 2:
        button = page.query_selector(f'.row[data-unit="{unit}"] [data-step="1"]')
        timed("a step tap", f'.row[data-unit="{unit}"]  .cell', {"button": button})
    page.goto(own)
    field = page.locator("[data-finder] input").element_handle()
    field.focus()
    page.wait_for_function("() => globalThis.Mecatol?.entries && globalThis.Mecatol?.finding")
    page.evaluate("(field) => field.dispatchEvent(new Event('input'))", field)  # which makes the index
    page.wait_for_timeout(4 * IDLE)
    for end in range(1, len(SEARCHED) + 1):
        timed("a search key", '[data-part="findings"] ol', {"input": field, "text": SEARCHED[:end]})
    page.wait_for_function(AWAKE)
    for words in FOUGHT * 4:
        timed("first words", '[data-part="battle"]', {"input": field, "text": words})
        page.wait_for_timeout(IDLE)
    page.context.close()
    return found


def painted(times: dict[str, list[float]], times_slower: float) -> int:
    """Print medians and the worst; returns 1 if a median is above its limit, else 0."""
    for kind, taken in times.items():
        often = f"{len(taken)} times, {times_slower:g}x slower"
        middle, worst = statistics.median(taken), max(taken)
        print(f"{kind:14}{often}: {middle:.0f} ms, worst {worst:.0f} (limit {PAINTED_IN[kind]})")
    return int(any(statistics.median(taken) > PAINTED_IN[kind] for kind, taken in times.items()))


def main() -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="fresh profiles for each page (default: 5)")
    parser.add_argument("--site", type=Path, help="a built site (default: build one)")
    parser.add_argument("--slower", type=float, help="time what a phone so many times slower paints, no more")
    options = parser.parse_args()
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="mecatol-taps-") as name, sync_playwright() as playwright:
        site = options.site or build_site(Path(name) / "site")
        executable = find_chromium(playwright)
        if executable is None:
            parser.error("no Chromium or Chrome found")
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        line = Line(0, 0)  # without a limit: it is not what is measured
        if options.slower:
            with served(site, line) as own:
                return painted(slower(browser, own, options.slower), options.slower)
        stock = stock_site(site, Path(name) / "stock")
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
