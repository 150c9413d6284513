"""Addresses of an older reference of the rules, tirules, each with a page that leads to ours.

Chats and bots link `R_space_cannon`, `F_letnev` and `C_relics`. A page for each costs a few hundred bytes and needs
nothing of the server: it moves on by itself, with a script to the same heading, and without any it holds a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from content.model import Library
from mecatol.domain.factions import FACTIONS
from theme.build import policy
from theme.site.addresses import UNITS, Addresses, deck_path, faction_path, topic_path

SCRIPT = "moved.js"
"""What keeps the heading of an old address."""
PREFIXES = ("R_", "F_", "C_")
"""What the old names of topics, factions and lists of cards begin with."""
_TOPICS = {
    "expedition": "expeditions",
    "fracture": "the-fracture",
    "objectives": "objective-cards",
    "technology_sc": "technology-strategy-card",
}
"""Topics that are called otherwise there."""
_FACTIONS = {"lizix": "l1z1x-mindnet", "ul": "titans-of-ul"}
"""Factions that are called there by a word that no other place uses."""
_LISTS = {"exploration_cards": "exploration", "technology": "technologies"}
"""Decks that are called otherwise there."""


def moved(library: Library) -> dict[str, tuple[str, str]]:
    """Return each old name with the path and the title of the page that it leads to."""
    return dict(_moved(library))


def _moved(library: Library) -> Iterator[tuple[str, tuple[str, str]]]:
    titles = {slug.replace("-", "_"): (topic_path(slug), topic.title) for slug, topic in library.topics.items()}
    for name in (*titles, *_TOPICS):
        slug = _TOPICS.get(name, name).replace("-", "_")
        if slug in titles:
            yield f"R_{name}", titles[slug]
    for slug, faction in FACTIONS.items():
        if slug not in library.factions:
            continue
        names = {slug, faction.short.casefold(), *(old for old, ours in _FACTIONS.items() if ours == slug)}
        for name in sorted(names):
            yield f"F_{_plain(name)}", (faction_path(slug), faction.name)
    yield "C_units", (UNITS, "Units")
    for slug, deck in library.decks.items():
        for name in (slug, *(old for old, ours in _LISTS.items() if ours == slug)):
            yield f"C_{name.replace('-', '_')}", (deck_path(slug), deck.title)


def _plain(name: str) -> str:
    """Return a name as an old address has it: `Jol-Nar` as `jol_nar`, `Vuil'raith` as `vuilraith`."""
    return "_".join("".join(letter for letter in word if letter.isalnum()) for word in name.replace("-", " ").split())


def files(library: Library, addresses: Addresses) -> dict[str, str]:
    """Return the page of each old address by its path, a folder each, so that no server has to know of it."""
    pages = {f"{name}/index.html": _page(addresses.url(path), title) for name, (path, title) in moved(library).items()}
    return {**pages, SCRIPT: Path(__file__).with_name(SCRIPT).read_text("utf-8")}


def _page(address: str, title: str) -> str:
    href, words = escape(f"../{address}"), escape(title)
    html = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{words}</title>'
        f'<meta name="robots" content="noindex"><link rel="canonical" href="{href}">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<noscript><meta http-equiv="refresh" content="0; url={href}"></noscript></head>'
        f'<body><p>This page is now here: <a href="{href}">{words}</a></p>'
        f'<script src="../{SCRIPT}"></script></body></html>\n'
    )
    return policy.secure(html, offline=False)


def is_moved(path: str) -> bool:
    """Tell whether a path from the root of the site is that of an old address, or of their script."""
    return path.startswith(PREFIXES) or path == SCRIPT


__all__ = ["SCRIPT", "files", "is_moved", "moved"]
