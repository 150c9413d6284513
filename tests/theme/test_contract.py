"""The contract of MkDocs: a stranger's mkdocs.yml adds pages, a plugin, colors and files, and gets what it asks for."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from loaded import LIBRARY
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from small import remembered, small_site

import content
from theme import runtime

ROOT = Path(__file__).resolve().parents[2]
RULE = "rules/space-cannon/index.html"
PLUGIN = """
from mkdocs.structure.files import File


def on_files(files, config):
    files.append(File.generated(config, "from-a-plugin.md", content="# From a plugin\\n\\nIt says **nautilus**."))
"""
ABOUT = """# About our group

We play on *Fridays*. See [Space Cannon](rules/space-cannon.md#77.5).

!!! note
    Bring snacks.

| who | what |
| --- | --- |
| Ann | Jol-Nar |
"""
STRANGER: Mapping[str, Any] = {
    "site_name": "Friday night",
    "docs_dir": "docs",
    "repo_url": "https://example.org/group/friday",
    "edit_uri": "edit/main/docs/",
    "nav": [{"Start": "index.md"}, {"About": "about.md"}, {"Plugin": "from-a-plugin.md"}, {"Rules": "rules/"}],
    "theme": {
        "name": "material",
        "custom_dir": str(ROOT / "theme" / "frame"),
        "font": False,
        "language": "de",
        "palette": {"scheme": "slate", "primary": "teal", "accent": "lime"},
        "features": ["navigation.tabs"],
    },
    "extra_css": ["ours.css"],
    "extra_javascript": ["ours.js"],
    "markdown_extensions": ["admonition", "tables", {"toc": {"permalink": True}}],
    "plugins": [],
    "hooks": ["plugin.py", str(ROOT / "theme" / "adapters" / "mkdocs_hook.py")],
    "not_in_nav": "*",
}


class Links(HTMLParser):
    """Every attribute of every tag that has one."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str, attribute: str) -> list[str]:
        return [
            str(attributes[attribute]) for name, attributes in self.found if name == tag and attribute in attributes
        ]


def made(monkeypatch: pytest.MonkeyPatch, folder: Path, more: Mapping[str, str] | None = None, **changed: Any) -> Path:
    """Build the stranger's site, with one topic of the rules and more pages of its own, and return its folder."""
    remembered(monkeypatch)
    topic = LIBRARY.topics["space-cannon"]
    monkeypatch.setattr(content, "load", lambda: dataclasses.replace(LIBRARY, topics={topic.slug: topic}))
    monkeypatch.setattr(runtime, "build", lambda *_, **__: runtime.Bundle("none.js", "", 0, "", "", "", (0, 0, 0), {}))
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setenv("MECATOL_CACHE", str(ROOT / ".cache"))
    docs = folder / "docs"
    docs.mkdir(parents=True)
    for name, text in {"about.md": ABOUT, **(more or {})}.items():
        (docs / name).write_text(text)
    (docs / "ours.css").write_text("h1 { color: teal; }")
    (docs / "ours.js").write_text("globalThis.friday = true;")
    (folder / "plugin.py").write_text(PLUGIN)
    (folder / "mkdocs.yml").write_text(yaml.safe_dump({**STRANGER, **changed}))
    config = load_config(str(folder / "mkdocs.yml"), strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    return folder / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as monkeypatch:
        return made(monkeypatch, tmp_path_factory.mktemp("stranger"))


def test_a_page_of_markdown_is_read_as_markdown(site: Path) -> None:
    page = (site / "about" / "index.html").read_text("utf-8")
    assert "<em>Fridays</em>" in page
    assert '<a href="../rules/space-cannon/#77.5">Space Cannon</a>' in page
    assert '<div class="admonition note">' in page
    assert "<td>Jol-Nar</td>" in page
    assert 'class="headerlink" href="#about-our-group"' in page
    assert re.search(r"mecatol\.[0-9a-f]{20}\.css", page)


def test_a_page_of_a_plugin_is_published_and_listed(site: Path) -> None:
    assert "<strong>nautilus</strong>" in (site / "from-a-plugin" / "index.html").read_text("utf-8")
    tabs = re.search(r'<nav class="md-tabs".*?</nav>', (site / RULE).read_text("utf-8"), re.S)
    assert tabs
    assert [" ".join(name.split()) for name in re.findall(r'class="md-tabs__link">([^<]+)<', tabs[0])] == [
        "Start",
        "About",
        "Plugin",
        "Rules",
    ]


def test_pages_that_are_added_are_found(site: Path) -> None:
    (entries,) = (site / "assets" / "mecatol").glob("search-entries.*.js")
    found = json.loads(entries.read_text("utf-8").removeprefix("Mecatol.entries = ").removesuffix(";\n"))
    added = {entry["address"]: entry for entry in found["entries"] if entry["id"].endswith(".md")}
    assert set(added) == {"about/", "from-a-plugin/"}
    assert added["about/"]["title"] == "About our group"
    assert "nautilus" in added["from-a-plugin/"]["text"]


def test_styles_and_scripts_that_are_added_come_after_ours(site: Path) -> None:
    links = Links((site / RULE).read_text("utf-8"))
    styles = [href for href in links.all("link", "href") if href.endswith(".css")]
    assert [Path(href).name.partition(".")[0] for href in styles] == ["main", "palette", "mecatol", "ours"]
    assert "../../ours.js" in links.all("script", "src")
    assert (site / "ours.js").read_text() == "globalThis.friday = true;"


def test_the_palette_and_the_language_are_those_that_are_set(site: Path) -> None:
    for name in ("about/index.html", RULE):
        page = (site / name).read_text("utf-8")
        body = next(attributes for tag, attributes in Links(page).found if tag == "body")
        assert body["data-md-color-scheme"] == "slate"
        assert body["data-md-color-primary"] == "teal"
        assert body["data-md-color-accent"] == "lime"
        assert '<html lang="de"' in page
        assert "Zum Inhalt" in page
    assert '<div lang="en">' in (site / RULE).read_text("utf-8")
    assert '<div lang="en">' not in (site / "about" / "index.html").read_text("utf-8")


def edits(page: str) -> list[str]:
    return [str(values["href"]) for tag, values in Links(page).found if tag == "a" and values.get("rel") == "edit"]


def reports(page: str) -> list[str]:
    return [str(values["href"]) for _, values in Links(page).found if "data-report" in values]


def test_a_page_that_is_added_leads_to_its_text_and_each_to_where_a_fault_is_reported(site: Path) -> None:
    about, rule = ((site / name).read_text("utf-8") for name in ("about/index.html", RULE))
    assert edits(about) == ["https://example.org/group/friday/edit/main/docs/about.md"]
    # The text of a rule is not in the stranger's repository.
    assert edits(rule) == []
    assert reports(about) == reports(rule) == ["https://example.org/group/friday/issues"]


def test_a_page_of_ours_leads_to_the_file_of_its_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MECATOL_REPO", "https://github.com/somebody/rules")
    page = (small_site(monkeypatch, tmp_path / "site") / RULE).read_text("utf-8")
    text = "https://github.com/somebody/rules/edit/main/content/topics/space-cannon.yaml"
    assert set(edits(page)) == {text}
    assert reports(page) == ["https://github.com/somebody/rules/issues/new"]
    assert 'data-md-component="source"' not in page, "Material would ask GitHub for the stars of the repository"


def test_without_a_repository_a_page_names_no_file_and_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = (small_site(monkeypatch, tmp_path / "site") / RULE).read_text("utf-8")
    assert "content/topics" not in page
    assert edits(page) == reports(page) == []


def test_without_a_nav_the_sections_come_first_and_then_every_other_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = made(monkeypatch, tmp_path, nav=None) / RULE
    names = re.findall(r'class="md-tabs__link">([^<]+)<', page.read_text("utf-8"))
    assert [" ".join(name.split()) for name in names] == [
        "Home", "Rules", "Factions", "Cards", "Calculator", "The round", "About our group", "From a plugin",
    ]  # fmt: skip


def test_a_page_of_the_same_name_takes_the_place_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    site = made(monkeypatch, tmp_path, {"index.md": "# Welcome to Friday night"})
    assert "Welcome to Friday night" in (site / "index.html").read_text("utf-8")


THEME = STRANGER["theme"]
REFUSED = {
    "another theme": ({"theme": {"name": "readthedocs"}}, "theme.name is 'readthedocs'"),
    "another frame": ({"theme": {**THEME, "custom_dir": "docs"}}, "theme.custom_dir is another folder"),
    "fonts": ({"theme": {**THEME, "font": {"text": "Roboto"}}}, "theme.font asks another site"),
    "a language": ({"theme": {**THEME, "language": "tlh"}}, "theme.language is 'tlh'"),
    "instant": ({"theme": {**THEME, "features": ["navigation.instant.prefetch"]}}, "navigation.instant.prefetch"),
    "tracking": ({"theme": {**THEME, "features": ["navigation.tracking"]}}, "navigation.tracking"),
    "a style": ({"extra_css": ["https://example.org/x.css"]}, "extra_css has https://example.org/x.css"),
    "a script": ({"extra_javascript": ["//example.org/x.js"]}, "extra_javascript has //example.org/x.js"),
    "the search": ({"plugins": ["search"]}, "plugins has search"),
    "analytics": ({"extra": {"analytics": {"provider": "x"}}}, "extra has analytics"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_honored_stops_the_build_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    changed, said = REFUSED[case]
    with pytest.raises(Abort):
        made(monkeypatch, tmp_path, **changed)
    assert "Mecatol cannot be built as mkdocs.yml is set:" in caplog.text
    assert said in caplog.text
    assert "Traceback" not in caplog.text
