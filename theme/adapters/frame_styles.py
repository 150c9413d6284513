"""The frame's own style sheets, which ours outweigh however they are written."""

from __future__ import annotations

_CHARSET = '@charset "UTF-8";'
"""May stand at the beginning of a file only; pages say the same of all their files."""


def layered(sheet: str) -> str:
    """Return a style sheet of the frame in a cascade layer: whatever is in none, as ours, comes after it."""
    return f"@layer frame{{{sheet.removeprefix(_CHARSET)}}}"
