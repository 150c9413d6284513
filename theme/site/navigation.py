"""The navigation of the site: its sections, each a tree of titles and pages, as `nav` of MkDocs takes it.

An entry of `nav` that names a section by its folder (``rules/``) stands for all of its pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from content.model import Library
from mecatol.domain.editions import EDITIONS as EDITION_NAMES
from mecatol.domain.factions import FACTIONS as ALL_FACTIONS
from theme.site.addresses import (
    BEST_FLEET,
    CARDS,
    COVERAGE,
    DATA,
    EDITIONS,
    EFFECTS,
    FACTIONS,
    FIRST_FLEETS,
    GAMES,
    PLANETS,
    PLANS,
    PYTHON,
    ROUND,
    RULES,
    TECHNOLOGY_TREE,
    UNITS,
    WORTH,
    deck_path,
    edition_path,
    faction_path,
    index_path,
    kind_path,
    topic_path,
)
from theme.site.steps import groups, page_of
from theme.site.ways import BEHIND, KINDS, MAIN, ORDERS, by_kind

type Nav = list[str | dict[str, Any]]
"""What MkDocs takes: paths, titles with a path, and titles with a list of the same."""

_LAB = (GAMES, BEST_FLEET, WORTH, FIRST_FLEETS, PLANS)
"""The pages of the lab, which stand behind the calculators."""
_BEHIND = {EFFECTS, COVERAGE, DATA, PYTHON, *_LAB}
_ELSEWHERE = {RULES, ROUND, CARDS, FACTIONS, UNITS, PLANETS, TECHNOLOGY_TREE, EDITIONS, *_BEHIND}
"""Ways that are the first page of a section or a tab, or stand in another section than that of the rules."""


def sections(library: Library) -> Mapping[str, Nav]:
    """Return the pages of each section by the folder that names it in `nav`."""
    found: Mapping[str, Nav] = {
        "rules/": _rules(library),
        "factions/": _factions(library),
        "cards/": _cards(library),
        "calculator/": _calculators(library),
    }
    return {folder: _escaped(nav) for folder, nav in found.items()}


def _escaped(nav: Any) -> Any:
    """Return a navigation with its titles as HTML, which is what generators print them as."""
    if isinstance(nav, list):
        return [_escaped(entry) for entry in nav]
    return (
        {escape(title, quote=False): _escaped(value) for title, value in nav.items()} if isinstance(nav, dict) else nav
    )


def expanded(nav: Iterable[Any], known: Mapping[str, Nav]) -> list[Any]:
    """Return a `nav` with each of the known sections in the place of its folder; all else stays as it is."""

    found: list[Any] = []
    for entry in nav:
        if isinstance(entry, Mapping):
            found.append({title: _within(value, known) for title, value in entry.items()})
        else:
            found += known.get(entry, [entry]) if isinstance(entry, str) else [entry]
    return found


def _within(value: Any, known: Mapping[str, Nav]) -> Any:
    """Return what stands under a title."""
    return expanded(value, known) if isinstance(value, list) else known.get(value, value)


def _rules(library: Library) -> Nav:
    orders = [order for order in ORDERS if index_path(order) != RULES]
    ways = [way for way in (*MAIN, *BEHIND) if way.path not in _ELSEWHERE]
    kinds = [
        {KINDS[kind]: [{KINDS[kind]: kind_path(kind)}, *({one.title: topic_path(one.slug)} for one in entries)]}
        for kind, entries in by_kind(library).items()
    ]
    return [
        {"All rules": RULES},
        *kinds,
        *({way.title: way.path} for way in ways),
        *({f"Rules {ORDERS[order].lower()}": index_path(order)} for order in orders),
        {
            "Editions": [
                {"All editions": EDITIONS},
                *({EDITION_NAMES[one]: edition_path(one)} for one in library.editions),
            ]
        },
    ]


def _factions(library: Library) -> Nav:
    told = sorted((ALL_FACTIONS[slug] for slug in library.factions), key=lambda one: one.name.removeprefix("The "))
    return [{"All factions": FACTIONS}, *({one.name: faction_path(one.slug)} for one in told)]


def _cards(library: Library) -> Nav:
    decks = [{deck.title: deck_path(deck.slug)} for deck in library.decks.values()]
    more = [
        {"Technology Tree": TECHNOLOGY_TREE},
        {"Planets and Systems": PLANETS},
        {"Effects": EFFECTS},
        {"Units": UNITS},
    ]
    return [{"All cards": CARDS}, *decks, *more]


def _calculators(library: Library) -> Nav:
    steps = [step for _, found in groups(library) for step in found]
    lab = [{way.title: way.path} for way in (*MAIN, *BEHIND) if way.path in _LAB]
    return [
        *({step.title: page_of(step, library)} for step in steps),
        *lab,
        {"Coverage": COVERAGE},
        {"Data": DATA},
        {"Use it from Python": PYTHON},
    ]
