"""The picture of each page that a chat shows beside a link to it: its title and what it is about.

Drawn as the site is built, without a network: resvg (a package of npm, as WebAssembly) makes a PNG of an SVG, with
letters of a font that is a package as well, so every machine draws the same. A picture that was drawn is kept under a
hash of what it shows; only changed pages cost time.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from content import results
from theme.runtime.tools import run_node
from theme.store import kept
from theme.store.packages import PINS, Say, pinned

FOLDER = "assets/cards"
"""Where they lie, from the root of the site."""
WIDTH, HEIGHT = 1200, 630
"""Pixels, which is what chats show without cutting."""

_DRAW = Path(__file__).with_name("cards.cjs")
_TITLE, _TEXT = "DejaVuSerif-Bold.ttf", "DejaVuSans.ttf"
_FAMILIES = {_TITLE: "DejaVu Serif", _TEXT: "DejaVu Sans"}
_LEFT, _ROOM = 96, 1008  # pixels: the edge of the text, and the width that it may take
_PATIENCE = 1200  # seconds for all of them, on a slow machine


class LinkCard(NamedTuple):
    """What a picture shows."""

    section: str
    """The part of the site that the page belongs to; may be empty."""
    title: str
    text: str


def pictured(pages: Mapping[str, str], name: str, store: Path, say: Say) -> tuple[dict[str, str], dict[str, Path]]:
    """Return the pages of a site, each with ``picture`` in its front matter, and the pictures by their paths.

    ``pages`` are texts with one line of JSON as front matter. A picture that is not kept in ``store`` is drawn.
    Raises:
        PackageError, RuntimeBuildError: a package cannot be had, or nothing can be drawn.
    """
    parts = {path: text.split("\n", 2) for path, text in pages.items()}
    front = {path: json.loads(lines[1]) for path, lines in parts.items()}
    shown = {
        path: LinkCard(
            path.partition("/")[0].capitalize() if "/" in path else "",
            one.get("title") or name,
            one.get("description") or "",
        )
        for path, one in front.items()
    }
    drawn = make(shown, name, store, say)
    named = {
        path: "\n".join((lines[0], json.dumps({**front[path], "picture": f"{FOLDER}/{drawn[path].name}"}), lines[2]))
        for path, lines in parts.items()
    }
    return named, {f"{FOLDER}/{file.name}": file for file in drawn.values()}


def make(shown: Mapping[str, LinkCard], name: str, store: Path, say: Say) -> dict[str, Path]:
    """Return the file of each picture by the key that it was given under; those that are not kept are drawn."""
    resvg, letters = pinned("@resvg/resvg-wasm", store, say), pinned("dejavu-fonts-ttf", store, say) / "ttf"
    pins = PINS["@resvg/resvg-wasm"].integrity + PINS["dejavu-fonts-ttf"].integrity
    drawings = {key: drawing(card, name, letters) for key, card in shown.items()}
    folder = store / "cards"
    files = {key: folder / f"page-{kept.sha256((pins + svg).encode())[:20]}.png" for key, svg in drawings.items()}
    known = _known(folder)
    missing = {str(file): drawings[key] for key, file in files.items() if not _sound(file, known)}
    if missing:
        say(f"Drawing {len(missing)} pictures for links to pages (once for each; kept in .cache)")
        folder.mkdir(parents=True, exist_ok=True)
        fonts = [str(letters / font) for font in _FAMILIES]
        job = {"resvg": str(resvg), "fonts": fonts, "drawings": missing}
        run_node(_DRAW, job, "drawing the pictures of pages", _PATIENCE)
        hashes = known | {Path(file).name: kept.sha256(Path(file).read_bytes()) for file in missing}
        results.hold(folder / kept.MANIFEST, json.dumps(hashes).encode())
    # What this build shows stays, and as much again of earlier ones.
    kept.tidy({*folder.glob("*.png")} - {*files.values()}, max(len(files), 300))
    return files


def _known(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of each picture that was drawn, by the name of its file."""
    listed: dict[str, str] = json.loads(results.held(folder / kept.MANIFEST) or "{}")
    return {name: hash for name, hash in listed.items() if (folder / name).is_file()}


def _sound(file: Path, known: Mapping[str, str]) -> bool:
    """Tell whether a picture is kept as it was drawn."""
    return file.is_file() and kept.sha256(file.read_bytes()) == known.get(file.name)


