"""What a page looks at decides when it is made again: all that it shows is in its view, and in the hash of that."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from loaded import LIBRARY, made

from content import results
from content.model import Library, Topic
from theme.pages import all_pages
from theme.pages.all_pages import Site, pages
from theme.pages.page import CODE
from theme.pages.views import Views

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "space-cannon"


def test_every_page_is_the_same_from_its_view_as_from_the_whole_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Views, "_outline", Views._whole)
    assert dict(pages(LIBRARY)) == dict(made())


def test_a_page_is_made_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_pages, "home_page", lambda *_: pytest.fail("nobody has asked for it"))
    found = pages(LIBRARY)
    assert "index.md" in found
    assert found["round.md"] is found["round.md"]


def test_every_module_that_makes_pages_is_in_their_hash() -> None:
    script = "import json, sys, theme.pages.all_pages; print(json.dumps([m for m in sys.modules if m[:6] == 'theme.']))"
    path = {"PYTHONPATH": f"{ROOT}:{ROOT / 'solver'}"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=path, capture_output=True, text=True, check=True
    )
    rooms = {name.split(".")[1] for name in json.loads(done.stdout)}
    assert rooms <= {*CODE}


@pytest.fixture
def remade(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """The pages that were made since the last look, with a store of its own."""
    found: list[str] = []
    monkeypatch.setenv("MECATOL_CACHE", str(tmp_path))
    monkeypatch.setattr(results, "active", True)
    monkeypatch.setattr(results, "_shelves", [])
    shelf = results.Shelf("pages")
    get = shelf.get

    def noted(key: str, make: object) -> str:
        return get(key, lambda: found.append(key) or make())  # type: ignore[operator]

    monkeypatch.setattr(shelf, "get", noted)
    monkeypatch.setattr(all_pages, "_PAGES", shelf)
    yield found
    results.settle()


def few(topic: Topic) -> Library:
    """Return the library with one topic alone."""
    return replace(LIBRARY, topics={topic.slug: topic})


def test_a_word_remakes_the_pages_that_show_it_and_no_other(remade: list[str]) -> None:
    topic = LIBRARY.topics[TOPIC]
    first = dict(pages(few(topic)))
    assert len(remade) == len(first)
    remade.clear()
    assert dict(pages(few(topic))) == first
    assert remade == []
    now = dict(pages(few(replace(topic, intro="Quite another beginning."))))
    changed = {path for path in first if first[path] != now[path]}
    assert f"rules/{TOPIC}.md" in changed
    assert len(changed) <= len(remade) < len(first) - 30


@pytest.mark.parametrize("kind", ["topic", "title", "example", "faction", "code", "site", "card"])
def test_no_kept_page_is_older_than_its_sources(remade: list[str], monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    topic = LIBRARY.topics[TOPIC]
    library, site = few(topic), Site()
    path = "factions/nekro-virus.md" if kind in ("faction", "card") else f"rules/{TOPIC}.md"
    before = pages(library, site)[path]
    remade.clear()
    match kind:
        case "topic":
            library = few(replace(topic, summary="A new summary."))
        case "title":  # of another topic, to which it links
            names = {**LIBRARY.names.topics, "bombardment": "the bombs"}
            library = replace(library, names=replace(LIBRARY.names, topics=names))
        case "example":
            library = few(replace(topic, examples=topic.examples[1:]))
        case "faction":
            told = replace(LIBRARY.factions["nekro-virus"], intro="They take.")
            library = replace(library, factions={**LIBRARY.factions, "nekro-virus": told})
        case "card":
            slug, one = next(iter(LIBRARY.components_of("nekro-virus").items()))
            library = replace(library, components={**LIBRARY.components, slug: replace(one, name="Another Name")})
        case "code":
            monkeypatch.setattr(results, "code", lambda *_: "other code")
        case "site":
            site = Site(replace(site.addresses, directory_urls=False))
    now = pages(library, site)[path]
    assert len(remade) == 1
    assert now != before or kind in ("code", "title")
