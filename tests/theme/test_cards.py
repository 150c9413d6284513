"""The pictures of pages for links to them: drawn once, whole, with every word inside."""

from __future__ import annotations

import json
import re
import struct
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from loaded import made

from theme.build import cards, offline
from theme.store.packages import pinned

CACHE = Path(__file__).resolve().parents[2] / ".cache"


@pytest.fixture(scope="module")
def letters() -> Path:
    return pinned("dejavu-fonts-ttf", CACHE, print) / "ttf"


def test_every_page_has_a_picture_that_all_of_its_words_fit_in(letters: Path) -> None:
    sans = cards._measure(letters / cards._TEXT)
    for path, text in made().items():
        front = json.loads(text.split("\n", 2)[1])
        card = cards.LinkCard("Rules", front["title"], front.get("description", ""))
        drawn = cards.drawing(card, "Mecatol", letters)
        lines = [
            (int(y), float(size)) for y, size in re.findall(r'<text x="96" y="(\d+)"[^>]* font-size="([\d.]+)"', drawn)
        ]
        assert lines, path
        assert all(below - above >= size for (above, _), (below, size) in pairwise(lines)), path
        assert lines[-1][0] < cards.HEIGHT - 24, path
        texts = re.findall(r'font-family="DejaVu Sans" font-size="34" fill="#c9cfe3">([^<]*)<', drawn)
        assert all(sans(unescape(line)) * 34 <= 1008 for line in texts), path


def test_letters_are_as_wide_as_the_font_says(letters: Path) -> None:
    """By hand from the font: in units of 1/2048, an i of DejaVu Sans is 569 wide, a W 2025, an em dash 2048."""
    width = cards._measure(letters / cards._TEXT)
    assert width("iW") == (569 + 2025) / 2048
    assert width("\N{EM DASH}") == 1


@pytest.mark.parametrize(("text", "lines"), [("one two", ["one two"]), ("word " * 60, None), ("W" * 90, ["W" * 90])])
def test_what_is_too_long_ends_with_an_ellipsis(text: str, lines: list[str] | None, letters: Path) -> None:
    found = cards._lines(text, 34, letters / cards._TEXT, 3)
    assert len(found) <= 3
    if lines:
        assert found == lines
    else:
        assert found[-1].endswith("word …")


def test_a_picture_is_drawn_once_and_named_in_its_page(tmp_path: Path) -> None:
    (tmp_path / "npm").symlink_to(CACHE / "npm")
    front = {"title": "A & <B>", "description": "What it is about."}
    text = f"---\n{json.dumps(front)}\n---\n\n<h1>A</h1>\n"
    said: list[str] = []

    def say(line: str) -> None:
        if "resvg" not in line:  # what draws them may have to be fetched first
            said.append(line)

    pages, files = cards.pictured({"rules/a.md": text, "index.md": text}, "Mecatol", tmp_path, say)
    assert len(said) == 1
    assert len(files) == 2  # in sections of their own
    for page in pages.values():
        told = json.loads(page.split("\n", 2)[1])
        assert {key: told[key] for key in front} == front
        assert page.endswith("---\n\n<h1>A</h1>\n")
        data = files[told["picture"]].read_bytes()
        assert data.startswith(b"\x89PNG")
        assert struct.unpack(">II", data[16:24]) == (cards.WIDTH, cards.HEIGHT)
        assert len(data) < 100_000
    before = {file: file.stat().st_mtime_ns for file in files.values()}
    assert cards.pictured({"rules/a.md": text, "index.md": text}, "Mecatol", tmp_path, say) == (pages, files)
    assert {file: file.stat().st_mtime_ns for file in files.values()} == before
    half = next(iter(before))
    half.write_bytes(half.read_bytes()[:500])  # a build that was killed
    cards.pictured({"rules/a.md": text, "index.md": text}, "Mecatol", tmp_path, say)
    assert len(said) == 2
    assert half.read_bytes().endswith(b"IEND\xaeB`\x82")
    whole, other = (file.read_bytes() for file in before)
    half.write_bytes(other)  # somebody else's picture is not published
    cards.pictured({"rules/a.md": text, "index.md": text}, "Mecatol", tmp_path, say)
    assert len(said) == 3
    assert half.read_bytes() == whole


def test_a_device_keeps_no_pictures(tmp_path: Path) -> None:
    (tmp_path / cards.FOLDER).mkdir(parents=True)
    (tmp_path / cards.FOLDER / "0123.png").write_bytes(b"")
    (tmp_path / "index.html").write_text("")
    assert list(offline.files(tmp_path)) == [""]
