"""What players call units, factions, planets, technologies and cards, however they write it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import NamedTuple

from mecatol.domain.editions import LATEST, in_force
from mecatol.domain.factions import FACTIONS
from mecatol.domain.units import UNIT_TYPES, Unit, planets, printings, unit_upgrades, units
from mecatol.effects.model import BREAKTHROUGH, COMPONENTS, EFFECTS, FACTION_ABILITY, LEADERS
from mecatol.effects.named import effects, technologies
from mecatol.effects.technology_cards import cards
from mecatol.paste import slang

_ANYBODYS = ("warrior",)
"""Words in the names of infantry that say nothing of whose it is."""

_NUMERAL = re.compile(r"(?: (?:II|I|2|1|V1|V2))\Z")
"""The numeral at the end of a unit's printed name, which the grammar reads by itself."""

_LEAST_FORGIVEN = 5
"""Letters of the shortest word in which a slip is forgiven."""
_LONG = 8
"""Letters of the shortest name in which two slips are forgiven."""
_ALIKE = 0.8
"""How alike two words must be for one to be taken for a slip of the other."""


class UnitName(NamedTuple):
    """A unit that somebody named."""

    type: str
    technology: str | None = None
    """The upgrade that the name says its owner has."""
    faction: str | None = None
    """Whose unit it is, where the name tells."""


@lru_cache(maxsize=8192)  # the names of the game and the words of a text come again and again
def normal(said: str) -> str:
    """Return the letters and digits of a name, small, without accents; Ω as `omega`."""
    plain = said if said.isascii() else unicodedata.normalize("NFKD", said)
    named = plain.casefold().replace("\N{GREEK SMALL LETTER OMEGA}", "omega")
    return "".join(filter(str.isalnum, named))


def spellings(word: str) -> tuple[str, ...]:
    """Return a word and what it may be the plural of."""
    if word.endswith("ies"):
        return word, word[:-1], word[:-2], f"{word[:-3]}y"
    return (word, word[:-1], word[:-2]) if word.endswith("es") else (word, word[:-1]) if word.endswith("s") else (word,)


def looked_up[T](index: Mapping[str, T], said: str) -> T | None:
    """Return what a name stands for, in the plural too; None for no such name."""
    return next((index[spelling] for spelling in spellings(normal(said)) if spelling in index), None)


@cache  # made of all records: every text asks, and they do not change
def unit_names() -> Mapping[str, UnitName]:
    """Return every name of every unit without the numeral of its upgrade: its type's, the short ones, printed ones."""
    found = {normal(name): UnitName(slug) for slug, name in UNIT_TYPES.items()}
    found |= {word: UnitName(slug) for word, slug in slang.short_names(slang.UNITS).items()}
    for unit in printings("infantry"):
        for word in map(normal, unit.name.split()):
            if unit.faction and len(word) > _LEAST_FORGIVEN and word not in (*faction_names(), *_ANYBODYS):
                found.setdefault(word, UnitName("infantry", None, unit.faction))
    for unit in units().values():
        upgrade = None if _NUMERAL.search(unit.name) else unit.technology
        for name in _printed(unit):
            found.setdefault(normal(name), UnitName(unit.type, upgrade, unit.faction))
        for short in slang.UNIT_UPGRADES.get(unit.slug, "").split():
            found.setdefault(short, UnitName(unit.type, unit.technology, unit.faction))
    return found


def _printed(unit: Unit) -> Iterator[str]:
    """Yield what a unit's card calls it: without its numeral, with and without `The`."""
    name = _NUMERAL.sub("", unit.name)
    yield name
    if unit.faction and len(words := name.split()) > 2:  # Strike Wing Alpha
        yield "".join(word[0] for word in words)
    if len(plain := name.removeprefix("The ")) > len("Sun"):
        yield plain
    if "Dreadnought" in name:
        yield name.replace("Dreadnought", "Dread")


def upgrade_of(unit_type: str, faction: str | None, edition: str = LATEST) -> str | None:
    """Return the unit upgrade technology that a faction has for a type of unit, by slug; None where there is none.

    `Cruiser II` never stands for what a breakthrough puts on top of it, such as the Corsair.
    """
    known = [
        unit
        for unit in printings(unit_type)
        if unit.technology
        and unit.upgrade_of
        and not _is_breakthrough(unit.technology)
        and in_force(edition, unit.edition, unit.until)
    ]
    own = [unit for unit in known if faction and unit.faction == faction]
    everybodys = [unit for unit in known if unit.faction is None]
    return next((unit.technology for unit in own or everybodys), None)


def _is_breakthrough(slug: str) -> bool:
    return slug in COMPONENTS and COMPONENTS[slug].kind == BREAKTHROUGH


@cache  # made of all records
def faction_names() -> Mapping[str, str]:
    """Return every name of every faction: name to slug."""
    found = {}
    for slug, faction in FACTIONS.items():
        for name in (slug, faction.name, faction.name.removeprefix("The "), faction.short, *faction.aliases):
            found[normal(name)] = slug
    return found


@cache  # made of all records
def component_names() -> Mapping[str, tuple[str, ...]]:
    """Return every name of every technology and card that a player may have: name to slugs, one for each printing."""
    found: dict[str, tuple[str, ...]] = {}
    for slug, name in {**technologies(), **effects()}.items():
        if slug in EFFECTS and (EFFECTS[slug].per_unit or EFFECTS[slug].lent):
            continue  # `galvanized` is said of units, and the name of a flagship is the unit
        plain = {normal(name), normal(slug), normal(re.sub(r" Ω+$", "", name)), normal(re.sub(r" \(.*\)$", "", name))}
        plain |= {normal(re.sub(r"\bII$", "2", name)), normal(name.removeprefix("The "))}
        if slug in EFFECTS and (title := EFFECTS[slug].title):  # heroes are called by what their abilities are called
            plain |= {normal(title), normal(re.sub(r" Ω+$", "", title)), normal(name.partition(",")[0])}
        for word in plain:
            found[word] = (*found.get(word, ()), slug)
    kinds = (slang.TECHNOLOGIES, slang.CARDS)
    short = {word: found[normal(slug)] for kind in kinds for word, slug in slang.short_names(kind).items()}
    return {**short, **found}


