"""The pages of cards: every deck and kind of component that belongs to no faction, each card with its rulings."""

from __future__ import annotations

import mecatol
from content.model import Library
from mecatol.effects.model import Component, Effect
from theme.pages.odds import odds, trying
from theme.pages.page import Site, page
from theme.site import facets
from theme.site.addresses import CARDS, calculator_path, deck_path, topic_path


def decks_page(library: Library, site: Site) -> str:
    """Return the list of all decks."""
    front = {"title": "Cards", "description": "Every deck of cards, with what each card does and the rulings on it."}
    return page("decks.html", CARDS, library, site, front)


def deck_page(slug: str, library: Library, site: Site) -> str:
    """Return the page of a deck."""
    deck, here = library.decks[slug], deck_path(slug)
    notes = [note for own in deck.notes.values() for note in own]

    def way(step: str) -> str:
        topic = mecatol.STEPS[step].topic
        there = topic_path(topic) if topic in library.topics else calculator_path(step)
        return f"{site.addresses.href(here, there)}#calculator-{step}"

    cards = [library.components[slug] for slug in deck.cards]
    found = {card.slug: facets.values(library, card) for card in cards}
    return page(
        "deck.html",
        here,
        library,
        site,
        {"title": library.name_of_deck(deck), "description": deck.summary},
        deck=deck,
        rules=next((slug for slug, entry in library.catalogue.items() if entry.title == deck.title), None),
        cards=cards,
        facets=facets.facets(found.values()),
        facets_of=found,
        acts=acts,
        steps=mecatol.STEPS,
        way=way,
        odds=odds(notes, trying(library, site, here)),
    )


def acts(component: Component) -> bool:
    """Tell whether the solver carries a component out."""
    return isinstance(component, Effect)
