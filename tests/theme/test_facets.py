"""Cards are chosen by when they are played and in which step they act: exactly those that the solver declares."""

import re

import pytest
from loaded import LIBRARY

import mecatol
from mecatol.effects.model import Effect
from theme.pages.all_pages import pages
from theme.pages.page import Site
from theme.site import facets
from theme.site.addresses import EFFECTS, FACTIONS, GLOSSARY, PLANETS, RULES, UNITS, deck_path

PAGES = pages(LIBRARY, Site())


def entries(page: str) -> dict[str, dict[str, list[str]]]:
    """Return the facets of each card of a page, by its slug."""
    found = {}
    for attributes, slug in re.findall(r'<div class="effect-entry"([^>]*)>\s*<h3 id="([a-z0-9-]+)"', page):
        found[slug] = {name: value.split() for name, value in re.findall(r'data-(\w+)="([^"]*)"', attributes)}
    return found


def test_a_step_lists_exactly_what_the_solver_declares() -> None:
    for deck in LIBRARY.decks.values():
        shown = entries(PAGES[deck_path(deck.slug)])
        assert list(shown) == list(deck.cards)
        for step in mecatol.STEPS:
            declared = [
                slug for slug in deck.cards if isinstance(one := LIBRARY.components[slug], Effect) and step in one.steps
            ]
            assert [slug for slug, has in shown.items() if step in has.get("acts", ())] == declared


def test_a_page_offers_only_what_some_of_its_cards_have() -> None:
    offered = set()
    for deck in LIBRARY.decks.values():
        page = PAGES[deck_path(deck.slug)]
        for facet, options in re.findall(r'<select class="filter__facet" name="(\w+)"[^>]*>(.*?)</select>', page):
            first, *values = re.findall(r'<option value="([^"]*)"', options)
            assert first == ""
            assert len(values) > 1
            for value in values:
                assert any(value in has.get(facet, ()) for has in entries(page).values()), (deck.slug, facet, value)
            offered.add(facet)
    assert offered == {"when", "acts", "kind", "edition"}


@pytest.mark.parametrize(
    "path", [GLOSSARY, RULES, FACTIONS, UNITS, PLANETS, EFFECTS, *(deck_path(slug) for slug in LIBRARY.decks)]
)
def test_whatever_one_looks_through_is_filtered_by_typing(path: str) -> None:
    """What the filter puts aside are entries below it."""
    page = PAGES[path]
    assert re.search(r"<div [^>]* data-filter[ >]", page)
    _, *below = re.split(r'<div class="filter" role="search" aria-label="Find [^"]+">', page)
    assert len(below) == 1
    assert re.search(r'class="[^"]*effect-entry|<tbody|class="terms"|class="index"', below[0])


def test_every_action_card_is_played_at_some_moment() -> None:
    for slug in LIBRARY.decks["action-cards"].cards:
        assert facets.moment(LIBRARY.printed[slug].when), slug


def test_the_moment_is_read_off_the_card() -> None:
    assert facets.moment("Action") == "action"
    assert facets.moment("After an agenda is revealed") == "agenda"
    assert facets.moment("Start of combat round") == "combat"
    assert facets.moment("After a system is activated") == "movement"
    assert facets.moment("") == ""


def test_a_kind_is_what_is_printed() -> None:
    found = entries(PAGES[deck_path("objectives")])
    assert {kind for has in found.values() for kind in has["kind"]} == {"Stage-I", "Stage-II", "Secret"}
    law = facets.values(LIBRARY, LIBRARY.components["anti-intellectual-revolution"])
    assert law["kind"] == ("Law",)
    offered = facets.facets([law, {**law, "kind": ("Stays-in-play",)}])
    assert offered["kind"] == {"Law": "Law", "Stays-in-play": "Stays in play"}
