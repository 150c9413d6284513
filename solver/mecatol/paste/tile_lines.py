"""Lines of an AsyncTI4 tile: `cpr—cv 2,0,0,1`, a color, a unit and how many of it are in each of four states.

Since 2025 the states at the end that hold none may be left out, so that most lines have two numbers: `red—dn 1,1`.
"""

from __future__ import annotations

import re

from mecatol.paste.slang import COLOR_CODES

_LINE = re.compile(
    r"^[ \t>*-]*(?P<color>[a-z]{2,12})\s?[—–_-]\s?(?P<unit>[a-z]{2})(?:\.png)?[ \t:;]+"
    r"(?P<counts>\d+(?:[ \t]*,[ \t]*\d+){1,3})[ \t]*;?$",
    re.IGNORECASE | re.MULTILINE,
)
STATES = ("", "damaged ", "galvanized ", "damaged galvanized ")
"""What units are that a line counts, in the order in which AsyncTI4 writes them."""


def without_tile_lines(text: str) -> str:
    """Return a text with its tile lines in plain words, those of one color on a line behind the color."""
    colors = list(dict.fromkeys(found["color"] for found in _LINE.finditer(text)))
    if not colors:
        return text
    lines: list[str] = []
    last = None
    for line in text.splitlines():
        found = _LINE.match(line)
        if not found:
            lines.append(line)
            last = None if line.strip() else last
            continue
        counts = [number.strip() for number in found["counts"].split(",")]
        units = [
            f"{count} {state}{found['unit']}" for count, state in zip(counts, STATES, strict=False) if count.strip("0")
        ]
        if not units:
            continue
        if found["color"] == last:
            lines[-1] += f", {', '.join(units)}"
        else:
            lines.append(f"{COLOR_CODES.get(found['color'].lower(), found['color'])}: {', '.join(units)}")
        last = found["color"]
    return "\n".join(lines)
