"""The agendas by name, for the form in which a vote is entered: what each elects, and what it does."""

from __future__ import annotations

from typing import NamedTuple

from content.model import Library
from mecatol.rules.voting.record import AGENDA_KINDS

_DECK = "agendas"


class Agenda(NamedTuple):
    """An agenda that players vote on."""

    name: str
    kind: str
    """What can be voted for: a key of AGENDA_KINDS."""
    does: str
    """What its outcomes do, in plain words."""


def agendas(library: Library) -> list[Agenda]:
    """Return every agenda whose outcomes are known before it is revealed, by name; none without their deck."""
    deck = library.decks.get(_DECK)
    found = []
    for slug in deck.cards if deck else ():
        outcome = library.printed[slug].facts.get("Outcome", "") if slug in library.printed else ""
        if kind := _kind(outcome):
            card = library.components[slug]
            does = "".join(span.text for span in library.spans(card.meaning))
            found.append(Agenda(card.name, kind, " ".join(does.split())))
    return sorted(found)


def _kind(outcome: str) -> str | None:
    """Return what can be voted for where a card says `For or Against`, `Elect player`, `Elect cultural planet`."""
    if outcome == "For or Against":
        return "for-against"
    if not outcome.startswith("Elect "):
        return None
    kind = "elect-planet" if "planet" in outcome else f"elect-{outcome.removeprefix('Elect ')}"
    return kind if kind in AGENDA_KINDS else "elect"
