"""Synergy: which colors of technology count as each other for a player, in research and for objectives."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from mecatol.effects.model import COLORS, EFFECTS
from mecatol.effects.technology_cards import TechnologyCard
from mecatol.game.model import Side
from mecatol.game.windows import ColorsAlike


def colors_alike(side: Side) -> tuple[str, ...]:
    """Return the colors that count as each other for a player: all, the two of a breakthrough, or none."""
    if any(side.acting(ColorsAlike)):
        return tuple(COLORS)
    words = next((EFFECTS[slug].synergy for slug in side.effects if EFFECTS[slug].synergy), ())
    return tuple(slug for slug, word in COLORS.items() if word in words)


def colors_with(side: Side, owned: Iterable[TechnologyCard], number: int) -> int:
    """Return how many colors the player has so many technologies in; each technology counts as one color."""
    alike = colors_alike(side)
    counts = dict.fromkeys(COLORS, 0)
    for card in owned:
        if card.color:
            counts[card.color] += 1
    together = sum(counts[color] for color in alike)
    apart = (counts[color] >= number for color in COLORS if color not in alike)
    return sum(chain(apart, [min(len(alike), together // number)]))
