"""What tests of answers share: a battle, the ways of clauses, and a reader of HTML that tells whether it is sound."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

VOID = {"br", "input", "rect", "line", "img", "hr", "meta", "link"}
LINKS = {"77": "", "10": "../anti-fighter-barrage/"}
BATTLE_IN_SPACE: dict[str, Any] = {
    "step": "space-combat",
    "players": [{"name": "Red", "space": {"dreadnought": 2}}, {"name": "Blue", "space": {"cruiser": 3}}],
}


class Reader(HTMLParser):
    """Checks that tags close in order and collects text, tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def read(html: str) -> Reader:
    """Read a whole fragment, of which every tag has to be closed."""
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    return reader
