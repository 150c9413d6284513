"""The pictures that texts show: SVG and PNG files in a folder of the content, with the size they want on a page."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

FOLDER = "pictures"
"""The folder that holds them, below that of the content; on the site they lie in a folder of the same name."""

_PNG = b"\x89PNG\r\n\x1a\n"
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)(?:px)?\s*\Z")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?\Z")
_ACTIVE = re.compile(r"script|foreignObject|animate.*|set|handler", re.I)
"""Elements of SVG that run or change something."""


@dataclass(frozen=True)
class Picture:
    """One picture."""

    path: Path
    width: int = 0
    """In pixels as a style sheet counts them."""
    height: int = 0
    problem: str | None = None
    """Why it cannot be shown, as the end of a sentence that begins with its name."""


def found(root: Path) -> dict[str, Picture]:
    """Return the pictures of a folder of content, by the names of their files."""
    folder = root / FOLDER
    paths = sorted((*folder.glob("*.svg"), *folder.glob("*.png"))) if folder.is_dir() else []
    return {path.name: read(path) for path in paths}


def read(path: Path) -> Picture:
    """Read a picture's size; what cannot be read or holds more than a picture has a problem instead."""
    try:
        data = path.read_bytes()
        width, height = _png(data) if path.suffix == ".png" else _svg(data)
    except OSError as error:
        return Picture(path, problem=f"cannot be read: {error.strerror}")
    except ValueError as error:
        return Picture(path, problem=str(error))
    return Picture(path, width, height)


def _png(data: bytes) -> tuple[int, int]:
    if not data.startswith(_PNG) or data[12:16] != b"IHDR" or len(data) < 24:
        raise ValueError("is not a PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _svg(data: bytes) -> tuple[int, int]:
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise ValueError("declares a document type: leave it out")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise ValueError(f"is not an SVG: {error}") from error
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        raise ValueError('is not an SVG: its root is not <svg xmlns="http://www.w3.org/2000/svg">')
    for element in root.iter():
        name = str(element.tag).rpartition("}")[2]
        if _ACTIVE.fullmatch(name):
            raise ValueError(f"holds <{name}>: a picture that stands still is all that is shown")
        for attribute, value in element.attrib.items():
            attribute = attribute.rpartition("}")[2]
            if attribute.startswith("on") or (attribute in ("href", "src") and not value.startswith("#")):
                raise ValueError(f"holds {attribute}={value!r}: nothing that runs, and nothing from another place")
    box = [float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if _NUMBER.match(part)]
    sides = [_LENGTH.match(root.get(side, "")) for side in ("width", "height")]
    width, height = (round(float(side[1])) if side else 0 for side in sides)
    if not (width and height) and len(box) == 4:
        width, height = round(box[2]), round(box[3])
    if not (width and height):
        raise ValueError("has no size: give <svg> a width and a height in pixels, or a viewBox")
    return width, height
