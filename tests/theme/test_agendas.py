"""Agendas by name, for the form of a vote."""

from __future__ import annotations

from loaded import LIBRARY

from theme.pages.agendas import agendas


def test_every_agenda_says_what_is_voted_for() -> None:
    found = {one.name: one for one in agendas(LIBRARY)}
    printed = [LIBRARY.printed[slug].facts["Outcome"] for slug in LIBRARY.decks["agendas"].cards]
    assert len(found) == sum(not outcome.startswith("Hidden") for outcome in printed)
    assert found["Arms Reduction"].kind == "for-against"
    assert found["Armed Forces Standardization"].kind == "elect-player"
    assert {one.kind for one in found.values()} == {"for-against", "elect-player", "elect-planet", "elect"}
    assert all(one.does and "[[" not in one.does for one in found.values())
