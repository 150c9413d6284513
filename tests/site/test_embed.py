"""Pages to embed in another page, of another origin: messages, sizes, words; framing is refused elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from places import Place, serve
from playwright.sync_api import FrameLocator, Page, expect
from reading import PYTHON, Open, Reader, case

import mecatol
from theme.build import embed

pytestmark = pytest.mark.browser
BATTLE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"cruiser": 3}}, {"name": "Blue", "space": {"dreadnought": 2}}],
}
ANY = {"Access-Control-Allow-Origin": "*"}


@pytest.fixture
def site(built: Path) -> Iterator[str]:
    """The site from a host that lets other pages read its files."""
    with serve(built, ANY) as place:
        yield place.address


ICON = '<link rel="icon" href="data:,">'
HEARD = """<script>
  globalThis.heard = [];
  addEventListener("message", ({ data }) => heard.push(data));
</script>"""


type Around = Callable[..., Reader]


@pytest.fixture
def around(open_page: Open, tmp_path: Path) -> Iterator[Around]:
    """Opens a page of another origin with that body."""
    with serve(tmp_path) as place:

        def opened(body: str, **more: Any) -> Reader:
            whole = f'<!doctype html><meta charset="utf-8"><title>t</title>{ICON}{HEARD}{body}'
            (tmp_path / "index.html").write_text(whole)
            return open_page(place.address, **more)

        yield opened


def heard(page: Page, kind: str) -> dict[str, Any]:
    """Return the first message of that type, once it has come."""
    for _ in range(PYTHON // 200):
        found: list[dict[str, Any]] = page.evaluate("kind => heard.filter(({ type }) => type === kind)", kind)
        if found:
            return found[0]
        page.wait_for_timeout(200)
    raise AssertionError(f"no message {kind}: {page.evaluate('heard')}")


def ask(page: Page, message: object) -> None:
    page.evaluate("""message => {
      heard.length = 0;
      document.querySelector("iframe").contentWindow.postMessage(message, "*");
    }""", message)  # fmt: skip


def inside(reader: Reader) -> FrameLocator:
    return reader.page.frame_locator("iframe")


def test_a_calculator_in_another_page_answers_its_messages(around: Around, site: str) -> None:
    frame = f'<iframe src="{site}embed/calculator/" width="360" height="100"></iframe>'
    reader = around(f'{frame}<script src="{site}embed.js" async></script>', width=390)
    page = reader.page
    assert heard(page, "ready")["kind"] == "calculator"
    ask(page, {"mecatol": 1, "type": "ask", "id": "7", "scenario": BATTLE})
    said = heard(page, "solution")
    assert said["id"] == "7"
    assert said["solution"]["winner"] == mecatol.solve(BATTLE).to_json()["winner"]
    expect(inside(reader).locator('[data-part="sides"] .unit-chip')).to_have_count(2)
    height = page.evaluate("document.querySelector('iframe').getBoundingClientRect().height")
    assert height >= inside(reader).locator("main").evaluate("main => main.getBoundingClientRect().height")
    ask(page, {"mecatol": 1, "type": "ask", "scenario": {**BATTLE, "step": "space-kombat"}})
    assert heard(page, "problem")["problems"][0]["message"]
    ask(page, {"mecatol": 1, "type": "ask", "scenario": {"__proto__x": 1, "players": "x" * 30_000}})
    assert "longer" in heard(page, "problem")["problems"][0]["message"]
    ask(page, {"type": "ask", "scenario": BATTLE})
    page.wait_for_timeout(300)
    assert page.evaluate("heard.filter(({ type }) => type !== 'size').length") == 0
    assert reader.said == []


def test_a_link_to_a_case_and_words_of_a_battle_are_answered(around: Around, site: str) -> None:
    battle = case("space-combat", json.dumps(BATTLE))
    reader = around(f'<iframe src="{site}embed/calculator/{battle.replace("&", "&amp;")}"></iframe>')
    assert heard(reader.page, "solution")["scenario"]["players"][0]["space"] == {"cruiser": 3}
    expect(inside(reader).get_by_role("heading", level=1)).to_have_text("Odds of a battle")
    field = inside(reader).get_by_label("A battle in words")
    reader.page.evaluate("heard.length = 0")
    field.fill("2 cruisers vs 1 war sun")
    field.press("Enter")
    assert heard(reader.page, "solution")["scenario"]["players"][1]["space"] == {"war-sun": 1}


@pytest.mark.parametrize(
    ("kind", "asked", "shown"),
    [("clause", "77.3", "77.3"), ("card", "Direct Hit", "destroy that ship"), ("card", "direct-hit", "Direct Hit")],
)
def test_a_clause_and_a_card_are_shown(around: Around, site: str, kind: str, asked: str, shown: str) -> None:
    reader = around(f'<iframe src="{site}embed/{kind}/#{kind}={quote(asked)}"></iframe>')
    expect(inside(reader).locator("main")).to_contain_text(shown)
    ask(reader.page, {"mecatol": 1, "type": "ask", "id": 1, kind: "no such thing"})
    assert heard(reader.page, "problem")["id"] == "1"
    ask(reader.page, {"mecatol": 1, "type": "ask", kind: asked})
    assert heard(reader.page, "shown")["page"].startswith(site)
    assert reader.said == []


@pytest.mark.parametrize("allowed", ["", "allow-scripts"])
def test_a_sandboxed_frame_says_that_nothing_is_worked_out_in_it(around: Around, site: str, allowed: str) -> None:
    reader = around(f'<iframe sandbox="{allowed}" src="{site}embed/calculator/#ask=3%20ca%20vs%202%20dn"></iframe>')
    expect(inside(reader).get_by_text("Nothing can be worked out here")).to_be_visible()
    expect(inside(reader).get_by_role("link", name="Open in Mecatol")).to_be_visible()
    expect(inside(reader).locator("textarea")).to_be_disabled()


def test_words_of_another_page_become_links_with_previews_and_odds(around: Around, site: str) -> None:
    body = f"""<p>Beware of [[Direct Hit]], [[space cannon|the guns]] and [[no such thing]].</p>
      <pre>[[Direct Hit]]</pre>
      <mecatol-odds>3 cruisers vs 2 dreadnoughts</mecatol-odds><script src="{site}embed.js" async></script>"""
    reader = around(body)
    link = reader.page.locator("a.mecatol-term").first
    expect(link).to_have_text("Direct Hit")
    assert str(link.get_attribute("href")).startswith(f"{site}cards/action-cards/#direct-hit")
    expect(reader.page.locator("p")).to_have_text("Beware of Direct Hit, the guns and [[no such thing]].")
    expect(reader.page.locator("pre")).to_have_text("[[Direct Hit]]")
    link.hover()
    expect(reader.page.get_by_role("tooltip")).to_contain_text("destroy that ship")
    reader.page.keyboard.press("Escape")
    expect(reader.page.get_by_role("tooltip")).to_have_count(0)
    chance = mecatol.solve(BATTLE).to_json()["winner"]["Blue"]
    expect(inside(reader).locator('[data-part="brief"]')).to_contain_text(f"{100 * chance:.1f}%", timeout=PYTHON)
    assert reader.said == []


def test_only_pages_to_embed_are_shown_in_a_frame(around: Around, site: str) -> None:
    frames = f'<iframe src="{site}calculator/"></iframe>'
    reader = around(frames)
    expect(inside(reader).locator(":root")).to_have_text(
        "Mecatol does not run inside another page. Open it on its own."
    )


def test_the_script_for_other_pages_is_small(served: Place) -> None:
    assert len((served.folder / embed.SCRIPT).read_bytes()) <= 5_000
