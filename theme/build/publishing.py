"""What hosts of static sites want beside the pages: headers, and every file packed once for good.

    uv run python -m theme.build.publishing site

takes a built site and writes Brotli and gzip files beside its own, for hosts that send what they find packed. Then it
says what visits cost in bytes and requests. The build itself writes the headers (`write_headers`).
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from xml.sax.saxutils import escape

from theme.build import assets, cards, embed, moved, offline, policy
from theme.build.apart import is_apart
from theme.build.cost import Sizes, told
from theme.runtime.tools import run_node
from theme.shared.files import FOLDER as _DATA
from theme.store import kept

HEADERS = "_headers"
"""Path of the headers as several hosts of static sites read them."""
HTACCESS = ".htaccess"
"""Path of the same for Apache."""
SITEMAP = "sitemap.xml"
"""Path of the list of all pages, for search engines."""

_BROTLI = Path(__file__).with_name("brotli.cjs")
_PACKED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm", ".webmanifest", ".xml", ".txt", ".atom"}
"""Ends of names of what is not packed by its own format."""
_PATIENCE = 3600  # seconds; a site takes a minute or two where nothing else runs
_LEAST = 1000
"""Bytes below which packing gains nothing that a network would notice."""
_HASHED = (assets.FOLDER, cards.FOLDER, "assets/javascripts", "assets/stylesheets")
"""Folders of files whose names carry a hash: ours and Material's."""
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"  # may be kept, but is asked after each time, which costs no contents if nothing changed


_UNFRAMED = {"X-Frame-Options": "DENY"}
"""What keeps other sites from showing a page in a frame; pages to embed are without it, and no other.

Rules for several patterns that fit a path add up on hosts that read `HEADERS`, so it is not part of what all have.
Where a host sends no headers, the first script of a page empties it in a frame (``partials/first.html``).
"""


def _table(pages: Iterable[str], unframed: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return header and value by the pattern of the paths that they are for, from the root of the site."""
    found: dict[str, dict[str, str]] = {
        "*": {
            "Content-Security-Policy": policy.header(pages),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        },
        **{f"{folder}/*": {"Cache-Control": _FOR_EVER} for folder in _HASHED},
        f"{_DATA}/*": {"Access-Control-Allow-Origin": "*"},
        offline.WORKER: {"Cache-Control": _ASK_FIRST},
    }
    for pattern in unframed:
        found[pattern] = {**found.get(pattern, {}), **_UNFRAMED}
    return found


def write_headers(site: Path, base: str) -> None:
    """Write the files of headers for a built site; ``base`` is its path on its host.

    Files whose names carry a hash are kept for ever; for all others the host's own rule stands, which is to ask first.
    """
    pages = sorted(site.rglob("*.html"))
    table = _table((path.read_text("utf-8") for path in pages), _unframed(path.relative_to(site) for path in pages))
    kept.write(site / HEADERS, _headers(table, base))
    kept.write(site / HTACCESS, _htaccess(table))


def _unframed(pages: Iterable[Path]) -> list[str]:
    """Return patterns for every page but those to embed: the first page, single files, folders of the root."""
    found: dict[str, None] = {"": None}
    for page in pages:
        first = page.parts[0]
        if first != embed.FOLDER:
            old = next((f"{prefix}*" for prefix in moved.PREFIXES if first.startswith(prefix)), None)
            found[old or (f"{first}/*" if len(page.parts) > 1 else first)] = None
    return list(found)


def _headers(table: Mapping[str, Mapping[str, str]], base: str) -> bytes:
    lines = []
    for pattern, named in table.items():
        lines += [f"{base}{pattern}", *(f"  {name}: {value}" for name, value in named.items())]
    return ("\n".join(lines) + "\n").encode()


def _htaccess(table: Mapping[str, Mapping[str, str]]) -> bytes:
    everywhere = [f'  Header always set {name} "{value}"' for name, value in table["*"].items()]
    lines = [
        "AddType application/wasm .wasm",
        "AddType application/manifest+json .webmanifest",
        "<IfModule mod_headers.c>",
        *everywhere,
        f'  <FilesMatch "^{re.escape(offline.WORKER)}$">',
        f'    Header set Cache-Control "{_ASK_FIRST}"',
        "  </FilesMatch>",
        f'  <If "%{{REQUEST_URI}} =~ m#/({"|".join(map(re.escape, _HASHED))})/#">',
        f'    Header set Cache-Control "{_FOR_EVER}"',
        "  </If>",
        f'  <If "%{{REQUEST_URI}} !~ m#/{embed.FOLDER}/#">',
        *(f'    Header always set {name} "{value}"' for name, value in _UNFRAMED.items()),
        "  </If>",
        f'  <If "%{{REQUEST_URI}} =~ m#/{_DATA}/#">',
        '    Header set Access-Control-Allow-Origin "*"',
        "  </If>",
        "</IfModule>",
    ]
    return ("\n".join(lines) + "\n").encode()


def complete(site: Path, address: str | None) -> None:
    """Write what a built site needs beside its pages, once they are all there: its worker, its headers, their list.

    ``address`` is where it will be published, if that is known; without full addresses there is no list.
    """
    kept.write(site / offline.WORKER, offline.worker(site))
    if address:
        kept.write(site / SITEMAP, _sitemap(site, address))
    write_headers(site, urlsplit(address or "/").path or "/")


def _sitemap(site: Path, address: str) -> bytes:
    pages = sorted(path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    pages = [page for page in pages if not is_apart(page)]
    listed = (f"<url><loc>{escape(urljoin(address, '' if page == '.' else f'{page}/'))}</loc></url>" for page in pages)
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<urlset xmlns="{space}">', *listed, "</urlset>"]
    return ("\n".join(lines) + "\n").encode()


def pack(site: Path) -> dict[str, Sizes]:
    """Write ``.br`` and ``.gz`` beside every file that gains by it; returns the sizes of all files by their paths."""
    found = [path for path in sorted(site.rglob("*")) if path.is_file() and path.suffix not in {".br", ".gz"}]
    wanted = [path for path in found if path.suffix in _PACKED and path.stat().st_size >= _LEAST]
    job = {"files": [str(path) for path in wanted]}
    with ThreadPoolExecutor() as side:
        brotli = side.submit(run_node, _BROTLI, job, "packing the site with Brotli", _PATIENCE)
        zipped = dict(zip(wanted, side.map(_gzip, wanted), strict=True))
        tight: Mapping[str, int] = brotli.result()["bytes"]
    sizes = {}
    for path in found:
        raw = path.stat().st_size
        sizes[path.relative_to(site).as_posix()] = Sizes(raw, zipped.get(path, raw), tight.get(str(path), raw))
    return sizes


def _gzip(path: Path) -> int:
    packed = gzip.compress(path.read_bytes(), 9, mtime=0)
    kept.write(path.with_name(f"{path.name}.gz"), packed)
    return len(packed)


def main() -> int:
    """Pack a site and print what visits to it cost; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("site", type=Path, help="folder of a built site")
    parser.add_argument("--visits", type=int, default=1_000_000, help="visits a day (default: 1000000)")
    options = parser.parse_args()
    if not (options.site / offline.WORKER).is_file():
        parser.error(
            f"{options.site} holds no site: {offline.WORKER} is missing. Build one with `uv run mkdocs build`."
        )
    print(told(options.site, pack(options.site), options.visits))
    return 0


if __name__ == "__main__":
    sys.exit(main())
