"""Components: one record each, where the content and the solver meet."""

from __future__ import annotations

from collections import Counter

from content import load
from mecatol.domain.factions import FACTIONS
from mecatol.effects.model import COMPONENTS

LIBRARY = load()


def test_every_faction_has_a_page_with_its_leaders_notes_and_breakthrough() -> None:
    assert set(LIBRARY.factions) == set(FACTIONS)
    for slug in FACTIONS:
        own = LIBRARY.components_of(slug).values()
        kinds = Counter(one.leader or one.kind for one in own if one.version_of is None)
        wanted = ("agent", "commander", "hero", "promissory note", "breakthrough", "faction ability")
        assert [kind for kind in wanted if not kinds[kind]] == [], slug


def test_the_decks_are_complete() -> None:
    """Counts of cards as the boxes have them; a later wording of a card is the same card."""
    first = {
        slug: [card for card in deck.cards if LIBRARY.components[card].version_of is None]
        for slug, deck in LIBRARY.decks.items()
    }
    assert {slug: len(cards) for slug, cards in first.items()} == {
        "action-cards": 107,
        "agendas": 62,  # both Representative Governments are one
        "events": 20,
        "exploration": 36,
        "legendary-planets": 12,  # three others belong to factions
        "objectives": 80,
        "promissory-notes": 5,
        "relics": 23,
        "strategy-cards": 8,
        "technologies": 24,
    }
    copies = {slug: sum(LIBRARY.printed[card].copies for card in cards) for slug, cards in first.items()}
    assert copies["action-cards"] == 80 + 20 + 20 + 20
    assert copies["exploration"] == 80


def test_a_record_of_the_solver_is_the_one_that_the_page_shows() -> None:
    assert all(LIBRARY.components[slug] is record for slug, record in COMPONENTS.items())


def test_every_card_of_a_deck_says_what_it_does() -> None:
    for deck in LIBRARY.decks.values():
        for slug in deck.cards:
            assert len(LIBRARY.components[slug].meaning) > 10, slug
