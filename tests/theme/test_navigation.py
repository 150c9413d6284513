"""The navigation: each page of the site once, and a section in the place of its folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from loaded import LIBRARY, made

from theme.site.addresses import HOME, ROUND, topic_path
from theme.site.navigation import expanded, sections
from theme.site.ways import KINDS

FOUND = sections(LIBRARY)


def paths(nav: Any) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    for entry in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from paths(entry)


def test_every_page_stands_in_it_once() -> None:
    named = Counter([HOME, ROUND, *(path for nav in FOUND.values() for path in paths(nav))])
    assert named == Counter(list(made()))


def test_topics_stand_under_their_kind() -> None:
    by_title = {
        title: list(paths(nav)) for entry in FOUND["rules/"] if isinstance(entry, dict) for title, nav in entry.items()
    }
    assert {entry.kind for entry in LIBRARY.catalogue.values()} == set(KINDS)
    for slug in LIBRARY.topics:
        assert topic_path(slug) in by_title[KINDS[LIBRARY.catalogue[slug].kind]]


def test_the_folder_of_a_section_stands_for_its_pages_and_all_else_stays() -> None:
    cards, link = FOUND["cards/"], {"Elsewhere": "https://example.org/"}
    nav = ["about.md", {"Cards": "cards/"}, {"More": ["cards/", link]}]
    assert expanded(nav, FOUND) == ["about.md", {"Cards": cards}, {"More": [*cards, link]}]
