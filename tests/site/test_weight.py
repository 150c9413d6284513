"""What pages weigh, by kind: tests/site/budgets.yaml says how much each may, on the wire and in elements."""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from places import Place
from playwright.sync_api import expect
from reading import RULE, Open

pytestmark = pytest.mark.browser
BUDGETS = yaml.safe_load(Path(__file__).with_name("budgets.yaml").read_text("utf-8"))
LAID_BY = {"noscript", "template"}
"""Elements whose contents a browser with scripts does not build."""


class Weighed(NamedTuple):
    """What a page comes to before anything on it is opened."""

    wire: float
    """kB of the page and what it asks for, packed with gzip."""
    alone: float
    """kB of the page by itself, which is what comes when a reader goes on to it."""
    nodes: int
    requests: int


class _Counter(HTMLParser):
    """Counts the elements that a browser with scripts builds, and notes what the page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes = 0
        self.asked: set[str] = set()
        self._within = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._within:
            self.nodes += 1
            values = dict(attrs)
            if tag == "script" and values.get("src"):
                self.asked.add(str(values["src"]))
            elif tag == "link" and values.get("rel") in {"stylesheet", "icon", "manifest", "preload"}:
                self.asked.add(str(values["href"]))
            elif tag == "img" and values.get("loading") != "lazy":
                self.asked.add(str(values["src"]))
        self._within += tag in LAID_BY

    def handle_endtag(self, tag: str) -> None:
        self._within -= tag in LAID_BY


@cache
def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def weighed(site: Path, page: str) -> Weighed:
    counter = _Counter()
    counter.feed((site / page).read_text("utf-8"))
    own = site / page
    files = {
        own,
        *(
            (site / asked.lstrip("/") if asked.startswith("/") else own.parent / asked).resolve()
            for asked in counter.asked
        ),
    }
    return Weighed(sum(packed(file) for file in files) / 1000, packed(own) / 1000, counter.nodes, len(files) - 1)


def budget(page: str) -> dict[str, float]:
    fitting = [kind for kind in BUDGETS if re.fullmatch(kind["pages"], page)]
    assert fitting, f"{page} is of no kind that tests/site/budgets.yaml names"
    return dict(fitting[0])


def test_no_page_weighs_more_than_its_kind_may(built: Path) -> None:
    over = {}
    for path in sorted(built.rglob("*.html")):
        page = path.relative_to(built).as_posix()
        found, most = weighed(built, page), budget(page)
        if any(value > most[name] for name, value in found._asdict().items()):
            over[page] = found
    assert over == {}


def test_a_browser_builds_what_was_counted(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    built = reader.page.evaluate("() => document.querySelectorAll('*').length")
    assert abs(built - weighed(served.folder, f"{RULE}index.html").nodes) < 20  # a few come by scripts
    assert built <= budget(f"{RULE}index.html")["nodes"]
    assert (
        len([url for url in reader.asked if not url.startswith("data:")]) <= 1 + budget(f"{RULE}index.html")["requests"]
    )


@pytest.mark.parametrize(("page", "folded"), [("effects/", True), ("cards/action-cards/", False)])
def test_a_browser_works_out_the_styles_of_a_long_page_once(
    open_page: Open, served: Place, tmp_path: Path, page: str, folded: bool
) -> None:
    """A class that changes on the whole page, or a scheme that is told late, would make it start again."""
    reader = open_page("about:blank", width=412, height=823)
    browser = reader.page.context.browser
    assert browser
    browser.start_tracing(page=reader.page, path=tmp_path / "trace.json", categories=["devtools.timeline"])
    reader.page.goto(served.page(page))
    reader.page.locator(".filter input").wait_for()
    reader.page.wait_for_timeout(500)
    browser.stop_tracing()
    events = json.loads((tmp_path / "trace.json").read_bytes())["traceEvents"]
    counted = [event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree"]
    nodes = weighed(served.folder, f"{page}index.html").nodes
    assert (200 if folded else nodes / 3) < sum(counted) < 2 * nodes  # what is folded has no styles yet


def test_nothing_is_published_that_no_page_asks_for(built: Path) -> None:
    names = [path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()]
    assert [name for name in names if name.endswith(".map") or "/lunr/" in name or "/workers/" in name] == []
    for path in [*built.rglob("*.css"), *built.rglob("*.js")]:
        assert "sourceMappingURL" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("path", ["rules/space-combat/", "rules/space-cannon/", "rules/tactical-action/"])
def test_a_rule_is_light_as_a_document(served: Place, path: str) -> None:
    """All of it, as a browser without scripts builds it; the longest rules with the largest forms."""
    text = (served.folder / path / "index.html").read_text("utf-8")
    assert len(text.encode()) <= 150_000
    assert len(re.findall(r"<[a-z]", text)) <= 2_500


def test_a_form_that_does_not_come_is_told_and_comes_when_opened_again(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE))
    fold = reader.page.locator(".calculator-fold").first
    reader.page.route("**/form-*.js", lambda route: route.abort())
    fold.locator("summary").first.click()
    expect(fold.get_by_role("alert")).to_contain_text("This part did not load")
    reader.page.unroute("**/form-*.js")
    fold.locator("summary").first.click()
    fold.locator("summary").first.click()
    expect(fold.locator("mecatol-calculator[ready]")).to_be_visible()
    expect(fold.get_by_role("alert")).to_have_count(0)


def test_answers_are_complete_without_scripts(open_page: Open, served: Place) -> None:
    """Those of a long page are on one beside it, with links that hold."""
    reader = open_page(served.page("rules/space-cannon/"), javascript=False)
    example = reader.page.locator(".example").nth(2)
    example.locator("summary").first.click()
    example.get_by_role("link", name="The whole answer").click()
    expect(reader.page.locator(".example figure").nth(2)).to_be_visible()
    reader.page.locator(".example__foot .clause-ref").first.click()
    assert "/rules/space-cannon/#77." in reader.page.url
    reader = open_page(served.page("rules/space-cannon/"), javascript=False)
    fold = reader.page.locator(".calculator-fold").first
    fold.locator("summary").first.click()
    expect(fold.locator(".calculator__result")).to_be_visible()
    expect(fold.get_by_role("link", name="On a page of its own")).to_be_visible()


def test_an_example_is_built_when_it_is_opened_and_stays_findable_by_its_title(open_page: Open, place: Place) -> None:
    reader = open_page(place.page(RULE))
    example = reader.page.locator(".example").nth(2)
    expect(example.locator("figure")).to_have_count(0)
    expect(example.locator(".example__answer")).to_have_text(re.compile(r"\."))
    example.locator("summary").click()
    expect(example.locator("figure")).to_be_visible()
    expect(example.locator("noscript")).to_have_count(0)
    name = example.locator("h3").get_attribute("id")
    other = open_page(place.page(f"{RULE}#{name}"))
    expect(other.page.locator(".example").nth(2).locator("figure")).to_be_visible()
    assert reader.said == other.said == []


@pytest.mark.parametrize("to", ["#calculator-space-cannon-defense", "#calc=space-cannon-defense&scenario={}"])
def test_a_calculator_opens_for_a_link_that_leads_to_it(open_page: Open, served: Place, to: str) -> None:
    reader = open_page(served.page(RULE))
    expect(reader.page.locator("mecatol-calculator")).to_have_count(0)
    reader.page.evaluate("to => { location.hash = to; }", to)
    expect(reader.page.locator("mecatol-calculator[ready]")).to_have_attribute("step", "space-cannon-defense")
    expect(reader.page.locator("mecatol-calculator form")).to_be_visible()


def test_contents_are_in_the_drawer_on_a_phone_and_the_top_is_one_tap_away(open_page: Open, served: Place) -> None:
    reader = open_page(served.page(RULE), width=360, height=740)
    link = reader.page.get_by_role("link", name="77.5.a").first
    expect(link).not_to_be_in_viewport()
    reader.page.get_by_role("button", name="Navigation").click()
    reader.page.locator(".md-nav__item--active > label[for=__toc]").click()
    link.click()
    expect(reader.page.locator('[id="77.5.a"]')).to_be_in_viewport()
    reader.page.mouse.wheel(0, 2000)
    reader.page.wait_for_timeout(200)
    reader.page.mouse.wheel(0, -300)
    back = reader.page.get_by_role("button", name="Back to top")
    back.click()
    expect(reader.page.locator("h1")).to_be_in_viewport()
    expect(back).to_be_hidden()
