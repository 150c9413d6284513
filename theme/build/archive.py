"""The site for reading without a network: the published pages with addresses for a disk, packed into one archive."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

NAME = "mecatol-offline.zip"
"""Path of the archive from the root of the site."""

_FOLDER = "mecatol"
"""The folder that unpacking leaves behind."""

_EPOCH = (2020, 1, 1, 0, 0, 0)
"""One date for every file, so that the same site makes the same archive."""

_ONLINE = re.compile(r"<!--online-->(.*?)(?:<!--disk-->(.*?))?<!--/online-->", re.S)
"""What a template marks as being for a site on a server only, and what a disk has instead."""
_TAG = re.compile(r"(<script\b[^>]*>)(.*?)(?=</script)|<[a-zA-Z](?:[^>\"]|\"[^\"]*\")*>", re.S)
_ATTRIBUTE = re.compile(r"\s([a-z-]+)=\"([^\"]*)\"")
_ADDRESSES = {
    "href", "src", "data-calculator", "data-later", "data-map", "data-packs", "data-play", "data-preview",
    "data-script", "data-scripts", "data-share", "data-table",
}  # fmt: skip
"""Attributes that hold addresses of this site, several with spaces between them."""
_TABLES = {"data-links", "data-pages"}
"""Attributes that hold addresses as the values of JSON."""
_VALUE = re.compile(r"(?<=: &#34;)[^&]*(?=&#34;)|(?<=:&quot;)[^&]*(?=&quot;)")
_CODE = re.compile(r"(?P<before>^__md_scope=new URL\(\"|\"(?P<name>base|search)\": \")(?P<address>[^\"]*)")
"""Where Material's scripts say how far the root of the site is, and where the script of its search would be."""
_MATERIAL = ("__md_scope=", '{"annotate": ')
"""How these scripts begin."""
_PARTS = re.compile(r"([^#?]*)(#sha256-.*)?(.*)", re.S)
"""The path of an address, the hash of a script that follows it, and the rest."""
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|/|\Z", re.I)
"""How a path begins that leads out of the site, or to the page itself."""


def online(html: str) -> str:
    """Return a page for a server, without the marks of what a disk lacks."""
    return _ONLINE.sub(r"\1", html)


@dataclass(frozen=True)
class Disk:
    """Turns pages and files of a site on a server into those of the same site on a disk."""

    files: Mapping[str, bytes]
    """Files that differ on a disk, by their paths there."""
    renamed: Mapping[str, str]
    """Path of a file to its path on a disk, where that is another."""
    left_out: frozenset[str]
    """Paths of files and names of attributes that only a server can use."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """Address of each page from the root of the site, to the path of its file on a disk."""
    roots: tuple[str, ...] = ("/",)
    """How addresses begin that are not relative to a page: with the whole address of the site, or its path there."""

    def page(self, html: str, here: str) -> str:
        """Return a page for a disk; ``here`` is its address from the root of the site."""

        def moved(address: str) -> str:
            return self._moved(address, here)

        def attribute(found: re.Match[str]) -> str:
            name, value = found[1], found[2]
            if name in self.left_out:
                return ""
            if name in _ADDRESSES:
                value = " ".join(map(moved, value.split(" ")))
            elif name in _TABLES:
                value = _VALUE.sub(lambda one: moved(one[0]), value)
            elif "://" in value:  # what tells search engines and chats where the page is
                value = self._from_root(value) or value
            return f' {name}="{value}"'

        def tag(found: re.Match[str]) -> str:
            if found[1] is None:
                return _ATTRIBUTE.sub(attribute, found[0])
            ours = found[2] if not found[2].startswith(_MATERIAL) else _CODE.sub(code, found[2])
            return _ATTRIBUTE.sub(attribute, found[1]) + ours

        def code(found: re.Match[str]) -> str:
            address = found["address"]
            if found["name"] == "search":
                address = moved(address)
            elif not address.startswith(self.roots):
                address = relpath(".", dirname(self.file(here)) or ".")
            return found["before"] + address

        return _TAG.sub(tag, _ONLINE.sub(lambda found: found[2] or "", html))

    def _moved(self, address: str, here: str) -> str:
        """Return an address on a page as the page's file on a disk has it."""
        if (whole := self._from_root(address)) is not None:
            return whole
        path, _, rest = _PARTS.fullmatch(address).groups()  # type: ignore[union-attr]  # it matches everything
        if _ELSEWHERE.match(path):
            return address
        moved = relpath(self.file(join(here, path)), dirname(self.file(here)) or ".")
        return f"{moved}{'/' if path.endswith('/') and not moved.endswith('.html') else ''}{rest}"

    def _from_root(self, address: str) -> str | None:
        """Return an address that begins at a root of the site as it is on a disk; None for any other."""
        for root in self.roots:
            if address.startswith(root) and not address.startswith("//"):
                path, _, rest = _PARTS.fullmatch(address.removeprefix(root)).groups()  # type: ignore[union-attr]
                return f"{root}{self.file(path)}{rest}"
        return None

    def file(self, address: str) -> str:
        """Return the path on a disk of what has this address, from the root of the site."""
        place = _place(address)
        return self._files.get(place, place)

    @cached_property
    def _files(self) -> dict[str, str]:
        return {**{_place(address): file for address, file in self.pages.items()}, **self.renamed}


def _place(address: str) -> str:
    return normpath(f"/{address}").strip("/")


def pack(site: Path, pages: Mapping[str, str], disk: Disk) -> None:
    """Put the archive into the folder of a site: all of its files, with ``pages`` instead of those of the same path.

    The same files give the same bytes.
    """
    found = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    spare = {*pages, *disk.left_out, *disk.renamed}
    files: dict[str, bytes | Path] = {
        **{name: path for name, path in found.items() if name not in spare},
        **disk.files,
        **{disk.file(name.removesuffix("index.html")): html.encode() for name, html in pages.items()},
    }
    with zipfile.ZipFile(site / NAME, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in sorted(files.items(), key=lambda file: file[0].split("/")):
            entry = zipfile.ZipInfo(f"{_FOLDER}/{name}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, data.read_bytes() if isinstance(data, Path) else data)
