"""Longer texts as HTML: paragraphs, lists, tables and pictures."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from loaded import LIBRARY

from content.pictures import Picture
from theme.pages.prose import block_renderer, renderer
from theme.site.addresses import Addresses

NAMES = dataclasses.replace(LIBRARY.names, pictures={"two-ships.svg": Picture(Path("two-ships.svg"), 320, 200)})
HERE = dataclasses.replace(LIBRARY, names=NAMES), Addresses(), "rules/capacity.md"
RENDER = block_renderer(*HERE, renderer(*HERE))


def test_paragraphs_and_lists() -> None:
    html = RENDER("One & *two*.\n\n1. First\n   - within\n2. Second", "A title")
    assert html == (
        "<p>One &amp; <em>two</em>.</p>\n<ol><li>First<ul><li>within</li></ul></li><li>Second</li></ol>"
    )  # fmt: skip


def test_a_table_has_headings_a_name_and_a_frame_of_its_own() -> None:
    html = RENDER("| | Cost |\n|---|---|\n| PDS | [[value:pds.space_cannon]] |", 'A "title"')
    assert 'role="region" aria-label="Table: A &#34;title&#34;" tabindex="0"' in html
    assert '<caption class="unseen">Table: A &#34;title&#34;</caption>' in html
    assert '<thead><tr><td></td><th scope="col">Cost</th></tr></thead>' in html
    assert '<th scope="row">PDS</th><td><span class="term term--value">6</span></td>' in html


def test_a_second_table_is_told_from_the_first() -> None:
    table = "| a |\n|---|\n| b |"
    assert "Table 2: A title" in RENDER(f"{table}\n\n{table}", "A title")


def test_a_picture_has_its_description_and_its_size() -> None:
    html = RENDER('![Two "ships"](pictures/two-ships.svg)', "A title")
    assert 'src="../../pictures/two-ships.svg" alt="Two &#34;ships&#34;" width="320" height="200"' in html


def test_a_note_is_found_where_a_topic_and_a_deck_share_a_slug() -> None:
    render = renderer(*HERE)
    assert 'href="../action-cards/#action-cards.when-sabotage"' in render("[[note:action-cards.when-sabotage|so]]")
    of_the_deck = render("[[note:action-cards.morale-boost-no-barrage|so]]")
    assert 'href="../../cards/action-cards/#action-cards.morale-boost-no-barrage"' in of_the_deck
