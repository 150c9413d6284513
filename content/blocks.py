"""The blocks of a longer text: paragraphs, lists, tables and pictures; `content.prose` reads the words within them.

A paragraph, on one line or several.

1. A list whose lines are counted,
   with a second line of an item under its words,
   - and a list within an item, one level deep.

- A list whose lines are not counted.

| Unit    | Cost |
| ------- | ---- |
| Carrier | 3    |

![What the picture shows](pictures/name.svg)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import NamedTuple

from content.prose import BadMark, Span, scan

_MARKER = re.compile(r"(?P<indent> *)(?P<sign>-|\d+\.)\s+(?P<words>\S.*)")
_RULE = re.compile(r":?-+:?\Z")
_IMAGE = re.compile(r"!\[(?P<description>[^\]]*)\]\((?P<target>[^)]*)\)\Z", re.S)
_PICTURE = re.compile(r"pictures/(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*\.(?:svg|png))\Z")
_BAR = re.compile(r"\|(?![^\[\]]*\]\])")
"""A bar between two cells; one within a link belongs to the link."""


@dataclass(frozen=True)
class Paragraph:
    """Sentences that stand together."""

    text: str


@dataclass(frozen=True)
class Item:
    """A line of a list."""

    text: str
    sub: Items | None = None


@dataclass(frozen=True)
class Items:
    """A list, counted or not."""

    counted: bool
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Table:
    """A table: the heading of each column, and the rows, each with a cell for each column."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Image:
    """A picture from the folder of pictures."""

    description: str
    """What it shows, for those who do not see it."""
    name: str
    """The name of its file."""


type Block = Paragraph | Items | Table | Image


class Read(NamedTuple):
    """What a text holds, and what in it cannot be read."""

    blocks: tuple[Block, ...]
    bad: tuple[BadMark, ...]

    @property
    def pieces(self) -> tuple[str, ...]:
        """Every piece of a block that holds words and links, in order."""
        return tuple(words for block in self.blocks for words in texts(block))

    @property
    def spans(self) -> tuple[Span, ...]:
        """The spans of all blocks, one after another."""
        return tuple(span for words in self.pieces for span in scan(words)[0])


def texts(block: Block) -> tuple[str, ...]:
    """Return every piece of a block that holds words and links, in order."""
    match block:
        case Paragraph(text):
            return (text,)
        case Items(_, items):
            return tuple(text for item in items for text in (item.text, *(texts(item.sub) if item.sub else ())))
        case Table(head, rows):
            return (*head, *(cell for row in rows for cell in row))
        case Image(description):
            return (description,)


@cache
def scan_blocks(text: str) -> Read:
    """Split a text into blocks; what cannot be read is told apart, for people to mend."""
    bad: list[BadMark] = []
    blocks: list[Block] = []
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    for kind, group in groupby(_kinds(lines), key=lambda line: line[0]):
        found = [line for _, line in group]
        match kind:
            case "list":
                blocks.extend(_lists(found, bad))
            case "table":
                blocks.extend(_table(found, bad))
            case "paragraph":
                blocks.append(_paragraph(found, bad))
    read = Read(tuple(blocks), ())
    for words in read.pieces:
        bad.extend(scan(words)[1])
    return read._replace(bad=tuple(bad))


