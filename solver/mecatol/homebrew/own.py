"""What holds for every record of a pack, whichever door it came through: names of its own, bounded texts and numbers.

Nothing of a pack may take the name of what exists: a unit, a card, a faction, a page or a word of scenarios would stand
for something else in every form, link and text that names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from mecatol.domain.editions import EDITIONS, OwnEdition
from mecatol.domain.factions import FACTIONS, Faction
from mecatol.domain.places import SPACE
from mecatol.domain.units import ABILITIES, UNIT_TYPES, Unit, units
from mecatol.effects.model import (
    AGENT,
    COMPONENTS,
    DECLARED_AT,
    FACTION_TECHNOLOGY,
    TECHNOLOGY,
    UNIT_TEXT,
    Component,
    Effect,
    sort_of,
)
from mecatol.errors import shown
from mecatol.scenario.step import STEPS

type Record = OwnEdition | Faction | Unit | Component
type Records = Mapping[tuple[str, str], Record]
"""By sort and slug."""

LARGEST, LONGEST_TEXT, LONGEST_NAME = 99, 1_000, 60
"""The largest number of a pack, and how many characters a text and a name of one may have."""
_NAMES = ("slug", "name", "short", "technology")
"""Fields that are names, or slugs by which pages and scenarios know something."""
_RESERVED = frozenset(("index", "constructor", "prototype", SPACE, "adjacent", "all", "none", "any"))
"""Words that pages and scenarios have for something else."""


def records() -> Records:
    """Return every record there is."""
    editions = (OwnEdition(slug=slug, name=name) for slug, name in EDITIONS.items())
    every: Iterable[Record] = (*editions, *FACTIONS.values(), *units().values(), *COMPONENTS.values())
    return {(sort_of(one), one.slug): one for one in every}


def is_readable(text: str, *, lines: bool = False) -> bool:
    """Tell whether a text has no control character, and none that turns the direction of writing.

    With `lines` it may have several lines.
    """
    plain = text.replace("\u00a0", " ").replace("\u202f", " ")
    return (plain.replace("\n", " ") if lines else plain).isprintable()


def _word(name: str) -> str:
    """Return a name as everything compares it: `The Federation of Sol` and `federation-of-sol` are one."""
    parts = "".join(sign if sign.isalnum() else " " for sign in name.casefold()).split()
    return "-".join(parts[1:] if parts[:1] == ["the"] and len(parts) > 1 else parts)


def _named(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the names of a record, each with the field that holds it."""
    for field in _NAMES:
        if isinstance(value := getattr(record, field, None), str):
            yield field, value
    if isinstance(record, Faction) and isinstance(record.aliases, tuple):
        yield from (("aliases", alias) for alias in record.aliases if isinstance(alias, str))


def mistakes(before: Records) -> Iterator[str]:
    """Yield what is wrong with each record that was not there before: where, which field, what is allowed."""
    taken: dict[str, str] = {}
    editions: dict[str, str] = {}
    for (sort, slug), record in before.items():
        for _, name in _named(record):
            (editions if sort == "Edition" else taken).setdefault(_word(name), f"{sort.lower()} {slug!r}")
    words = _RESERVED.union(map(_word, (*UNIT_TYPES, *ABILITIES, *STEPS)))
    for key, record in records().items():
        if key in before and (record is before[key] or record == before[key]):
            continue
        others = editions if key[0] == "Edition" else taken
        there = f"{DECLARED_AT.get(key, 'a pack')}: {key[0]} {shown(record.slug)}"
        yield from (f"{there}, {field}: {said}" for field, said in _of(record, before, others, words))


def _of(record: Record, before: Records, taken: Mapping[str, str], words: frozenset[str]) -> Iterator[tuple[str, str]]:
    for field, name in _named(record):
        word = _word(name)
        if _is_wording(record, field, word, before):
            continue
        if len(name) > LONGEST_NAME:
            yield field, f"is longer than {LONGEST_NAME} characters"
        elif word in words:
            yield field, f"{name!r} is a word of scenarios or pages; take another name"
        elif word in taken:
            yield field, f"{name!r} is the name of {taken[word]} already; take another name"
    yield from _texts_and_numbers(record)
    if isinstance(record, Component):
        yield from _of_component(record)


def _is_wording(record: Record, field: str, word: str, before: Records) -> bool:
    """Tell whether a name is that of the first printing of which a card is another wording."""
    first = before.get(("Component", f"{record.version_of}")) if isinstance(record, Component) else None
    return field == "name" and first is not None and _word(first.name) == word


def _texts_and_numbers(record: Record) -> Iterator[tuple[str, str]]:
    for each in fields(record):
        for value in plain(getattr(record, each.name)):
            if isinstance(value, str):
                if not is_readable(value, lines=each.name not in _NAMES):
                    yield each.name, f"{shown(value)} holds a sign that nobody sees; leave it out"
                elif len(value) > LONGEST_TEXT:
                    yield each.name, f"is longer than {LONGEST_TEXT:,} characters"
            elif not -LARGEST <= value <= LARGEST:
                yield each.name, f"{shown(value)} must be from -{LARGEST} to {LARGEST}"


def plain(value: Any) -> Iterator[str | int | float]:
    """Yield the texts and numbers of a value."""
    if isinstance(value, str | int | float):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from plain(key)
            yield from plain(each)
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from plain(each)


def _of_component(component: Component) -> Iterator[tuple[str, str]]:
    if component.kind == UNIT_TEXT and component.unit is None:
        yield "unit", "is missing: the slug of the unit whose text it is, without which it would act for everybody"
    if component.kind in (TECHNOLOGY, FACTION_TECHNOLOGY) and component.color is None:
        yield "color", "is missing: blue, green, red or yellow"
    if not isinstance(component, Effect) or component.leader != AGENT or component.spends:
        return
    if component.rounds is None and any(window.waits for window in component.windows):
        yield "rounds", "is missing: its use exhausts an agent, so write rounds: 1, or it would act in every round"
