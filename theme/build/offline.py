"""What keeps the site on a device: the list of its files by hash, the worker that keeps them, the app's manifest."""

from __future__ import annotations

import json
import re
from pathlib import Path

from theme.build import cards
from theme.build.apart import is_apart
from theme.build.folded import ANSWERS
from theme.store import kept

WORKER = "sw.js"
"""Path of the service worker from the root of the site; it answers for all that lies below it."""

MANIFEST = "manifest.webmanifest"
"""Path of the web app manifest."""

_CODE = Path(__file__).parents[1] / "browser" / "keeping" / WORKER
_DIGITS = 32
"""Hexadecimal digits of a hash; sw.js compares as many. Nobody makes another file for so many."""
_LEFT_OUT = (
    ".zip",
    ".gz",
    ".br",
    ".whl",
    ".xml",
    ".txt",
    ".json",
    ".atom",
    ".parquet",
    ".yaml",
    "preview.png",
    ANSWERS,
)
"""Ends of names of what no page of the site asks for by itself, or is for readers without scripts."""
_SPARE = re.compile(r"/mecatol-runtime-[0-9a-f]+\.js$")
"""What is only asked for where its lighter equal has failed."""
_SHORTCUTS = (("Rules", "rules/"), ("Factions", "factions/"), ("Calculator", "calculator/"))


def files(site: Path) -> dict[str, str]:
    """Return the hash of every file that pages ask for, by its address from the root; a page's is its folder."""
    found = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if (
            _SPARE.search(name)
            or is_apart(name)
            or not path.is_file()
            or name == WORKER
            or name.startswith(("_", ".", f"{cards.FOLDER}/"))
            or name.endswith(_LEFT_OUT)
        ):
            continue
        address = name.removesuffix("index.html") if path.name == "index.html" else name
        found[address] = kept.sha256(path.read_bytes())[:_DIGITS]
    return found


def worker(site: Path) -> bytes:
    """Return the service worker of a built site: the list of its files, then what is done with them."""
    listed = json.dumps(files(site), indent=0, ensure_ascii=False)
    return f"globalThis.FILES = {listed};\n{_CODE.read_text('utf-8')}".encode()


def manifest(name: str, description: str) -> bytes:
    """Return the web app manifest, with which a browser offers to put the site among the apps of a device.

    Its addresses are relative to its own, so the site may lie in any folder of a server.
    """
    icons = [
        {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "favicon.svg", "sizes": "any", "type": "image/svg+xml"},
    ]
    value = {
        "name": name,
        "short_name": name,
        "description": description,
        "lang": "en",
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#141a33",
        "theme_color": "#141a33",
        "categories": ["games", "reference"],
        "icons": icons,
        "shortcuts": [{"name": title, "url": f"./{path}"} for title, path in _SHORTCUTS],
    }
    return json.dumps(value, indent=1).encode()
