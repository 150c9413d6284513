"""The page that finds the best fleet for a number of resources."""

from __future__ import annotations

from functools import cache
from typing import Any

from markupsafe import Markup

from content.model import Library
from mecatol.advice.background import fleet_slice
from mecatol.advice.fleets import Bounds
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import unit_upgrades
from mecatol.render.fleets import ENEMY, YOU, frontier
from theme.pages.odds import trying
from theme.pages.page import Site, page
from theme.site.addresses import BEST_FLEET

COST, POOL = 12, 5
ENEMIES = "1 dreadnought, 1 carrier and 4 fighters"
_SPACE = {"dreadnought": 1, "carrier": 1, "fighter": 4}
"""What the page shows before anybody asks: the same fleet as ENEMIES."""
_UPGRADED = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought")


def best_fleet_page(library: Library, site: Site) -> str:
    """Return the page with its first answer worked out."""
    front = {
        "title": "Best fleet",
        "description": "The fleet that wins most often for each number of resources, exact, with its lead.",
        "hide": ["toc"],
    }
    upgrades = [(f"{kind}-2", unit_upgrades()[f"{kind}-2"]) for kind in _UPGRADED]
    return page(
        "best-fleet.html",
        BEST_FLEET,
        library,
        site,
        front,
        table=Markup(frontier(_first()["frontier"], trying(library, site, BEST_FLEET))),
        looked_at=_first()["of"],
        cost=COST,
        pool=POOL,
        enemies=ENEMIES,
        factions=sorted((one.name.removeprefix("The "), slug) for slug, one in FACTIONS.items()),
        upgrades=upgrades,
    )


@cache
def _first() -> dict[str, Any]:
    scenario = {
        "step": "space-combat",
        "players": [{"name": YOU, "space": {"cruiser": 1}}, {"name": ENEMY, "space": _SPACE}],
    }
    return fleet_slice(scenario, YOU, Bounds(0, COST, POOL), milliseconds=float("inf"))
