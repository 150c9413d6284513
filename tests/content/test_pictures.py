"""Pictures that texts show: their size, and what is refused."""

import struct
from pathlib import Path

import pytest

from content import pictures

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" %s>%s</svg>'


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        (b'width="320" height="200.4px"', (320, 200)),
        (b'viewBox="-10 -10, 64 48"', (64, 48)),
        (b'width="100%" height="100%" viewBox="0 0 64 48"', (64, 48)),
    ],
)
def test_the_size_of_a_drawing(tmp_path: Path, attributes: bytes, size: tuple[int, int]) -> None:
    path = tmp_path / "ship.svg"
    path.write_bytes(SVG % (attributes, b""))
    picture = pictures.read(path)
    assert (picture.width, picture.height, picture.problem) == (*size, None)


def test_the_size_of_an_image(tmp_path: Path) -> None:
    path = tmp_path / "ship.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480) + bytes(9))
    assert (pictures.read(path).width, pictures.read(path).height) == (640, 480)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.svg", b"<svg", "is not an SVG"),
        ("a.svg", b"<html/>", "its root is not <svg"),
        ("a.svg", SVG % (b"", b""), "has no size"),
        ("a.svg", SVG % (b'viewBox="0 0 9 9"', b"<script>alert(1)</script>"), "holds <script>"),
        ("a.svg", SVG % (b'viewBox="0 0 9 9" onload="alert(1)"', b""), "holds onload="),
        ("a.svg", SVG % (b'viewBox="0 0 9 9"', b'<image href="https://x/y.png"/>'), "holds href="),
        ("a.svg", b'<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG % (b'viewBox="0 0 9 9"', b"&a;"), "a document type"),
        ("a.png", b"GIF89a", "is not a PNG"),
        ("a.png", b"", "is not a PNG"),
    ],
)
def test_what_is_more_or_less_than_a_picture_is_refused(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    assert said in str(pictures.read(tmp_path / name).problem)


def test_a_folder_in_the_place_of_a_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / pictures.FOLDER / "a.svg").mkdir(parents=True)
    assert "cannot be read" in str(pictures.found(tmp_path)["a.svg"].problem)
