"""Another generator than MkDocs builds the same site: `theme.adapters.zensical` writes it all that it needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from once import made_once
from places import Place, serve
from playwright.sync_api import expect
from reading import OFFENSE, RULE, Open, Reader

from theme.build.archive import NAME
from theme.build.offline import WORKER
from theme.build.publishing import HEADERS, HTACCESS, SITEMAP
from theme.pages import changes

pytestmark = [pytest.mark.browser, pytest.mark.long]
ROOT = Path(__file__).resolve().parents[2]
TEXT = re.compile(r'<article class="md-content__inner md-typeset">(.*)</article>', re.S)
ARCHIVE = re.compile(r'<section aria-labelledby="offline">.*?</section>', re.S)
SKIPPED = re.compile(r'<a id="__skip" tabindex="-1"></a>')
FRAME = re.compile(r"assets/(javascripts|stylesheets)/")
ENTRIES = re.compile(r"search-entries\.\w+\.js$")
"""What the search knows, which is named by its contents: in MkDocs' site that is the archive, too."""


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The site as Zensical builds it, for an address, behind a server."""

    def build(folder: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "theme.adapters.zensical", str(folder / "made")],
            cwd=ROOT,
            env={**os.environ, "MECATOL_URL": "https://example.org/"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"Zensical cannot build the site:\n{done.stdout}\n{done.stderr}"

    with serve(made_once(tmp_path_factory, "zensical", build) / "made" / "site") as place:
        yield place


def text(page: Path) -> str:
    """What stands beside the navigation, but for the way to the archive, which only MkDocs' site holds."""
    found = TEXT.search(page.read_text("utf-8"))
    assert found, page
    shown = SKIPPED.sub("", ARCHIVE.sub("", found[1])).replace('href="./', 'href="')
    return " ".join(re.sub(r">\s+<", "><", shown).split())


def test_every_page_says_the_same(other: Place, served: Place) -> None:
    assert sorted(other.pages()) == sorted(served.pages())
    assert [
        path
        for path in other.pages()
        if text(other.folder / path / "index.html") != text(served.folder / path / "index.html")
    ] == []


def test_every_other_file_is_there_as_well(other: Place, served: Place) -> None:
    def names(place: Place) -> set[str]:
        every = (path.relative_to(place.folder).as_posix() for path in place.folder.rglob("*") if path.is_file())
        shared = {path for path in every if not FRAME.match(path)}  # each brings its own edition of the frame
        return {ENTRIES.sub("search-entries.js", path) for path in shared}

    assert names(served) - names(other) == {NAME}
    assert {WORKER, HEADERS, HTACCESS, SITEMAP, *changes.FEEDS} <= names(other)


@pytest.fixture
def reader(open_page: Open, other: Place) -> Reader:
    return open_page(other.page(RULE))


def test_a_rule_looks_the_same(reader: Reader, open_page: Open, served: Place) -> None:
    first = open_page(served.page(RULE))
    for selector in (".md-header", ".md-tabs", ".md-sidebar--secondary", "article", "h1", "#examples", "footer"):
        places = [one.page.locator(selector).first.bounding_box() for one in (reader, first)]
        for side in ("x", "y", "width", "height"):
            here, there = (place[side] for place in places if place)
            assert abs(here - there) <= 16, (selector, side)  # Zensical leaves room for the bar by which it scrolls
    assert reader.said == []


def test_the_search_finds(reader: Reader, other: Place) -> None:
    reader.search("sustain damage").click()
    expect(reader.page).to_have_url(re.compile(re.escape(other.page("rules/sustain-damage/"))))
    assert reader.said == []


def test_a_calculator_answers(reader: Reader) -> None:
    reader.calculate(OFFENSE)
    expect(reader.answered(OFFENSE).locator(".result__headline")).to_contain_text("%")
    assert reader.said == []
