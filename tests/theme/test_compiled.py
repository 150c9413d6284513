"""A compiled template is kept for its own text, its place and the settings that it was read by."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from content import results
from theme.store import compiled
from theme.store.compiled import Compiled


@pytest.fixture
def render(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Returns what a template shows, and whether it had to be compiled."""
    monkeypatch.setenv("MECATOL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(results, "active", True)
    monkeypatch.setattr(results, "_shelves", [])
    monkeypatch.setattr(compiled, "_SHELF", results.Shelf("templates"))

    def found(text: str, name: str = "page.html", shout: str = "!", **settings: Any) -> tuple[str, bool]:
        (tmp_path / name).write_text(text)
        environment = Environment(loader=FileSystemLoader(tmp_path), **settings)
        environment.filters["shout"] = lambda word: word + shout
        environment.bytecode_cache = Compiled(environment, lambda: shout)
        made: list[str] = []
        generate = environment._generate

        def noted(*given: Any, **more: Any) -> str:
            made.append(name)
            return generate(*given, **more)

        monkeypatch.setattr(environment, "_generate", noted)
        shown = environment.get_template(name).render()
        results.settle()  # as at the end of a build: the next one reads the file
        return shown, bool(made)

    return found


def test_a_template_is_compiled_once(render: Any) -> None:
    assert render("{{ 'A' | lower }}") == ("a", True)
    assert render("{{ 'A' | lower }}") == ("a", False)
    assert render("{{ 'A' | upper }}") == ("A", True)
    assert render("{{ 'A' | lower }}", "other.html") == ("a", True)  # tracebacks name the file


def test_a_setting_that_changes_how_it_is_read_has_it_compiled_again(render: Any) -> None:
    text = "{% if true %}\nA{% endif %}<{{ '<' }}"
    assert render(text) == ("\nA<<", True)
    assert render(text, trim_blocks=True) == ("A<<", True)
    assert render(text, autoescape=True) == ("\nA<&lt;", True)
    assert render(text, extensions=["jinja2.ext.do"]) == ("\nA<<", True)


def test_a_filter_that_changed_has_it_compiled_again(render: Any) -> None:
    assert render("{{ 'A' | shout }}") == ("A!", True)
    assert render("{{ 'A' | shout }}", shout="?") == ("A?", True)
