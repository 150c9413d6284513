"""The colors of drawings by name, as the site's style sheet has them, for pictures that have no style sheet."""

from __future__ import annotations

import re

LIGHT = {
    "surface": "#fffdf9", "sunken": "#ede8dc", "line": "#d8d0be", "line-strong": "#85806f", "ink": "#1b2034",
    "ink-soft": "#545b70", "tone-0": "#b3261e", "tone-1": "#1f5fbf", "tone-2": "#2a7a3d", "tone-3": "#866600",
    "tone-4": "#7a3fa8", "tone-5": "#b04f06", "tone-6": "#b0336f", "tone-7": "#3d4356",
}  # fmt: skip
DARK = {
    "surface": "#151b33", "sunken": "#0a0d1b", "line": "#2c3457", "line-strong": "#7680a8", "ink": "#e9ebf5",
    "ink-soft": "#adb5ce", "tone-0": "#ff8d83", "tone-1": "#86b3ff", "tone-2": "#8fd694", "tone-3": "#f0d070",
    "tone-4": "#cfa6ff", "tone-5": "#ffb27a", "tone-6": "#ffa1d1", "tone-7": "#c5cbde",
}  # fmt: skip
_NAMED = re.compile(r"var\(--([a-z0-9-]+)\)")


def colored(svg: str, dark: bool = False) -> str:
    """Return a drawing in which each color is given, where it was named for a style sheet to give."""
    colors = DARK if dark else LIGHT
    return _NAMED.sub(lambda found: colors[found[1]], svg)
