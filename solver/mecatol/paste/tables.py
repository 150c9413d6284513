"""Tables of two sides: columns or rows that bars, tabs or commas set apart, written out as the lists they stand for.

Attacker   | Defender            | Unit    | Sol | Hacan |            |     | cruiser | fighter |
2 cruisers | 1 dreadnought       |---------|-----|-------|            | Sol | 2       | 3       |
3 fighters | 2 fighters          | cruiser | 2   | 1     |            | Jol | 0       | 4       |
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mecatol.paste.lexing import lexemes
from mecatol.paste.vocabulary import WordKind

_RULE = re.compile(r"[\s|:+-]*-[\s|:+-]*\Z")
"""The line under a table's head."""
_NOTHING = ("", "-", "–", "—", "0", "none")
_COUNT = re.compile(r"\d{1,4}\Z")
_MOST_COLUMNS = 15


def without_tables(text: str, edition: str) -> str:
    """Return a text with its table of two sides written as two lists; any other text as it is."""
    lines = text.splitlines()
    rows = [_cells(line) for line in lines]
    start = next((at for at, row in enumerate(rows) if len(row) > 1), None)
    if start is None:
        rows = [_counted_cells(line) for line in lines]
        start = next((at for at, row in enumerate(rows) if len(row) > 2), None)
    if start is None:
        return text
    width = len(rows[start])
    end = start
    while end < len(rows) and (len(rows[end]) == width or _RULE.match(lines[end])):
        end += 1
    table = [row for row, line in zip(rows[start:end], lines[start:end], strict=True) if not _RULE.match(line)]
    if len(table) < 2 or width > _MOST_COLUMNS:
        return text
    sides = _sides(table, edition)
    if sides is None:
        return text
    lists = [f"{head}: {', '.join(items)}" if head else ", ".join(items) for head, items in sides]
    return "\n".join([*lines[:start], "\n\n".join(lists), *lines[end:]])


def _cells(line: str) -> list[str]:
    """Return what a line has between bars or tabs; one thing where there are none."""
    mark = "|" if "|" in line else "\t"
    cells = [cell.strip(" *_`") for cell in line.split(mark)]
    if mark == "|" and len(cells) > 2 and line.strip().startswith("|") and line.strip().endswith("|"):
        cells = cells[1:-1]
    return cells


def _counted_cells(line: str) -> list[str]:
    """Return what a line has between commas or semicolons: sheets are saved so, and lists of units are written so."""
    return [cell.strip(" \"'") for cell in line.split(";" if ";" in line else ",")]


def _sides(table: Sequence[Sequence[str]], edition: str) -> list[tuple[str, list[str]]] | None:
    """Return the two sides of a table, each with its head and its list; None where it shows no two."""
    head, *body = table
    if len(head) == 2:
        return _columns(table, edition)
    numbers = [row[1:] for row in body]
    if not all(_COUNT.match(cell) or cell.casefold() in _NOTHING for row in numbers for cell in row):
        return None
    units = [row[0] for row in body]
    if len(head) == 3 and all(_names_unit(unit, edition) for unit in units):  # a unit a row, a side a column
        one, other = [row[1] for row in body], [row[2] for row in body]
        return [(head[1], _counted(one, units)), (head[2], _counted(other, units))]
    if len(body) == 2 and all(_names_unit(unit, edition) for unit in head[1:]):  # a side a row
        return [(row[0], _counted(row[1:], head[1:])) for row in body]
    return None


def _counted(counts: Sequence[str], units: Sequence[str]) -> list[str]:
    """Return the units of a side with their counts, those left out that are not there."""
    return [f"{count} {unit}" for count, unit in zip(counts, units, strict=True) if _there(count)]


def _columns(table: Sequence[Sequence[str]], edition: str) -> list[tuple[str, list[str]]] | None:
    """Return the sides of two columns of units; None where a row is a side, its head before its units."""
    headed = not any(_names_unit(cell, edition) for cell in table[0])
    body = table[1:] if headed else table
    for side in (0, 1):
        if not any(_names_unit(row[side], edition) for row in table):
            return None
    if len(table) < 2:
        return None
    sides = []
    for side in (0, 1):
        items = [row[side] for row in body if row[side].casefold() not in _NOTHING]
        sides.append((table[0][side].rstrip(" :") if headed else "", items))
    return sides


def _there(count: str) -> bool:
    return count.casefold() not in _NOTHING and bool(count.strip("0"))


def _names_unit(cell: str, edition: str) -> bool:
    return any(word.kind is WordKind.UNIT for word in lexemes(cell[:200], edition))
