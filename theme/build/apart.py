"""Pages without the frame of the site: those of old addresses, and those to embed in another page."""

from __future__ import annotations

from theme.build import embed, moved


def is_apart(path: str) -> bool:
    """Tell whether a path from the root of the site is that of such a page, or of a script that goes with it."""
    return moved.is_moved(path) or embed.is_embed(path)
