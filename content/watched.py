"""What a copy of a source says, entry by entry: pages of notes, lists in Markdown, and notes in data of cards."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

MOST_FILES, MOST_BYTES, MOST_ENTRIES = 5_000, 3_000_000, 100_000
"""A copy has at most so many files and entries, and a file so many bytes; what is beyond is not read."""

_PAGES, _LISTS, _DATA = (".php", ".html", ".htm"), (".md",), (".json",)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "header"})
_ENTRIES = frozenset({"li", "p", "td"})
_LISTS_OF = frozenset({"ol", "ul"})
_LIST_ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s+(.*)")


class Entry(NamedTuple):
    """One statement of a source."""

    page: str
    """Path of its file, as seen from the folder of the copy."""
    heading: str
    """What it stands under; empty at the top of a page."""
    text: str
    marked: bool = False
    """Whether the source sets it apart as a ruling."""

    @property
    def key(self) -> str:
        """Eight hexadecimal digits that tell the text from others, however it is set."""
        plain = "".join(character for character in self.text.casefold() if character.isalnum())
        return blake2b(plain.encode(), digest_size=4).hexdigest()


class CopyError(ValueError):
    """A folder is no copy of a source; the message names it and says what is allowed."""


def entries(folder: Path) -> list[Entry]:
    """Return every entry of a copy, page by page.

    Raises:
        CopyError: there is no such folder, or it holds more than a copy of a source can.
    """
    if not folder.is_dir():
        raise CopyError(f"{folder}: there is no such folder; name one that holds a copy of a source")
    found: list[Entry] = []
    files = sorted(path for path in folder.rglob("*") if path.suffix in (*_PAGES, *_LISTS, *_DATA))
    if len(files) > MOST_FILES:
        raise CopyError(f"{folder}: holds {len(files)} pages; a copy of a source has {MOST_FILES} at most")
    for path in files:
        # A link may lead out of the folder, and a file may be too large to be a page: neither is read.
        if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += _of_file(path.relative_to(folder).as_posix(), path.suffix, text)
        if len(found) > MOST_ENTRIES:
            raise CopyError(f"{folder}: holds more than {MOST_ENTRIES} entries, which no source does")
    return found


def _of_file(page: str, suffix: str, text: str) -> Iterator[Entry]:
    if suffix in _PAGES:
        reader = _Page(page)
        reader.feed(text)
        reader.close()
        yield from reader.found
    elif suffix in _LISTS:
        yield from _of_lists(page, text)
    else:
        yield from _of_data(page, text)


class _Page(HTMLParser):
    """Collects the statements of a page, each without those nested in it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Entry] = []
        self._page, self._heading = page, ""
        self._open: list[tuple[str, list[str], bool]] = []
        """Tags of statements and headings that are open, with the words in them so far and whether they are marked."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a statement or a heading, or mark the statement that is open."""
        if tag in _ENTRIES | _HEADINGS | _LISTS_OF:
            self._close("p")  # a paragraph ends where another block begins, and an item where the next one does
            if tag == "li":
                self._close("li")
            self._open.append((tag, [], "ruling" in (dict(attrs).get("class") or "")))
        elif self._open and "ruling" in (dict(attrs).get("class") or ""):
            tag, words, _ = self._open[-1]
            self._open[-1] = (tag, words, True)

    def handle_endtag(self, tag: str) -> None:
        """Close a statement or a heading, and with a list what is still open in it."""
        if tag in _LISTS_OF and any(each in _LISTS_OF for each, _, _ in self._open):
            while self._open[-1][0] not in _LISTS_OF:
                self._close(self._open[-1][0])
            self._open.pop()
        self._close(tag)

    def close(self) -> None:
        """Close whatever is still open at the end of the page."""
        super().close()
        while self._open:
            self._close(self._open[-1][0])

    def handle_data(self, data: str) -> None:
        """Add words to the statement or heading that is open."""
        if self._open:
            self._open[-1][1].append(data)

    def _close(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            return
        _, words, marked = self._open.pop()
        text = _plain("".join(words))
        if tag in _HEADINGS:
            # The heading within the header of a page comes first, and leaves the header empty.
            self._heading = text or self._heading
        elif text and tag in _ENTRIES:
            self.found.append(Entry(self._page, self._heading, text, marked))


def _of_lists(page: str, text: str) -> Iterator[Entry]:
    heading = ""
    for line in text.splitlines():
        if line.startswith("#"):
            heading = _plain(line.lstrip("#"))
        elif item := _LIST_ITEM.fullmatch(line):
            yield Entry(page, heading, _plain(item[1]))


def _of_data(page: str, text: str) -> Iterator[Entry]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return
    for one in data if isinstance(data, list) else [data]:
        if isinstance(one, dict):
            yield from _of_card(page, one)


def _of_card(page: str, card: dict[str, Any]) -> Iterator[Entry]:
    """Yield what the data of a card say in its notes."""
    notes = card.get("notes")
    name = next((str(card[key]) for key in ("name", "id", "alias") if card.get(key)), "")
    for text in notes if isinstance(notes, list) else [notes]:
        if isinstance(text, str) and _plain(text):
            yield Entry(page, _plain(name), _plain(text))


def _plain(text: str) -> str:
    """Return a text in one line, without characters that a terminal would obey."""
    printable = "".join(character if unicodedata.category(character)[0] != "C" else " " for character in text)
    return " ".join(printable.split())
