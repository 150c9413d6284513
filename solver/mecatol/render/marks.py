"""A small drawing for each type of unit, of our own making: the same in forms, tables and charts."""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import quote

from mecatol.render import words

_SHAPES = {
    "fighter": "M12 3l7 18-7-4-7 4z",
    "destroyer": "M12 2l3 8v8l3 3v1H6v-1l3-3v-8z",
    "cruiser": "M12 2l3 6v5l5 4v3l-5-1-3 3-3-3-5 1v-3l5-4V8z",
    "carrier": "M9 2h6v4h4v12h-3v4H8v-4H5V6h4zM9 9v6h6V9z",
    "dreadnought": "M12 1l4 5 1 6 5 5v3l-5 1-2 2H9l-2-2-5-1v-3l5-5 1-6z",
    "flagship": "M12 1l2 4 4 1-2 4 1 4 4 4v2l-6-1-3 4-3-4-6 1v-2l4-4 1-4-2-4 4-1z",
    "war-sun": "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",  # noqa: E501
    "infantry": "M12 3a4 4 0 0 1 4 4v2a4 4 0 0 1-8 0V7a4 4 0 0 1 4-4zm-7 18c0-4 3-7 7-7s7 3 7 7z",
    "mech": "M8 3h8v5h5v7h-3v-3h-2v4h3v6h-5v-4h-4v4H5v-6h3v-4H6v3H3V8h5z",
    "pds": "M4 22v-3h3l1-6-3-3 2-2 3 3 7-8 2 2-7 8-1 2 1 4h8v3z",
    "space-dock": (
        "M11 1h2v5a6 6 0 0 1 5 5h5v2h-5a6 6 0 0 1-5 5v5h-2v-5a6 6 0 0"
        " 1-5-5H1v-2h5a6 6 0 0 1 5-5zm1 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"
    ),
}  # fmt: skip
"""Outlines on a field of 24 by 24, by type of unit; what is drawn twice is a hole."""


NAMES = {words.name(slug).casefold(): slug for slug in _SHAPES}
"""What units with a mark are called, in small letters, to their types."""
_COUNTED = re.compile(rf"((?:\d+(?:\.\d+)?|&lt;0\.01) )({'|'.join(words.name(slug) for slug in _SHAPES)})(s?)(?![\w-])")


def marked(html: str) -> str:
    """Return escaped text with a type's mark before its name wherever units are counted: `2 dreadnoughts`."""
    return _COUNTED.sub(lambda found: f"{found[1]}{sign(NAMES[found[2].casefold()])}{found[2]}{found[3]}", html)


def sign(slug: str) -> str:
    """Return a type's mark for a line of text: short, for `style` holds the drawing."""
    return f'<i class="unit-mark unit-mark--{slug}"></i>'


def shape(slug: str) -> str:
    """Return the outline of a type's mark on a field of 24 by 24, as the path of an SVG; empty for what has none."""
    return _SHAPES.get(slug, "")


@cache  # made of the shapes alone: every document has the same
def style() -> str:
    """Return the style sheet that draws the marks in lines of text."""
    rules = []
    for slug, outline in _SHAPES.items():
        drawn = (
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>"
            f"<path fill-rule='evenodd' d='{outline}'/></svg>"
        )
        rules.append(f'.unit-mark--{slug} {{ --mark: url("data:image/svg+xml,{quote(drawn, safe=" =:/'")}"); }}')
    return "\n".join(rules)


def mark(slug: str) -> str:
    """Return a type's mark as inline SVG; empty for what has none.

    It says nothing to those who listen: the name of the unit stands beside it, always.
    """
    shape = _SHAPES.get(slug)
    if not shape:
        return ""
    return (
        '<svg class="unit-mark" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">'
        f'<path fill="currentColor" fill-rule="evenodd" d="{shape}"/></svg>'
    )
