"""No script of a page runs with another byte in it, and no page of another site holds ours."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hostile import text as text_of
from places import Place
from playwright.sync_api import Route, expect
from reading import FIRST, PAGE, STEP, Open, case

pytestmark = pytest.mark.browser

PYTHON = (pytest.param("mecatol-parts", marks=pytest.mark.bundle), "mecatol-snapshot")
KINDS = ("bundle", "page", "calculators", "later", "search-engine", "search-entries", "previews", *PYTHON)


@pytest.mark.parametrize("kind", KINDS)
def test_a_script_with_another_byte_does_not_run(open_page: Open, served: Place, kind: str) -> None:
    """It would still be JavaScript, and set a name."""
    reader = open_page("about:blank")
    changed: list[str] = []

    def change(route: Route) -> None:
        came = route.fetch()
        changed.append(route.request.url)
        route.fulfill(response=came, body=came.body() + b"\nglobalThis.smuggled = 1;")

    reader.page.route(re.compile(rf"/{kind}[.-][0-9a-f]{{8,20}}\.(min\.)?js"), change)
    reader.page.goto(served.page(PAGE) + case(STEP, text_of(FIRST)))
    if kind not in ("bundle", "page", "calculators"):
        reader.page.locator("mecatol-calculator[ready]").wait_for()
        reader.page.evaluate("Mecatol.runtime.python.wake()")
        reader.page.get_by_role("button", name="Search", exact=True).hover()
        reader.page.get_by_role("button", name="Search", exact=True).click()
        reader.page.keyboard.press("Escape")
        reader.page.locator("mecatol-calculator").hover()
        reader.page.locator(".mecatol a.clause-ref, .mecatol a.term").first.dispatch_event(
            "pointerover", {"pointerType": "mouse"}
        )
    for _ in range(100):
        if changed:
            break
        reader.page.wait_for_timeout(100)
    reader.page.wait_for_timeout(500)
    assert reader.page.evaluate("globalThis.smuggled") is None
    if kind != "mecatol-snapshot":  # which a slow line does without
        assert changed


def test_a_page_in_a_frame_is_empty(open_page: Open, place: Place, tmp_path: Path) -> None:
    """Though the server of this test sends no header that forbids it."""
    address = place.page(PAGE) + case(STEP, text_of(FIRST))
    around = tmp_path / "around.html"
    around.write_text(f'<!doctype html><title>t</title><iframe src="{address}" width="900" height="900"></iframe>')
    reader = open_page(around.as_uri())
    inside = reader.page.frame_locator("iframe")
    expect(inside.locator(":root")).to_have_text("Mecatol does not run inside another page. Open it on its own.")
    reader.page.wait_for_timeout(1000)
    assert inside.locator("mecatol-calculator, button, input, form").count() == 0
    link = inside.locator("a")
    expect(link).to_have_attribute("target", "_blank")


def test_a_page_from_disk_runs_no_script_that_is_inline(open_page: Open, unpacked: Place) -> None:
    reader = open_page(unpacked.page(PAGE))
    reader.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.append("globalThis.smuggled = true");
            document.body.append(script);
            try {
              document.body.setAttribute("onclick", "globalThis.smuggled = true");
            } catch {
              // Trusted Types refuse even that.
            }
        }"""
    )
    reader.page.locator("h1").click()
    assert reader.page.evaluate("globalThis.smuggled") is None
    policy = reader.page.locator('meta[http-equiv="Content-Security-Policy"]').get_attribute("content") or ""
    scripts = policy.partition("script-src ")[2].partition(";")[0]
    assert "unsafe-inline" not in scripts
    assert "data:" not in scripts


@pytest.mark.bundle
@pytest.mark.parametrize("part", ["wasm", "glue", "loader"])
def test_a_changed_byte_of_python_is_refused_from_disk(
    open_page: Open, unpacked: Place, tmp_path: Path, part: str
) -> None:
    """Browsers check no hash of what comes from disk; gzip does, and the page says which part is damaged."""
    folder = tmp_path / "mecatol"
    shutil.copytree(unpacked.folder, folder)
    [file] = folder.glob("assets/mecatol/mecatol-runtime-*.js")
    text = file.read_text()
    at = text.index(f'"{part}":') + len(f'"{part}":') + 3000
    file.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])
    reader = open_page(Place(folder, f"{folder.as_uri()}/", on_disk=True).page(PAGE) + case(STEP, text_of(FIRST)))
    calculator = reader.calculator(STEP)
    errors = calculator.locator('[data-part="errors"]')
    expect(errors).to_contain_text(f"The solver’s file is damaged in its part “{part}”")
    assert calculator.locator('[data-part="result"]').get_attribute("class") == "calculator__result is-stale"


@pytest.mark.bundle
def test_a_changed_byte_of_the_snapshot_from_disk_costs_time_alone(
    open_page: Open, unpacked: Place, tmp_path: Path
) -> None:
    folder = tmp_path / "mecatol"
    shutil.copytree(unpacked.folder, folder)
    [file] = folder.glob("assets/mecatol/mecatol-snapshot-*.js")
    text = file.read_text()
    at = len(text) // 2
    file.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])
    reader = open_page(Place(folder, f"{folder.as_uri()}/", on_disk=True).page(PAGE) + case(STEP, text_of(FIRST)))
    reader.answered(STEP)
    assert reader.page.evaluate("Mecatol.runtime.python.hurried") is False
