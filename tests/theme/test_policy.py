"""What a page may run: the scripts of templates, by their hash, and nothing that got into the page by another way."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from mkdocs.exceptions import Abort
from small import TOPIC, small_site

from theme.build import policy

FIRST = (policy._FRAME / "partials" / "first.html").read_text("utf-8")
KNOWN = re.findall(r"<script>.*?</script>", FIRST, re.S)[-1]

HOSTILE = 'a "straight" quote"><script>smuggled = 1</script><b title=\'x\'>&amp;'


def page(body: str) -> str:
    return f'<head><meta charset="utf-8"></head>{body}'


def scripts_of(made: str) -> str:
    found = re.search(r"script-src ([^;]*)", made)
    assert found
    return found[1]


def test_a_script_of_a_template_is_allowed_by_its_hash_alone() -> None:
    made = policy.secure(page(f'{KNOWN}<script src="x.js"></script>'), offline=False)
    assert made.index("Content-Security-Policy") < made.index("<script")
    allowed = scripts_of(made)
    assert allowed.count("'sha256-") == 1
    assert "unsafe-inline" not in allowed
    assert "unsafe-eval" not in allowed.replace("wasm-unsafe-eval", "")
    with pytest.raises(ValueError, match="charset"):
        policy.secure("<html></html>", offline=True)


@pytest.mark.parametrize(
    "script",
    [
        "<script>smuggled = 1</script>",
        "<SCRIPT\n>smuggled = 1</SCRIPT\n>",
        "<script type=module>smuggled = 1</script>",
        '<script data-x="1">smuggled = 1</script >',
        f"<script>{KNOWN.removeprefix('<script>').removesuffix('</script>')};smuggled = 1</script>",
    ],
)
@pytest.mark.parametrize("offline", [False, True])
def test_a_script_that_no_template_holds_stops_the_build(script: str, offline: bool) -> None:
    with pytest.raises(policy.UnknownScriptError, match=r"no template holds"):
        policy.secure(page(KNOWN + script), offline)


class Reader(HTMLParser):
    """Reads a page as a browser does: its description, its title, its scripts and what stands on tags."""

    def __init__(self) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.title = ""
        self.scripts: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self._inside = tag
        if tag == "meta":
            self.meta[str(values.get("name") or values.get("http-equiv"))] = str(values.get("content"))
        if tag == "script" and "src" not in values and values.get("type") != "application/json":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data
        if self._inside == "script" and self.scripts:
            self.scripts[-1] += data


def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text("utf-8"))
    return reader


def test_words_of_a_topic_stay_words_wherever_a_template_puts_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In the description, the title, the table of contents and the text."""
    sections = tuple(
        dataclasses.replace(
            section,
            clauses=tuple(dataclasses.replace(clause, title=HOSTILE) for clause in section.clauses),
        )
        for section in TOPIC.sections
    )
    topic = dataclasses.replace(TOPIC, title=HOSTILE, summary=HOSTILE, sections=sections)
    site = small_site(monkeypatch, tmp_path / "site", topic)
    found = read(site / "rules" / "space-cannon" / "index.html")
    assert found.meta["description"] == HOSTILE
    assert found.title.startswith(HOSTILE)
    assert not [code for code in found.scripts if "smuggled" in code]

    for name in ("index.html", "404.html"):
        other = read(site / name)
        rules = other.meta["Content-Security-Policy"]
        assert rules.count("'sha256-") == len(set(other.scripts)) > 0
        assert "unsafe-inline" not in scripts_of(rules)


def test_a_page_with_a_script_of_nobody_s_is_not_published(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    smuggling = "---\n{}\n---\n<script>smuggled = 1</script>"
    monkeypatch.setattr("theme.pages.all_pages.home_page", lambda *_: smuggling)
    with pytest.raises(Abort):
        small_site(monkeypatch, tmp_path / "site", TOPIC, altered=True)
    assert "index.html: the page holds an inline script that no template holds: smuggled" in caplog.text
