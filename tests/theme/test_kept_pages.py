"""Pages are made when they are asked for, and kept under all that any page may look at."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from loaded import LIBRARY

from content import results
from content.model import Library, Topic
from mecatol.effects.model import Component
from theme.pages import all_pages
from theme.pages import page as page_module
from theme.pages.all_pages import Site, pages
from theme.pages.page import CODE

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "space-cannon"


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


@pytest.fixture
def templates(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A copy of the templates, of which the pages are made."""
    copy = tmp_path / "templates"
    shutil.copytree(page_module.TEMPLATES, copy)
    monkeypatch.setattr(page_module, "TEMPLATES", copy)
    page_module._environment.cache_clear()
    yield copy
    page_module._environment.cache_clear()


def few(topic: Topic) -> Library:
    """Return the library with one topic alone."""
    return replace(LIBRARY, topics={topic.slug: topic})


def test_what_has_not_changed_is_not_made_again(remade: list[str]) -> None:
    topic = LIBRARY.topics[TOPIC]
    first = dict(pages(few(topic)))
    assert len(remade) == len(first)
    remade.clear()
    assert dict(pages(few(topic))) == first
    assert remade == []


@pytest.mark.parametrize("kind", ["topic", "title", "example", "faction", "code", "site", "card", "template", "part"])
def test_no_kept_page_is_older_than_its_sources(
    remade: list[str], monkeypatch: pytest.MonkeyPatch, templates: Path, kind: str
) -> None:
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
        case "template" | "part":
            write(templates, "topic.html" if kind == "template" else "parts/note.html", "<b>Mended.</b>")
        case "site":
            site = Site(replace(site.addresses, directory_urls=False))
    now = pages(library, site)[path]
    assert len(remade) == 1
    assert now != before or kind in ("code", "title")


def write(templates: Path, name: str, more: str) -> None:
    """Give a template more to show, between two builds: at its end, or at the beginning of its first macro."""
    results.settle()
    text = (templates / name).read_text("utf-8")
    changed, found = re.subn(r"(\{%-? macro [^%]*%\})", rf"\1{more}", text, count=1)
    (templates / name).write_text(changed if found else text + more, "utf-8")


def test_a_page_made_after_its_template_has_changed_is_not_kept_as_the_old_one(
    remade: list[str], templates: Path
) -> None:
    text = (templates / "glossary.html").read_text("utf-8")
    found = pages(LIBRARY)
    write(templates, "glossary.html", "<b>Mended.</b>")
    assert "Mended" in found["glossary.md"]  # asked for before the site is built anew
    results.settle()
    (templates / "glossary.html").write_text(text, "utf-8")
    assert "Mended" not in pages(LIBRARY)["glossary.md"]


def test_no_set_is_in_what_a_page_is_kept_under() -> None:
    """Each process has an order of its own for the members of a set, so that no hash of one is found again."""
    seen = replace(LIBRARY, components={slug: of_record(one) for slug, one in LIBRARY.components.items()})
    assert list(sets(seen)) == []


def of_record(component: Component) -> Any:
    """Return what is hashed of a component."""
    return [getattr(component, one.name) for one in fields(Component)]


def sets(value: object) -> Iterator[object]:
    """Yield every set below a value that has more than one member."""
    if isinstance(value, (set, frozenset)) and len(value) > 1:
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from sets(getattr(value, one.name))
    elif isinstance(value, Mapping):
        yield from sets([*value.keys(), *value.values()])
    elif isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        for member in value:
            yield from sets(member)
