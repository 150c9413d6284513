"""What the pages and the form say: the words of players, and nothing of the notation."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from places import Place
from playwright.sync_api import expect
from reading import Open, more

BEFORE = (
    "fights to the end", "another way: in the form", "What else they have and choose", "Choices, rulings, edition",
    "Does not use", "Starting Python", "No planet is named on which", "also from next door", "has no power over it",
    "ystem with nothing that matters", "by common edges", "is the last of at least",
    ": the odds<", "policy.play", "policy.direct_hit",
)  # fmt: skip
"""What pages and scripts said before, in words that nobody says at a table."""
NAME = re.compile(r'\b(data-)?name="[^"]*"')
"""What a field is called in a case: no reader sees it."""
CODE = re.compile(r"<(script|style|pre|code|template|svg)\b.*?</\1>", re.S)


def words(html: str) -> str:
    """What a page says, without its tags, and without what its attributes hold."""
    text = re.sub(r"<[^>]*>", "", re.sub(r"</(p|li|h\d|td|th|dt|dd|option|button)>", "\n", CODE.sub(" ", html)))
    return " ".join(unescape(text).split())


def test_no_page_says_what_nobody_says(served: Place) -> None:
    found = []
    for path in served.pages():
        html = NAME.sub("", (served.folder / path / "index.html").read_text(encoding="utf-8"))
        said = words(html)
        found += [(path, before) for before in BEFORE if before in html]
        found += [(path, one) for one in re.findall(r"`[^`]*`|\d\.\d?0%|[Tt]he The \w+", said)]
    assert found == []


def test_the_search_finds_words_and_no_notation(served: Place) -> None:
    scripts = [
        *served.folder.glob("assets/mecatol/search-entries.*.js"),
        *served.folder.glob("assets/mecatol/previews.*.js"),
    ]
    assert len(scripts) == 2
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert re.findall(r"(?<=[a-z ])`[a-z_.: {}]+`|the The \w+|policy\.\w+", text) == []


@pytest.mark.browser
@pytest.mark.parametrize("step", ["space-combat", "sustain-damage", "agenda-votes", "technology"])
def test_a_fold_counts_what_is_set_and_nothing_once_all_is_empty(open_page: Open, served: Place, step: str) -> None:
    reader = open_page(served.page(f"calculator/{step}/"))
    calculator = reader.answered(step)
    more(calculator, "Empty")
    expect(calculator.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    signs = calculator.locator('summary [data-part="count"]')
    expect(signs.filter(has_text=re.compile(r"set|changed"))).to_have_count(0)
    assert json.dumps(reader.said) == "[]"


@pytest.mark.browser
def test_the_button_of_the_header_leads_to_the_field_and_counts_for_listeners_only(
    open_page: Open, served: Place
) -> None:
    reader = open_page(served.page(""))
    reader.page.get_by_role("button", name="Search", exact=True).click()
    box = reader.page.get_by_role("searchbox", name="Search")
    expect(box).to_be_focused()
    box.press_sequentially("bombardment")
    expect(reader.page.locator(".hit").first).to_be_visible()
    expect(reader.page.locator(".finder--page .finder__said")).to_have_class(re.compile("unseen"))
    assert json.dumps(reader.said) == "[]"
