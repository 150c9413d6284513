"""A page's table of contents, read from the headings of its HTML; and how generators that take Markdown get both.

It stands on Python-Markdown alone, for `theme.adapters.zensical` hands it over beside the pages.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from markdown import Extension, Markdown

_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4}
_HEADING = re.compile(r"<(h[1-4])\b[^>]*>.*?</\1>", re.S)
"""A heading from tag to tag: reading these alone takes a hundredth of the time that the whole page would."""


_OURS = '<div class="mecatol'
"""How the text of each of our pages begins (theme/templates)."""
_DEEPEST = re.compile(rf'^{_OURS}[^>]* data-contents-to="h([1-4])"', re.M)
"""How a page begins whose contents go no deeper than a level of headings."""


@dataclass
class Heading:
    """A heading that can be linked to, and those under it."""

    id: str
    level: int
    title: str = ""
    children: list[Heading] = field(default_factory=list)


class _Reader(HTMLParser):
    """Collects headings with an id; the link to the heading itself is no part of its title.

    What a heading says in ``data-contents`` is its title in the contents, where it would be that of another one too.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Heading] = []
        self._open = ""
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in _LEVELS and values.get("id"):
            self.found.append(Heading(str(values["id"]), _LEVELS[tag], values.get("data-contents") or ""))
            self._open = "" if values.get("data-contents") else tag
        elif self._open and not self._silent and values.get("class") == "headerlink":
            self._silent = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent:
            self._silent = ""
        elif tag == self._open:
            self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open and not self._silent:
            self.found[-1].title += data


def headings(page: str) -> list[Heading]:
    """Return the headings of a page that have an id, as a tree: deeper ones under the last shallower one.

    A page may say in ``data-contents-to`` which level is the deepest in its contents, such as ``h3``.
    """
    deepest = int(found[1]) if (found := _DEEPEST.search(page)) else 4
    reader = _Reader()
    for heading_only in _HEADING.finditer(page):
        reader.feed(heading_only[0])
    roots: list[Heading] = []
    trail: list[Heading] = []
    for heading in reader.found:
        if heading.level > deepest:
            continue
        heading.title = " ".join(heading.title.split())
        while trail and trail[-1].level >= heading.level:
            trail.pop()
        (trail[-1].children if trail else roots).append(heading)
        trail.append(heading)
    return roots


class AsItStands(Extension):
    """Takes one of our pages for the HTML that it is, and leaves every other page to Markdown.

    Its contents are told as the toc extension of Python-Markdown tells them.
    """

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Put itself in front of everything that Markdown does."""
        markdown = md.convert

        def convert(source: str) -> str:
            if not source.lstrip().startswith(_OURS):
                return markdown(source)
            md.toc_tokens = [_token(heading) for heading in headings(source)]  # type: ignore[attr-defined]
            return source

        md.convert = convert  # type: ignore[method-assign]


def _token(heading: Heading) -> dict[str, Any]:
    title = html.escape(heading.title)  # templates print it as it stands
    return {
        "level": heading.level,
        "id": heading.id,
        "name": title,
        "html": title,
        "data-toc-label": "",
        "children": [_token(child) for child in heading.children],
    }


def makeExtension(**_: Any) -> AsItStands:  # noqa: N802
    """Return the extension, as Python-Markdown asks a module for it."""
    return AsItStands()
