"""The page of the technology tree: every technology drawn by color, each under how many prerequisites it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from content.model import Library
from mecatol.domain.editions import EDITIONS
from mecatol.domain.factions import FACTIONS
from mecatol.domain.steps import TECHNOLOGY_STEP
from mecatol.domain.units import Unit, planet_name, planets, units
from mecatol.effects.model import COLORS, FACTION_TECHNOLOGY, TECHNOLOGY, Component
from mecatol.scenario.step import STEPS
from theme.pages.page import Site, page
from theme.site.addresses import TECHNOLOGY_TREE
from theme.site.components import PageHeading, anywhere_of_unit, place_of
from theme.site.steps import page_of

type Levels = dict[int | None, list[TreeNode]]
"""The technologies of a tree by how many prerequisites they have; None for those that nobody can research."""


class TreeNode(NamedTuple):
    """A technology of a tree."""

    slug: str
    name: str
    prerequisites: tuple[str, ...] | None
    """The colors that it requires, one for each; None if nobody can research it."""
    place: PageHeading
    editions: str
    """The edition that introduced it, and the one whose wording is in force if that is a later one."""
    faction: str
    """Slug of the faction whose it is; empty for everybody's."""
    technology: str
    """What a scenario calls it."""


class Tree(NamedTuple):
    """The technologies of a color, or those without one."""

    color: str
    """Empty for those that have no color."""
    levels: Levels


def technology_page(library: Library, site: Site) -> str:
    """Return the page of the technology tree."""
    front = {
        "title": "Technology Tree",
        "description": "Every technology by color, with its prerequisites: everybody's, unit upgrades, factions'.",
        "hide": ["toc"],
    }
    return page(
        "technologies.html", TECHNOLOGY_TREE, library, site, front,
        trees=trees(library, TECHNOLOGY), own=trees(library, FACTION_TECHNOLOGY),
        upgrades=upgrades(library, of_factions=False), own_upgrades=upgrades(library, of_factions=True),
        names={color: kind for kind, color in COLORS.items()},
        factions=sorted(FACTIONS.values(), key=lambda one: one.name.removeprefix("The ")),
        faction_names={slug: one.name for slug, one in FACTIONS.items()},
        specialties=[
            (slug, planet_name(slug), one["specialties"]) for slug, one in planets().items() if one.get("specialties")
        ],
        calculator=page_of(STEPS[TECHNOLOGY_STEP], library),
    )  # fmt: skip


def trees(library: Library, kind: str) -> list[Tree]:
    """Return everybody's or the factions' technologies in force, color by color."""
    found = [
        Tree(color, _levels(_node(library, slug, one) for slug, one in library.components.items() if (
            one.kind == kind and (one.color or "") == color and one.until is None)))
        for color in (*COLORS.values(), "")
    ]  # fmt: skip
    return [tree for tree in found if tree.levels]


def upgrades(library: Library, *, of_factions: bool) -> Levels:
    """Return everybody's or the factions' unit upgrades in force."""
    return _levels(
        _upgrade(library, slug, unit)
        for slug, unit in units().items()
        if unit.technology and unit.until is None and (unit.faction is not None) is of_factions
    )


def _levels(nodes: Iterable[TreeNode]) -> Levels:
    found: Levels = {}
    for node in sorted(nodes, key=lambda one: (one.prerequisites is None, len(one.prerequisites or ()), one.name)):
        found.setdefault(None if node.prerequisites is None else len(node.prerequisites), []).append(node)
    return found


def _node(library: Library, slug: str, one: Component) -> TreeNode:
    place = place_of(library, slug)
    assert place is not None, f"{slug} has no place on the site"
    editions = EDITIONS[one.edition]
    if one.version_of:
        editions = f"{EDITIONS[library.components[one.version_of].edition]}, reworded in {editions}"
    return TreeNode(slug, one.name, one.prerequisites, place, editions, one.faction or "", slug)


def _upgrade(library: Library, slug: str, unit: Unit) -> TreeNode:
    place = anywhere_of_unit(library, slug)
    edition = EDITIONS[unit.edition]
    return TreeNode(slug, unit.name, unit.prerequisites, place, edition, unit.faction or "", unit.technology or slug)
