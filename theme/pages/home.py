"""The front page: one field with an answer under it, examples to tap, and the doors to everything else."""

from __future__ import annotations

from markupsafe import Markup

import mecatol
from content.examples import solved
from content.model import Library
from mecatol import render
from mecatol.paste.taking import take
from mecatol.render.asked import sides
from theme.pages.calculators import try_link
from theme.pages.page import Site, page
from theme.site.addresses import (
    CALCULATOR,
    CARDS,
    FACTIONS,
    HOME,
    RULES,
    deck_path,
    topic_path,
)
from theme.site.steps import page_of
from theme.site.ways import MAIN

_SHOWN = "3 dreads 3 figs vs 2 war suns"
"""The battle whose answer is there before anybody types."""
_BATTLE = "Sol 3 infantry vs 1 mech"
_QUESTION = "can I retreat after round 1"
_CARD = "Direct Hit"
_RULE = "Space Cannon"


def home_page(library: Library, site: Site) -> str:
    """Return the front page."""
    front = {"title": "Mecatol", "hide": ["navigation", "toc", "footer"]}  # its description is that of the site
    battle = take(_SHOWN).scenario
    step = mecatol.STEPS[battle["step"]]
    answer = render.answered(solved(battle), site.addresses.clause_links(HOME, library))
    cards = sum(one.faction is None for one in library.components.values())
    doors = [
        ("space-dock", "Rules", f"{len(library.topics)} topics, every clause a link", RULES),
        ("flagship", "Factions", f"{len(library.factions)} sheets with rulings", FACTIONS),
        ("cruiser", "Cards", f"{cards} cards, when each is played", CARDS),
        ("war-sun", "Calculators", f"{len(mecatol.STEPS)} questions, exact answers", CALCULATOR),
    ]

    def to(path: str, anchor: str = "") -> str:
        return site.addresses.href(HOME, path) + (f"#{anchor}" if anchor else "")

    return page(
        "home.html",
        HOME,
        library,
        site,
        front,
        shown={
            "sides": Markup(sides(battle)),  # the renderer escapes everything that is not its own
            "brief": Markup(answer["brief"]),
            "link": try_link(library, site, HOME, battle),
            "title": step.title,
            "rule": library.topics.get(step.topic),
        },
        examples=[
            (_QUESTION, to(topic_path(step.topic) if step.topic in library.topics else RULES)),
            (_CARD, to(deck_path("action-cards"), "direct-hit") if "action-cards" in library.decks else to(CARDS)),
            (_BATTLE, try_link(library, site, HOME, take(_BATTLE).scenario)),
            (_RULE, to(topic_path("space-cannon") if "space-cannon" in library.topics else RULES)),
        ],
        pages={slug: to(page_of(one, library)) for slug, one in mecatol.STEPS.items()},
        doors=doors,
        ways=[way for way in MAIN if way.path not in {path for *_, path in doors}],
    )
