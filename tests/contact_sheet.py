"""Every picture of a built site on one sheet: as wide as on two phones and a laptop, in light and in dark.

`uv run python tests/contact_sheet.py SITE FOLDER` writes six pages with a picture of each; they are for looking, and
not published. Pictures stand without their captions: each has to say by itself what it shows.
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "solver"), str(ROOT / "tests")]

from conftest import find_chromium  # noqa: E402

from mecatol.domain.factions import FACTIONS  # noqa: E402
from mecatol.domain.units import UNIT_TYPES, systems  # noqa: E402
from theme.drawing import hexes, signs  # noqa: E402

WIDTHS = {320: (288, 6), 390: (358, 5), 1280: (688, 2)}
"""By the width of a screen: how wide a picture may be in a rule there, and how many columns the sheet has."""
SCHEMES = {"light": "default", "dark": "slate"}
_FIGURE = re.compile(r'<figure class="figure figure--.*?</figure>', re.S)
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)"')


def figures(site: Path) -> dict[str, str]:
    """Return every figure of a site once, by its page and its place there."""
    found: dict[str, str] = {}
    for page in sorted(site.rglob("index.html")):
        name = page.parent.relative_to(site).as_posix()
        for number, figure in enumerate(_FIGURE.findall(page.read_text("utf-8"))):
            found.setdefault(figure, f"{name} {number + 1}")
    return {name: figure for figure, name in found.items()}


def small() -> dict[str, str]:
    """Return the drawings that are no figures: signs, silhouettes and tiles, each kind in one cell."""
    tones = (f'<span style="color: {signs.color(slug)}">{signs.sign(slug)}</span>' for slug in FACTIONS)
    units = (signs.silhouette(kind, size) for kind in UNIT_TYPES for size in (24, 64))
    tiles = (hexes.tile(number) for number in systems())
    return {"signs": " ".join(tones), "silhouettes": " ".join(units), "tiles": " ".join(tiles)}


def sheet(site: Path, scheme: str, wide: int, columns: int) -> str:
    """Return the page with all pictures, each in a column `wide` pixels wide, in one of the site's schemes."""
    root = site.resolve()
    home = (site / "rules" / "movement" / "index.html").read_text("utf-8")
    styles = "".join(
        f'<link rel="stylesheet" href="{(root / "rules/movement" / link).resolve().as_uri()}">'
        for link in _STYLE.findall(home)
    )
    cells = {**figures(site), **small()}
    shown = "".join(
        f'<div style="break-inside: avoid; width: {wide}px"><p><small>{escape(name)}</small></p>{drawn}</div>'
        for name, drawn in cells.items()
    )
    return (
        f'<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">{styles}'
        "<style>html, body { min-height: 0; height: auto !important } figcaption { display: none !important }</style>"
        f'<body data-md-color-scheme="{scheme}" data-md-color-primary="custom">'
        f'<div class="md-typeset mecatol" style="columns: {columns}; width: {columns * (wide + 16)}px">'
        f"{shown}</div></body>"
    )


def main(site: Path, folder: Path) -> None:
    """Write the sheet, and a picture of it at each width in each scheme."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright), args=["--no-sandbox"])
        for name, scheme in SCHEMES.items():
            for width, (wide, columns) in WIDTHS.items():
                page = folder / f"{name}-{width}.html"
                page.write_text(sheet(site, scheme, wide, columns), "utf-8")
                window = browser.new_page(
                    viewport={"width": columns * (wide + 16), "height": 900},
                    color_scheme="dark" if name == "dark" else "light",
                )
                window.goto(page.resolve().as_uri())
                window.screenshot(path=folder / f"{name}-{width}.png", full_page=True)
                window.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
