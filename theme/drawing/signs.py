"""A sign and a color for each faction, and a silhouette for each unit: our own drawings, each in two tones.

`signs.json` and `silhouettes.json` hold them as SVG paths on fields of 48 by 48 and 64 by 64. Signs are told apart at
24 pixels; silhouettes show the small marks of `mecatol.render.marks` closer up.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

_FIELDS = {"signs": 48, "silhouettes": 64}
_NOBODY = {"main": "M24 4l17 10v20L24 44 7 34V14zm0 5L11.5 16.5v15L24 39l12.5-7.5v-15z", "second": ""}


@cache
def shapes(kind: str) -> dict[str, dict[str, str]]:
    """Return the drawings of a kind, `signs` or `silhouettes`: by slug, the path of each tone, and a sign's colors."""
    found: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name(f"{kind}.json").read_text(encoding="utf-8"))
    return found


def sign(faction: str, size: int = 24) -> str:
    """Return a faction's sign as inline SVG, `size` pixels wide; empty for a faction without one, a hexagon for none.

    It says nothing to those who listen: the name of the faction is beside it, always.
    """
    return _svg("signs", faction, size)


def module() -> str:
    """Return the signs of all factions as a module of JavaScript; that of a side without a faction has no name."""
    return f"export default {json.dumps({'': _NOBODY, **shapes('signs')}, separators=(',', ':'))};\n"


def silhouette(unit_type: str, size: int = 56) -> str:
    """Return the silhouette of a type of unit as inline SVG, `size` pixels wide; empty for a type without one."""
    return _svg("silhouettes", unit_type, size)


def _svg(kind: str, slug: str, size: int) -> str:
    if (drawn := shapes(kind).get(slug) if slug else _NOBODY) is None:
        return ""
    field = _FIELDS[kind]
    return (
        f'<svg class="{kind.removesuffix("s")}" viewBox="0 0 {field} {field}" width="{size}" height="{size}" '
        f'aria-hidden="true" focusable="false" fill="currentColor" fill-rule="evenodd"><path d="{drawn["main"]}"/>'
        f'<path d="{drawn["second"]}" opacity=".55"/></svg>'
    )


def color(faction: str) -> str:
    """Return a faction's color for a style, on light and on dark ground; empty for a faction without one."""
    drawn = shapes("signs").get(faction)
    return f"light-dark({drawn['light']}, {drawn['dark']})" if drawn else ""
