"""Technology cards: whose they are, their colors and prerequisites, as their records have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from mecatol.domain.clauses import cites
from mecatol.domain.editions import EDITIONS
from mecatol.domain.units import units
from mecatol.effects.model import COLORS, COMPONENTS, FACTION_TECHNOLOGY, TECHNOLOGY


@dataclass(frozen=True, kw_only=True)
class TechnologyCard:
    """One printing of a technology card."""

    slug: str
    name: str
    color: str | None
    """A key of COLORS; None for a unit upgrade and for cards that have none."""
    prerequisites: Mapping[str, int] | None = field(hash=False)
    """How many of each color it needs; None where the card cannot be researched."""
    faction: str | None
    """The faction whose it is, by slug; None for everybody's."""
    edition: str
    until: str | None
    unit: str | None
    """The type of unit that it upgrades, None if it is no unit upgrade."""

    @property
    def symbols(self) -> str:
        """The prerequisites in words, such as "2 blue, 1 yellow"."""
        needs = ", ".join(f"{count} {COLORS[color]}" for color, count in (self.prerequisites or {}).items())
        return needs or "nothing"


def _color(word: str | None) -> str | None:
    return next((slug for slug, known in COLORS.items() if known == word), None)


@cache  # goes through every component and every unit
def cards() -> dict[str, TechnologyCard]:
    """Return every technology card, by slug: everybody's by color and prerequisites, then those of each faction."""
    found = [
        TechnologyCard(
            slug=one.slug,
            name=one.name,
            color=_color(one.color),
            prerequisites=_counted(one.prerequisites),
            faction=one.faction,
            edition=one.edition,
            until=one.until,
            unit=None,
        )
        for one in COMPONENTS.values()
        if one.kind in (TECHNOLOGY, FACTION_TECHNOLOGY)
    ]
    found += [
        TechnologyCard(
            slug=unit.technology,
            name=unit.name,
            color=None,
            prerequisites=_counted(unit.prerequisites),
            faction=unit.faction,
            edition=unit.edition,
            until=unit.until,
            unit=unit.type,
        )
        for unit in units().values()
        if unit.technology is not None and unit.prerequisites is not None
    ]
    return {card.slug: card for card in sorted(found, key=_place)}


@cites("90.3")
def owned_cards(technologies: Iterable[str]) -> list[TechnologyCard]:
    """Return the technology cards among what a player has learned to build by, by slug.

    A breakthrough that makes a unit another one is named with the technologies in a scenario and is none of them.
    """
    known = cards()
    return [known[slug] for slug in technologies if slug in known]


def _counted(prerequisites: Collection[str] | None) -> dict[str, int] | None:
    """Return how many of each color's slug are asked for."""
    if prerequisites is None:
        return None
    slugs = {word: slug for slug, word in COLORS.items()}
    return dict(Counter(slugs[word] for word in prerequisites))


def _place(card: TechnologyCard) -> tuple[bool, str, int, int, int, str]:
    """Return what cards are ordered by: everybody's by color and prerequisites, each by when it first came."""
    own = COMPONENTS.get(card.slug)
    first = COMPONENTS.get(own.version_of or "", own) if own else None
    came = list(EDITIONS).index(first.edition) if first else 0
    if card.unit is not None:
        return True, card.faction or "", 0, 0, 0, ""
    if card.faction is not None:
        return False, card.faction, 0, 0, came, card.slug
    color = list(COLORS).index(card.color) if card.color else len(COLORS)
    return False, "", color, sum((card.prerequisites or {}).values()), came, first.slug if first else ""
