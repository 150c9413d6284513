"""What comes into a page when it is opened is in a script, and for readers without scripts on a page."""

from __future__ import annotations

import json
import re

from theme.build.folded import ANSWERS, Folded, folded

LONG = "Much more. " * 4_000


def example(name: str, more: str = "") -> str:
    return (
        f'<details class="example"><summary><h3 id="{name}">One</h3></summary><noscript>'
        f'<!--later {name}-->{more}<p>\n  Seven.</p> <a href="#1.2">1.2</a>'
        "<details><summary>All</summary></details><!--/later-->"
        "</noscript></details>"
    )


def page(name: str, more: str = "") -> str:
    form = f"<!--later form-space-combat--><form>{name}</form><!--/later-->"
    return f"<h1>The {name} &amp; more</h1><section>{example(f'{name}.one', more)}</section><noscript>{form}</noscript>"


def split(**pages: str) -> Folded:
    return folded(
        {f"rules/{name}.md": text for name, text in pages.items()},
        lambda name, suffix, content: f"assets/{name}.{suffix}",
        lambda content: f"sha256-{len(content)}",
        lambda path: path.replace(".md", "/"),
        "assets/style.css",
    )


def pieces(found: Folded, path: str) -> dict[str, str]:
    text = found.scripts[path].decode()
    held: dict[str, str] = json.loads(text[text.index("{}, ") + 4 : text.rindex(");")])
    return held


def test_a_form_is_one_script_for_all_pages() -> None:
    found = split(short=page("short"), other=page("other"))
    assert list(found.scripts) == ["assets/form-space-combat.js"]
    assert pieces(found, "assets/form-space-combat.js") == {"form-space-combat": "<form>short</form>"}
    size = len(found.scripts["assets/form-space-combat.js"])
    for name in ("short", "other"):
        shown = found.page(page(name))
        assert f'data-later="assets/form-space-combat.js#sha256-{size}" data-piece="form-space-combat"' in shown
        assert "<form>" not in shown
        assert "Seven." in shown
        assert "<!--" not in shown


def test_answers_of_a_long_page_come_by_a_script_and_are_on_a_page() -> None:
    found = split(long=page("long", LONG), short=page("short"))
    shown = found.page(page("long", LONG))
    assert "Seven." not in shown
    assert re.search(rf'<a data-later="assets/answers-long.js#[^"]*" href="{ANSWERS}#long.one">The whole', shown)
    held = pieces(found, "assets/answers-long.js")
    assert held == {
        "long.one": LONG + '<p>\nSeven.</p> <a href="#1.2">1.2</a><details><summary>All</summary></details>'
    }
    (there,) = found.answers
    assert there == f"rules/long/{ANSWERS}"
    answers = found.answers[there]
    assert '<h3 id="long.one">One</h3>' in answers
    assert "<summary>One" not in answers
    assert "<details><summary>All</summary></details>" in answers
    assert '<a href="./#1.2">1.2</a>' in answers  # a clause of the page beside it
    assert "<h1>The long &amp; more: worked examples</h1>" in answers
    assert 'href="../../assets/style.css"' in answers
    assert "<noscript>" not in answers


def test_on_a_disk_nothing_comes_later() -> None:
    shown = Folded().page(page("long"))
    assert "<form>long</form>" in shown
    assert "Seven." in shown
    assert "<!--" not in shown
