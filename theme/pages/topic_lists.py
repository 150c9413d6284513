"""All topics of the rules in four orders, each on a page of its own, and all their clauses on one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import groupby

from content.model import Entry, Library
from theme.pages.page import Maker, Site, page
from theme.site.addresses import WHOLE, index_path, kind_path
from theme.site.ways import KINDS, MAIN, ORDERS, by_kind

_SPAN = 20
"""So many numbers stand under one heading."""

type Groups = Mapping[str, list[Entry]]
"""Heading to the topics under it."""


def list_pages() -> dict[str, Maker]:
    """Return what makes the list of all topics in each order, by its path."""
    return {index_path(order): partial(_list, order) for order in ORDERS}


def kind_pages(library: Library) -> dict[str, Maker]:
    """Return what makes the list of the topics of each kind, with what each says in a sentence, by its path."""
    return {kind_path(kind): partial(_kind, kind) for kind in by_kind(library)}


def _kind(kind: str, library: Library, site: Site) -> str:
    entries = by_kind(library)[kind]
    title = KINDS[kind]
    front = {"title": title, "description": f"Topics of the rules: {title.lower()}.", "hide": ["toc"]}
    return page("kind.html", kind_path(kind), library, site, front, title=title, entries=entries)


def whole_page(library: Library, site: Site) -> str:
    """Return the page of every clause, topic after topic, to print."""
    front = {"title": "The rules on one page", "description": "Every clause of the rules on one page, to print."}
    topics = [library.topics[entry.slug] for entry in in_order(library) if entry.slug in library.topics]
    return page("whole.html", WHOLE, library, site, {**front, "hide": ["toc"]}, topics=topics)


def in_order(library: Library) -> list[Entry]:
    """Return every topic by its number, those without one after the others."""
    return sorted(library.catalogue.values(), key=lambda entry: (entry.numbers.get("pok", 999), entry.title))


def _list(order: str, library: Library, site: Site) -> str:
    groups = {"name": _by_name, "number": _by_number, "phase": _by_phase, "kind": _by_kind}[order](library)
    here, called = index_path(order), ORDERS[order]
    title = "All rules" if order == "name" else f"All rules {called.lower()}"
    front = {"title": title, "description": f"Every topic of the rules {called.lower()}."}
    orders = {each: (ORDERS[each], site.addresses.href(here, index_path(each))) for each in ORDERS}
    # The list itself is not among the ways that it shows.
    return page("rules.html", here, library, site, front, order=order, orders=orders, groups=groups, others=MAIN[1:])


def _by_name(library: Library) -> Groups:
    entries = sorted(library.catalogue.values(), key=lambda entry: entry.title)
    return {letter: list(group) for letter, group in groupby(entries, key=lambda entry: entry.title[0])}


def _by_number(library: Library) -> Groups:
    found: dict[str, list[Entry]] = {}
    for entry in in_order(library):
        number = entry.numbers.get("pok")
        first = number and (number - 1) // _SPAN * _SPAN + 1
        found.setdefault(f"From {first}" if first else "Without a number", []).append(entry)
    return found


def _by_phase(library: Library) -> Groups:
    phases = {
        library.catalogue[phase.topic].title: [library.catalogue[slug] for slug in phase.topics]
        for phase in library.phases
    }
    named = {slug for phase in library.phases for slug in phase.topics}
    rest = [entry for slug, entry in library.catalogue.items() if slug not in named]
    return {**phases, "In the whole game": rest} if rest else phases


def _by_kind(library: Library) -> Groups:
    entries = sorted(library.catalogue.values(), key=lambda entry: (list(KINDS).index(entry.kind), entry.title))
    return {KINDS[kind]: list(group) for kind, group in groupby(entries, key=lambda entry: entry.kind)}
