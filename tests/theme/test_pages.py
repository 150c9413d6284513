"""Pages from content: a pure function whose result can be read without a browser."""

from __future__ import annotations

import dataclasses
import json
import re
from functools import cache
from html import unescape

import pytest
from loaded import LIBRARY, made

import content
import mecatol
from mecatol import forms
from mecatol.forms.catalogue import catalogue
from mecatol.scenario import link
from theme.adapters import html_pages
from theme.pages.all_pages import Site, pages
from theme.site.addresses import Addresses

TOPIC = LIBRARY.topics["space-cannon"]
MADE = made()
SPACE_CANNON = "rules/space-cannon.md"


def texts(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def test_the_same_content_makes_the_same_pages() -> None:
    assert pages(LIBRARY) == MADE


def test_each_page_has_a_front_matter_and_html() -> None:
    for text in MADE.values():
        front, html = re.match(r"---\n(.*?)\n---\n\n(.*)", text, re.S).groups()  # type: ignore[union-attr]
        assert json.loads(front)["title"]
        assert html.startswith("<div")


def test_every_clause_is_a_heading_with_its_id_and_a_speaking_title() -> None:
    found = {}
    stack = html_pages.headings(MADE[SPACE_CANNON])
    while stack:
        heading = stack.pop()
        found[heading.id] = heading.title
        stack.extend(heading.children)
    for clause in TOPIC.clauses:
        assert found[clause.id].startswith(clause.id)
        assert clause.title in found[clause.id]


def test_the_contents_of_a_deck_name_its_cards_and_not_their_rulings() -> None:
    (top,) = html_pages.headings(MADE["cards/action-cards.md"])
    (cards,) = top.children
    assert [card.id for card in cards.children] == list(LIBRARY.decks["action-cards"].cards)
    assert [card.children for card in cards.children if card.children] == []


def test_ids_are_unique() -> None:
    ids = re.findall(r'\sid="([^"]+)"', re.sub(r"<template.*?</template>", "", MADE[SPACE_CANNON], flags=re.S))
    assert sorted(ids) == sorted(set(ids))


def test_every_note_shows_its_state_and_an_open_one_its_odds() -> None:
    said_by = {
        "clauses": "From the rules",
        "designer": "By the designer",
        "community": "By players",
        "open": "Not settled",
    }
    for note in TOPIC.notes:
        heading, _, rest = MADE[SPACE_CANNON].partition(f'id="{note.id}"')[2].partition("</h")
        part = rest.partition("</details>")[0]
        assert LIBRARY.heading(note) in texts(f"<h3{heading}")
        assert said_by[note.state] in texts(part)
        if note.scenario and note.ruling:
            assert mecatol.RULINGS[note.ruling].title in texts(part)


def test_what_is_coming_is_named_and_not_linked() -> None:
    index = MADE["rules/index.md"]
    for slug, entry in LIBRARY.catalogue.items():
        assert entry.title in texts(index)
        assert (f'href="{slug}/"' in index) == (slug in LIBRARY.topics)
    for slug in TOPIC.related:
        if slug not in LIBRARY.topics:
            assert f"{slug}/" not in MADE[SPACE_CANNON]


def test_each_example_can_be_tried() -> None:
    tried = [unescape(address) for address in re.findall(r'href="(#1/[^"]+)" data-try', MADE[SPACE_CANNON])]
    cases = [link.read(address).scenario for address in tried]
    for example in TOPIC.examples:
        assert content.solved(example.scenario)["scenario"] in cases
    assert all(case["step"] in mecatol.STEPS for case in cases)


@cache
def everything() -> dict[str, str]:
    """Pages for the topics of all steps, whether or not their texts are written yet."""
    bare = dataclasses.replace(TOPIC, sections=(), notes=(), examples=(), related=())
    topics = {step.topic: dataclasses.replace(bare, slug=step.topic) for step in mecatol.STEPS.values()}
    return pages(dataclasses.replace(LIBRARY, topics=topics))


CATALOGUE = catalogue()


@pytest.mark.parametrize("slug", mecatol.STEPS)
def test_the_form_offers_all_that_the_declaration_does(slug: str) -> None:
    form = forms.form(slug)
    page = everything()[f"rules/{mecatol.STEPS[slug].topic}.md"]
    part = page.partition(f'step="{slug}"')[2].partition("</mecatol-calculator>")[0]
    names = set(re.findall(r'\sname="([^"]+)"', part)) | set(re.findall(r'data-name="([^"]+)"', part))
    for role in form.roles:
        for area in role.areas:
            for unit in area.units:
                assert any(name.endswith(f".{unit.slug}") for name in names)
    offered = {(entry["slug"], entry["meaning"]) for entry in CATALOGUE if slug in entry["steps"]}
    assert offered == {(effect.slug, effect.meaning) for effect in form.effects}
    for ruling in form.rulings:
        assert f"rulings.{ruling.key}" in names
    for choice in form.policies:
        assert f"policy.{choice.key}" in names
    for fact in form.facts:
        assert fact.path in names
    for edition in form.editions:
        assert f'<option value="{edition.slug}"' in part


def test_words_from_content_are_escaped() -> None:
    bad = dataclasses.replace(TOPIC, summary="a <script>alert(1)</script> & b", title="<b>")
    made = pages(dataclasses.replace(LIBRARY, topics={"space-cannon": bad}))["rules/space-cannon.md"]
    html = made.split("---", 2)[2]
    assert "<script>" not in html
    assert "&lt;b&gt;" in html


@pytest.mark.parametrize(
    ("here", "there", "folders", "on_disk"),
    [
        ("index.md", "rules/index.md", "rules/", "rules/index.html"),
        ("index.md", "rules/x.md", "rules/x/", "rules/x.html"),
        ("rules/x.md", "rules/y.md", "../y/", "y.html"),
        ("rules/x.md", "index.md", "../../", "../index.html"),
        ("rules/index.md", "rules/x.md", "x/", "x.html"),
        ("rules/x.md", "rules/x.md", "", ""),
        ("index.md", "a.zip", "a.zip", "a.zip"),
    ],
)
def test_addresses_on_a_server_and_on_disk(here: str, there: str, folders: str, on_disk: str) -> None:
    assert Addresses(True).href(here, there) == folders
    assert Addresses(False).href(here, there) == on_disk


def test_the_archive_is_offered_where_there_is_one() -> None:
    assert "mecatol.zip" not in MADE["index.md"]
    assert 'href="mecatol.zip"' in pages(LIBRARY, Site(archive="mecatol.zip"))["index.md"]
