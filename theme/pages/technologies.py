"""The page of the technology tree: every technology by color, each under how many prerequisites it has."""

from __future__ import annotations

from typing import NamedTuple

from content.model import Library
from mecatol.domain.units import units
from mecatol.effects.model import COLOURS, TECHNOLOGY
from theme.pages.page import Site, page
from theme.site.addresses import TECHNOLOGY_TREE, UNITS
from theme.site.components import place_of


class Node(NamedTuple):
    """A technology of the tree."""

    slug: str
    name: str
    prerequisites: tuple[str, ...]
    """The colors that it requires, one for each."""
    path: str
    anchor: str
    meaning: str


def technology_page(library: Library, site: Site) -> str:
    """Return the page of the technology tree."""
    front = {
        "title": "Technology Tree",
        "description": "Every technology that any faction can research, by color, with its prerequisites.",
        "hide": ["toc"],
    }
    by_color = {color: tree(library, color) for color in COLOURS.values()}
    return page(
        "technologies.html", TECHNOLOGY_TREE, library, site, front,
        by_color=by_color, upgrades=upgrades(), names={color: kind for kind, color in COLOURS.items()},
    )  # fmt: skip


def tree(library: Library, color: str) -> dict[int, list[Node]]:
    """Return everybody's technologies of a color in force: how many prerequisites they have, to them by name."""
    found: dict[int, list[Node]] = {}
    for slug, one in library.components.items():
        if one.kind == TECHNOLOGY and one.colour == color and one.until is None:
            place = place_of(library, slug)
            if place:
                node = Node(slug, one.name, tuple(one.prerequisites or ()), *place, one.meaning)
                found.setdefault(len(node.prerequisites), []).append(node)
    return {level: sorted(found[level], key=lambda node: node.name) for level in sorted(found)}


def upgrades() -> list[Node]:
    """Return everybody's unit upgrades, those with fewer prerequisites first."""
    found = [
        Node(slug, unit.name, tuple(unit.prerequisites or ()), UNITS, f"unit-{slug}", unit.meaning)
        for slug, unit in units().items()
        if unit.technology and unit.faction is None and unit.until is None
    ]
    return sorted(found, key=lambda node: (len(node.prerequisites), node.name))
