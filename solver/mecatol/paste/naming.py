"""What players call units, factions, planets, technologies and cards, however they write it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, Unit, planets, printings, units
from mecatol.effects.model import EFFECTS
from mecatol.effects.named import effects, technologies
from mecatol.effects.technology_cards import cards

_SHORT_UNITS = {
    "fighter": "ff ftr fight hp",
    "destroyer": "dd dest",
    "cruiser": "ca cr cru",
    "carrier": "cv car",
    "dreadnought": "dn dr dread dred dreadnaught dreadnaut",
    "flagship": "fs flag",
    "war-sun": "ws sun warsun",
    "infantry": "gf inf groundforce dude infantries",
    "mech": "mf mechanized",
    "pds": "pd",
    "space-dock": "sd dock spacedock",
}
"""What units are called for short, in AsyncTI4's commands and at the table."""

_SHORT_TECHNOLOGIES = {
    "amd": "antimass-deflectors",
    "x89": "x-89-bacterial-weapon",
    "ps": "plasma-scoring",
    "md": "magen-defense-grid",
    "da": "duranium-armor",
    "asc": "assault-cannon",
    "gls": "graviton-laser-system",
    "l4": "l4-disruptors",
    "nes": "non-euclidean-shielding",
    "vpw": "valkyrie-particle-weave",
    "ds": "dimensional-splicer",
    "sc": "supercharge",
}
"""AsyncTI4's short forms of technologies that act in combats and invasions."""

_CLOSE = 0.82
"""How alike two words are of which one is taken for a slip of the other."""


class UnitName(NamedTuple):
    """A unit that somebody named."""

    type: str
    technology: str | None = None
    """The upgrade that the name says its owner has."""
    faction: str | None = None
    """Whose unit it is, where the name tells."""


def normal(said: str) -> str:
    """Return the letters and digits of a name, small, without accents; Ω as `omega`."""
    plain = unicodedata.normalize("NFKD", said).casefold().replace("\N{GREEK SMALL LETTER OMEGA}", "omega")
    return "".join(letter for letter in plain if letter.isalnum())


def spellings(word: str) -> tuple[str, ...]:
    """Return a word and what it may be the plural of."""
    return (word, word[:-1], word[:-2]) if word.endswith("es") else (word, word[:-1]) if word.endswith("s") else (word,)


def looked_up[T](index: Mapping[str, T], said: str, forgiving: bool = True) -> T | None:
    """Return what a name stands for, in the plural too; a slip in a longer word is forgiven. None for no such name."""
    word = normal(said)
    for spelling in spellings(word):
        if spelling in index:
            return index[spelling]
    close = get_close_matches(word, [name for name in index if len(name) > 5], n=1, cutoff=_CLOSE)
    return index[close[0]] if forgiving and len(word) > 5 and close else None


@cache
def unit_names() -> Mapping[str, UnitName]:
    """Return every name of every unit: its type's, the short ones, the printed ones of factions."""
    found = {normal(name): UnitName(slug) for slug, name in UNIT_TYPES.items()}
    for slug, short in _SHORT_UNITS.items():
        found |= {word: UnitName(slug) for word in short.split()}
    for unit in units().values():
        for name in _printed(unit):
            found.setdefault(normal(name), UnitName(unit.type, unit.technology, unit.faction))
    return found


def _printed(unit: Unit) -> Iterable[str]:
    """Yield what a unit's card calls it, with the numeral of its upgrade in Roman figures and in Arabic ones."""
    yield unit.name
    yield re.sub(r"\b(?:II|V2)$", "2", unit.name)
    if unit.name.endswith(" I"):
        yield unit.name.removesuffix(" I")


def upgrade_of(unit_type: str, faction: str | None, edition: str = LATEST) -> str | None:
    """Return the unit upgrade technology that a faction has for a type of unit, by slug; None where there is none."""
    known = [
        unit
        for unit in printings(unit_type)
        if unit.technology and unit.upgrade_of and in_force(edition, unit.edition, unit.until)
    ]
    own = [unit for unit in known if faction and unit.faction == faction]
    return next((unit.technology for unit in own or [unit for unit in known if unit.faction is None]), None)


@cache
def faction_names() -> Mapping[str, str]:
    """Return every name of every faction: name to slug."""
    found = {}
    for slug, faction in FACTIONS.items():
        for name in (slug, faction.name, faction.name.removeprefix("The "), faction.short, *faction.aliases):
            found[normal(name)] = slug
    return found


@cache
def component_names() -> Mapping[str, tuple[str, ...]]:
    """Return every name of every technology and card that a player may have: name to slugs, one for each printing."""
    found: dict[str, tuple[str, ...]] = {}
    for slug, name in {**technologies(), **effects()}.items():
        plain = {normal(name), normal(slug), normal(re.sub(r" Ω+$", "", name)), normal(re.sub(r" \(.*\)$", "", name))}
        plain |= {normal(re.sub(r"\bII$", "2", name))}
        for word in plain:
            found[word] = (*found.get(word, ()), slug)
    return {**{short: found[normal(slug)] for short, slug in _SHORT_TECHNOLOGIES.items()}, **found}


def component(said: str, edition: str = LATEST, forgiving: bool = True) -> str | None:
    """Return the technology or card of a name, in the printing that an edition has; None for no such name."""
    slugs = looked_up(component_names(), said, forgiving) or ()
    for slug in slugs:
        printed = EFFECTS.get(slug) or cards().get(slug)
        if printed is None or in_force(edition, printed.edition, printed.until):
            return slug
    return slugs[0] if slugs else None


@cache
def planet_names() -> Mapping[str, str]:
    """Return every planet's name: name to slug."""
    found = {normal(slug): slug for slug in planets()}
    for slug, record in planets().items():
        found.setdefault(normal(record["name"]), slug)
    return found


def planet(said: str) -> str | None:
    """Return the planet of a name, or of the beginning of just one planet's name; None for no such planet."""
    word = normal(said)
    names = planet_names()
    if word in names:
        return names[word]
    begun = [name for name in names if name.startswith(word)] if len(word) > 2 else []
    alike = all(name.startswith(begun[0]) for name in begun)  # of two printings of one planet, the plain name
    return names[begun[0]] if begun and alike else None


def put_technology_or_card(player: dict[str, object], slug: str, count: int = 1) -> None:
    """Give a player of a scenario a technology or cards, by slug."""
    if slug in technologies():
        owned = player.setdefault("technologies", [])
        assert isinstance(owned, list)
        if slug not in owned:
            owned.append(slug)
        return
    held = player.setdefault("effects", {})
    assert isinstance(held, dict)
    held[slug] = count
