"""The pages of the lab besides the one on units: first fleets, and how plans are written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from markupsafe import Markup

from content import measured
from content.model import Library
from mecatol.domain.counts import fleet_in_words
from mecatol.domain.factions import FACTIONS
from mecatol.lab.plans import plan_of
from mecatol.preparing.first_fleet import first_fleet
from mecatol.render.numbers import percent
from theme.pages.heat import heat_map
from theme.pages.odds import trying
from theme.pages.page import Site, page
from theme.site.addresses import FIRST_FLEETS, PLANS, faction_path

EXAMPLES = {
    "upgrade": "Is an upgrade worth it?",
    "build": "What should I build against this fleet?",
    "retreat": "When should I retreat?",
}
"""The plans to start from, to the question that each answers."""


def first_fleets_page(library: Library, site: Site) -> str:
    """Return the page of every faction's first fleet against every other."""
    front = {
        "title": "First fleets",
        "description": "Every faction's first fleet in a space combat against every other, with exact odds.",
        "hide": ["toc"],
    }
    way = trying(library, site, FIRST_FLEETS)
    means = {slug: _mean(slug) for slug in _slugs()}
    ranked = sorted(means, key=lambda slug: (-means[slug], slug))
    scores, battles = _scores(), _battles()
    listed = []
    for slug in ranked:
        worst = min((other for other in ranked if other != slug), key=lambda other: scores[slug, other])
        listed.append(
            {
                "name": FACTIONS[slug].name,
                "page": site.addresses.href(FIRST_FLEETS, faction_path(slug)),
                "fleet": fleet_in_words((first_fleet(slug) or {}).get("space", {})),
                "mean": percent(means[slug]),
                "worst": FACTIONS[worst].name,
                "least": percent(scores[slug, worst]),
                "link": way(battles[slug, worst]),
            }
        )
    heat = heat_map(
        "How often each first fleet beats each other",
        [FACTIONS[slug].name for slug in ranked],
        lambda row, at: scores[ranked[row], ranked[at]],
        lambda row, at: way(battles[ranked[row], ranked[at]]),
    )
    return page("first-fleets.html", FIRST_FLEETS, library, site, front, best=listed, heat=Markup(heat))


def plans_page(library: Library, site: Site) -> str:
    """Return the page that says how plans are written."""
    front = {
        "title": "Plans for the lab",
        "description": "How to solve thousands of battles with one file and one command.",
        "hide": ["toc"],
    }
    texts = {name: (measured.FOLDER / "examples" / f"{name}.yaml").read_text(encoding="utf-8") for name in EXAMPLES}
    examples = [(EXAMPLES[name], text, len(plan_of(text))) for name, text in texts.items()]
    return page("plans.html", PLANS, library, site, front, examples=examples)


@cache
def _slugs() -> tuple[str, ...]:
    return tuple(dict.fromkeys(row["Attacker.first_fleet"] for row in measured.rows("first-fleets")))


@cache
def _scores() -> Mapping[tuple[str, str], float]:
    """Return the attacker's score by attacker and defender."""
    return {
        (row["Attacker.first_fleet"], row["Defender.first_fleet"]): measured.score(row, "Attacker")
        for row in measured.rows("first-fleets")
    }


@cache
def _battles() -> Mapping[tuple[str, str], Any]:
    """Return each battle as a scenario, by attacker and defender."""
    return {
        (columns["Attacker.first_fleet"], columns["Defender.first_fleet"]): scenario
        for _, scenario, columns in measured.plan("first-fleets").battles()
    }


def _mean(slug: str) -> float:
    """Return a faction's mean score against all others, as attacker and as defender."""
    others = [other for other in _slugs() if other != slug]
    scores = _scores()
    return sum(scores[slug, other] + 1 - scores[other, slug] for other in others) / (2 * len(others))
