"""The page of a game in progress: opened on the reader's device, drawn and solved there."""

from __future__ import annotations

import json
from typing import Any

import mecatol
from content.model import Library
from theme.pages.page import Site, page
from theme.site.addresses import GAMES
from theme.site.steps import page_of

_EXAMPLE_MAP = (
    "18+0+0Y2r1d2f;Y3io,26+0+2B1d1r;B1io,20+1+1B2r1d1ftR2r1c3f;R2io,41+1-1,35+0-2;Y1io;Y1io,39-1-1Y1y,44-1+1,"
    "1+0+4B2c4f1y;B3i1s1po,34+1+3;B1io;B1io,42+2+2,24+2+0R1y;R1i1po,5+2-2R1c1d2f;R4i1s1po,37+1-3;R1io;R1io,40+0-4,"
    "27-1-3Y1d;Y1io;Y1i1po,2-2-2Y1c2r1y2f;Y3i1s1po,22-2+0;Y1io,25-2+2,36-1+3B1y;B1io;B1io"
)


def _player(
    color: str, faction: str, technologies: list[str], planets: list[str], trade_goods: int, fleet: int
) -> dict[str, Any]:
    return {
        "color": color,
        "actualColor": color,
        "factionName": faction,
        "technologies": technologies,
        "planetCards": [f"card.planet:base/{planet}" for planet in planets],
        "commandTokens": {"tactics": 2, "fleet": fleet, "strategy": 1},
        "tradeGoods": trade_goods,
    }


EXAMPLE: dict[str, Any] = {
    "platform": "ttpg",
    "round": 3,
    "turn": "Blue",
    "speaker": "Yellow",
    "activeSystem": {"tile": 20},
    "players": [
        _player("Blue", "The Federation of Sol", ["Antimass Deflectors", "Cruiser II"],
                ["jord", "lodor", "centauri", "gral", "arnor", "lor"], 2, 4),
        _player("Red", "The Arborec", ["Magen Defense Grid", "PDS II"],
                ["nestphar", "vefut_ii", "mehar_xull", "arinam", "meer"], 3, 4),
        _player("Yellow", "The Mentak Coalition", ["Sarween Tools", "Carrier II"],
                ["moll_primus", "mecatol_rex", "bereg", "lirta_iv", "new_albion", "starpoint", "tarmann"], 5, 5),
    ],
    "hexSummary": _EXAMPLE_MAP,
}  # fmt: skip
"""A made-up game, as Tabletop Playground exports one, for a reader who has none at hand."""


def games_page(library: Library, site: Site) -> str:
    """Return the page on which a saved game is opened."""
    front = {
        "title": "A game in progress",
        "description": "Open a saved game of AsyncTI4, Tabletop Simulator or Tabletop Playground: its map, its battles"
        " and what can be taken this turn, with exact odds, on your device.",
        "hide": ["toc"],
    }
    return page(
        "games.html",
        GAMES,
        library,
        site,
        front,
        pages={slug: site.addresses.href(GAMES, page_of(one, library)) for slug, one in mecatol.STEPS.items()},
        example=json.dumps(EXAMPLE, separators=(",", ":")),
    )
