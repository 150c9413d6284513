"""The pages that say what is proved and what is not: every clause with its proof, every effect with its windows."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import mecatol
from content.coverage import Covered, coverage
from content.model import Library
from content.unmodelled import Unmodelled, unmodelled
from mecatol.domain.factions import FACTIONS
from mecatol.effects.model import BY_HAND, KINDS
from mecatol.render import words
from theme.pages.page import Site, page
from theme.site.addresses import COVERAGE, EFFECTS, topic_path

_PLURALS = {
    BY_HAND: "Values set by hand",
    "technology": "Technologies",
    "faction technology": "Faction technologies",
    "faction ability": "Faction abilities",
    "anomaly": "Anomalies",
    "legendary planet ability": "Legendary planet abilities",
    "unit": "Texts of units",
}
"""How a heading names a kind of effect, where it is not the kind with an s."""


class Proof(NamedTuple):
    """What carries a clause out: a function of the solver, an effect or a ruling."""

    text: str
    kind: str
    """`function`, `effect` or `ruling`."""
    slug: str
    """For an effect: its slug."""


def heading(kind: str) -> str:
    """Return the heading for effects of one kind."""
    return _PLURALS.get(kind, words.title(kind).replace("-", " ") + "s")


def coverage_page(library: Library, site: Site) -> str:
    """Return the page of every clause with the examples that show it and the functions that carry it out."""
    rows = coverage(library)
    topics = [
        (library.topics[slug], [(row, [_proof(place) for place in row.functions]) for row in group])
        for slug, group in groupby(rows, key=lambda row: row.topic)
    ]
    where = {example.id: topic.slug for topic in library.topics.values() for example in topic.examples}
    front = {
        "title": "Coverage",
        "description": "Every clause, the example that shows it and the function that carries it out.",
        "hide": ["toc"],
    }
    return page(
        "coverage.html", COVERAGE, library, site, front, covered=topics, counts=_counts(rows), where=where
    )  # fmt: skip


def effects_page(library: Library, site: Site) -> str:
    """Return the page of every effect that the solver knows, by kind, and of those that it does not."""
    effects = sorted(mecatol.EFFECTS.values(), key=lambda effect: (KINDS.index(effect.kind), effect.name))
    kinds = {kind: list(group) for kind, group in groupby(effects, key=lambda effect: effect.kind)}
    names = {slug: faction.name for slug, faction in FACTIONS.items()}
    left: dict[str, dict[str, list[Unmodelled]]] = {}
    for one in unmodelled(library):  # what is left out for the same reason is named together
        left.setdefault(heading(one.kind), {}).setdefault(one.why, []).append(one)
    front = {
        "title": "Effects",
        "description": "Every card, technology, leader and ability that the solver carries out, and those it does not.",
        "hide": ["toc"],
    }

    def calculator(step: str) -> str | None:
        declared = mecatol.STEPS[step]
        if declared.topic not in library.topics:
            return None
        return f"{site.addresses.href(EFFECTS, topic_path(declared.topic))}#calculator-{step}"

    return page(
        "effects.html", EFFECTS, library, site, front, kinds=kinds, total=len(effects), heading=heading,
        factions=names, steps=mecatol.STEPS, calculator=calculator, left=left,
    )  # fmt: skip


def _proof(place: str) -> Proof:
    kind, space, slug = place.partition(" ")
    if kind == "effect" and space:
        return Proof(mecatol.EFFECTS[slug].name, kind, slug)
    if kind == "ruling" and space:
        return Proof(mecatol.RULINGS[slug].title, kind, slug)
    return Proof(place, "function", "")


def _counts(rows: list[Covered]) -> dict[str, int]:
    return {
        "all": len(rows),
        "mechanical": sum(row.clause.mechanical for row in rows),
        "complete": sum(row.complete for row in rows),
    }