def parse_blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of a text that has been checked.

    Raises:
        ValueError: something in it cannot be read.
    """
    read = scan_blocks(text)
    if read.bad:
        raise ValueError("; ".join(mark.message for mark in read.bad))
    return read.blocks


def _kinds(lines: list[str]) -> list[tuple[str, str]]:
    """Say of each line to what kind of block it belongs; an empty line ends a paragraph or a table, and not a list."""
    found: list[tuple[str, str]] = []
    kind, after_empty = "empty", False
    for line in lines:
        going_on = kind == "list" and (_MARKER.match(line) or line.startswith(" ") or not after_empty)
        if not line:
            kind = "list" if kind == "list" else "empty"
        elif line.lstrip().startswith("|"):
            kind = "table"
        else:
            kind = "list" if going_on or _opens(line) else "paragraph"
        after_empty = not line
        found.append((kind, line))
    return found


def _opens(line: str) -> bool:
    """Tell whether a line begins a list: only one does, so that `5.` at the beginning of a line stays a number."""
    marker = _MARKER.match(line)
    return marker is not None and marker["sign"] in ("-", "1.")


def _paragraph(lines: list[str], bad: list[BadMark]) -> Block:
    text = "\n".join(line.strip() for line in lines)
    image = _IMAGE.match(text)
    if not image:
        if "![" in text:
            bad.append(BadMark(_first(text, "!["), "a picture stands by itself, between empty lines"))
        return Paragraph(text)
    name = _PICTURE.match(image["target"].strip())
    if not name:
        message = f"{image['target']!r} is not a picture: write ![what it shows](pictures/name.svg), or .png"
        bad.append(BadMark(_first(text, "]("), message))
    description = " ".join(image["description"].split())
    if len(description) < 3:
        bad.append(BadMark(_first(text, "!["), "the picture has no description: say what it shows between ![ and ]"))
    return Image(description, name["name"] if name else image["target"])


def _first(text: str, piece: str) -> str:
    """Return the line of a text that holds a piece."""
    return next(line for line in text.split("\n") if piece in line)


@dataclass
class _Open:
    """A list that is being read."""

    counted: bool
    items: list[Item] = field(default_factory=list)

    def closed(self) -> Items:
        return Items(self.counted, tuple(self.items))


def _lists(lines: list[str], bad: list[BadMark]) -> list[Block]:
    """Read lines that follow one another as lists: another one begins where the kind of marker changes."""
    lists: list[_Open] = []
    inner: _Open | None = None

    def close() -> None:
        nonlocal inner
        if inner:
            owner = lists[-1].items
            owner[-1] = replace(owner[-1], sub=inner.closed())
        inner = None

    for line in lines:
        marker = _MARKER.match(line)
        if not line.strip():
            continue
        if not marker:
            items = (inner or lists[-1]).items
            items[-1] = replace(items[-1], text=f"{items[-1].text}\n{line.strip()}")
            if not line.startswith(" "):
                message = f"{line!r} follows a list: leave an empty line before it, or move it in under the item"
                bad.append(BadMark(line, message))
            continue
        counted, depth = marker["sign"] != "-", len(marker["indent"])
        if depth == 0 or not lists:
            close()
            if not lists or lists[-1].counted != counted or marker["sign"] == "1.":
                lists.append(_Open(counted))
            target = lists[-1]
        else:
            if inner is None:
                inner = _Open(counted)
                level = depth
            elif depth != level or inner.counted != counted:
                bad.append(BadMark(line.strip(), f"{line.strip()!r} goes deeper: a list within a list is all there is"))
            target = inner
        if counted and marker["sign"] != (want := f"{len(target.items) + 1}."):
            bad.append(BadMark(line.strip(), f"{line.strip()!r} should begin with {want}"))
        target.items.append(Item(marker["words"]))
    close()
    return [each.closed() for each in lists]


def _table(lines: list[str], bad: list[BadMark]) -> list[Block]:
    rows = [_cells(line) for line in lines]
    width = len(rows[0])
    if len(rows) < 3 or not all(_RULE.match(cell) for cell in rows[1]):
        message = "a table begins with a row of headings, then a row | --- | --- |, then its rows"
        bad.append(BadMark(lines[0].strip(), message))
        return []
    for line, row in zip(lines, rows, strict=True):
        if len(row) != width:
            message = f"{line.strip()!r} has {len(row)} cells, and the headings are {width}: write | on both ends too"
            bad.append(BadMark(line.strip(), message))
    if not all(rows[0][1:]):
        bad.append(BadMark(lines[0].strip(), "a column has no heading; only the first may do without"))
    return [Table(rows[0], tuple(rows[2:]))]


def _cells(line: str) -> tuple[str, ...]:
    words = line.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.strip() for cell in _BAR.split(words))
