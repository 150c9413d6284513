"""Synergy: which colors of technology count as each other for a player, in research and for objectives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from mecatol.effects.model import COLORS, COMPONENTS, EFFECTS, Component
from mecatol.effects.technology_cards import TechnologyCard
from mecatol.game.model import Side
from mecatol.game.windows import ColorsAlike


def _synergies(side: Side, pair: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the name of each card that makes colors count as each other, and the colors; a `pair` comes first.

    A synergy holds even while its card is exhausted (34.4.a). A breakthrough may be the upgrade of a unit, which no
    effect carries out.
    """
    if pair:
        yield "", frozenset(pair.split("-"))
    effects = [EFFECTS[slug] for slug in side.effects if not side.declines(slug)]
    upgrades = [COMPONENTS[slug] for slug in side.player.technologies if slug in COMPONENTS]
    held: list[Component] = [effect for effect in effects if effect.acts_in(ColorsAlike)]
    for card in (*held, *(one for one in upgrades if one.synergy)):
        yield card.name, frozenset(color for color, word in COLORS.items() if word in card.synergy or not card.synergy)


def colors_alike(side: Side, pair: str = "") -> tuple[str, ...]:
    """Return the colors that count as each other for a player: all, the two of a breakthrough, or none.

    `pair` names two colors of a synergy, whatever the breakthrough; it goes before that of a card.
    """
    most = max((colors for _, colors in _synergies(side, pair)), key=len, default=())
    return tuple(color for color in COLORS if color in most)


def synergies_ignored(side: Side, pair: str = "") -> Iterator[str]:
    """Yield a sentence for each further synergy, which does not count: a player has one breakthrough."""
    counted = colors_alike(side, pair)
    which = " and ".join(COLORS[color] for color in counted)
    for name, colors in _synergies(side, pair):
        if not colors.issubset(counted):
            yield (
                f"The synergy of {side.name}’s {name} was ignored: a player has one breakthrough, and here the synergy "
                f"of {which} counts."
            )


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