def component(said: str, edition: str = LATEST) -> str | None:
    """Return the technology or card of a name, in the printing that an edition has; None for no such name."""
    slugs = looked_up(component_names(), said) or ()
    upgrades = [name for slug in slugs if (name := technologies().get(slug)) and unit_upgrades().get(slug) == name]
    if upgrades and all(normal(_NUMERAL.sub("", name)) in unit_names() for name in upgrades):
        return None  # the grammar reads the numeral
    for slug in slugs:
        printed = EFFECTS.get(slug) or cards().get(slug)
        if printed is None or in_force(edition, printed.edition, printed.until):
            return slug
    return slugs[0] if slugs else None


def called(slug: str) -> str:
    """Return the name of a technology or card, by slug."""
    return technologies().get(slug) or effects()[slug]


def begun(said: str, edition: str = LATEST) -> str | None:
    """Return the only card or technology whose name begins so; None where the beginning is short, or of several."""
    word = normal(said)
    found = {component(name, edition) for name in component_names() if name.startswith(word)}
    return found.pop() if len(found) == 1 and len(word) > _LEAST_FORGIVEN else None


_NOT_CARRIED_OUT = (
    "Ghost Ship/Infiltrate/Counterstroke/Salvage/Sabotage/Sabo/Ceasefire/Cease Fire/Support for the Throne"
)
"""Cards without a record that come up when battles are discussed."""


@cache  # made of all records
def other_components() -> frozenset[str]:
    """Return the names of what the game has and no effect carries out, so that they are named whole."""
    known = [one.name for one in COMPONENTS.values() if one.slug not in EFFECTS and one.slug not in technologies()]
    return frozenset(normal(name) for name in (*known, *_NOT_CARRIED_OUT.split("/"))) - {*component_names()}


@cache  # made of all records
def own_abilities() -> Mapping[str, str]:
    """Return the abilities that hold with a faction and are named nowhere: name to slug."""
    own = [one for one in EFFECTS.values() if one.automatic and one.kind == FACTION_ABILITY and one.faction]
    return {**{normal(one.name): one.slug for one in own}, **slang.short_names(slang.ABILITIES)}


@cache  # made of all records
def leader_names() -> Mapping[str, str | None]:
    """Return the leaders by faction and rank, as players call them: name to slug, None for one not carried out."""
    latest: dict[tuple[str | None, str | None], str] = {}
    for one in EFFECTS.values():
        if one.leader and one.until is None:
            latest.setdefault((one.faction, one.leader), one.slug)
    found: dict[str, str | None] = {}
    for name, faction in faction_names().items():
        for rank in LEADERS:
            found[f"{name}{rank}"] = found[f"{name}s{rank}"] = latest.get((faction, rank))
    return found


@cache  # made of all records
def planet_names() -> Mapping[str, str]:
    """Return every planet's name: name to slug."""
    found = {normal(slug): slug for slug in planets()}
    for slug, record in planets().items():
        found.setdefault(normal(record["name"]), slug)
    for short, slug in slang.short_names(slang.PLANETS).items():
        found.setdefault(short, slug)
    return found


def planet(said: str) -> str | None:
    """Return the planet of a name, or of the beginning of just one planet's name; None for no such planet."""
    word = normal(said)
    names = planet_names()
    if word in names:
        return names[word]
    if short := slang.short_names(slang.PLANETS_BEHIND_ON).get(word):
        return short
    begun = [name for name in names if name.startswith(word)] if len(word) > 2 else []
    alike = all(name.startswith(begun[0]) for name in begun)  # of two printings of one planet, the plain name
    return names[begun[0]] if begun and alike else None


class Slips:
    """Names in which a slip is forgiven: a letter too many, too few, another, or two that changed places.

    A name is kept under itself and under what is left of it without one of its letters; so is what somebody wrote, and
    names that meet it there are near. A word takes as many look-ups as it has letters, however many names there are.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._near: dict[str, list[str]] = {}
        self._longest = 0
        for name in names:
            if len(name) >= _LEAST_FORGIVEN:
                self._longest = max(self._longest, len(name))
                for key in {name, *_shortened(name)}:
                    self._near.setdefault(key, []).append(name)

    def nearest(self, word: str) -> str | None:
        """Return the name that a word is a slip of; None where there is none."""
        if not _LEAST_FORGIVEN <= len(word) <= self._longest + 1:  # a letter too many is a slip, a thousand are none
            return None
        near = {name for key in (word, *_shortened(word)) for name in self._near.get(key, ())}
        ranked = sorted((-SequenceMatcher(None, word, name).ratio(), name) for name in near)
        return ranked[0][1] if ranked and -ranked[0][0] >= _ALIKE else None


def twice_slipped(word: str) -> str | None:
    """Return the long name of a type of unit that a word is with two slips in it: `dradnougth`; None for none."""
    for name in unit_names() if len(word) >= _LONG else ():
        near = len(name) >= _LONG and name[0] == word[0] and abs(len(name) - len(word)) < len(word) // 4
        if near and unit_names()[name].faction is None and SequenceMatcher(None, word, name).ratio() >= _ALIKE:
            return name
    return None


def _shortened(word: str) -> list[str]:
    """Return what is left of a word without one of its letters, for each of them."""
    return [word[:at] + word[at + 1 :] for at in range(len(word))]


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
