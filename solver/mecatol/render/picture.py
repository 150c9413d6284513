"""An answer as a picture to send: the battle, who wins and what it costs, as one SVG that needs nothing else.

Colors are named, not given: whoever draws it says what `var(--ink)` and the others are, so that they stand in the
style sheet alone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from mecatol.render import losses, marks, words
from mecatol.render.battles import Battle, battles
from mecatol.render.chosen import decisions
from mecatol.render.facts import Facts
from mecatol.render.numbers import percent
from mecatol.render.words import text
from mecatol.scenario.sentence import say

WIDTH = 640
_EDGE = 28
_INSIDE = WIDTH - 2 * _EDGE
_LETTER = 0.53
"""How wide a letter is on average, of its height; lines are broken by it, for there is nothing here to measure."""
_MOST_MARKS = 11
"""Types of units that stand in a row."""


class _Sheet:
    """What is drawn so far, and how far down it reaches."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.down = 14.0

    def lines(self, said: str, size: int, style: str = "", ink: str = "ink") -> None:
        """Write a text in as many lines as it takes."""
        for line in textwrap.wrap(said, int(_INSIDE / (size * _LETTER))) or [""]:
            self.down += size * 1.35
            self.parts.append(
                f'<text x="{_EDGE}" y="{self.down:.1f}" font-size="{size}" fill="var(--{ink})"{style}>'
                f"{text(line)}</text>"
            )

    def bar(self, battle: Battle, facts: Facts) -> None:
        """Draw who wins as a bar with its figures."""
        self.down += 12
        if battle.label:
            self.lines(f"{battle.label}: {battle.question}", 14, ink="ink-soft")
            self.down += 6
        left, place = float(_EDGE), 0.0
        for name, chance in battle.shares.items():
            ink = f"tone-{facts.tone(name) % 8}" if name in facts.players else "line-strong"
            wide = _INSIDE * chance
            self.parts.append(
                f'<rect x="{left:.2f}" y="{self.down:.1f}" width="{wide:.2f}" height="20" fill="var(--{ink})"/>'
            )
            left += wide
        self.down += 20
        for index, (name, chance) in enumerate(battle.shares.items()):
            ink = f"tone-{facts.tone(name) % 8}" if name in facts.players else "ink-soft"
            place = _EDGE + _INSIDE * index / max(1, len(battle.shares) - 1)
            anchor = "start" if not index else "end" if index == len(battle.shares) - 1 else "middle"
            self.parts.append(
                f'<text x="{place:.1f}" y="{self.down + 25:.1f}" font-size="21" font-weight="700" '
                f'text-anchor="{anchor}" fill="var(--{ink})">{text(name)} {text(percent(chance))}</text>'
            )
        self.down += 32

    def marks(self, force: losses.Force, ink: str) -> None:
        """Draw a player's units as marks with their numbers."""
        counts: dict[str, int] = {}
        for (_, unit), number in force.units.items():
            counts[unit] = counts.get(unit, 0) + number
        self.down += 10
        for index, unit in enumerate(sorted((unit for unit in counts if counts[unit]), key=words.rank)[:_MOST_MARKS]):
            across = _EDGE + index * _INSIDE / _MOST_MARKS
            self.parts.append(
                f'<g transform="translate({across:.1f} {self.down:.1f})" fill="var(--{ink})">'
                f'<path fill-rule="evenodd" d="{marks.shape(unit)}"/>'
                f'<text x="27" y="18" font-size="16" font-weight="700">{counts[unit]}</text></g>'
            )
        self.down += 24


def picture(data: Mapping[str, Any]) -> str:
    """Return a Solution (its JSON) as an SVG image.

    It holds the battle in the sentences of `mecatol.scenario.sentence`, each player's units as marks, the bars of who
    wins, what that costs, and what was chosen for the players.
    """
    facts, sheet = Facts(data), _Sheet()
    title, *told = say(data["scenario"]).splitlines()
    sheet.lines(title.removesuffix("."), 24, ' font-weight="700"')
    found = battles(facts)
    for battle in found:
        sheet.bar(battle, facts)
    sheet.down += 4
    for sentence in (facts.headlines[1:] if found else []) or facts.headlines:
        sheet.lines(sentence, 16)
    names = [str(player["name"]) for player in data["scenario"].get("players", ())]
    for name, line in zip(names, told, strict=False):
        ink = f"tone-{facts.tone(name) % 8}"
        sheet.down += 6
        sheet.marks(facts.before[name], ink)
        sheet.lines(line, 14)
    sheet.down += 8
    for line in [*told[len(names) :], *_small(facts)]:
        sheet.lines(line, 13, ink="ink-soft")
    tall = sheet.down + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{tall:.0f}" '
        f'viewBox="0 0 {WIDTH} {tall:.0f}" font-family="system-ui, sans-serif">'
        f'<rect width="100%" height="100%" fill="var(--surface)"/>{"".join(sheet.parts)}</svg>'
    )


def _small(facts: Facts) -> Iterator[str]:
    if chosen := decisions(facts):
        yield f"Chosen: {'; '.join(chosen)}."
    yield "Exact odds by Mecatol."
