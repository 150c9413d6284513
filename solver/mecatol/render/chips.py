"""Units as chips: a picture and a count in their owner's color, with a dot where they are damaged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from mecatol.render import losses, marks, words
from mecatol.render.words import text

_COUNTED = re.compile(rf"(\d+) ({'|'.join(map(re.escape, marks.NAMES))})(?:s)?", re.IGNORECASE)
"""A number of units in words: `2 Cruisers`."""


def chip(unit: str, number: object, damaged: bool = False) -> str:
    """Return a chip of units; those who listen hear `2 dreadnoughts, damaged`."""
    spoken = words.some(unit, str(number)) + (", damaged" if damaged else "")
    drawn = f" unit-mark--{unit}" if marks.shape(unit) else ""
    style = f"unit-chip{drawn}{' unit-chip--damaged' if damaged else ''}"
    shown = text(number if drawn else f"{words.name(unit)} {number}")
    return f'<span class="{style}" role="img" aria-label="{text(spoken)}">{shown}</span>'


def with_sign(unit: str, number: int, spoken: str, damaged: bool = False, tag: str = "li") -> str:
    """Return a chip of units with the sign of their type in it; those who listen hear ``spoken`` after the number."""
    style = f"unit-chip{' unit-chip--damaged' if damaged else ''}"
    return f'<{tag} class="{style}">{marks.sign(unit)}{number}<span class="unseen"> {text(spoken)}</span></{tag}>'


def chips(found: Iterable[str], style: str = "", before: str = "") -> str:
    """Return chips beside each other, of the color that the class ``style`` gives, after what only listeners hear."""
    heard = f'<span class="unseen">{before}</span>' if before else ""
    return f'<span class="unit-chips{style}">{heard}{"".join(found)}</span>'


def of_force(force: losses.Force, named: bool, style: str = "", before: str = "") -> str:
    """Return what a player has left as chips, space first, then planet by planet, the damaged beside the whole.

    ``named`` says on which planet units are; ``style`` and ``before`` are those of `chips`.
    """
    parts = []
    places = sorted(dict.fromkeys(place for place, _ in force.units), key=lambda name: (name != losses.SPACE, name))
    for place in places:
        found = list(_at(force, place))
        if found and place and named:
            where = "adjacent" if place == losses.ADJACENT else words.planet(place)
            found.append(f'<span class="unit-chips__where">{text(where)}</span>')
        parts.extend(found)
    return chips(parts, style, before) if parts else ""


def _at(force: losses.Force, place: str) -> Iterator[str]:
    there = {unit: number for (at, unit), number in force.units.items() if at == place and number}
    for unit in sorted(there, key=words.rank):
        hurt = min(force.damaged.get((place, unit), 0), there[unit])
        if whole := there[unit] - hurt:
            yield chip(unit, whole)
        if hurt:
            yield chip(unit, hurt, damaged=True)


def counted(counts: Mapping[str, str]) -> str:
    """Return units by type as chips, each with its number as it is printed."""
    return chips(chip(unit, counts[unit]) for unit in sorted(counts, key=words.rank))


def in_words(told: str) -> str:
    """Return a text that does nothing but count units as chips; empty for any other."""
    found = _COUNTED.findall(told)
    if not found or _COUNTED.sub("", told).strip(" ,;+"):
        return ""
    return chips(chip(marks.NAMES[name.casefold()], number) for number, name in found)
