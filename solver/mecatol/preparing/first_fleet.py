"""What a faction begins the game with, as a player of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import planets, unit_of
from mecatol.effects.technology_cards import cards
from mecatol.preparing.worded import wording_in


def _homes(faction: str) -> list[str]:
    """Return the planets of a faction's home system: its own, or that of the first whose home it may have."""
    for owner in (faction, *FACTIONS[faction].homes):
        if own := [slug for slug, record in planets().items() if record["home"] == owner]:
            return own
    return []


def first_fleet(faction: str, edition: str = LATEST) -> dict[str, Any] | None:
    """Return a faction's player at the start of a game: its technologies, its ships, its home planet with the rest.

    All units on planets are on the one with most resources; players place them as they like. Technologies that the
    faction chooses (`StartChoice`) are left out. None for a faction that does not begin a game.
    """
    sheet = FACTIONS[faction]
    if sheet.start is None:
        return None
    in_edition = [wording_in(slug, edition) for slug in sheet.start_technologies]
    known = [slug for slug in in_edition if slug in cards() and in_force(edition, cards()[slug].edition)]
    space: dict[str, int] = {}
    landed: dict[str, int] = {}
    for kind, number in sheet.start.items():
        unit = unit_of(kind, faction, known, edition)
        if unit is not None:
            (space if unit.is_ship or (unit.is_structure and unit.move is not None) else landed)[kind] = number
    homes = sorted(_homes(faction), key=lambda slug: (-int(planets()[slug]["resources"]), slug))
    player: Mapping[str, Any] = {
        "faction": faction,
        "technologies": known,
        "space": space,
        "planets": {homes[0]: landed} if homes and landed else {},
    }
    return {field: value for field, value in player.items() if value}


def all_first_fleets(edition: str = LATEST) -> dict[str, dict[str, Any]]:
    """Return what each faction that begins a game does so with, by slug, as `first_fleet` does."""
    begun = {faction: first_fleet(faction, edition) for faction in FACTIONS}
    return {faction: player for faction, player in begun.items() if player}
