"""The pages by which readers come to a rule, once for the front page, the list of rules, the footer and the search."""

from __future__ import annotations

from typing import NamedTuple

from content.model import Entry, Library
from mecatol.domain.editions import EDITIONS as NAMES
from theme.site.addresses import (
    BEST_FLEET,
    CARDS,
    CHANGES,
    COVERAGE,
    DATA,
    EDITIONS,
    EFFECTS,
    FACTIONS,
    FIRST_FLEETS,
    GAMES,
    GLOSSARY,
    PLANETS,
    PLANS,
    PYTHON,
    QUESTIONS,
    ROUND,
    RULES,
    TECHNOLOGY_TREE,
    UNITS,
    WHOLE,
    WORTH,
    deck_path,
    edition_path,
    index_path,
)

ORDERS = {
    "name": "By name",
    "number": "By number",
    "phase": "By phase",
    "kind": "By kind",
}
"""The orders in which all topics are listed, each on a page of its own, to what they are called."""


KINDS = {
    "phase": "Phases",
    "action": "Actions",
    "procedure": "Procedures",
    "strategy card": "Strategy cards",
    "unit": "Kinds of units",
    "unit ability": "Unit abilities",
    "attribute": "Attributes of units",
    "board": "The board",
    "anomaly": "Anomalies",
    "component": "Components",
    "role": "Roles of players",
    "general": "Other rules",
}
"""The kinds of topics in the order in which they are listed, to what a list of each is called."""


def by_kind(library: Library) -> dict[str, list[Entry]]:
    """Return the written topics of each kind by name, the kinds as `KINDS` orders them."""
    found = {kind: [entry for entry in library.catalogue.values() if entry.kind == kind] for kind in KINDS}
    written = {kind: [entry for entry in entries if entry.slug in library.topics] for kind, entries in found.items()}
    return {kind: sorted(entries, key=lambda entry: entry.title) for kind, entries in written.items() if entries}


class Hub(NamedTuple):
    """A page that leads to others."""

    slug: str
    path: str
    title: str
    holds: str
    """What it holds, in a sentence."""
    words: str = ""
    """Further words that the search finds it by."""


MAIN = (
    Hub("rules", RULES, "All rules", "Every topic of the rules, by name, number, phase or kind.", "topics index list"),
    Hub("whole", WHOLE, "The rules on one page", "Every clause, to print or to look through.",
        "print paper pdf all clauses"),
    Hub("round", ROUND, "A game round", "A whole game round step by step, to have beside you at the table.",
        "turn order sequence walkthrough reference sheet"),
    Hub("glossary", GLOSSARY, "Glossary", "Every term of the rules in a sentence.", "terms definitions meaning"),
    Hub("open-questions", QUESTIONS, "Open questions", "Where sources differ: every reading, with its odds.",
        "unclear disputed rulings debated"),
    Hub("editions", EDITIONS, "Editions", "What each expansion and each Codex added and changed.",
        "expansion errata omega differences versions"),
    Hub("factions", FACTIONS, "Factions", "Every faction, by the edition that introduced it."),
    Hub("cards", CARDS, "Cards", "Every deck of cards, with the rulings on each card.", "action agenda relic deck"),
    Hub("units", UNITS, "Units", "Every unit with its values, by faction."),
    Hub("planets", PLANETS, "Planets and systems", "Every planet and tile with its values, to sort and filter.",
        "map tiles resources influence trait specialty"),
    Hub("technology-tree", TECHNOLOGY_TREE, "Technology tree", "Every technology by color, with what it requires.",
        "tech tree prerequisites path"),
    Hub("games", GAMES, "A game in progress", "Open a saved game: its map, its battles, what can be taken this turn.",
        "saved save open file asyncti4 async tabletop simulator playground tts ttpg hexsummary web map threats"),
    Hub("best-fleet", BEST_FLEET, "Best fleet", "The ships that win most often for your resources.",
        "build optimal strongest ships produce"),
    Hub("worth", WORTH, "What each unit is worth", "Units and upgrades at equal cost: what to build, what to research.",
        "value compare strength tier cost"),
)  # fmt: skip
"""The ways for players."""

BEHIND = (
    Hub("effects", EFFECTS, "Effects", "Every card and ability that the solver knows."),
    Hub("coverage", COVERAGE, "Coverage", "Every clause with its proof."),
    Hub("changes", CHANGES, "Changes", "What is new on this site, and up to when sources were read.",
        "news log feed updates history date"),
    Hub("first-fleets", FIRST_FLEETS, "First fleets", "Every faction's first fleet against every other.",
        "starting fleets units strongest faction"),
    Hub("plans", PLANS, "Plans for the lab", "How to solve thousands of battles with one file.", "sweep yaml command"),
    Hub("python", PYTHON, "Use it from Python", "The solver for notebooks, bots and your own factions.",
        "package pip homebrew json lines api program script"),
    Hub("data", DATA, "Data", "Everything on this site as JSON, for other programs.", "json schema api download"),
)  # fmt: skip
"""What stands behind the answers."""

FOOTER = tuple(way for way in BEHIND if way.path not in (FIRST_FLEETS, PLANS))
"""What the foot of every page leads to; the rest is among the calculators."""


def ways(library: Library) -> list[Hub]:
    """Return every way, those to the lists in another order, to the decks and to the editions among them."""
    lists = [
        Hub(f"rules-by-{order}", index_path(order), f"All rules {called.lower()}", "Every topic of the rules.")
        for order, called in ORDERS.items()
        if index_path(order) != RULES
    ]
    editions = [
        Hub(f"edition-{slug}", edition_path(slug), NAMES[slug], told.summary, "edition expansion")
        for slug, told in library.editions.items()
    ]
    decks = [
        Hub(f"deck-{slug}", deck_path(slug), library.name_of_deck(deck), deck.summary)
        for slug, deck in library.decks.items()
    ]
    return [*MAIN, *lists, *decks, *editions, *BEHIND]
