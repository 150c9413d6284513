"""Components: one record each, where the content and the solver meet."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from edited import edit
from loaded import LIBRARY

from content.load import inspect
from content.model import with_sub
from mecatol.domain.factions import FACTIONS
from mecatol.effects.model import COMPONENTS


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
    for slug, record in COMPONENTS.items():
        shown = LIBRARY.components[slug]
        if record.part:  # the content has the whole text, and the record everything else
            assert len(shown.meaning) > 50
            assert replace(shown, meaning=record.meaning, left_out=record.left_out) == record
        else:
            assert shown is record


def test_every_card_of_a_deck_says_what_it_does() -> None:
    for deck in LIBRARY.decks.values():
        for slug in deck.cards:
            assert len(LIBRARY.components[slug].meaning) > 10, slug


def test_a_deck_that_shares_its_title_with_a_topic_has_a_name_of_its_own() -> None:
    topics = {entry.title for entry in LIBRARY.catalogue.values()}
    named = {LIBRARY.name_of_deck(deck) for deck in LIBRARY.decks.values()}
    assert named & topics == set()
    assert {"Promissory Notes: the cards", "Relics: the cards", "Agendas"} <= named


def test_no_note_has_the_id_of_another() -> None:
    owners = [*LIBRARY.factions.values(), *LIBRARY.decks.values()]
    notes = [note for owner in owners for own in owner.notes.values() for note in with_sub(own)]
    notes += [note for topic in LIBRARY.topics.values() for note in with_sub(topic.notes)]
    assert len(notes) > 2000
    assert len({note.id for note in notes}) == len(notes)


def test_a_published_card_without_an_entry_is_a_fault(copy: Path) -> None:
    path = copy / "cards" / "relics.yaml"
    text = path.read_text("utf-8")
    entry = text.index("  - slug: the-triad\n")
    after = text.find("  - slug: ", entry + 1)
    path.write_text(text[:entry] + (text[after:] if after > 0 else ""), "utf-8")
    library, faults = inspect(copy)
    assert library is None
    said = "lacks 'the-triad' (The Triad), which the solver knows: list it under `cards`"
    assert any("cards/relics.yaml" in str(fault) and said in str(fault) for fault in faults)


def test_a_note_of_a_deck_with_the_id_of_one_of_its_topic_is_a_fault(copy: Path) -> None:
    edit(copy / "cards" / "promissory-notes.yaml", "id: support-swap\n", "id: losing-support\n")
    library, faults = inspect(copy)
    assert library is None
    assert any("names a note of" in str(fault) and "cards/promissory-notes.yaml" in str(fault) for fault in faults)