def drawing(card: LinkCard, name: str, letters: Path) -> str:
    """Return the picture of a page as SVG."""
    size, title = _fitting(card.title, letters / _TITLE, ((76, 2), (60, 3), (48, 4)))
    text = _lines(card.text, 34, letters / _TEXT, 5 - max(len(title) - 1, 0))
    lines = []
    y = 236 + size * 0.4
    for line in title:
        lines.append(_line(line, _TITLE, size, "#fffdf9", y, bold=True))
        y += size * 1.22
    y += 14
    for line in text:
        lines.append(_line(line, _TEXT, 34, "#c9cfe3", y))
        y += 48
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#141a33"/><rect width="{WIDTH}" height="10" fill="#e3b55f"/>'
        '<g transform="translate(88 66) scale(2.4)"><path d="M16 5l9.5 5.5v11L16 27l-9.5-5.5v-11z" fill="none" '
        'stroke="#e3b55f" stroke-width="2.2" stroke-linejoin="round"/>'
        '<circle cx="16" cy="16" r="4" fill="#e3b55f"/></g>'
        + _line(name, _TITLE, 40, "#e3b55f", 118, x=176, bold=True)
        + (_line(card.section, _TEXT, 30, "#c9cfe3", 118, x=1104, end=True) if card.section else "")
        + "".join(lines)
        + "</svg>"
    )


def _line(
    text: str, font: str, size: float, color: str, y: float, *, x: int = _LEFT, bold: bool = False, end: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    anchor = ' text-anchor="end"' if end else ""
    return (
        f'<text x="{x}" y="{y:.0f}" font-family="{_FAMILIES[font]}" font-size="{size}"{weight}{anchor} fill="{color}">'
        f"{escape(text)}</text>"
    )


def _fitting(text: str, font: Path, sizes: tuple[tuple[int, int], ...]) -> tuple[int, list[str]]:
    """Return the first of several sizes at which a text takes no more lines than it may, and these lines."""
    for size, most in sizes:
        lines = _lines(text, size, font, most + 1)
        if len(lines) <= most:
            return size, lines
    size, most = sizes[-1]
    return size, _lines(text, size, font, most)


def _lines(text: str, size: float, font: Path, most: int) -> list[str]:
    """Return a text in lines that fit; what is too long for so many ends with an ellipsis."""
    width = _measure(font)
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width(joined) * size <= _ROOM:
            lines[-1] = joined
        else:
            lines.append(word)
    if len(lines) > most:
        last = lines[most - 1]
        while width(f"{last} …") * size > _ROOM and " " in last:
            last = last.rpartition(" ")[0]
        lines = [*lines[: most - 1], f"{last.rstrip(' ,;:.')} …"]
    return lines


@cache
def _measure(font: Path) -> Callable[[str], float]:
    """Return what tells how wide a text is in a TrueType font, in parts of its size."""
    data = font.read_bytes()
    count = struct.unpack_from(">H", data, 4)[0]
    tables = {data[at : at + 4]: struct.unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    units: int = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
    metrics: int = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    glyphs = _glyphs(data, tables[b"cmap"])

    widths: list[int] = [advance for advance, _ in struct.iter_unpack(">HH", data[tables[b"hmtx"] :][: 4 * metrics])]

    def width(text: str) -> float:
        return sum(widths[min(glyphs.get(ord(letter), 0), metrics - 1)] for letter in text) / float(units)

    return width


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Return the glyph of each character of the Basic Multilingual Plane: the table of format 4."""
    count = struct.unpack_from(">H", data, cmap + 2)[0]
    offsets = [struct.unpack_from(">I", data, cmap + 8 + 8 * index)[0] for index in range(count)]
    at = next(cmap + offset for offset in offsets if struct.unpack_from(">H", data, cmap + offset)[0] == 4)
    segments = struct.unpack_from(">H", data, at + 6)[0] // 2
    column = [at + 14, at + 16 + 2 * segments, at + 16 + 4 * segments, at + 16 + 6 * segments]
    found: dict[int, int] = {}
    for index in range(segments):
        end, start, delta, skip = (struct.unpack_from(">H", data, one + 2 * index)[0] for one in column)
        for code in range(start, min(end, 0xFFFE) + 1):
            if not skip:
                found[code] = (code + delta) & 0xFFFF
            else:
                glyph = struct.unpack_from(">H", data, column[3] + 2 * index + skip + 2 * (code - start))[0]
                found[code] = (glyph + delta) & 0xFFFF if glyph else 0
    return found
