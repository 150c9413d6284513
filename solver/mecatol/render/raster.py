"""A drawing as PNG, by a package that is installed only where somebody wants that."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from mecatol.errors import number_within


def png(svg: str, scale: float = 2) -> bytes:
    """Return a drawing, its colors given, as PNG with so many pixels for one of the drawing.

    Raises:
        ImportError: the package that draws is not installed.
        RuntimeError: this machine has no font to write with.
        ScenarioError: `scale` is not a number above 0 and at most 8.
    """
    number_within("scale", scale, "a number above 0 and at most 8", most=8, above=True)
    draw = _drawing()
    if not _has_font():
        raise RuntimeError("This machine has no font to write with: install one, such as DejaVu Sans.")
    return draw(svg, scale)


def _drawing() -> Callable[[str, float], bytes]:
    """Return what draws an SVG at a scale."""
    try:
        import resvg_py
    except ImportError:
        message = "A PNG is drawn by the package resvg-py: install it with pip install 'mecatol[png]', or use svg()."
        raise ImportError(message) from None
    return lambda svg, scale: bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))


@cache  # fonts do not come and go while a program runs, and looking for them takes longer than a small drawing
def _has_font() -> bool:
    opening = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="system-ui, sans-serif">'
    draw = _drawing()
    return draw(f'{opening}<text y="16">M</text></svg>', 1) != draw(f"{opening}</svg>", 1)
